"""What every use case of a tenant stands on: its stores, and the consistent view of a scope that each decision is made on."""
