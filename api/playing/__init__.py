"""Plays a game at a terminal: choices by number, taken back and kept like any other battle."""
