"""Defines the typed facts that a game tells a page: units, sides, cards, turns, who is awaited."""
