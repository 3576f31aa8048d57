"""Knows how an event of the event table happens, and where (PI-EVT, PI-E)."""

import math
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.board import is_outer
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.decide.placing import next_zone, usual_room
from rules.games.paper_invasion.events.action import Removed, SkipSet, WallChanged
from rules.games.paper_invasion.events.happening import (
    Arrival,
    EnemiesArrived,
    EventHappened,
    NothingHappened,
    TokenTurned,
)
from rules.games.paper_invasion.growth import cut_in_two, next_letter, room_beyond
from rules.games.paper_invasion.outlines import ZONES
from rules.games.paper_invasion.seeing import on_sheet
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import AskKind, Side, Wall, WallState, Work
from rules.games.paper_invasion.ways import with_holder
from rules.referee.toolkit.phrases import ended

BAD, WORSE = 2, 4
CUT: Final = "cut"
"""The answer that cuts the event's room in two."""


def happen(draft: Draft, *, why: str, clause: str, compulsory: bool = True) -> None:
    """PI-EVT-03, PI-EVT-04: the row of slot 4, at once."""
    row = draft.state.event_row
    event = EventHappened(
        number=row.number, name=row.name, says=row.says, why=why, compulsory=compulsory
    )
    draft.emit(event, clause=clause)
    effect = EFFECTS.get(row.effect)
    if effect is not None:
        effect(draft)
        return
    says = f"{ended(row.says)} Apply it by hand, set what it changes, and say so."
    draft.ask(AskKind.APPLY, clause="PI-EVT-07", says=says, effect=row.effect)


def nothing(draft: Draft, why: str, *, clause: str) -> None:
    """The event finds nothing."""
    draft.emit(NothingHappened(why=why), clause=clause)


# --- where (PI-EVT-06) ---------------------------------------------------------------------------


def places(state: State) -> tuple[str, ...]:
    """The event's room, then its surroundings ring by ring; at last the outside, from the north."""
    rings = state.map.rings(state.event_room)
    cut_off = tuple(name for name in state.map.names if name not in rings)
    return (*rings, *cut_off, *ZONES)


def found_tokens(draft: Draft, side: Side) -> tuple[Token, ...]:
    """The tokens of the first place that has any, the one nearest to its middle first."""
    for place in places(draft.state):
        here = draft.state.at(place, side)
        if here:
            return tuple(sorted(here, key=lambda token: _from_middle(draft, token)))
    return ()


def _from_middle(draft: Draft, token: Token) -> float:
    """Inches, where the camera sees it; nobody is nearer where it does not."""
    if token.place in ZONES:
        return 0.0
    found = on_sheet(draft.snapshot, token.id)
    if isinstance(found, str):
        return 0.0
    x, y = draft.state.map.centre(token.place)
    # To a tenth of an inch: a tremble of the camera decides about nobody.
    return round(math.dist(found.spot, (x, y)), 1)


def _picked(draft: Draft, side: Side, *, clause: str, effect: str) -> Token | None:
    """The token that an event falls on; None while players are asked, or where there is none."""
    here = found_tokens(draft, side)
    if not here:
        nothing(draft, f"None of the {side} is on the board", clause=clause)
        return None
    if len(here) > 1 and draft.state.options.choice("event_pick") == "player":
        names = tuple(token.id for token in here)
        says = f"Which of the {side} in {here[0].place}?"
        draft.ask(AskKind.CHOOSE, clause="PI-EVT-06", says=says, effect=effect, choices=names)
        return None
    return here[0]


# --- what ----------------------------------------------------------------------------------------


def _sleeper(draft: Draft) -> None:
    token = _picked(draft, Side.HEROES, clause="PI-E-1", effect="sleeper_awakens")
    if token is not None:
        turn(draft, token)


def turn(draft: Draft, token: Token) -> None:
    """PI-E-1: a Hero is an Enemy."""
    lost, open_again = with_holder(draft.state, token)
    name = draft.new_names(Side.ENEMIES)[0]
    event = TokenTurned(hero=token.id, enemy=name, item_lost=lost, vault_open=open_again)
    draft.emit(event, clause="PI-E-1")


def _trap(draft: Draft) -> None:
    token = _picked(draft, Side.HEROES, clause="PI-E-6", effect="its_a_trap")
    if token is not None:
        remove(draft, token)


def _accident(draft: Draft) -> None:
    token = _picked(draft, Side.ENEMIES, clause="PI-E-7", effect="freak_accident")
    if token is not None:
        remove(draft, token)


def remove(draft: Draft, token: Token) -> None:
    """PI-E-6, PI-E-7: one token is lost."""
    row = draft.state.event_row
    lost, open_again = with_holder(draft.state, token)
    event = Removed(tokens=(token.id,), why=row.name, item_lost=lost, vault_open=open_again)
    draft.emit(event, clause="PI-E-6" if token.side is Side.HEROES else "PI-E-7")


