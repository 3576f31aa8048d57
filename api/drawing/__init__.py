"""Knows how a table and a measurement look as a picture: SVG as text, without touching a file."""
