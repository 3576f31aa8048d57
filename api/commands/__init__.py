"""Knows the commands of `umpire`, one module each."""
