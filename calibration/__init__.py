"""Turns pixels into inches at a given height, and says how wrong that can be."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to tell this package from any namesake."""
