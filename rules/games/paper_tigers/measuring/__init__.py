"""Knows nothing itself: its modules measure on the table what the rules of the game ask for."""
