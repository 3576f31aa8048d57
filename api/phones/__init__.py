"""Lets phones in as cameras, over a door of their own that is encrypted."""
