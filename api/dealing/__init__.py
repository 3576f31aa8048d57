"""Deals cards for the players: orders that are promised, kept with the battle, and opened."""
