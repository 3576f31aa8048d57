"""Draws a table and a measurement as SVG text, and never touches a file."""
