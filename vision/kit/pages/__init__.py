"""Lays out all pages of a kit, in the order in which a player needs them."""
