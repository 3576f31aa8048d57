"""Knows how large a tag has to be for a camera over a table, and what a smaller one costs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.units import Inches, plain
from vision.kit.dictionary import Dictionary, dictionary_from_text

SPARE: Final = 1.04
"""How much more than the table the picture shows: nobody hangs a camera to the pixel."""
WISHED: Final = 1.2
"""How much larger than the least size a tag is printed where there is room, for poor light."""
BIG_TABLE: Final = Inches(60)
"""From this length on a 4K camera is recommended."""
_CAMERAS: Final = {"720p": (1280, 720), "1080p": (1920, 1080), "1440p": (2560, 1440)}
_FOUR_K: Final = (3840, 2160)


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """The pixels of a camera."""

    width: int
    height: int

    @property
    def name(self) -> str:
        """As it is written on boxes.

        >>> Camera(width=1920, height=1080).name, Camera(width=800, height=600).name
        ('1080p', '800x600')
        """
        named = {size: name for name, size in {**_CAMERAS, "4K": _FOUR_K}.items()}
        return named.get((self.width, self.height), f"{self.width}x{self.height}")


FOUR_K: Final = Camera(width=_FOUR_K[0], height=_FOUR_K[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The area of play, between the centres of its anchors."""

    width: Inches
    depth: Inches

    def __str__(self) -> str:
        return f"{plain(self.width)} x {plain(self.depth)} in"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A camera that looks straight down on a whole table with tags of one dictionary."""

    camera: Camera
    table: Table
    dictionary: Dictionary

    @property
    def px_per_in(self) -> float:
        """With the long side of the picture along the long side of the table."""
        long, short = sorted((self.table.width, self.table.depth), reverse=True)
        wide, high = sorted((self.camera.width, self.camera.height), reverse=True)
        return min(wide / long, high / short) / SPARE

    def px_per_cell(self, size: float) -> float:
        """How many pixels a cell of a tag of this size is wide."""
        return self.px_per_in * size / self.dictionary.cells

    @property
    def least(self) -> Inches:
        """The smallest tag that is found nearly always."""
        per_in = self.px_per_in
        return Inches(self.dictionary.least_px_per_cell * self.dictionary.cells / per_in)

    @property
    def wished(self) -> Inches:
        """The size to print where there is room: whole hundredths of an inch a cell, rounded up."""
        cell = WISHED * self.least / self.dictionary.cells
        return Inches(round(-(-cell // 0.01) * 0.01 * self.dictionary.cells, 6))

    def is_enough(self, size: float) -> bool:
        """Whether a tag of this size is found nearly always."""
        return size >= self.least - 1e-9

    def with_camera(self, camera: Camera) -> "View":
        """The same table under another camera."""
        return View(camera=camera, table=self.table, dictionary=self.dictionary)

    def in_words(self) -> str:
        """One line for the summary."""
        return (
            f"{self.camera.name} over {self.table}: {self.px_per_in:.1f} px per inch, "
            f"so a tag should be {plain(self.least)} in wide or more"
        )


def advice(view: View, sizes: list[float]) -> list[str]:
    """What the player should know before buying a camera or cutting small tags.

    `sizes` are those of the tags that are going to be printed, in inches.
    """
    said = []
    small = sorted(size for size in sizes if not view.is_enough(size))
    if small:
        finest = view.px_per_cell(small[0])
        said.append(
            f"{len(small)} of {len(sizes)} tags are smaller than {plain(view.least)} in; the "
            f"smallest ({plain(small[0])} in) gets {finest:.1f} px per cell instead of "
            f"{view.dictionary.least_px_per_cell:g}: one look finds about "
            f"{100 * view.dictionary.share_found(finest):.0f} in 100 of such tags"
        )
    if max(view.table.width, view.table.depth) < BIG_TABLE and not small:
        return said
    better = view.with_camera(FOUR_K)
    if better.px_per_in <= view.px_per_in * 1.2:
        return said
    said.append(
        f"a 4K camera is recommended over {view.table}: there {plain(better.least)} in is enough. "
        f"At {view.camera.name} it costs tags of {plain(view.least)} in, and poses about "
        f"{better.px_per_in / view.px_per_in:.0f} times as uncertain"
    )
    return said


def view_from_wishes(wishes: Mapping[str, str]) -> View:
    """What a roster's ``[kit]`` asks for, and what is usual where it says nothing."""
    return View(
        camera=camera_from_text(wishes.get("camera", "1080p")),
        table=table_from_text(wishes.get("table", "36x36")),
        dictionary=dictionary_from_text(wishes.get("dictionary", "4x4")),
    )


def camera_from_text(text: str, where: str = "camera") -> Camera:
    """A camera as people name it.

    >>> camera_from_text("4k").width, camera_from_text("1280x960").height
    (3840, 960)
    """
    plain_text = text.strip().lower()
    named = {**_CAMERAS, "4k": _FOUR_K, "2160p": _FOUR_K}
    if plain_text in named:
        width, height = named[plain_text]
        return Camera(width=width, height=height)
    match = re.fullmatch(r"(\d{3,5})\s*x\s*(\d{3,5})", plain_text)
    if match is None or not all(240 <= int(side) <= 20_000 for side in match.groups()):
        expected = f"one of {', '.join(_CAMERAS)}, 4k, or WIDTHxHEIGHT in pixels"
        raise BadInputError(where, expected=expected, got=repr(text))
    return Camera(width=int(match[1]), height=int(match[2]))


def table_from_text(text: str, where: str = "table") -> Table:
    """A table as WIDTHxDEPTH in inches.

    >>> str(table_from_text("72 x 48"))
    '72 x 48 in'
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*x\s*(\d+(?:\.\d+)?)", text.strip().lower())
    if match is None or not all(4 <= float(side) <= 240 for side in match.groups()):
        raise BadInputError(
            where, expected="WIDTHxDEPTH, each from 4 to 240 inches", got=repr(text)
        )
    return Table(width=Inches(float(match[1])), depth=Inches(float(match[2])))
