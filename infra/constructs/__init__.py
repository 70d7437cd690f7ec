"""The parts that the stacks are built from."""
