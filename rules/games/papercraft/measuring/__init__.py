"""Knows how what stands on the table is measured for this game, and what that comes to."""
