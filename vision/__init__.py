"""Turns camera frames into the settled, numbered state of the table."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to tell this package from any namesake."""
