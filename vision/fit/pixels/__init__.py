"""Predicts the pixels of a tag: its blurred cells, its surface and its light."""
