"""Marks on paper: lines, words and tags, and how they are fitted together."""
