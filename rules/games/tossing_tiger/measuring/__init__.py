"""Knows what of a card table is measured."""
