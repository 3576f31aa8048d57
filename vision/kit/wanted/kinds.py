"""Lists the kinds of piece that can be printed: how each carries its tags, and which it shares."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.table.files.printed import FOOTPRINTS


class Group(StrEnum):
    """What `--only` can ask for."""

    GUIDE = "guide"
    SCALE = "scale"
    BOARD = "board"
    ANCHORS = "anchors"
    UNITS = "units"
    FIGURES = "figures"
    TERRAIN = "terrain"
    MARKERS = "markers"
    CARDS = "cards"
    SLIPS = "slips"
    SHEET = "sheet"
    TRAY = "tray"


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
class PieceKind:
    """One kind of piece."""

    name: str
    group: Group
    stands: Stands = Stands.FLAT
    faces: tuple[str, ...] = ("up",)
    """What can lie on top; each face has a tag of its own."""
    shared: tuple[str, ...] = ()
    """The faces whose tag is a class tag: every piece of the kind shows the same."""
    tags_on_face: int = 1
    """Of a flat piece."""

    @property
    def footprint(self) -> str:
        """The footprint that a roster may leave out; empty where it must give one."""
        return FOOTPRINTS.get(self.name, "")


def _units() -> tuple[PieceKind, ...]:
    squares = ("character", "infantry", "large_unit", "small_building", "titan")
    vehicles = ("tank", "truck", "jeep", "weapons_carrier", "halftrack", "armoured_car", "vehicle")
    return (
        *(PieceKind(name=name, group=Group.UNITS, faces=("face", "corpse")) for name in squares),
        *(PieceKind(name=name, group=Group.UNITS, stands=Stands.ROOF) for name in vehicles),
        *(
            PieceKind(name=name, group=Group.UNITS, stands=Stands.UPRIGHT)
            for name in ("squad", "gun", "figure", "leader")
        ),
        PieceKind(name="counter", group=Group.UNITS),
    )


def _terrain() -> tuple[PieceKind, ...]:
    names = ("woods", "building", "hill", "river", "road", "bridge")
    return tuple(PieceKind(name=name, group=Group.TERRAIN, tags_on_face=2) for name in names)


def _markers() -> tuple[PieceKind, ...]:
    return (
        PieceKind(name="smoke", group=Group.MARKERS, shared=("up",)),
        PieceKind(name="wreck", group=Group.MARKERS, shared=("up",)),
        PieceKind(
            name="wall_strip",
            group=Group.MARKERS,
            faces=("opening", "double"),
            shared=("opening", "double"),
        ),
        PieceKind(name="objective", group=Group.MARKERS),
        PieceKind(name="marker", group=Group.MARKERS),
        PieceKind(
            name="hero",
            group=Group.MARKERS,
            faces=("hero", "holding item"),
        ),
        PieceKind(name="enemy", group=Group.MARKERS),
        PieceKind(name="vault", group=Group.MARKERS),
        PieceKind(name="event", group=Group.MARKERS),
    )


def _papers() -> tuple[PieceKind, ...]:
    """Length runs from the bottom of a card to its top."""
    card = ("face", "back")
    return (
        PieceKind(
            name="playing_card",
            group=Group.CARDS,
            faces=card,
            shared=("back",),
        ),
        PieceKind(
            name="tiger_card",
            group=Group.CARDS,
            faces=card,
            shared=("back",),
        ),
        PieceKind(
            name="slip",
            group=Group.SLIPS,
            faces=card,
            shared=("back",),
        ),
        PieceKind(name="game_sheet", group=Group.SHEET, tags_on_face=4),
    )


KINDS: Final[dict[str, PieceKind]] = {
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


def is_card(kind: str) -> bool:
    """Whether pieces of a kind are in the box or in a hand as often as on the table.

    >>> is_card("playing card"), is_card("tank"), is_card("of nobody's")
    (True, False, False)
    """
    known = KINDS.get(kind_name(kind))
    return known is not None and known.group in {Group.CARDS, Group.SLIPS}
