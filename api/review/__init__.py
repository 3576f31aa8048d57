"""Knows a battle afterwards: its evidence, its story, and how it goes to other programs."""
