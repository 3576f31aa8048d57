"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from rules.games.papercraft.armies import muster
from rules.games.papercraft.catalogue import CATALOGUE, ROSTER_SCHEMA, roster_rows
from rules.games.papercraft.chapters.mustering import side_total
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.initial import initial
from rules.games.papercraft.phases import BOOK
from rules.games.papercraft.state import Phase, State
from rules.referee.toolkit.chapters import progress
from rules.referee.toolkit.game import Command, Fact, FactTable, Refusal, Setup
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.files.roster_files import roster_from_rows
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Degrees, Inches, plain

NOTHING_SEEN: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)), number=1)
TYPES: Final = MappingProxyType({unit.name: unit.type for unit in CATALOGUE.values()})
FACINGS: Final = MappingProxyType({"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0})
STAGES: Final = MappingProxyType(
    {
        "the muster": Phase.MUSTER,
        "the roll for the order": Phase.ORDER,
        "the choice of edges": Phase.EDGES,
        "placing": Phase.DEPLOY,
        "its end": Phase.ENDED,
    }
)
"""Where a battle may stand, and otherwise it is in the midst of a turn."""


def _begin(setup: Setup, facts: tuple[Fact, ...]) -> State | Refusal:
    """A battle in the first turn of whoever sits first, where facts say nothing else."""
    sides = {seat.name: seat.sides[0] for seat in setup.seats if seat.sides}
    rows = [
        {**row, "id": fact["unit"], "player": fact["player"]}
        for fact in facts
        if fact["fact"] == "unit"
        for row in roster_rows(sides[str(fact["player"])], [TYPES[str(fact["type"])]])
    ]
    listed = roster_from_rows(rows, columns=ROSTER_SCHEMA).entries if rows else ()
    entries = (*setup.roster.entries, *listed)
    for fault in (each for army in muster(entries, setup.options) for each in army.faults):
        return Refusal(clause=fault.clause, reason=fault.says)
    state = initial(replace(setup, roster=Roster(entries=entries)))
    order = tuple(player.name for player in state.players)
    turn = {"active": order[0], "turn": 1, "round": 1, "turns": {order[0]: 1}}
    edges = dict(zip(order, TableEdge, strict=False))
    state = replace(state, phase=Phase.MOVE, order=order, edges=edges, **turn)
    for fact in facts:
        state = _so(state, fact)
    return state


def _so(state: State, fact: Fact) -> State:
    if fact["fact"] == "stage":
        phase = STAGES[str(fact["stage"])]
        known = state.edges if phase is Phase.DEPLOY else {}
        order = state.order if phase is Phase.EDGES or known else ()
        fresh = {"active": "", "turn": 0, "round": 0, "turns": {}, "edges": known, "order": order}
        return replace(state, phase=phase, **fresh)
    if fact["fact"] == "attacked":
        unit = state.unit(str(fact["unit"]))
        made = (str(fact["attack"]), str(fact["target"]))
        return state.with_unit(replace(unit, attacks=(*unit.attacks, made)))
    if "at" not in fact:
        return state
    spot = Spot(**_pose(fact))
    unit = replace(state.unit(str(fact["unit"])), spot=spot, start=spot, vouched=0)
    return state.with_unit(unit)


def _follows(state: State, snapshot: Snapshot) -> State:
    """The same, once all that comes by itself has come."""
    draft = Draft(state, command=Command(author="", body=None), snapshot=snapshot, book=BOOK)
    progress(draft)
    return draft.state


def _pose(said: Mapping[str, object]) -> dict[str, Any]:
    x, y = (float(each) for each in str(said["at"]).split("/"))
    facing = str(said.get("facing", "north"))
    turned = FACINGS[facing] if facing in FACINGS else float(facing)
    return {"x_in": Inches(x), "y_in": Inches(y), "heading_deg": Degrees(turned)}


def _posed(said: Mapping[str, object], *, kind: str) -> Mapping[str, object]:
    """A command that puts a unit somewhere, where a place is said, by a way where one is."""
    way = [[float(each) for each in str(at).split("/")] for at in said.get("way", ())]  # type: ignore[attr-defined]
    given = {"to": _pose(said)} if "at" in said else {}
    return {"kind": kind, "unit": said["unit"], **given, **({"way": way} if way else {})}


def _told(state: State) -> Iterator[Fact]:
    stage = next((name for name, phase in STAGES.items() if phase is state.phase), "play")
    yield {"fact": "stage", "stage": stage}
    for side in state.sides:
        yield {"fact": "totals", "side": side, "points": side_total(state, side)}
    for player, edge in state.edges.items():
        yield {"fact": "edge_of", "player": player, "edge": str(edge)}
    for unit in state.units.values():
        for attack, target in unit.attacks:
            yield {"fact": "attacked", "unit": unit.id, "target": target, "attack": attack}
        listed = {"unit": unit.id, "type": unit.profile.name, "player": unit.player}
        yield {"fact": "unit", **listed}
        if unit.spot is not None:
            stands = _where(unit.spot)
            yield {"fact": "stands", "unit": unit.id, **stands}
            yield {"fact": "unit", **listed, **stands}
            yield {"fact": "unit", **listed, "at": stands["at"]}


def _where(spot: Spot) -> Mapping[str, str]:
    names = {degrees: name for name, degrees in FACINGS.items()}
    turned = spot.heading_deg % 360
    return {
        "at": f"{plain(spot.x_in)}/{plain(spot.y_in)}",
        "facing": names.get(turned, plain(turned)),
    }


FACTS: Final = FactTable(
    begin=_begin,
    told=lambda state: tuple(_told(state)),
    asks=lambda state: state.asks,
    follows=_follows,
    commands={
        kind: partial(_posed, kind=kind) for kind in ("move_done", "place", "put_down", "leave")
    },
    size=NOTHING_SEEN.table,
)
