"""Knows how pixels become inches at a given height, and how wrong that can be."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to know that this package is ours and no namesake."""
