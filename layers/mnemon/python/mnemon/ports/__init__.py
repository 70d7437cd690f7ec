"""What the product needs from outside, as protocols. Adapters implement them; use cases receive them."""
