"""Reads army lists: the first state of a battle, and what armies are made of and worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers.profiles import (
    OWN_NUMBERS,
    PROFILES,
    OwnNumber,
    Profile,
    Ride,
    UnitKind,
)
from rules.games.paper_tigers.state import Force, Hand, Pack, State, Unit
from rules.games.paper_tigers.vocabulary import Edition
from rules.referee.toolkit.armies import Fieldable, Mustered, by_owner, over_total, reckoned
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PAPERS, TERRAIN
from rules.table.files.strict_json import flag, string, whole
from rules.table.roster import Column, Entry
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.units import Inches, plain

SMALL_GAME: Final = 5
"""PT1-C1c: with fewer units than this on both sides the deal is smaller."""
FIGURES: Final = (3, 5)
"""PT1-A6: how many figures a squad has."""
MARKERS: Final = frozenset({"smoke", "slip", "marker", "wreck", "objective"})
"""Pieces that are no units."""
ONE_PACK: Final = "pack"


def _count(value: object, where: str) -> int:
    number = whole(int(value) if isinstance(value, str) and value.isdecimal() else value, where)
    if number < 0:
        raise BadInputError(where, expected="0 or more", got=f"{number}")
    return number


def yes_or_nothing(value: object, where: str) -> bool:
    """A flag as an army list has it: true, or the text of that, or nothing."""
    return value == "true" if value in {"true", ""} else flag(value, where)


ROSTER_SCHEMA: Final = (
    Column(name="force", read=string, default=""),
    Column(name="unit", read=string, default=""),
    Column(name="arrives", read=_count, default=0),
    Column(name="figures", read=_count, default=0),
    Column(name="bonus", read=yes_or_nothing, default=False),
)
"""Battle group, the unit that a loose figure belongs to, the turn of arrival, figures on a base,
and whether the unit stands by until its side may add points (PT1-G3c)."""


def _own_number(bounds: OwnNumber) -> Callable[[object, str], int | None]:
    """A number of one unit's own, or nothing, as an army list has it."""

    def read(value: object, where: str) -> int | None:
        if value == "":
            return None
        expected = f"a whole number, {bounds.least} to {bounds.most}"
        try:
            number = int(value) if isinstance(value, str) else whole(value, where)
        except ValueError:
            raise BadInputError(where, expected=expected, got=repr(value)[:60]) from None
        if not bounds.least <= number <= bounds.most:
            raise BadInputError(where, expected=expected, got=f"{number}")
        return number

    return read


OWN_COLUMNS: Final = tuple(
    Column(name=name, read=_own_number(bounds)) for name, bounds in OWN_NUMBERS.items()
)
"""What a player may say of one unit that is not as others of its kind."""


def own_profile(entry: Entry) -> Profile | None:
    """What this very unit can do; None where it is as others of its kind."""
    own: dict[str, Any] = {
        bounds.field: number
        for name, bounds in OWN_NUMBERS.items()
        if isinstance(number := entry.extra.get(name), int)
    }
    return replace(PROFILES[kind_from(entry)], **own) if own else None


ReadUnit = Callable[[str, list[Entry]], Unit]
"""Makes a unit out of its name and its pieces."""


def initial(setup: Setup, edition: Edition, *, read: ReadUnit | None = None) -> State:
    """The state before the first roll; an amending edition reads its units by itself."""
    everybody = _units(setup, read=read or _unit)
    waiting = {column_text(entry, "unit") or entry.id for entry in _standing_by(setup)}
    units = {name: unit for name, unit in everybody.items() if name not in waiting}
    forces = _forces(units, setup=setup)
    per_side = setup.options.choice("decks") == "per_side"
    forces = tuple(
        Force(
            name=force.name,
            seat=force.seat,
            side=force.side,
            pack=force.side if per_side else ONE_PACK,
        )
        for force in forces
    )
    packs = dict.fromkeys(dict.fromkeys(force.pack for force in forces), Pack())
    slips = tuple(entry.id for entry in setup.roster.entries if entry.kind == "slip")
    state = State(
        options=setup.options,
        edition=edition,
        forces=forces,
        units=units,
        standby={name: everybody[name] for name in everybody if name in waiting},
        slip_pieces=slips,
        hands={force.name: Hand() for force in forces},
        packs=packs,
        solo=len({force.seat for force in forces}) == 1,  # PT1-H1; onlookers do not play
    )
    if setup.options.choice("scenario") == "patrols":
        _require_patrols(state)
    return replace(state, small_game=is_small(state))


def _standing_by(setup: Setup) -> list[Entry]:
    return [entry for entry in setup.roster.entries if entry.extra.get("bonus", False)]


def is_small(state: State) -> bool:
    """PT1-C1c: whether both sides have fewer than five units."""
    return max(len(state.living(side)) for side in state.sides) < SMALL_GAME


def _require_patrols(state: State) -> None:
    """PT1-J1a: three to five squads a side, and nothing else at the start."""
    for side in state.sides:
        first = [unit for unit in state.living(side) if not unit.arrives]
        squads = [unit for unit in first if unit.kind is UnitKind.SQUAD]
        if len(squads) != len(first) or not FIGURES[0] <= len(squads) <= FIGURES[1]:
            raise BadInputError(
                "roster",
                expected=f"3 to 5 squads and nothing else for {side} in a clash of patrols",
                got=f"{len(squads)} squads among {len(first)} units",
            )


