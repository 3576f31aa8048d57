"""Where the table is not as the game has it, and what the camera believes has happened."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.board import called, called_wall, within
from rules.games.paper_invasion.chapters.acting import MoveToken
from rules.games.paper_invasion.chapters.by_hand import PutToken, TakeStrip
from rules.games.paper_invasion.chapters.placing import (
    PlaceEnemy,
    PlaceEvent,
    PlaceHeroes,
    PlaceVault,
    next_zone,
)
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.seeing import STATES, on_sheet, place_at, wall_under
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Phase, Side
from rules.games.paper_invasion.ways import no_move, no_step
from rules.referee.toolkit.game import Difference, ProposalKind, Sighted
from rules.table.snapshot import Snapshot

PROPOSAL_KINDS: Final = (
    ProposalKind(name="placed", says="A token or a marker is put down before the game."),
    ProposalKind(name="moved", says="A token of the side whose turn it is goes to another room."),
)
FACES: Final = MappingProxyType({"hero": Form.HERO, "holding item": Form.HOLDING})
"""PI-GEO-09."""


def _place(state: State, snapshot: Snapshot, *, name: str) -> str:
    """The place that a piece is surely seen in, or nothing."""
    found = on_sheet(snapshot, name)
    if isinstance(found, str) or state.board is None:
        return ""
    return place_at(state.board, found, options=state.options).place


def sighted(state: State, snapshot: Snapshot) -> tuple[Sighted, ...]:
    """PI-GEO-05: what was put down or moved, as far as the rules allow it."""
    if state.board is None or state.ask is not None or state.outcome is not None:
        return ()
    if state.in_play:
        return tuple(_moves(state, snapshot))
    return tuple(_placings(state, snapshot))


def _placings(state: State, snapshot: Snapshot) -> Iterator[Sighted]:
    seat = state.seats_of(Side.HEROES)[0]
    for name, kind in state.pieces.items():
        place = "" if name in state.names else _place(state, snapshot, name=name)
        if not place:
            continue
        body: object = None
        if state.phase is Phase.HEROES and kind == "hero" and not is_zone(place):
            body = PlaceHeroes(token=name, room=place)
        elif state.phase is Phase.ENEMIES and kind == "enemy" and place == next_zone(state):
            body, seat = PlaceEnemy(token=name), state.seats_of(Side.ENEMIES)[0]
        elif state.phase is Phase.MARKERS and kind == "vault" and not is_zone(place):
            body = None if state.vault_room else PlaceVault(room=place)
        elif state.phase is Phase.MARKERS and kind == "event" and not is_zone(place):
            body = None if state.event_room else PlaceEvent(room=place)
        if body is not None:
            says = f"{name} is put down {within(place)}."
            yield Sighted(kind="placed", subject=name, seat=seat, says=says, command=body)


def _moves(state: State, snapshot: Snapshot) -> Iterator[Sighted]:
    for token, place in _elsewhere(state, snapshot):
        if _may_go(state, token, place=place):
            seat = token.owner or state.seats_of(token.side)[0]
            says = f"{token.id} goes from {called(token.place)} to {called(place)}."
            body = MoveToken(token=token.id, to=place)
            yield Sighted(kind="moved", subject=token.id, seat=seat, says=says, command=body)


def _elsewhere(state: State, snapshot: Snapshot) -> Iterator[tuple[Token, str]]:
    """Tokens that are surely seen in another place than the game has them."""
    for token in state.tokens.values():
        place = _place(state, snapshot, name=token.id) if token.id in state.pieces else ""
        if place and place != token.place:
            yield token, place


def _may_go(state: State, token: Token, *, place: str) -> bool:
    return (
        token.side is state.side
        and not token.done
        and not any(no_move(state, token))
        and not any(no_step(state, token, to=place))
    )


def differences(state: State, snapshot: Snapshot) -> tuple[Difference, ...]:
    """Tokens where they cannot have gone, faces, and strips that say something else."""
    if state.board is None or not state.in_play or state.outcome is not None:
        return ()
    return (*_places(state, snapshot), *_faces(state, snapshot), *_strips(state, snapshot))


def _places(state: State, snapshot: Snapshot) -> Iterator[Difference]:
    for token, place in _elsewhere(state, snapshot):
        if not _may_go(state, token, place=place):
            yield Difference(
                subject=token.id,
                kind="elsewhere",
                says=f"{token.id} is {within(token.place)}, and lies {within(place)} on the table.",
                remedies=(PutToken(token=token.id, place=place),),
            )


def _faces(state: State, snapshot: Snapshot) -> Iterator[Difference]:
    for piece in snapshot.pieces:
        token = state.tokens.get(piece.id)
        shown = FACES.get(piece.face)
        if token is None or shown is None or piece.pose is None or token.form is shown:
            continue
        if token.side is Side.HEROES:
            said = f"{token.id} shows {shown} and is {token.form}: turn it over."
            yield Difference(subject=f"face of {token.id}", kind="face", says=said)


def _strips(state: State, snapshot: Snapshot) -> Iterator[Difference]:
    """PI-GEO-07, PI-GEO-08: strip and stored state disagree, or the strip lies badly."""
    for piece in snapshot.pieces:
        if state.pieces.get(piece.id) != "wall_strip":
            continue
        found = on_sheet(snapshot, piece.id)
        if isinstance(found, str):
            continue
        wall = wall_under(state.map, found, options=state.options)
        if isinstance(wall, str):
            yield Difference(subject=piece.id, kind="strip", says=f"{piece.id}: {wall}")
            continue
        shown = STATES.get(piece.face)
        if shown is not None and shown is not wall.state:
            said = f"{piece.id} shows {called_wall(wall.id)} as {shown}, and it is {wall.state}."
            remedy = TakeStrip(strip=piece.id)
            yield Difference(subject=piece.id, kind="strip", says=said, remedies=(remedy,))
