"""Knows distances, sight lines, neighbours and paths on a table, and how sure they are."""
