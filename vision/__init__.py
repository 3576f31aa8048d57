"""Knows how camera frames become the settled, numbered state of the table."""

from typing import Final

DISTRIBUTION: Final = "paper-umpire"
