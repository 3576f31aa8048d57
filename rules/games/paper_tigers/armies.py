"""Lists what armies are put together from, and what they are worth (PT1-G2)."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.initial import MARKERS, column_text, kind_from
from rules.games.paper_tigers.profiles import PROFILES, Profile, Ride, UnitKind
from rules.referee.toolkit.armies import Fieldable, Mustered, over_total, reckoned
from rules.referee.toolkit.settings import Options
from rules.table.files.printed import PAPERS, TERRAIN
from rules.table.roster import Entry
from rules.table.units import plain

WORTH: Final = "PT1-G2"
BASES: Final = MappingProxyType(
    {
        UnitKind.SQUAD: ("rectangle 2.2 x 1.5", None),
        UnitKind.GUN: ("rectangle 2.4 x 1.5", None),
        UnitKind.TRUCK: ("rectangle 3 x 1.4", 1.1),
        UnitKind.JEEP: ("rectangle 1.8 x 1", 0.8),
        UnitKind.WEAPONS_CARRIER: ("rectangle 2.2 x 1.2", 0.8),
        UnitKind.HALFTRACK: ("rectangle 3.1 x 1.4", 1.1),
        UnitKind.ARMOURED_CAR: ("rectangle 2.4 x 1.3", 1.1),
        UnitKind.TANK: ("rectangle 3.3 x 1.6", 1.2),
    }
)
"""How large paper models of each kind are as a rule, and how high over the table their roof is with
its tag, in inches. Whoever built others writes their sizes into the roster."""


def base_of(kind: UnitKind) -> Mapping[str, object]:
    """What a roster says of a paper model of this kind."""
    footprint, roof = BASES[kind]
    row: dict[str, object] = {"kind": str(kind), "footprint": footprint}
    if roof is not None:
        row["tag_heights_in"] = [roof]
    return MappingProxyType(row)


def fieldable() -> tuple[Fieldable, ...]:
    """Every kind of unit."""
    return tuple(
        Fieldable(
            name=PROFILES[kind].name,
            says=in_words(PROFILES[kind]),
            source="the basic game",
            points=PROFILES[kind].points,
            row=base_of(kind),
        )
        for kind in BASES
    )


def in_words(profile: Profile) -> str:
    """What a kind of unit can do.

    >>> in_words(PROFILES[UnitKind.SQUAD])
    'on foot; moves 6 in at most; fires 12 in at most'
    >>> in_words(PROFILES[UnitKind.HALFTRACK])
    'vehicle; 1 die of armour; carries a squad; tows a gun'
    """
    parts = ["vehicle" if profile.vehicle else "on foot"]
    if profile.armour:
        parts.append(f"{profile.armour} {'die' if profile.armour == 1 else 'dice'} of armour")
    if profile.cap is not None:
        parts.append(f"moves {plain(profile.cap)} in at most")
    if profile.range is not None:
        parts.append(f"fires {plain(profile.range)} in at most")
    if profile.carries_squad is not Ride.NONE:
        parts.append("carries a squad")
    if profile.tows_gun:
        parts.append("tows a gun")
    return "; ".join(parts)


def muster(
    entries: Sequence[Entry], options: Options, *, total: int | None = None
) -> tuple[Mustered, ...]:
    """PT1-G2: what the units of each side are worth."""
    del options
    return mustered(
        entries, lambda entry: PROFILES[kind_from(entry)].points, total=total, clause=WORTH
    )


def mustered(
    entries: Sequence[Entry], cost: Callable[[Entry], int], *, total: int | None, clause: str
) -> tuple[Mustered, ...]:
    """The army of each side; loose figures and a gun's crew are part of their unit."""
    units = [entry for entry in entries if is_unit(entry)]
    first = {column_text(entry, "unit") or entry.id: entry for entry in reversed(units)}
    found = []
    for side in dict.fromkeys(entry.side for entry in units):
        own = [entry for entry in units if entry.side == side and entry in first.values()]
        points, faults = reckoned(own, cost, clause=clause)
        faults = (*faults, *over_total(points, total=total, clause=clause))
        found.append(Mustered(name=side, side=side, points=points, total=total, faults=faults))
    return tuple(found)


def is_unit(entry: Entry) -> bool:
    """Whether a piece is a unit, or part of one: no marker, terrain or paper."""
    return entry.kind not in MARKERS | TERRAIN | PAPERS
