"""Mnemon: long-term memory for AI agents that says what is true now, cites it, and can prove what it forgot."""
