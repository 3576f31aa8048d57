"""Checks how well tags and pieces are found and placed in rendered pictures."""
