"""Knows how the referee is started, asked and watched: it alone opens sockets and databases."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to know that this package is ours and no namesake."""
