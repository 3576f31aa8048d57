"""Begins a battle: units built from their lines in the army list, and checked."""

from dataclasses import replace
from functools import partial
from typing import Final

from rules.games.paper_tigers.initial import ROSTER_SCHEMA as BASIC_COLUMNS
from rules.games.paper_tigers.initial import column_number, column_text, length_of, yes_or_nothing
from rules.games.paper_tigers.initial import initial as basic_initial
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, PINCERS, RECONNAISSANCE
from rules.games.paper_tigers_2.chapters.beyond.scenarios import armies_in, scouting_fault
from rules.games.paper_tigers_2.phases import EDITION
from rules.games.paper_tigers_2.state import BattleFacts, UnitFacts, own_units, sheet_of
from rules.games.paper_tigers_2.units.catalogue import Sort, modifiers, unit_types
from rules.games.paper_tigers_2.units.sheet import (
    Order,
    UnitSheet,
    entry_of,
    find_historical,
    kind_of_type,
    order_of,
)
from rules.referee.toolkit.game import Setup
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import string, texts
from rules.table.roster import Column
from rules.table.roster import Entry as Line

HISTORICAL: Final = "historical"
"""The kind of a piece whose unit stands in the lists."""


def listed_words(value: object, where: str) -> tuple[str, ...]:
    """Words as an army list has them: a list, or one text with semicolons between them.

    >>> listed_words("rivets; open top ", "traits"), listed_words("", "traits")
    (('rivets', 'open top'), ())
    """
    if isinstance(value, list | tuple):
        return texts(list(value), where)
    return tuple(each.strip() for each in string(value, where).split(";") if each.strip())


ROSTER_SCHEMA: Final = (
    *BASIC_COLUMNS,
    Column(name="model", read=string, default=""),
    Column(name="nation", read=string, default=""),
    Column(name="improved", read=yes_or_nothing, default=False),
    Column(name="traits", read=listed_words, default=()),
)
"""The historical unit, its nation, whether it is improved, and further modifiers by their names. A
model may be a type as well, where the kind of the piece says less."""


def initial(setup: Setup) -> State:
    """The state before the first roll."""
    made = basic_initial(setup, EDITION, read=partial(_unit, options=setup.options))
    state = replace(made, extra=BattleFacts())
    # PT2-S3b: nobody is on the table at the start; AMB2-52: later ones come in the second turn.
    fog = setup.options.choice("scenario") == FOG_OF_WAR
    soon = setup.options.choice("j1_reinforce") == "next"
    for unit in state.units.values():
        later = min(unit.arrives, 2) if soon else unit.arrives
        state = state.with_unit(replace(unit, arrives=1 if fog else later))
    _require_scenario(state)
    return state


def order_from(line: Line) -> Order:
    """What a line of the army list says of its unit."""
    extras = _traits(line)
    model = column_text(line, "model")
    if not model or model in unit_types():
        improved = bool(line.extra.get("improved", False))
        kind = model or line.kind.strip().lower()
        if kind.startswith("improved "):
            improved, kind = True, kind.removeprefix("improved ")
        found = [modifiers().get(name) for name in extras]
        advantages = [m.name for m in found if m is not None and m.sort is Sort.ADVANTAGE]
        against = [m.name for m in found if m is not None and m.sort is Sort.DISADVANTAGE]
        rest = tuple(name for name in extras if name not in {*advantages, *against})
        return Order(
            type=kind,
            improved=improved,
            advantages=tuple(advantages),
            disadvantages=tuple(against),
            extras=rest,
        )
    listed = find_historical(model, nation=column_text(line, "nation"), where=f"{line.id}.model")
    return order_of(listed, extras=extras)


def _traits(line: Line) -> tuple[str, ...]:
    given = line.extra.get("traits", ())
    return tuple(given) if isinstance(given, tuple | list) else ()


def _unit(name: str, lines: list[Line], *, options: Options) -> Unit:
    """PT1-D2j: all pieces that name the same unit, a gun and its crew, are one."""
    first = lines[0]
    for line in lines[1:]:
        if (line.side, line.kind) != (first.side, first.kind):
            raise BadInputError(
                f"{line.id}.unit", expected=f"side and kind of {first.id}", got=repr(line.kind)
            )
    if not first.side:
        raise BadInputError(f"{first.id}.side", expected="a side", got="nothing")
    order = order_from(first)
    entry = entry_of(order, options=options, where=first.id)
    _require_figures(name, entry=entry, lines=lines)
    lands = options.flag("landings") and (entry.has("airborne") or entry.has("glider"))
    if entry.has("glider") and not lands:
        raise BadInputError(first.id, expected="a glider only where landings are played", got=name)
    return Unit(
        id=name,
        force=column_text(first, "force") or first.side,
        side=first.side,
        kind=UnitKind(kind_of_type(order, where=first.id)),
        entry=entry,
        pieces=tuple(line.id for line in lines),
        length=max(length_of(line.footprint) for line in lines),
        arrives=1 if lands else column_number(first, "arrives"),
        extra=UnitFacts(landing="in_air" if lands else ""),
    )


def _require_figures(name: str, *, entry: UnitSheet, lines: list[Line]) -> None:
    """PT2-A2, H8a: three to five figures in a squad, one or two scouts."""
    figures = column_number(lines[0], "figures") or (len(lines) if len(lines) > 1 else 0)
    if entry.figures is None or not figures:
        return
    least, most = entry.figures
    if not least <= figures <= most:
        expected = f"{entry.type} of {least} to {most} figures"
        raise BadInputError(name, expected=expected, got=f"{figures}")


def _require_scenario(state: State) -> None:
    """PT2-S1a and S2a: what the armies of a scenario may hold."""
    scenario = state.options.choice("scenario")
    if scenario == PINCERS:
        for unit in own_units(state):
            if not sheet_of(unit).type.endswith("tank"):
                raise BadInputError(
                    unit.id, expected="tanks only in pincers", got=sheet_of(unit).type
                )
    armies = armies_in(state)
    if scenario == RECONNAISSANCE and all(scouting_fault(armies, side) for side in armies):
        raise BadInputError(
            "roster",
            expected="one army half of armoured cars and half of light transports, and another "
            "with one vehicle at most, for a reconnaissance",
            got="other armies",
        )
