"""Holds places, sight lines and moves to what a game asks of them, with error and courtesy."""
