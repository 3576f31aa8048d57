"""Supposes: a unit elsewhere, a command not given yet; nothing of it is written."""
