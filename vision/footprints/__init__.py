"""Finds where terrain lies: outlines around a tag on felt, cloth or string."""
