"""Addresses for games and for the armies that they let be fielded."""
