"""Armies put together from what a game lets be fielded, for the command line and the page."""
