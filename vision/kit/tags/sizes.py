"""Works out how large a tag must be for a camera over a table, and what a smaller one costs."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.units import Inches, plain
from vision.kit.tags.leaning import AslantCamera
from vision.tags.dictionary import Dictionary, dictionary_from_text

SPARE: Final = 1.04
"""How much more than the table the picture shows: nobody hangs a camera to the pixel."""
WISHED: Final = 1.2
"""How much larger than the least size a tag is printed where there is room, for poor light."""
BIG_TABLE: Final = Inches(60)
"""From this length on a 4K camera is recommended."""
LEANING: Final = 30.0
"""How far from straight above a camera may lean unless somebody says otherwise, in degrees."""
STEEPEST: Final = 60.0
"""Lower cameras see figures and no tags."""
FULL_HD: Final = 1080
FINER: Final = 0.6
"""The power of its height with which a finer camera needs more pixels: half as many again at 4K."""
_CAMERAS: Final = {"720p": (1280, 720), "1080p": (1920, 1080), "1440p": (2560, 1440)}
_FOUR_K: Final = (3840, 2160)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraPixels:
    """The pixels of a camera."""

    width: int
    height: int

    @property
    def name(self) -> str:
        """As it is written on boxes.

        >>> CameraPixels(width=1920, height=1080).name, CameraPixels(width=800, height=600).name
        ('1080p', '800x600')
        """
        named = {size: name for name, size in {**_CAMERAS, "4K": _FOUR_K}.items()}
        return named.get((self.width, self.height), f"{self.width}x{self.height}")


FOUR_K: Final = CameraPixels(width=_FOUR_K[0], height=_FOUR_K[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The area of play, between the centres of its anchors."""

    width: Inches
    depth: Inches

    def __str__(self) -> str:
        return f"{plain(self.width)} x {plain(self.depth)} in"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A camera that sees a whole table with tags of one dictionary."""

    camera: CameraPixels
    table: Table
    dictionary: Dictionary
    tilt: float = LEANING
    """How far from straight above it may lean, in degrees."""

    @property
    def px_per_in(self) -> float:
        """From straight above, with the long side of the picture along that of the table."""
        long, short = sorted((self.table.width, self.table.depth), reverse=True)
        wide, high = sorted((self.camera.width, self.camera.height), reverse=True)
        return min(wide / long, high / short) / SPARE

    @property
    def far_px_per_in(self) -> float:
        """The least of the table: along the view, in the far corners, where the camera leans."""
        if self.tilt < 1:
            return self.px_per_in
        width, depth = float(self.table.width), float(self.table.depth)
        leaning = AslantCamera(
            tilt=self.tilt,
            size=(self.camera.width, self.camera.height),
            table=(width, depth),
            beyond=(SPARE - 1) * max(width, depth) / 2,
        )
        return min(self.px_per_in, leaning.least_px_per_in)

    def px_per_cell(self, size: float) -> float:
        """How many pixels a cell of a tag of this size is wide from straight above."""
        return self.px_per_in * size / self.dictionary.cells

    def far_px_per_cell(self, size: float) -> float:
        """How many pixels a cell of a tag has its shorter way, where the table has the least."""
        return self.far_px_per_in * size / self.dictionary.cells

    @property
    def least_far_px_per_cell(self) -> float:
        """So many a cell needs there; the lens of a finer camera blurs over more of them."""
        return self.dictionary.settled_px_per_cell * self._blur

    @property
    def _blur(self) -> float:
        high = min(self.camera.width, self.camera.height)
        return max(1.0, math.pow(high / FULL_HD, FINER))

    @property
    def least(self) -> Inches:
        """The smallest tag that is found nearly always, wherever on the table it lies."""
        dictionary = self.dictionary
        above = dictionary.least_px_per_cell * dictionary.cells / self.px_per_in
        far = self.least_far_px_per_cell * dictionary.cells / self.far_px_per_in
        return Inches(max(above, far if self.tilt >= 1 else 0.0))

    @property
    def wished(self) -> Inches:
        """The size to print where there is room: whole hundredths of an inch a cell, rounded up."""
        cell = WISHED * self.least / self.dictionary.cells
        return Inches(round(-(-cell // 0.01) * 0.01 * self.dictionary.cells, 6))

    def is_enough(self, size: float) -> bool:
        """Whether a tag of this size is found nearly always."""
        return size >= self.least - 1e-9

    def share_found(self, size: float) -> float:
        """The share of tags of this size that is found, where the table has the fewest pixels."""
        share = self.dictionary.share_found(self.px_per_cell(size))
        if self.tilt < 1:
            return share
        at_rest = self.dictionary.share_settled(self.far_px_per_cell(size) / self._blur)
        return min(share, at_rest)

    def with_camera(self, camera: CameraPixels) -> "TableView":
        """The same table under another camera."""
        return replace(self, camera=camera)

    def leaning(self, tilt: float) -> "TableView":
        """The same camera at another angle."""
        return replace(self, tilt=tilt)

    def in_words(self) -> str:
        """One line for the summary."""
        seen = f"{self.px_per_in:.1f} px per inch"
        leaning = ""
        if self.tilt >= 1:
            leaning = f", leaning up to {self.tilt:g} degrees"
            seen += f" from straight above, {self.far_px_per_in:.1f} at the far edge"
        return (
            f"{self.camera.name} over {self.table}{leaning}: {seen}, "
            f"so a tag should be {plain(self.least)} in wide or more"
        )


def advice(view: TableView, sizes: list[float]) -> list[str]:
    """What the player should know before buying a camera or cutting small tags.

    `sizes` are those of the tags that are going to be printed, in inches.
    """
    said = []
    small = sorted(size for size in sizes if not view.is_enough(size))
    if small:
        said.append(
            f"{len(small)} of {len(sizes)} tags are smaller than {plain(view.least)} in; the "
            f"smallest ({plain(small[0])} in) gets {_shortage(view, small[0])}"
        )
        said += _hung_higher(view, small[0])
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


def _shortage(view: TableView, size: float) -> str:
    """Where a tag has too few pixels, and what that costs."""
    dictionary, share = view.dictionary, 100 * view.share_found(size)
    above = view.px_per_cell(size)
    if above >= dictionary.least_px_per_cell:
        return (
            f"{view.far_px_per_cell(size):.1f} px per cell at the far edge, as the camera leans "
            f"{view.tilt:g} degrees, instead of {plain(view.least_far_px_per_cell)}: about "
            f"{share:.0f} in 100 of such tags are found there"
        )
    told = f"{above:.1f} px per cell instead of {dictionary.least_px_per_cell:g}"
    if view.tilt < 1:
        return f"{told}: one look finds about {share:.0f} in 100 of such tags"
    return f"{told}: about {share:.0f} in 100 of such tags are found at the far edge"


def _hung_higher(view: TableView, size: float) -> list[str]:
    """What a camera would see of the smallest tag that leans less."""
    for tilt in (45.0, LEANING, 0.0):
        other = view.leaning(tilt)
        if tilt < view.tilt and (other.is_enough(size) or tilt == 0) and other.least < view.least:
            where = f"leaning {tilt:g} degrees" if tilt else "from straight above"
            return [f"hang the camera higher: {where} tags of {plain(other.least)} in are enough"]
    return []


def view_from_wishes(wishes: Mapping[str, str]) -> TableView:
    """What a roster's ``[kit]`` asks for, and what is usual where it says nothing."""
    return TableView(
        camera=camera_from_text(wishes.get("camera", "1080p")),
        table=table_from_text(wishes.get("table", "36x36")),
        dictionary=dictionary_from_text(wishes.get("dictionary", "4x4")),
        tilt=tilt_from_text(wishes.get("tilt", f"{LEANING:g}")),
    )


