"""Battles as they are kept and played: their files, their one writer, and who is told."""
