"""Checks how large a page was printed, from a photograph with a bank card."""
