"""Tells a seat the facts of a game: tokens with their rooms, sides with how many are left."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.draft import next_mover
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import EnemyControl, Form, Phase, Side
from rules.games.paper_invasion.ways import duties, holder
from rules.referee.facts.battle import Facts, ShownObjective, ShownSide, TableSurface
from rules.referee.facts.course import ShownAwaited, turn_at
from rules.referee.facts.units import ShownNumber, ShownStatus, ShownUnit, StatusMark, UnitStage

BEFORE: Final = MappingProxyType(
    {
        "Theme": (Phase.THEME,),
        "Word": (Phase.WORD,),
        "Board": (Phase.BOARD,),
        "Heroes": (Phase.HEROES,),
        "Enemies": (Phase.ENEMIES,),
        "Markers": (Phase.MARKERS,),
    }
)
TURNS: Final = MappingProxyType(
    {Side.HEROES: (Phase.HERO_TURN,), Side.ENEMIES: (Phase.ENEMY_TURN,)}
)


def facts(state: State, seat: str) -> Facts:
    """What this seat may know; nothing here is secret."""
    first = Side.HEROES if state.slots is None else state.slots.first
    turns = {str(side): TURNS[side] for side in (first, first.other)}
    return Facts(
        turn=turn_at("Turn", state.turn, steps=turns if state.turn else BEFORE, now=state.phase),
        sides=tuple(_side(state, side) for side in Side),
        units=tuple(_units(state)),
        objectives=tuple(_objectives(state)),
        awaited=tuple(_awaited(state, seat=seat)),
        surface=TableSurface.PAPER,
        notes=tuple(_notes(state)),
        winner="" if state.outcome is None else str(state.outcome.winner),
    )


def _units(state: State) -> Iterator[ShownUnit]:
    """Whoever is there, and the names of those who are not any more."""
    for name in dict.fromkeys((*state.names, *state.tokens)):
        side = Side.HEROES if name.startswith(Form.HERO) else Side.ENEMIES
        kind = "hero" if side is Side.HEROES else "enemy"
        title = state.hero_name if side is Side.HEROES else state.enemy_name
        gone = ShownUnit(
            id=name,
            name=f"{title} {name.partition('-')[2] or name[1:]}".strip(),
            side=str(side),
            kind=kind,
            says=kind,
            pieces=(name,),
            stage=UnitStage.GONE,
        )
        token = state.tokens.get(name)
        yield gone if token is None else _living(state, token, told=gone)


def _living(state: State, token: Token, *, told: ShownUnit) -> ShownUnit:
    holds = token.form is Form.HOLDING
    where = f"outside {token.attached}" if is_zone(token.place) else f"in {token.place}"
    return replace(
        told,
        kind=f"{told.kind}_with_item" if holds else told.kind,
        stage=UnitStage.IN_PLAY,
        place=where,
        statuses=tuple(_statuses(state, token)),
        acting=state.active == token.id,
        acted=token.moved or token.acted,
        done=token.done,
        notes=(f"belongs to {token.owner}",) if token.owner else (),
    )


def _statuses(state: State, token: Token) -> Iterator[ShownStatus]:
    if token.form is Form.HOLDING:
        says = f"holds the {state.vault_row.name}"
        yield ShownStatus(name="holds_item", says=says, mark=StatusMark.ITEM)
    if token.moved and not token.done:
        yield ShownStatus(name="moved", says="has moved")
    if token.acted and not token.done:
        yield ShownStatus(name="acted", says="has acted")
    if token.side is Side.HEROES and state.dodging in {"all", token.id}:
        yield ShownStatus(name="dodging", says="cannot be grabbed", mark=StatusMark.STRONG)


def _side(state: State, side: Side) -> ShownSide:
    left = len(state.of(side))
    skips = state.skips(side)
    return ShownSide(
        name=str(side),
        seats=state.seats_of(side),
        says="moved by the umpire" if side is Side.ENEMIES and state.automatic else "",
        acting=state.in_play and state.side is side,
        numbers=(
            ShownNumber(name="Left", value=left, main=True),
            *((ShownNumber(name="Turns to miss", value=skips),) if skips else ()),
        ),
    )


def _objectives(state: State) -> Iterator[ShownObjective]:
    if state.vault_room and state.slots is not None:
        held = holder(state)
        says = f"The vault: {state.vault_row.name}"
        yield ShownObjective(
            name=state.vault_room, says=says, held_by="" if held is None else held.id
        )
    if state.event_room and state.slots is not None:
        yield ShownObjective(name=state.event_room, says=f"The event: {state.event_row.name}")


def _awaited(state: State, *, seat: str) -> Iterator[ShownAwaited]:
    if (ask := state.ask) is not None:
        yield ShownAwaited(seat=ask.seat, who=ask.who, says=ask.says, yours=ask.seat == seat)
    elif state.in_play:
        players = state.seats_of(state.side)
        alternating = state.control is EnemyControl.ALTERNATING
        if state.side is Side.ENEMIES and alternating and not state.active:
            players = (next_mover(state),)
        for name in players:
            says = f"plays the {state.side}"
            yield ShownAwaited(seat=name, who=name, says=says, yours=name == seat)


def _notes(state: State) -> Iterator[str]:
    if state.in_play:
        yield from (owed.reason for owed in duties(state))
    if state.item_spent:
        yield "The vault item is used up."
