"""Battles written down as scripts, and how they are adjudicated line by line."""
