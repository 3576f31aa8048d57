"""Tells a seat the facts of a battle: squares with hit points, sides with what they have left."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import called
from rules.games.papercraft.amendable import AMENDABLE
from rules.games.papercraft.catalogue import attack_in_words
from rules.games.papercraft.initial import points_of
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import FOUGHT, Phase, State, StatusKind, Unit
from rules.referee.facts.battle import Facts, ShownSide
from rules.referee.facts.course import OrderPlace, Progress, ShownAwaited, ShownOrder, turn_at
from rules.referee.facts.units import (
    Gauge,
    ShownNumber,
    ShownStatus,
    ShownUnit,
    StatusMark,
    UnitStage,
)
from rules.referee.toolkit.questions import asks_awaited

BEFORE: Final = MappingProxyType(
    {
        "Look": (Phase.MUSTER,),
        "Order": (Phase.ORDER,),
        "Edges": (Phase.EDGES,),
        "Place": (Phase.DEPLOY,),
    }
)
TURN: Final = MappingProxyType(
    {"Move": (Phase.TURN_START, Phase.MOVE), "Attack": (Phase.ATTACK, Phase.TURN_END)}
)
STAGES: Final = MappingProxyType(
    {Fate.CORPSE: UnitStage.CORPSE, Fate.RUBBLE: UnitStage.WRECK, Fate.REMOVED: UnitStage.GONE}
)
LASTING: Final = MappingProxyType(
    {
        f"{StatusKind.PINNED}_in_turn": StatusMark.STUCK,
        f"{StatusKind.BURNING}_in_turn": StatusMark.FIRE,
        f"{StatusKind.EMPOWERED}_in_turn": StatusMark.STRONG,
        "held_by": StatusMark.STUCK,
        "walked": StatusMark.NOTE,
        "spent": StatusMark.NOTE,
    }
)
"""What players may amend of a unit that is told as a status, with its picture."""


def facts(state: State, seat: str) -> Facts:
    """What this seat may know; a seat that nobody has is a spectator's."""
    fought = state.phase in FOUGHT
    return Facts(
        turn=turn_at("Round", state.round, steps=TURN if fought else BEFORE, now=state.phase),
        sides=tuple(_side(state, side) for side in state.sides),
        units=tuple(_unit(state, unit) for unit in state.units.values()),
        order=ShownOrder(places=tuple(_order(state)) if fought else ()),
        awaited=tuple(_awaited(state, seat=seat)),
    )


def _unit(state: State, unit: Unit) -> ShownUnit:
    profile = unit.profile
    acted = bool(unit.attacks) or unit.ability_used
    is_own = unit.player == state.active
    return ShownUnit(
        id=unit.id,
        name=unit.id,
        side=unit.side,
        kind=profile.type,
        says=profile.name,
        pieces=(unit.id,),
        stage=_stage(unit),
        lost_to=unit.killed_by,
        place=f"in {unit.inside}" if unit.inside else "",
        damage=Gauge(value=max(unit.hp, 0), of=profile.hp, says="hit points", falls=True),
        statuses=tuple(_statuses(state, unit)),
        acted=is_own and (acted or unit.moved),
        done=is_own
        and state.phase is Phase.ATTACK
        and (unit.ability_used or len(unit.attacks) >= profile.most_attacks),
        carried_by=unit.inside,
        carries=tuple(each.id for each in state.inside(unit.id)),
        value=profile.points,
        numbers=tuple(_numbers(unit)),
        notes=(
            f"{profile.primary}, {profile.secondary}",
            *(attack_in_words(each) for each in profile.attacks),
            *(called(each) for each in profile.abilities),
        ),
    )


def _stage(unit: Unit) -> UnitStage:
    if unit.alive:
        return UnitStage.TO_COME if unit.spot is None else UnitStage.IN_PLAY
    return STAGES[unit.fate]


def _statuses(state: State, unit: Unit) -> Iterator[ShownStatus]:
    if state.phase not in FOUGHT or not unit.alive:
        return
    is_over = unit.player != state.active
    for row in AMENDABLE:
        mark = None if is_over and row.name == "walked" else LASTING.get(row.name)
        if mark is not None and (says := row.told_now(state, unit.id)):
            yield ShownStatus(name=row.name, says=says, mark=mark)


def _numbers(unit: Unit) -> Iterator[ShownNumber]:
    profile = unit.profile
    if profile.movement is not None:
        yield ShownNumber(name="Moves", value=float(profile.movement), unit="in")
    yield ShownNumber(name="Dodge", value=profile.dodge)


def _side(state: State, side: str) -> ShownSide:
    own = [unit for unit in state.units.values() if unit.side == side]
    living = state.living(side)
    return ShownSide(
        name=side,
        seats=state.seats_of(side),
        acting=state.active in {player.name for player in state.players_of(side)},
        numbers=(
            ShownNumber(name="Points left", value=points_of(living), main=True),
            ShownNumber(name="Units", value=len(living), of=len(own)),
        ),
        notes=tuple(
            f"{player.name} begins at the {state.edges[player.name]} edge"
            for player in state.players_of(side)
            if player.name in state.edges
        ),
    )


def _order(state: State) -> Iterator[OrderPlace]:
    """PC-TRN-01: the players of this round."""
    now = state.order.index(state.active) if state.active in state.order else -1
    for at, name in enumerate(state.order):
        so = Progress.DONE if at < now else Progress.NOW if at == now else Progress.TO_COME
        yield OrderPlace(says=name, state=so, side=state.player(name).side)


def _awaited(state: State, *, seat: str) -> Iterator[ShownAwaited]:
    yield from asks_awaited(state.asks, seat)
    if not state.asks and state.active and state.phase in {Phase.MOVE, Phase.ATTACK}:
        player = state.player(state.active)
        says = state.phase.says
        yield ShownAwaited(seat=player.seat, who=player.name, says=says, yours=player.seat == seat)
