"""Puts painted sheets on the table, in order, with light and shadows."""
