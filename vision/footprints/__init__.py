"""Knows where terrain lies: outlines that are found around a tag on felt, cloth or string."""
