"""The games, a folder each, found by `rules.registry`."""
