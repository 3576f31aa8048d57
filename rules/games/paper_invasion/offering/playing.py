"""Knows what may be asked for in a turn."""

from collections.abc import Iterator
from types import MappingProxyType

from rules.games.paper_invasion.board import Board, across
from rules.games.paper_invasion.commands import EndTurn
from rules.games.paper_invasion.decide.draft import next_mover
from rules.games.paper_invasion.decide.turns import why_no_extra
from rules.games.paper_invasion.offering.items import item_offers
from rules.games.paper_invasion.offering.trial import Trial
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Control, Side
from rules.games.paper_invasion.ways import (
    KILLS,
    duty,
    no_action,
    no_enemy_smash,
    no_hero_smash,
    no_kill,
    no_loot,
    no_move,
    no_seal,
    no_step,
    steps,
)
from rules.referee.toolkit.game import Hole, Template


def playing_offers(trial: Trial) -> tuple[Template, ...]:
    """Every Move and Action of every token that may begin now, the item, and the turn's end."""
    state = trial.state
    found: list[Template] = []
    if trial.seat in state.seats_of(state.side):
        for token in _ready(trial):
            found += _offers_of(state, token)
        end = trial.refusal(EndTurn())
        found.append(Template(command="end_turn", says="The turn is over.", refusal=end))
    if trial.for_heroes:
        found += item_offers(trial)
        extra = why_no_extra(state) is None and trial.seat in state.seats_of(state.side)
        if extra:
            says = f"Have a further event: {state.event_row.name}."
            found.append(Template(command="trigger_event", says=says))
    return tuple(found)


def _ready(trial: Trial) -> tuple[Token, ...]:
    """The tokens that this seat may act with: the one that is on first, alone while it owes."""
    state = trial.state
    waiting = [token for token in state.of(state.side) if not token.done]
    if state.side is Side.HEROES:
        waiting = [token for token in waiting if token.owner in {"", trial.seat}]
    if state.active:
        active = state.tokens[state.active]
        mine = [token for token in waiting if token.id == state.active]
        if duty(state, active) is not None:
            return tuple(mine)
        waiting = [*mine, *(token for token in waiting if token.id != state.active)]
    if state.side is Side.ENEMIES and state.control is Control.ALTERNATING:
        on = next_mover(state)
        waiting = [t for t in waiting if t.id == state.active or trial.seat == on]
    return tuple(waiting)


def _offers_of(state: State, token: Token) -> Iterator[Template]:
    yield from _move(state, token)
    if no_action(state, token) is None:
        if token.side is Side.HEROES:
            yield from _hero(state, token)
        else:
            yield from _enemy(state, token)
    if duty(state, token) is None:
        says = f"{token.id} is done in this turn."
        yield Template(command="finish", says=says, fixed={"token": token.id})


def _move(state: State, token: Token) -> Iterator[Template]:
    if no_move(state, token) is not None:
        return
    allowed = tuple(dict.fromkeys(place for place, _ in steps(state, token)))
    if not allowed:
        return
    beside = [place for place in _beside(state.map, token.place) if place not in allowed]
    whys = {place: no_step(state, token, to=place) for place in beside}
    greyed = {place: why[1] for place, why in whys.items() if why is not None}
    hole = Hole(name="to", kind="choice", allowed=allowed, greyed=MappingProxyType(greyed))
    says = f"{token.id} goes from {token.place} to another place."
    yield Template(command="move", says=says, fixed={"token": token.id}, holes=(hole,))


def _beside(board: Board, place: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(across(wall, place) for wall in board.walls_of(place)))


def _hero(state: State, token: Token) -> Iterator[Template]:
    fixed = {"token": token.id}
    if no_kill(state, token) is None:
        here = tuple(each.id for each in state.at(token.place, Side.ENEMIES))
        many = len(here) > KILLS
        hole = Hole(name="enemies", kind="unit", allowed=here, count=KILLS)
        says = f"{token.id} kills {'two Enemies' if len(here) > 1 else here[0]} in {token.place}."
        yield Template(command="kill", says=says, fixed=fixed, holes=(hole,) if many else ())
    if no_loot(state, token) is None:
        says = f"{token.id} opens the vault in {token.place}."
        yield Template(command="loot", says=says, fixed=fixed)
    walls = state.map.walls_of(token.place)
    seals = tuple(wall.id for wall in walls if no_seal(state, token, wall=wall) is None)
    if seals:
        hole = Hole(name="wall", kind="choice", allowed=seals)
        says = f"{token.id} adds a line to a wall of {token.place}."
        yield Template(command="seal", says=says, fixed=fixed, holes=(hole,))
    smashes = tuple(wall.id for wall in walls if no_hero_smash(state, token, wall=wall) is None)
    if smashes:
        yield _smash(token, smashes)


def _smash(token: Token, walls: tuple[str, ...]) -> Template:
    hole = Hole(name="wall", kind="choice", allowed=walls)
    says = f"{token.id} takes a line off a wall of {token.place}."
    return Template(command="smash", says=says, fixed={"token": token.id}, holes=(hole,))


def _enemy(state: State, token: Token) -> Iterator[Template]:
    here = tuple(hero.id for hero in state.at(token.place, Side.HEROES))
    if here:
        hole = Hole(name="hero", kind="unit", allowed=here)
        says = f"{token.id} grabs a Hero in {token.place}."
        yield Template(command="grab", says=says, fixed={"token": token.id}, holes=(hole,))
    walls = state.map.walls_of(token.place)
    found = tuple(wall.id for wall in walls if no_enemy_smash(state, token, wall=wall) is None)
    if found:
        yield _smash(token, found)