def in_order(state: State) -> Iterator[Wall]:
    """Every wall once: those of the event's room clockwise from north, then those around it."""
    told: set[str] = set()
    for place in places(state):
        for wall in state.map.walls_of(place):
            if wall.id not in told:
                told.add(wall.id)
                yield wall


def _thin(draft: Draft) -> None:
    walls = tuple(in_order(draft.state))
    double = (wall for wall in walls if wall.state is WallState.DOUBLE)
    sealed = (wall for wall in walls if wall.state is WallState.SINGLE and wall.sealed)
    wall = next(double, None) or next(sealed, None)
    if draft.state.options.choice("paper_thin") == "any_barrier":
        wall = next((wall for wall in walls if wall.state is not WallState.OPENING), None)
    if wall is None:
        nothing(draft, "No line was added that could wear away", clause="PI-E-2")
        return
    event = WallChanged(
        wall=wall.id, before=wall.state, after=wall.state.stepped(-1), work=Work.THIN
    )
    draft.emit(event, clause="PI-E-2")


def _koolaid(draft: Draft) -> None:
    state = draft.state
    room = next((p for p in places(state) if p not in ZONES and state.at(p, Side.HEROES)), None)
    holds = state.options.choice("outer_walls") == "indestructible"
    walls = () if room is None else state.map.walls_of(room)
    fitting = (
        wall
        for wall in walls
        if wall.state is not WallState.OPENING and not (holds and is_outer(wall))
    )
    wall = next(fitting, None)
    if wall is None:
        nothing(draft, "No room with a Hero has a wall left to break through", clause="PI-E-3")
        return
    step = state.options.choice("koolaid_depth") == "one_step"
    after = wall.state.stepped(-1) if step else WallState.OPENING
    event = WallChanged(wall=wall.id, before=wall.state, after=after, work=Work.KOOLAID)
    draft.emit(event, clause="PI-E-3")


def _passage(draft: Draft) -> None:
    """PI-E-4: the players draw the room, or take one of those that the umpire can draw."""
    state = draft.state
    choices = passages(state)
    if not choices:
        nothing(draft, f"No room fits beside {state.event_room}", clause="PI-E-4")
        return
    says = (
        f"Draw one more room, {next_letter(state.map)}, next to {state.event_room}: cut it off "
        "from that room, or set it beyond an outer wall."
    )
    draft.ask(
        AskKind.ADD_ROOM, clause="PI-E-4", says=says, effect="secret_passage", choices=choices
    )


def passages(state: State) -> tuple[str, ...]:
    """The ways in which the umpire itself can draw a room beside the event's."""
    board, room = state.map, state.event_room
    least = state.options.number("min_shared_in")
    if not next_letter(board):
        return ()
    found = [CUT] if cut_in_two(board, room, least=least) is not None else []
    found += [
        wall.id
        for wall in board.walls_of(room)
        if is_outer(wall) and room_beyond(board, wall, least=least) is not None
    ]
    return tuple(found)


def _terror(draft: Draft) -> None:
    draft.emit(SkipSet(side=Side.HEROES), clause="PI-E-5")


def _bad(draft: Draft) -> None:
    _reinforce(draft, BAD, clause="PI-E-8")


def _worse(draft: Draft) -> None:
    _reinforce(draft, WORSE, clause="PI-E-9")


def _reinforce(draft: Draft, count: int, *, clause: str) -> None:
    state, how = draft.state, draft.state.options.choice("reinforce_at")
    names = draft.new_names(Side.ENEMIES, count)
    if how == "outside":
        # One by one: the room of each depends on who is there already.
        for name in names:
            zone = next_zone(draft.state)
            room = usual_room(draft.state, zone)
            arrival = Arrival(token=name, place=zone, attached=room)
            draft.emit(EnemiesArrived(arrivals=(arrival,), dealt=1), clause=clause)
        return
    rooms = state.map.rings(state.event_room)
    arrivals = tuple(
        Arrival(token=name, place=rooms[0] if how == "event_room" else rooms[place % len(rooms)])
        for place, name in enumerate(names)
    )
    draft.emit(EnemiesArrived(arrivals=arrivals, dealt=0), clause=clause)


EFFECTS: Final[MappingProxyType[str, Callable[[Draft], None]]] = MappingProxyType(
    {
        "sleeper_awakens": _sleeper,
        "paper_thin": _thin,
        "koolaid_man": _koolaid,
        "secret_passage": _passage,
        "terror_stricken": _terror,
        "its_a_trap": _trap,
        "freak_accident": _accident,
        "bad": _bad,
        "worse": _worse,
    }
)
"""What the referee does itself; any other effect is applied by the players."""
