"""Knows how this edition rules where it differs from the basic game."""
