"""The HTTP surface: requests and responses, problems, the contract. Knows nothing of AWS."""
