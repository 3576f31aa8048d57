"""Shows a table as a camera that does not exist would see it, and what is really on that table.

Nothing here may import what it judges: neither `calibration` nor the finding of tags.
"""
