"""Refuses a picture that would unfold to far more than its file could hold of what a camera saw.

A kilobyte of one colour can say that it is fifty megapixels. Photographs take a byte for every few
pixels, so how large a picture may be goes with how long its file is.
"""

from typing import Final

from rules.table.bad_input import BadInputError
from vision.pictures.picture_header import Header, header_of

EVERY_FILE: Final = 9_000_000
"""Pixels that a file of any length may unfold to: 4K, and however well it was packed."""
SHORT: Final = 1_000_000
"""Bytes of a file that unfolds to no more than that."""
PIXELS_A_BYTE: Final = 20
"""For each byte beyond that; the coarsest photographs that can still be measured have some 12."""


def unfoldable(data: bytes, *, name: str, most_pixels: int) -> Header:
    """What a picture says of itself; a BadInputError says that it is none, or too large."""
    header = header_of(data, name)
    pixels = header.width * header.height
    here = EVERY_FILE + PIXELS_A_BYTE * max(0, len(data) - SHORT)
    if pixels > min(most_pixels, here):
        most, of = (most_pixels, "") if pixels > most_pixels else (here, f" in {len(data):,} bytes")
        got = f"{header.width} x {header.height}, which are {pixels / 1e6:,.1f}"
        raise BadInputError(name, expected=f"at most {most / 1e6:.4g} megapixels{of}", got=got)
    return header
