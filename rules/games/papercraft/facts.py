"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.papercraft.armies import muster
from rules.games.papercraft.chapters.mustering import side_total
from rules.games.papercraft.differences import NOT_TURNED, OVERLAP, TURNED_OVER, differences
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.initial import initial
from rules.games.papercraft.phases import BOOK
from rules.games.papercraft.state import FOUGHT, Phase, State
from rules.referee.toolkit.chapters import progress
from rules.referee.toolkit.game import Command, Fact, FactTable, Refusal, Setup
from rules.referee.toolkit.spots import Spot, spot_of
from rules.table.edges import TableEdge
from rules.table.snapshot import Snapshot
from rules.table.units import Degrees, Inches, plain

BEFORE: Final = (Phase.MUSTER, Phase.ORDER, Phase.EDGES, Phase.DEPLOY, Phase.ENDED)
NAMED: Final = ("the muster", "the roll for the order", "the edges", "placing", "its end")
STAGES: Final[Mapping[str, Phase]] = MappingProxyType(dict(zip(NAMED, BEFORE, strict=True)))
"""Where a battle may stand, and otherwise it is in the midst of a turn."""


def _begin(setup: Setup, facts: tuple[Fact, ...]) -> State | Refusal:
    """A battle in the first turn of whoever sits first, where facts say nothing else."""
    armies = muster(setup.roster.entries, setup.options)
    for fault in (each for army in armies for each in army.faults):
        return Refusal(clause=fault.clause, reason=fault.says)
    state = initial(setup)
    order = tuple(player.name for player in state.players)
    turn = {"active": order[0], "turn": 1, "round": 1, "turns": {order[0]: 1}}
    edges = dict(zip(order, TableEdge, strict=False))
    state = replace(state, phase=Phase.MOVE, order=order, edges=edges, **turn)  # type: ignore[arg-type]
    for fact in facts:
        state = _so(state, dict(fact))
    return state


def _so(state: State, fact: dict[str, Any]) -> State:
    if fact["fact"] == "stage":
        phase = STAGES[fact["stage"]]
        known = state.edges if phase is Phase.DEPLOY else {}
        order = state.order if phase is Phase.EDGES or known else ()
        fresh = {"active": "", "turn": 0, "round": 0, "turns": {}, "edges": known, "order": order}
        return replace(state, phase=phase, **fresh)  # type: ignore[arg-type]
    unit = state.unit(fact["unit"])
    if fact["fact"] == "attacked":
        made = (*unit.attacks, (fact["attack"], fact["target"]))
        return state.with_unit(replace(unit, attacks=made))
    x, y, heading = (float(fact[name]) for name in ("x", "y", "heading"))
    spot = Spot(x_in=Inches(x), y_in=Inches(y), heading_deg=Degrees(heading))
    return state.with_unit(replace(unit, spot=spot, start=spot, vouched=0))


def _laid(state: State, snapshot: Snapshot) -> State:
    """With all units that lie on the table where they lie, once the battle is on."""
    for piece in snapshot.pieces if state.phase in FOUGHT else ():
        unit = state.unit(piece.id)
        if unit.spot is None:
            spot = spot_of(piece)
            state = state.with_unit(replace(unit, spot=spot, start=spot))
    return state


def _follows(state: State, snapshot: Snapshot) -> State:
    """The same, once all that comes by itself has come."""
    draft = Draft(state, command=Command(author="", body=None), snapshot=snapshot, book=BOOK)
    progress(draft)
    return draft.state


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
        if (spot := unit.spot) is not None:
            x, y, heading = map(plain, (spot.x_in, spot.y_in, spot.heading_deg % 360))
            yield {"fact": "stands", "unit": unit.id, "x": x, "y": y, "heading": heading}


def _seen(state: State, snapshot: Snapshot) -> tuple[Fact, ...]:
    """PC-GEO-04 and 11: what the umpire asks to have turned, or put back."""
    wrong = {TURNED_OVER, NOT_TURNED, OVERLAP}
    found = (each for each in differences(state, snapshot) if each.kind in wrong)
    return tuple({"fact": each.kind, "unit": each.subject} for each in found)


def _to(kind: str, **more: object) -> Mapping[str, object]:
    spot = {"x_in": "{x}", "y_in": "{y}", "heading_deg": "{heading}"}
    return {"kind": kind, "unit": "{unit}", "to": spot, **more}


FACTS: Final = FactTable(
    begin=_begin,
    told=lambda state: tuple(_told(state)),
    asks=lambda state: state.asks,
    sees=_seen,
    laid=_laid,
    follows=_follows,
    commands={
        "move": _to("move_done"),
        "move_by": _to("move_done", way=[["{a}", "{b}"]]),
        "move_by_two": _to("move_done", way=[["{a}", "{b}"], ["{c}", "{d}"]]),
        "put": _to("put_down"),
        "place_at": _to("place"),
        "leave_to": _to("leave"),
    },
)
