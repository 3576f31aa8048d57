"""Knows nothing itself: each folder here is one game, found by `rules.registry`."""
