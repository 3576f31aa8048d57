"""Finds where everything on the table lies: one picture in, places in inches out."""
