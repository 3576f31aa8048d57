"""Measures moves: a piece's way from where it stood to where it stands, its length, its error."""
