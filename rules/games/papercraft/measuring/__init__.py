"""Measures what stands on the table for this game, and says what that comes to."""
