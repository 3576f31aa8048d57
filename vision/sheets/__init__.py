"""Reads what is drawn by hand on a tagged sheet: regions, and the lines between them."""
