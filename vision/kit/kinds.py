"""Knows the kinds of piece that can be printed: how each carries its tags, and which it shares."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Group(StrEnum):
    """What `--only` can ask for."""

    GUIDE = "guide"
    SCALE = "scale"
    BOARD = "board"
    ANCHORS = "anchors"
    UNITS = "units"
    TERRAIN = "terrain"
    MARKERS = "markers"
    CARDS = "cards"
    SLIPS = "slips"
    SHEET = "sheet"


class Stands(StrEnum):
    """How a piece carries its tags."""

    FLAT = "flat"
    """Nothing stands on it: one tag in the middle."""
    UPRIGHT = "upright"
    """A figure stands across its middle: one tag before it and one behind."""
    ROOF = "roof"
    """The tag is glued on top of a model, at a height."""
    LOOSE = "loose"
    """Loose figures around one tagged disc."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of piece."""

    name: str
    group: Group
    stands: Stands = Stands.FLAT
    footprint: str = ""
    """What a roster may leave out; empty where it has to say."""
    faces: tuple[str, ...] = ("up",)
    """What can lie on top; each face has a tag of its own."""
    shared: tuple[str, ...] = ()
    """The faces whose tag is a class tag: every piece of the kind shows the same."""
    tags_on_face: int = 1
    """Of a flat piece."""


def _units() -> tuple[Kind, ...]:
    squares = (
        ("character", "square 1"),
        ("infantry", "rectangle 3 x 4"),
        ("large_unit", "square 2"),
        ("small_building", "square 5"),
        ("titan", "square 6"),
    )
    vehicles = ("tank", "truck", "jeep", "weapons_carrier", "halftrack", "armoured_car", "vehicle")
    return (
        *(
            Kind(name=name, group=Group.UNITS, footprint=size, faces=("face", "corpse"))
            for name, size in squares
        ),
        *(Kind(name=name, group=Group.UNITS, stands=Stands.ROOF) for name in vehicles),
        *(
            Kind(name=name, group=Group.UNITS, stands=Stands.UPRIGHT)
            for name in ("squad", "gun", "figure", "leader")
        ),
        Kind(name="counter", group=Group.UNITS),
    )


def _terrain() -> tuple[Kind, ...]:
    names = ("woods", "building", "hill", "river", "road", "bridge")
    return tuple(Kind(name=name, group=Group.TERRAIN, tags_on_face=2) for name in names)


def _markers() -> tuple[Kind, ...]:
    return (
        Kind(name="smoke", group=Group.MARKERS, footprint="rectangle 1.5 x 1.25", shared=("up",)),
        Kind(name="wreck", group=Group.MARKERS, footprint="rectangle 1.5 x 1.25", shared=("up",)),
        Kind(
            name="wall_strip",
            group=Group.MARKERS,
            footprint="rectangle 0.6 x 1.2",
            faces=("opening", "double"),
            shared=("opening", "double"),
        ),
        Kind(name="objective", group=Group.MARKERS, footprint="rectangle 1.5 x 1.25"),
        Kind(name="marker", group=Group.MARKERS, footprint="rectangle 1.5 x 1.25"),
        Kind(
            name="hero",
            group=Group.MARKERS,
            footprint="rectangle 0.9 x 0.7",
            faces=("hero", "holding item"),
        ),
        Kind(name="enemy", group=Group.MARKERS, footprint="rectangle 0.9 x 0.7"),
        Kind(name="vault", group=Group.MARKERS, footprint="rectangle 0.9 x 0.7"),
        Kind(name="event", group=Group.MARKERS, footprint="rectangle 0.9 x 0.7"),
    )


def _papers() -> tuple[Kind, ...]:
    """Length runs from the bottom of a card to its top."""
    card = ("face", "back")
    return (
        Kind(
            name="playing_card",
            group=Group.CARDS,
            footprint="rectangle 3.5 x 2.25",
            faces=card,
            shared=("back",),
        ),
        Kind(
            name="tiger_card",
            group=Group.CARDS,
            footprint="rectangle 3.15 x 2.25",
            faces=card,
            shared=("back",),
        ),
        Kind(
            name="slip",
            group=Group.SLIPS,
            footprint="rectangle 1.5 x 2.5",
            faces=card,
            shared=("back",),
        ),
        Kind(name="game_sheet", group=Group.SHEET, footprint="rectangle 6 x 10", tags_on_face=4),
    )


KINDS: Final[dict[str, Kind]] = {
    kind.name: kind for kind in (*_units(), *_terrain(), *_markers(), *_papers())
}

# These stay the same in every battle, so that markers and card backs are printed once.
CLASS_FACES: Final = (
    ("smoke", "up"),
    ("wreck", "up"),
    ("wall_strip", "opening"),
    ("wall_strip", "double"),
    ("playing_card", "back"),
    ("tiger_card", "back"),
    ("slip", "back"),
)


def kind_name(text: str) -> str:
    """A kind as it is looked up.

    >>> kind_name(" Large Unit ")
    'large_unit'
    """
    return "_".join(text.strip().lower().replace("-", " ").replace("_", " ").split())
