"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers.chapters.deploying import Deployed
from rules.games.paper_tigers.chapters.laying import next_to_lay
from rules.games.paper_tigers.chapters.terrain import ObjectiveNamed, TerrainDone, terrain_placer
from rules.games.paper_tigers.chapters.turns import TurnRules, shuffler
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.positions import table_of
from rules.games.paper_tigers.phases import opened
from rules.games.paper_tigers.scoring import commended, losses
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase, Turned, UnitSpot
from rules.referee.toolkit.chapters import progress
from rules.referee.toolkit.game import Command, Fact, FactTable, Setup
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.spots import spot_of
from rules.table.snapshot import Snapshot
from rules.table.units import plain

UNLAID: Final = frozenset({Phase.ROLL_SIDES, Phase.TERRAIN})


def _begin(setup: Setup, facts: tuple[Fact, ...], *, begun: Callable[[Setup], State]) -> State:
    """Turn 1, before the shuffle: the first side attacks, and the other one defends the south."""
    said = {str(fact["fact"]): fact for fact in facts}
    named = said.get("stage", {"stage": Phase.ACT if "up" in said else Phase.SHUFFLE})
    phase = next(each for each in Phase if each == str(named["stage"]).replace(" ", "_"))
    state = begun(setup)
    if phase is Phase.ROLL_SIDES:
        return state
    edge = "" if phase in {Phase.TERRAIN, Phase.DEPLOY_FIRST} else "south"
    turn = int(bool(edge) and phase not in {Phase.DEPLOY_SECOND, Phase.TURN_SLIPS})
    state = replace(state, attacker=state.sides[0], edge=edge, turn=turn, phase=phase, asks=())
    for fact in facts:
        state = _so(state, dict(fact))
    return state


def _so(state: State, fact: dict[str, Any]) -> State:
    match fact["fact"]:
        case "up":
            unit = state.units.get(fact["unit"])
            force = unit.force if unit else state.forces_of(state.defender)[0].name
            turned = Turned(card=fact["card"], unit=fact["unit"], force=force)
            return replace(state, queue=(*state.queue, turned))
        case "gets":
            return replace(state, counts={**state.counts, fact["group"]: fact["cards"]})
        case "points":
            return ObjectiveNamed(area=fact["area"], points=fact["points"]).after(state)
        case "lay_out":
            return replace(state, areas=tuple(fact["areas"].split(", ")))
    return state


def _laid(state: State, snapshot: Snapshot) -> State:
    """With the ground as it was laid out."""
    if state.phase in UNLAID:
        return state
    placer = Command(author=state.seats_of(terrain_placer(state))[0], body=None)
    draft = Draft(replace(state, phase=Phase.TERRAIN), command=placer, snapshot=snapshot)
    TerrainDone().ruled(draft)
    areas = state.areas or draft.state.areas
    return replace(draft.state, phase=state.phase, asks=(), areas=areas)


def _follows(state: State, snapshot: Snapshot) -> State:
    """With whoever is on the table by now where it lies; then the umpire goes on by itself."""
    units = {
        u.id: replace(u, destroyed=u.destroyed and not u.burning) for u in state.units.values()
    }
    table = table_of(replace(state, units=units, phase=Phase.DEPLOY_FIRST), snapshot)
    if state.phase in {*UNLAID, Phase.DEPLOY_FIRST}:
        sides: tuple[str, ...] = ()
    else:
        sides = (state.defender,) if state.phase is Phase.DEPLOY_SECOND else state.sides
    spots = ((piece.id, spot_of(piece)) for piece in table.pieces if units[piece.id].side in sides)
    there = tuple(UnitSpot(unit=name, spot=spot) for name, spot in spots if spot is not None)
    state = Deployed(side="", spots=there).after(state) if sides else state
    draft = Draft(state, command=Command(author="", body=None), snapshot=snapshot)
    progress(draft)
    return draft.state


def _facts(state: State) -> Iterator[tuple[str, Mapping[str, object]]]:
    yield "stage", {"stage": state.phase.value.replace("_", " ")}
    yield "lay_out", {"areas": ", ".join(state.areas)}
    turned = (*((state.playing.turned,) if state.playing else ()), *state.queue)
    yield from (("up", {"card": each.card, "unit": each.unit}) for each in turned)
    yield "order", {"cards": ", ".join(each.card for each in turned)}
    for unit in state.units.values():
        if at := unit.spot:
            yield "stands", {"unit": unit.id, "x": plain(at.x_in), "y": plain(at.y_in)}
    for ask in state.asks:
        asked: Any = ask.question
        kind = "lands" if asked.answered_by == "place" else "may_move"
        if (inches := getattr(asked, "inches", None)) is not None:
            yield kind, {"unit": asked.unit, "inches": round(inches)}
        if needed := getattr(asked, "needed", 0):
            yield "needs", {"unit": asked.unit, "number": needed}
    yield from (("gets", {"group": name, "cards": n}) for name, n in state.counts.items())
    if state.attacker:
        yield "shuffler", {"side": shuffler(state)}
        yield "lays", {"group": next_to_lay(state) or "nobody"}
    if state.phase is Phase.DEAL:
        yield "dealing", {"groups": ", ".join(state.edition.of(TurnRules).deal_order(state))}
    yield from (("points", {"area": o.area, "points": o.points}) for o in state.objectives)
    yield from (("bonus", {"side": side, "points": n}) for side, n in state.bonus.items())
    yield from (("scored", {"side": side, "points": n}) for side, n in losses(state).items())
    yield from (("best", {"group": each.name, "points": each.count}) for each in commended(state))
    if over := state.outcome:
        how = "narrowly" if over.marginal else "fully" if over.winner else "by nobody"
        yield from (("over", {"how": how}), ("winner", {"side": over.winner or "nobody"}))


PACKS: Final = MappingProxyType(
    {row: (row, "pack") for row in ("draw", "discards_down", "discards_open")}
    | {"own_draw": ("draw", "{side}")}
)


def fact_table(begun: Callable[[Setup], State], commands: Mapping[str, Any]) -> FactTable:
    """The facts of the basic game, or of an edition that begins otherwise."""
    return FactTable(
        begin=partial(_begin, begun=begun),
        told=lambda state: tuple({"fact": kind, **said} for kind, said in _facts(state)),
        asks=lambda state: state.asks,
        commands=commands,
        own=frozenset({"points"}),
        rows=PACKS,
        laid=_laid,
        follows=_follows,
    )


COMMANDS: Final = packed_toml("rules.games.paper_tigers", "case_commands.toml")
FACTS: Final = fact_table(opened, COMMANDS)
