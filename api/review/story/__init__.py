"""Retells a battle from its log: its steps, its numbers, and how it stood at any moment."""
