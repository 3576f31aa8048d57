"""Judges lines of sight: what blocks them, and how far the answer is from changing."""
