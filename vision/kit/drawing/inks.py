"""Picks the colour that a side is printed in; always dark enough to be read in grey."""

from typing import Final

from vision.kit.drawing.marks import BLACK, Ink

_INKS: Final[dict[str, Ink]] = {
    "red": (0.70, 0.08, 0.08),
    "blue": (0.08, 0.22, 0.62),
    "green": (0.05, 0.38, 0.14),
    "yellow": (0.52, 0.38, 0.0),
    "purple": (0.40, 0.12, 0.50),
    "orange": (0.66, 0.28, 0.0),
    "grey": (0.3, 0.3, 0.3),
}


def side_ink(side: str) -> Ink:
    """The ink of a side that is called after a colour; black for any other."""
    return _INKS.get(side.strip().lower(), BLACK)