def _units(setup: Setup, *, read: ReadUnit) -> dict[str, Unit]:
    """PT1-D2j: all pieces that name the same unit, a gun and its crew, are one."""
    grouped: dict[str, list[Entry]] = {}
    for entry in setup.roster.entries:
        if entry.kind in MARKERS | TERRAIN | PAPERS:
            continue
        grouped.setdefault(column_text(entry, "unit") or entry.id, []).append(entry)
    return {name: read(name, entries) for name, entries in grouped.items()}


def _unit(name: str, entries: list[Entry]) -> Unit:
    first = entries[0]
    kind = kind_from(first)
    for entry in entries[1:]:
        if (entry.side, entry.kind) != (first.side, first.kind):
            raise BadInputError(
                f"{entry.id}.unit", expected=f"side and kind of {first.id}", got=repr(entry.kind)
            )
    if not first.side:
        raise BadInputError(f"{first.id}.side", expected="a side", got="nothing")
    _require_figures(name, entries=entries, kind=kind)
    return Unit(
        id=name,
        force=column_text(first, "force") or first.side,
        side=first.side,
        kind=kind,
        entry=own_profile(first),
        pieces=tuple(entry.id for entry in entries),
        length=max(length_of(entry.footprint) for entry in entries),
        arrives=column_number(first, "arrives"),
    )


def kind_from(entry: Entry) -> UnitKind:
    """The kind of unit that a piece is."""
    kinds = [str(kind) for kind in UnitKind if kind is not UnitKind.BRIDGE]
    kind = entry.kind.strip().lower().replace(" ", "_")
    if kind not in kinds:
        expected = "one of " + ", ".join(kinds) + " or " + ", ".join(sorted(MARKERS))
        raise BadInputError(f"{entry.id}.kind", expected=expected, got=repr(entry.kind))
    return UnitKind(kind)


def _require_figures(name: str, *, entries: list[Entry], kind: UnitKind) -> None:
    """PT1-A6: three to five figures, loose or on one base."""
    figures = column_number(entries[0], "figures") or (len(entries) if len(entries) > 1 else 0)
    if kind is UnitKind.SQUAD and figures and not FIGURES[0] <= figures <= FIGURES[1]:
        raise BadInputError(name, expected="a squad of 3 to 5 figures", got=f"{figures}")


def column_text(entry: Entry, column: str) -> str:
    value = entry.extra.get(column, "")
    return value if isinstance(value, str) else ""


def column_number(entry: Entry, column: str) -> int:
    value = entry.extra.get(column, 0)
    return value if isinstance(value, int) else 0


def length_of(footprint: Footprint) -> Inches:
    """From back to front."""
    match footprint:
        case Rectangle():
            return footprint.length
        case Disc():
            return Inches(2 * footprint.radius)
        case _:
            reach = [x for x, _ in footprint.vertices]
            return Inches(max(reach) - min(reach))


def _forces(units: Mapping[str, Unit], *, setup: Setup) -> tuple[Force, ...]:
    sides = dict.fromkeys(unit.side for unit in units.values())
    if len(sides) != 2:
        got = ", ".join(sides) or "none"
        raise BadInputError("roster", expected="units of exactly two sides", got=got)
    setup.require_sides(sides)
    found: dict[str, Force] = {}
    for unit in units.values():
        known = found.get(unit.force)
        if known is not None and known.side != unit.side:
            raise BadInputError(
                f"{unit.id}.force", expected=f"a battle group of {unit.side}", got=unit.force
            )
        if known is None:
            seat = _seat_of(unit.force, side=unit.side, seats=setup.seats)
            found[unit.force] = Force(name=unit.force, seat=seat, side=unit.side, pack="")
    order = [seat.name for seat in setup.seats]
    return tuple(sorted(found.values(), key=lambda force: order.index(force.seat)))


def _seat_of(force: str, *, side: str, seats: tuple[Seat, ...]) -> str:
    """PT1-I1: with several players on a side, each commands a battle group."""
    playing = [seat for seat in seats if side in seat.sides]
    named = [seat for seat in playing if seat.name == force]
    if not playing:
        raise BadInputError("seats", expected=f"somebody who plays for {side}", got="nobody")
    if not named and len(playing) > 1:
        expected = "one of " + ", ".join(seat.name for seat in playing)
        raise BadInputError("roster.force", expected=expected, got=force)
    return (named or playing)[0].name


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
        entries,
        lambda entry: (own_profile(entry) or PROFILES[kind_from(entry)]).points,
        total=total,
        clause=WORTH,
    )


def mustered(
    entries: Sequence[Entry], cost: Callable[[Entry], int], *, total: int | None, clause: str
) -> tuple[Mustered, ...]:
    """The army of each side; loose figures and a gun's crew are part of their unit."""
    units = [each for each in entries if is_unit(each) and not each.extra.get("bonus", False)]
    first = {column_text(entry, "unit") or entry.id: entry for entry in reversed(units)}
    counted = {entry.id for entry in first.values()}
    found = []
    for side, every in by_owner(units, lambda entry: entry.side).items():
        own = [entry for entry in every if entry.id in counted]
        points, faults = reckoned(own, cost, clause=clause)
        faults = (*faults, *over_total(points, total=total, clause=clause))
        found.append(Mustered(name=side, side=side, points=points, total=total, faults=faults))
    return tuple(found)


def is_unit(entry: Entry) -> bool:
    """Whether a piece is a unit, or part of one: no marker, terrain or paper."""
    return entry.kind not in MARKERS | TERRAIN | PAPERS
