"""What the local cloud needs on a machine, fetched once into the user's cache: pinned by version, checked by hash."""
