"""Knows how a table looks to a camera that does not exist, and what is really on that table.

Nothing here may import what it judges: neither `calibration` nor the finding of tags.
"""
