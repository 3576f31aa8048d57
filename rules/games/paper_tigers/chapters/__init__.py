"""The game as its rulebook tells it: a module for each chapter."""
