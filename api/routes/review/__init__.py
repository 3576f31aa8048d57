"""Addresses for looking back on a battle."""
