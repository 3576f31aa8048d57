"""Settles how this umpire is started: from a file, the environment, and defaults."""
