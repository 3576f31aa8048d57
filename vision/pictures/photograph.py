"""Decodes a photograph into a picture that can be measured, or says why it cannot be.

The picture stays as the sensor took it. A lens is calibrated for the sensor: a picture that was
turned as its file asks would have its middle and its bulges in other places.
"""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.pictures.exif import Exif, exif_of
from vision.pictures.picture_header import KINDS
from vision.pictures.unfolding import unfoldable

Bytes = NDArray[np.uint8]

MOST_PIXELS: Final = 50_000_000
"""The largest telephones take 50 megapixels at their usual setting; eight bytes each are needed."""
_MIRRORED: Final = frozenset({2, 4, 5, 7})
"""Of EXIF's orientations; once they are turned they are mirrored from left to right."""
_AS_TAKEN: Final = cv2.IMREAD_IGNORE_ORIENTATION


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Photograph:
    """One picture, not turned, and what its file says of the camera."""

    name: str
    """What the player knows it by."""
    kind: str
    grey: Bytes
    """Rows x columns."""
    exif: Exif
    data: bytes = field(repr=False)

    @property
    def width(self) -> int:
        """In pixels, as the sensor took it."""
        return int(self.grey.shape[1])

    @property
    def height(self) -> int:
        """In pixels, as the sensor took it."""
        return int(self.grey.shape[0])

    @property
    def notes(self) -> tuple[str, ...]:
        """What a player may wonder about."""
        if self.exif.orientation == 1:
            return ()
        turn = f"turned by {self.exif.turn_deg}°" if self.exif.turn_deg else "mirrored"
        return (
            f"{self.name}: the file wishes to be shown {turn}; it is measured as the sensor took "
            f"it, {self.width} x {self.height}",
        )

    def upright(self) -> Bytes:
        """The picture in grey, turned and mirrored as its file asks.

        For who solves the lens from the picture itself; a lens that was measured is another's then.
        """
        shown = np.rot90(self.grey, -(self.exif.turn_deg // 90))
        return np.ascontiguousarray(shown[:, ::-1] if self.exif.orientation in _MIRRORED else shown)

    def colour(self) -> Bytes:
        """The same picture as rows x columns x (blue, green, red), for drawing on."""
        return _decoded(self.data, where=self.name, flags=cv2.IMREAD_COLOR | _AS_TAKEN)


def photograph_from_bytes(data: bytes, *, name: str, most_pixels: int = MOST_PIXELS) -> Photograph:
    """Read a photograph; a BadInputError says what is wrong with it."""
    header = unfoldable(data, name=name, most_pixels=most_pixels)
    size = f"{header.width} x {header.height}"
    if not header.is_whole:
        got = f"{len(data):,} bytes that end too early: copy the file anew"
        raise BadInputError(name, expected=f"a whole {header.kind} picture of {size}", got=got)
    grey = _decoded(data, where=name, flags=cv2.IMREAD_GRAYSCALE | _AS_TAKEN)
    if grey.shape != (header.height, header.width):
        got = f"one of {grey.shape[1]} x {grey.shape[0]} inside: the file is damaged"
        raise BadInputError(name, expected=f"a picture of {size}", got=got)
    return Photograph(name=name, kind=header.kind, grey=grey, exif=exif_of(header.exif), data=data)


def _decoded(data: bytes, *, where: str, flags: int) -> Bytes:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        picture = None
    if picture is None:
        got = "one that cannot be decoded: the file is damaged"
        raise BadInputError(where, expected=f"a photograph ({KINDS})", got=got)
    return np.asarray(picture, dtype=np.uint8)
