"""Lets people into an event: codes, tokens, roles, and what each role may do."""
