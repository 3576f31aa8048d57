"""Battles as they are opened and played: their one writer, their shelf, and who is told."""
