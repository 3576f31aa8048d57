"""Measures on the table what the rules of the game ask for."""
