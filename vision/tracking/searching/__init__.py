"""Chooses where and how to look for tags that are not followed yet."""
