"""A folder of battles: listed, counted, and added to."""
