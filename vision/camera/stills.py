"""Offers a folder of photographs as a camera that takes one picture after the other."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Self

from rules.table.bad_input import BadInputError
from vision.camera.source import Frame, Identity, SourceError
from vision.pictures.photograph import Photograph, photograph_from_bytes

ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
MOST_BYTES: Final = 200_000_000


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder as people count: 2 comes before 10."""
    found = [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS]
    return tuple(sorted((path for path in found if path.is_file()), key=counted))


def counted(place: Path) -> tuple[tuple[int, int, str], ...]:
    """What to sort names by.

    >>> sorted([Path("view-10.jpg"), Path("view-2.jpg")], key=counted)[0].name
    'view-2.jpg'
    """
    parts = re.split(r"(\d+)", place.name.lower())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def read_still(place: Path) -> Photograph:
    """One photograph; a BadInputError says what is wrong with it."""
    name = str(place)
    try:
        with place.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        raise BadInputError(name, expected="a photograph", got=f"none: {reason}") from failure
    if len(data) > MOST_BYTES:
        expected = f"at most {MOST_BYTES:,} bytes, which no photograph needs"
        raise BadInputError(name, expected=expected, got="more")
    return photograph_from_bytes(data, name=name)


class Stills:
    """Photographs as a source; all have the size of the first."""

    def __init__(self, places: Sequence[Path], *, rate_hz: float = 1.0) -> None:
        if not places:
            raise SourceError("expected photographs, got a folder without any")
        self._places = tuple(places)
        self._rate_hz = rate_hz
        first = read_still(self._places[0])
        self._identity = identity_of(first)

    @property
    def identity(self) -> Identity:
        return self._identity

    def frames(self) -> Iterator[Frame]:
        wanted = (self._identity.width, self._identity.height)
        for number, place in enumerate(self._places):
            still = read_still(place)
            if (still.width, still.height) != wanted:
                expected = f"{wanted[0]} x {wanted[1]}, as {self._places[0]}"
                got = f"{still.width} x {still.height}"
                raise BadInputError(str(place), expected=expected, got=got)
            yield Frame(
                number=number, seconds=number / self._rate_hz, name=place.name, grey=still.grey
            )

    def close(self) -> None:
        """There is nothing to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def identity_of(still: Photograph) -> Identity:
    """The camera that took a photograph, as far as the file says."""
    camera = still.exif.camera
    return Identity(name=camera, id=camera, width=still.width, height=still.height)
