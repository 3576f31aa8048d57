"""Measures distances, sight lines, neighbours and paths on a table, each with its certainty."""
