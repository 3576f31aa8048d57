"""Packs all that the umpire keeps for its user into one file, and brings it back from there."""
