"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.chapters.beginning import scenario
from rules.games.paper_tigers.chapters.deploying import Deployed
from rules.games.paper_tigers.chapters.laying import next_to_lay
from rules.games.paper_tigers.chapters.terrain import HIGH_PRIORITY, ObjectiveNamed, TerrainPlaced
from rules.games.paper_tigers.chapters.turns import TurnRules, shuffler
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.cover import of_kinds
from rules.games.paper_tigers.phases import opened
from rules.games.paper_tigers.positions import spot_of, table_of
from rules.games.paper_tigers.scoring import losses
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase, Turned, UnitSpot
from rules.referee.toolkit.chapters import progress
from rules.referee.toolkit.game import Command, Fact, FactTable, Setup
from rules.table.snapshot import Snapshot
from rules.table.units import plain

AT_ONCE: Final = Command(author="", body=None)


def _begin(setup: Setup, facts: tuple[Fact, ...], *, begun: Callable[[Setup], State]) -> State:
    """Turn 1, before the shuffle: the first side attacks, and the other one defends the south."""
    said = {str(fact["fact"]): fact for fact in facts}
    named = said.get("stage", {"stage": Phase.ACT if "up" in said else Phase.SHUFFLE})
    phase = next(each for each in Phase if each == str(named["stage"]).replace(" ", "_"))
    state = begun(setup)
    if phase is Phase.ROLL_SIDES:
        return state
    before = phase in {Phase.TERRAIN, Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND, Phase.TURN_SLIPS}
    edge = "" if phase in {Phase.TERRAIN, Phase.DEPLOY_FIRST} else "south"
    attacker = state.sides[0]
    state = replace(state, phase=phase, asks=(), attacker=attacker, edge=edge, turn=1 - before)
    for fact in facts:
        state = _so(state, dict(fact))
    return state


def _so(state: State, fact: dict[str, Any]) -> State:
    match fact["fact"]:
        case "up":
            unit = state.units[fact["unit"]]
            turned = Turned(card=fact["card"], unit=unit.id, force=unit.force)
            return replace(state, queue=(*state.queue, turned))
        case "gets":
            return replace(state, counts={**state.counts, fact["group"]: fact["cards"]})
        case "points":
            return ObjectiveNamed(area=fact["area"], points=fact["points"]).after(state)
        case "lay_out":
            return replace(state, areas=tuple(fact["areas"].split(", ")))
    return state


def _laid(state: State, snapshot: Snapshot) -> State:
    """With the ground as it was laid out, and whoever is on the table by now where it lies."""
    if state.phase in {Phase.ROLL_SIDES, Phase.TERRAIN}:
        return state
    played = scenario(state)

    def first(kind: str, where: str) -> str:
        found = of_kinds(snapshot.terrain, {kind}) if played == where else []
        return found[0].id if found else ""

    hill, bridge = first("hill", HIGH_GROUND), first("bridge", WITHDRAWAL)
    areas = state.areas or tuple(area.id for area in snapshot.terrain)
    river = first("river", WITHDRAWAL)
    placed = TerrainPlaced(by="", areas=areas, big_hill=hill, river=river, bridge=bridge)
    state = placed.after(state)
    if high := hill or bridge:
        held = ObjectiveNamed(area=high, points=HIGH_PRIORITY, held_by=state.defender)
        state = held.after(state)
    if state.phase is Phase.DEPLOY_FIRST:
        return state
    both = state.phase is not Phase.DEPLOY_SECOND
    spots = (
        s for s in _lying(state, snapshot) if both or state.unit(s.unit).side != state.attacker
    )
    return Deployed(side="", spots=tuple(spots)).after(state)


def _lying(state: State, snapshot: Snapshot) -> Iterator[UnitSpot]:
    units = {name: replace(unit, destroyed=False) for name, unit in state.units.items()}
    table = table_of(replace(state, units=units, phase=Phase.DEPLOY_FIRST), snapshot)
    spots = ((piece.id, spot_of(piece)) for piece in table.pieces)
    return (UnitSpot(unit=name, spot=spot) for name, spot in spots if spot is not None)


def _follows(state: State, snapshot: Snapshot) -> State:
    """With wrecks, and who is hidden, in their places; then the umpire goes on by itself."""
    for each in _lying(state, snapshot):
        unit = state.unit(each.unit)
        if unit.spot is None and (unit.burning or unit.in_area):
            state = state.with_unit(replace(unit, spot=each.spot))
    draft = Draft(state, command=AT_ONCE, snapshot=snapshot)
    progress(draft)
    return draft.state


