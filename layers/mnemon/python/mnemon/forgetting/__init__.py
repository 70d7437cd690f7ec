"""Soft deletion, restoration, expiry and erasure."""
