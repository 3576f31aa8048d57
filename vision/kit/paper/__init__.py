"""Sheets of paper: what fits on them, and how they become a PDF."""