def _told(state: State) -> tuple[Fact, ...]:
    return tuple({"fact": kind, **said} for kind, said in _facts(state))


def _facts(state: State) -> Iterator[tuple[str, Mapping[str, object]]]:
    yield "stage", {"stage": state.phase.value.replace("_", " ")}
    if state.areas:
        yield "lay_out", {"areas": ", ".join(state.areas)}
    turned = (*((state.playing.turned,) if state.playing else ()), *state.queue)
    for each in turned:
        yield "up", {"card": each.card, "unit": each.unit}
    if turned:
        yield "order", {"cards": ", ".join(each.card for each in turned)}
    for unit in state.units.values():
        if unit.spot is not None:
            yield (
                "stands",
                {"unit": unit.id, "x": plain(unit.spot.x_in), "y": plain(unit.spot.y_in)},
            )
        if unit.repair is not None:
            yield "repairing", {"unit": unit.id}
    for ask in state.asks:
        asked: Any = ask.question
        if (inches := getattr(asked, "inches", None)) is not None:
            kind = "lands" if asked.answered_by == "place" else "may_move"
            yield kind, {"unit": asked.unit, "inches": round(inches)}
        if needed := getattr(asked, "needed", 0):
            yield "needs", {"unit": asked.unit, "number": needed}
    yield from (("gets", {"group": name, "cards": n}) for name, n in state.counts.items())
    if state.phase is Phase.SHUFFLE:
        yield "shuffler", {"side": shuffler(state)}
    if state.phase is Phase.DEAL:
        order = state.edition.of(TurnRules).deal_order(state)
        yield "dealing", {"groups": ", ".join(order)}
    if state.phase is Phase.ASSIGN:
        yield "lays", {"group": next_to_lay(state) or "nobody"}
    yield from (("points", {"area": o.area, "points": o.points}) for o in state.objectives)
    yield from (("bonus", {"side": side, "points": n}) for side, n in state.bonus.items())
    yield from (("scored", {"side": side, "points": n}) for side, n in losses(state).items())
    if over := state.outcome:
        how = "narrowly" if over.marginal else "fully" if over.winner else "by nobody"
        yield "over", {"how": how}
        if over.winner:
            yield "winner", {"side": over.winner}


PACKS: Final = MappingProxyType(
    {
        **{row: (row, "pack") for row in ("draw", "discards_down", "discards_open")},
        "own_draw": ("draw", "{side}"),
    }
)
SPOT: Final = MappingProxyType({"x_in": "{x}", "y_in": "{y}"})
ONE, TWO = ({"unit": f"{{{each}}}", "target": f"{{{each}_target}}"} for each in ("one", "two"))
COMMANDS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "stays": {"kind": "move_done", "unit": "{unit}"},
        "goes": {"kind": "move_done", "unit": "{unit}", "to": SPOT},
        "turns": {
            "kind": "move_done",
            "unit": "{unit}",
            "to": {**SPOT, "heading_deg": "{heading}"},
        },
        "mounts": {"kind": "move_done", "unit": "{unit}", "aboard": "{carrier}"},
        "hides": {"kind": "move_done", "unit": "{unit}", "in_area": "{area}"},
        "lands": {"kind": "place", "unit": "{unit}", "to": SPOT},
        "fire_with": {"kind": "fire", "target": "{target}", "followers": [ONE]},
        "fire_with_two": {"kind": "fire", "target": "{target}", "followers": [ONE, TWO]},
        "follow_to_fire": {"kind": "follow", "followers": [ONE]},
        "follow_to_move": {"kind": "follow", "followers": [{"unit": "{unit}"}]},
    }
)


def fact_table(
    begun: Callable[[Setup], State], commands: Mapping[str, Mapping[str, object]] = COMMANDS
) -> FactTable:
    """The facts of the basic game, or of an edition that begins otherwise."""
    return FactTable(
        begin=partial(_begin, begun=begun),
        told=_told,
        asks=lambda state: state.asks,
        commands=commands,
        own=frozenset({"points"}),
        rows=PACKS,
        laid=_laid,
        follows=_follows,
    )


FACTS: Final = fact_table(opened)
