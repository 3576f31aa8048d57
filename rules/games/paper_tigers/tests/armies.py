"""Holds armies, grounds and tables for battles of Paper Tigers that tests play."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.table.roster import Entry
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.snapshot import Terrain
from rules.table.units import Inches

SIDE: Final = 48.0
VEHICLE: Final = Rectangle(length=Inches(3.0), width=Inches(1.5))
FOOTPRINTS: Final[MappingProxyType[str, Footprint]] = MappingProxyType(
    {
        "squad": Disc(radius=Inches(0.6)),
        "gun": Disc(radius=Inches(0.9)),
        "slip": Rectangle(length=Inches(1.0), width=Inches(1.0)),
    }
)


def entry(name: str, *, side: str, kind: str, **extra: object) -> Entry:
    """A piece of the roster with the outline that its kind has."""
    return Entry(
        id=name,
        name=name,
        side=side,
        kind=kind,
        footprint=FOOTPRINTS.get(kind, VEHICLE),
        tags=(),
        extra=MappingProxyType({"force": "", "unit": "", "arrives": 0, "figures": 0, **extra}),
    )


def army(side: str, kinds: Sequence[str], *, force: str = "", late: int = 0) -> list[Entry]:
    """Units of a side, of which the last ones come in turn 2."""
    letter = (force or side)[0]
    first = len(kinds) - late
    return [
        entry(f"{letter}{k + 1}", side=side, kind=kind, force=force, arrives=2 * (k >= first))
        for k, kind in enumerate(kinds)
    ]


def area(name: str, kind: str, *corners: tuple[float, float]) -> Terrain:
    """A piece of terrain by its corners."""
    outline = tuple((Inches(x), Inches(y)) for x, y in corners)
    return Terrain(id=name, kind=kind, outline=outline)


def box(name: str, kind: str, *, at: tuple[float, float], size: tuple[float, float]) -> Terrain:
    """A rectangle of terrain by its south-west corner."""
    (x, y), (w, h) = at, size
    return area(name, kind, (x, y), (x + w, y), (x + w, y + h), (x, y + h))


OPEN_GROUND: Final = (
    box("W1", "woods", at=(10, 20), size=(6, 6)),
    box("W2", "woods", at=(30, 22), size=(7, 5)),
    box("B1", "building", at=(20, 24), size=(3, 3)),
    box("B2", "building", at=(26, 17.5), size=(3, 3)),
    box("H1", "hill", at=(38, 28), size=(6, 6)),
)
BIG_HILL: Final = (*OPEN_GROUND[:3], box("H9", "hill", at=(18, 18), size=(12, 12)))
RIVER: Final = (
    OPEN_GROUND[0],
    box("R1", "river", at=(0, 14.5), size=(48, 2.5)),
    box("P1", "bridge", at=(22, 14), size=(4, 3.5)),
)


def renamed(entries: Sequence[Entry], old: str, *, new: str) -> list[Entry]:
    """The same units under other letters, where two armies would share one."""
    return [replace(each, id=each.id.replace(old, new)) for each in entries]
