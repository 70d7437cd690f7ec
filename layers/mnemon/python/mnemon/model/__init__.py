"""What Mnemon stores and speaks of: scopes, ids, memories, sources, sessions, jobs. Pure, frozen, imports nothing of ours."""
