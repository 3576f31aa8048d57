"""Looks back on a battle: its evidence, its story, and how it goes to other programs."""
