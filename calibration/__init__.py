"""Turns pixels into inches at a given height, and says how wrong that can be."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to know that this package is ours and no namesake."""
