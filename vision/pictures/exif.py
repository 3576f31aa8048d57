"""Reads the few fields of EXIF that matter here: which camera it was, and how it was held.

Such data comes from anybody: whatever cannot be read counts as missing, and nothing raises.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_MAKE: Final = 271
_MODEL: Final = 272
_ORIENTATION: Final = 274
_ASCII: Final = 2
_WHOLE: Final = {3: "H", 4: "I"}
_MOST_ENTRIES: Final = 200
_LONGEST: Final = 60
_TURNS: Final = {3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}
"""Clockwise degrees by which a viewer turns the picture; even codes up to 8 may mirror it too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exif:
    """What a camera says of itself; empty where it says nothing."""

    make: str = ""
    model: str = ""
    orientation: int = 1
    """1 to 8, as EXIF numbers them; 1 is as the sensor took it."""

    @property
    def camera(self) -> str:
        """Make and model as people say them, the make only once.

        >>> Exif(make="Canon", model="Canon EOS 5D").camera, Exif(model="C920").camera
        ('Canon EOS 5D', 'C920')
        """
        if self.model.lower().startswith(self.make.lower()):
            return self.model
        return f"{self.make} {self.model}".strip()

    @property
    def turn_deg(self) -> int:
        """By how much a viewer of pictures turns it clockwise."""
        return _TURNS.get(self.orientation, 0)


def exif_of(tiff: bytes) -> Exif:
    """What a block of EXIF says; it is laid out as a TIFF file is.

    >>> exif_of(b"no such thing")
    Exif(make='', model='', orientation=1)
    """
    fields = first_directory(tiff)
    orientation = fields.get(_ORIENTATION)
    is_known = isinstance(orientation, int) and 1 <= orientation <= 8
    return Exif(
        make=_text(fields.get(_MAKE)),
        model=_text(fields.get(_MODEL)),
        orientation=orientation if is_known and isinstance(orientation, int) else 1,
    )


def first_directory(tiff: bytes) -> Mapping[int, int | bytes]:
    """Texts as bytes and single whole numbers by their tag; empty where there is no directory."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None or len(tiff) < 10:
        return {}
    (start,) = struct.unpack_from(f"{order}I", tiff, 4)
    if start + 2 > len(tiff):
        return {}
    (count,) = struct.unpack_from(f"{order}H", tiff, start)
    found: dict[int, int | bytes] = {}
    for index in range(min(count, _MOST_ENTRIES)):
        at = start + 2 + 12 * index
        if at + 12 > len(tiff):
            break
        tag, kind, long = struct.unpack_from(f"{order}HHI", tiff, at)
        if kind == _ASCII:
            found[tag] = _bytes_at(tiff, at + 8, long=long, order=order)
        elif kind in _WHOLE and long == 1:
            (found[tag],) = struct.unpack_from(f"{order}{_WHOLE[kind]}", tiff, at + 8)
    return found


def _bytes_at(tiff: bytes, at: int, *, long: int, order: str) -> bytes:
    """Up to four bytes stand in the entry itself, more of them somewhere else."""
    if long > 4:
        (at,) = struct.unpack_from(f"{order}I", tiff, at)
    return tiff[at : at + min(long, 4 * _LONGEST)]


def _text(value: int | bytes | None) -> str:
    if not isinstance(value, bytes):
        return ""
    text = value.split(b"\0")[0].decode("utf-8", "replace")
    kept = "".join(
        sign for sign in text if sign.isprintable() and sign != "\N{REPLACEMENT CHARACTER}"
    )
    return " ".join(kept.split())[:_LONGEST]