def camera_from_text(text: str, where: str = "camera") -> CameraPixels:
    """A camera as people name it.

    >>> camera_from_text("4k").width, camera_from_text("1280x960").height
    (3840, 960)
    """
    plain_text = text.strip().lower()
    named = {**_CAMERAS, "4k": _FOUR_K, "2160p": _FOUR_K}
    if plain_text in named:
        width, height = named[plain_text]
        return CameraPixels(width=width, height=height)
    match = re.fullmatch(r"(\d{3,5})\s*x\s*(\d{3,5})", plain_text)
    if match is None or not all(240 <= int(side) <= 20_000 for side in match.groups()):
        expected = f"one of {', '.join(_CAMERAS)}, 4k, or WIDTHxHEIGHT in pixels"
        raise BadInputError(where, expected=expected, got=repr(text))
    return CameraPixels(width=int(match[1]), height=int(match[2]))


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


def tilt_from_text(text: str, where: str = "tilt") -> float:
    """How far a camera leans, in degrees from straight above.

    >>> tilt_from_text(" 45 ")
    45.0
    """
    try:
        tilt = float(text)
    except ValueError:
        tilt = -1.0
    if not 0 <= tilt <= STEEPEST:
        expected = f"0 to {STEEPEST:g} degrees from straight above"
        raise BadInputError(where, expected=expected, got=repr(text))
    return tilt
