"""Category summaries and the profile: by rules, from current memories, off the request."""
