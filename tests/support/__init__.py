"""What tests share: the ports in memory."""
