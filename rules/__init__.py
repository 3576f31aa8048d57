"""The table in inches and the rulebooks played on it; nothing of cameras or clocks."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to know that this package is ours and no namesake."""
