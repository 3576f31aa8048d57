"""Fire: shots, what shelters from them, and what becomes of a hit (PT1-D2)."""
