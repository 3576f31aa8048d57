"""Tries an installation from one end to the other, as a person would."""
