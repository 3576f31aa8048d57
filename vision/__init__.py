"""Turns camera frames into the settled, numbered state of the table."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to know that this package is ours and no namesake."""
