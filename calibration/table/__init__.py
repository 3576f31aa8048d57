"""Finds camera, table and anchors from photographs, and whether they moved."""
