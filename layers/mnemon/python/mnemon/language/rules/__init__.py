"""Rules that read one clause each, by what they are about."""
