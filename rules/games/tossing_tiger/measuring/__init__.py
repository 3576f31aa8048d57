"""Measures what of a card table is measured."""
