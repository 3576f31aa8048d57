"""Knows what is served at which address."""
