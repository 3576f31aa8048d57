"""Looks for tags that are known to be about, by their codes, sizes and heights."""
