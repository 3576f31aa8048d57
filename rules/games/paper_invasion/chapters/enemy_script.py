"""The Enemies moved by the umpire itself (PI-EN-05)."""

import math
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_invasion.board import across
from rules.games.paper_invasion.chapters.acting import grab, move, smash
from rules.games.paper_invasion.chapters.turns import (
    SideEnded,
    TokenFinished,
    begin_token,
    end_if_over,
)
from rules.games.paper_invasion.draft import Draft, Trial, pick
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import EnemyControl, Phase, Side, Wall
from rules.games.paper_invasion.ways import may_act, may_step, no_enemy_smash, steps
from rules.referee.toolkit.game import Template, Weight
from rules.referee.toolkit.phrases import listed

Cost = tuple[float, float]
"""Lines to take off, then rooms to cross."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSet:
    """Who moves the Enemies is agreed anew."""

    clause: ClassVar[str] = "PI-EN-04"

    control: EnemyControl

    def after(self, state: State) -> State:
        return replace(state, control=self.control)

    def told(self) -> str:
        return CONTROLS[self.control]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetControl:
    """Who moves the Enemies from now on."""

    control: EnemyControl

    def ruled(self, draft: Draft) -> None:
        """PI-EN-04: the automatic Enemies can be switched on and off at any time."""
        playing = draft.state.seats_of(Side.ENEMIES)
        if draft.command.author not in playing:
            draft.refuse("PI-EN-04", f"{listed(playing)} play the Enemies and say who moves them.")
        if self.control is draft.state.control:
            draft.refuse("PI-EN-04", f"The Enemies are moved that way already: {self.control}.")
        if draft.state.active and draft.state.side is Side.ENEMIES:
            # Half a token's turn by one hand and half by the other is nobody's.
            said = f"{draft.state.active} has begun: finish it first."
            draft.unless_waived("PI-TRN-02", said)
        draft.emit(ControlSet(control=self.control))


CONTROLS: Final = MappingProxyType(
    {
        EnemyControl.PLAYER: "Their players move the Enemies.",
        EnemyControl.SCRIPT: "The umpire moves the Enemies, by its script.",
        EnemyControl.ALTERNATING: "The players take turns at moving the Enemies.",
    }
)


def control_offers(trial: Trial) -> tuple[Template, ...]:
    """Who moves the Enemies, for whoever may say it."""
    others = tuple(each for each in EnemyControl if each is not trial.state.control)
    if trial.refusal(SetControl(control=others[0])) is not None:
        return ()
    holes, says = pick("control", map(str, others)), "Say who moves the Enemies."
    weight = Weight.PLAIN if trial.state.phase is Phase.THEME else Weight.QUIET
    return (Template(command="set_control", says=says, holes=holes, weight=weight),)


NEVER: Cost = (math.inf, math.inf)


def script_step(draft: Draft) -> None:
    """One Enemy's whole turn, or the end of the turn when all are done."""
    token = next((each for each in draft.state.enemies if not each.done), None)
    if token is None:
        draft.emit(SideEnded(side=Side.ENEMIES))
        return
    begin_token(draft, token)
    while _does_something(draft, token.id):
        if end_if_over(draft):
            return
    draft.emit(TokenFinished(token=token.id))


def _does_something(draft: Draft, name: str) -> bool:
    """The next thing that this Enemy does; false when it does nothing more."""
    state = draft.state
    token = state.tokens[name]
    acts, walks = may_act(state, token), may_step(state, token)
    here = state.at(token.place, Side.HEROES)
    if acts and here:
        grab(draft, token, hero=here[0])
        return True
    costs = costs_to_heroes(state)
    if walks and not here and _leads_on(state, token, costs=costs):
        move(draft, token, to=best_step(state, token, costs=costs))
        return True
    if acts:
        smash(draft, token, wall=best_wall(state, token, costs=costs))
        return True
    if walks and (not here or state.options.flag("enemy_must_move")):
        move(draft, token, to=best_step(state, token, costs=costs))
        return True
    return False


def costs_to_heroes(state: State) -> dict[str, Cost]:
    """From every place, what it takes an Enemy to reach the nearest Hero."""
    board = state.map
    costs: dict[str, Cost] = {token.place: (0.0, 0.0) for token in state.heroes}
    changed = True
    while changed:
        changed = False
        for wall in board.walls:
            for place in (wall.one, wall.other):
                to = across(wall, place)
                cost = crossing(state, wall, to=to, costs=costs)
                if cost < costs.get(place, NEVER):
                    costs[place], changed = cost, True
    return costs


def crossing(state: State, wall: Wall, *, to: str, costs: dict[str, Cost]) -> Cost:
    """What it takes to go through a wall and on from there."""
    holds = state.options.choice("outer_walls") == "indestructible"
    out = is_zone(to) and not state.options.flag("enemies_leave")
    if out or (holds and wall.state.lines and (is_zone(wall.one) or is_zone(wall.other))):
        return NEVER
    lines, rooms = costs.get(to, NEVER)
    return lines + wall.state.lines, rooms + 1


def compass(state: State, token: Token) -> tuple[Wall, ...]:
    """The walls of its place in the order in which ties are broken."""
    walls = state.map.walls_of(token.place)
    if state.options.choice("slot6") == "enemy_ties" and walls:
        turn = state.numbers.digits[5] % len(walls)
        return (*walls[turn:], *walls[:turn])
    return walls


def _leads_on(state: State, token: Token, *, costs: dict[str, Cost]) -> bool:
    """Whether the shortest way to a Hero begins with a Move that is possible now."""
    ways = [
        crossing(state, w, to=across(w, token.place), costs=costs) for w in _walls(state, token)
    ]
    best = min(ways, default=NEVER)
    to = best_step(state, token, costs=costs)
    open_ways = [
        crossing(state, wall, to=to, costs=costs)
        for wall in state.map.between(token.place, to)
        if not wall.state.lines
    ]
    return bool(open_ways) and min(open_ways) <= best


def _walls(state: State, token: Token) -> tuple[Wall, ...]:
    """The walls through which it can go now or after some smashing."""
    return tuple(
        wall
        for wall in compass(state, token)
        if not wall.state.lines or not any(no_enemy_smash(state, token, wall=wall))
    )


def best_step(state: State, token: Token, *, costs: dict[str, Cost]) -> str:
    """Of the places that are one Move away, the one nearest to a Hero."""
    possible = list(dict.fromkeys(place for place, _ in steps(state, token)))
    order = [across(wall, token.place) for wall in compass(state, token)]
    ordered = sorted(possible, key=lambda place: order.index(place) if place in order else 99)
    return min(ordered, key=lambda place: costs.get(place, NEVER))


def best_wall(state: State, token: Token, *, costs: dict[str, Cost]) -> Wall:
    """Of the walls that it can smash, the one on the shortest way to a Hero."""
    possible = [w for w in compass(state, token) if not any(no_enemy_smash(state, token, wall=w))]
    inward = [w for w in possible if not is_zone(across(w, token.place))]
    return min(
        inward or possible,
        key=lambda wall: crossing(state, wall, to=across(wall, token.place), costs=costs),
    )
