"""From a question to what is true now: scope, recall, rank, assemble."""
