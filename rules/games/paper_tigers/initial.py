"""Makes the first state of a battle from an army list, the seats and the options."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Force, Hand, Pack, State, Unit
from rules.games.paper_tigers.vocabulary import Edition
from rules.referee.toolkit.game import Seat, Setup
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PAPERS, TERRAIN
from rules.table.files.strict_json import string, whole
from rules.table.roster import Column, Entry
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.units import Inches

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


ROSTER_SCHEMA: Final = (
    Column(name="force", read=string, default=""),
    Column(name="unit", read=string, default=""),
    Column(name="arrives", read=_count, default=0),
    Column(name="figures", read=_count, default=0),
)
"""Battle group, the unit that a loose figure belongs to, the turn of arrival, figures on a base."""


ReadUnit = Callable[[str, list[Entry]], Unit]
"""Makes a unit out of its name and its pieces."""


def initial(setup: Setup, edition: Edition, *, read: ReadUnit | None = None) -> State:
    """The state before the first roll; an amending edition reads its units by itself."""
    units = _units(setup, read=read or _unit)
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
        slip_pieces=slips,
        hands={force.name: Hand() for force in forces},
        packs=packs,
        solo=len({force.seat for force in forces}) == 1,  # PT1-H1; onlookers do not play
    )
    if setup.options.choice("scenario") == "patrols":
        _require_patrols(state)
    return replace(state, small_game=is_small(state))


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
    for sitting in setup.seats:
        strange = [side for side in sitting.sides if side not in sides]
        if strange:
            # Nobody waits for the consent of a side that has no unit.
            raise BadInputError(
                f"seats.{sitting.name}",
                expected="sides of the roster: " + ", ".join(sides),
                got=repr(strange[0])[:60],
            )
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
