"""Knows how tokens and markers are placed before the first turn (PI-SET-04 to -08)."""

from rules.games.paper_invasion.board import rooms_on, zone_of
from rules.games.paper_invasion.commands import (
    DealEnemies,
    PlaceEnemy,
    PlaceEvent,
    PlaceHeroes,
    PlaceVault,
)
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft, owner_of
from rules.games.paper_invasion.events.setup import (
    EnemyPlaced,
    EventPlaced,
    HeroesPlaced,
    VaultPlaced,
)
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.seeing import on_sheet, place_at
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Phase, Side
from rules.referee.toolkit.phrases import listed


def seen_place(draft: Draft, name: str) -> str:
    """The place that the camera sees a piece in; refused where it cannot say, or not surely."""
    found = on_sheet(draft.snapshot, name)
    if isinstance(found, str):
        draft.refuse("PI-GEO-05", f"{found} Say which room it is in.")
    seen = place_at(draft.state.map, found, band=draft.state.options.number("wall_band_in"))
    if seen.doubt:
        draft.refuse("PI-GEO-05", f"{name}: {seen.doubt}")
    return seen.place


def _tagged(draft: Draft, name: str, *, kind: str) -> None:
    """A piece of the roster that may stand for such a token, and does not yet."""
    if draft.state.pieces.get(name) != kind:
        draft.refuse("PI-GEO-09", f"{name!r} is no {kind} of the roster.")
    if name in draft.state.names:
        draft.refuse("PI-GEO-09", f"{name} is on the board already, or was.")


@handle.register
def _heroes(body: PlaceHeroes, draft: Draft) -> None:
    draft.require_phase(Phase.HEROES)
    draft.require_heroes()
    state, count = draft.state, body.count
    room = body.room
    if body.token:
        _tagged(draft, body.token, kind="hero")
        room, count = room or seen_place(draft, body.token), 1
    if not room:
        draft.refuse("PI-SET-04", "Say which room the Heroes are in.")
    if is_zone(room):
        draft.refuse("PI-SET-04", f"Heroes begin in rooms, and {room} is outside.")
    draft.require_room(room)
    left = state.numbers.heroes - len(state.heroes)
    if not 1 <= count <= left:
        said = f"Slot 1 gives {state.numbers.heroes} of them, and {left} are left to place."
        draft.refuse("PI-SET-04", said)
    names = (body.token,) if body.token else draft.new_names(Side.HEROES, count)
    for number, name in enumerate(names, start=len(state.heroes)):
        owner = owner_of(state, number)
        if owner and owner != draft.command.author:
            draft.refuse("PI-OBJ-01", f"The next Hero is {owner}'s to place.")
        if owner:
            draft.emit(HeroesPlaced(tokens=(name,), room=room, owner=owner), clause="PI-SET-04")
    if not owner_of(state, 0):
        draft.emit(HeroesPlaced(tokens=names, room=room), clause="PI-SET-04")


def next_zone(state: State, *, after: int = 0) -> str:
    """PI-SET-05: the side that the next Enemy is dealt to; a side without rooms is passed over."""
    zones = [zone_of(state.dealt + after + step) for step in range(4)]
    return next(zone for zone in zones if rooms_on(state.map, zone))


def usual_room(state: State, zone: str) -> str:
    """The room that the umpire puts an Enemy to: the one with the fewest there so far."""
    there = [token.attached for token in state.at(zone, Side.ENEMIES)]
    return min(rooms_on(state.map, zone), key=there.count)


def require_dealing(draft: Draft) -> None:
    """Refuse whoever may not place Enemies, or not now."""
    draft.require_phase(Phase.ENEMIES)
    playing = draft.state.seats_of(Side.ENEMIES)
    if draft.command.author not in playing:
        draft.refuse("PI-SET-06", f"{listed(playing)} play the Enemies and place them.")


def deal(draft: Draft, room: str = "", *, token: str = "") -> None:
    """One Enemy is placed outside of a room on the side that it is dealt to."""
    zone = next_zone(draft.state)
    rooms = rooms_on(draft.state.map, zone)
    if room and room not in rooms:
        said = f"The next Enemy goes to {zone}, outside of {' or '.join(rooms)}."
        draft.refuse("PI-SET-06", said)
    name = token or draft.new_names(Side.ENEMIES)[0]
    event = EnemyPlaced(token=name, zone=zone, room=room or usual_room(draft.state, zone))
    draft.emit(event, clause="PI-SET-05")


@handle.register
def _enemy(body: PlaceEnemy, draft: Draft) -> None:
    require_dealing(draft)
    if body.token:
        _tagged(draft, body.token, kind="enemy")
        place, zone = seen_place(draft, body.token), next_zone(draft.state)
        if place != zone:
            said = f"{body.token} lies in {place}, and the next Enemy is dealt to {zone}."
            draft.refuse("PI-SET-05", said)
    deal(draft, body.room, token=body.token)


@handle.register
def _deal(body: DealEnemies, draft: Draft) -> None:
    del body
    require_dealing(draft)
    while draft.state.phase is Phase.ENEMIES:
        deal(draft)


def _marker(draft: Draft, room: str, *, kind: str, clause: str) -> str:
    draft.require_phase(Phase.MARKERS)
    draft.require_heroes()
    if not room:
        pieces = [name for name, each in draft.state.pieces.items() if each == kind]
        if not pieces:
            draft.refuse(clause, f"The roster has no tagged {kind}: say which room it is in.")
        room = seen_place(draft, pieces[0])
    if is_zone(room):
        draft.refuse(clause, f"The {kind} is placed in a room, and {room} is outside.")
    return draft.require_room(room)


@handle.register
def _vault(body: PlaceVault, draft: Draft) -> None:
    room = _marker(draft, body.room, kind="vault", clause="PI-SET-07")
    draft.emit(VaultPlaced(room=room), clause="PI-SET-07")


@handle.register
def _event(body: PlaceEvent, draft: Draft) -> None:
    room = _marker(draft, body.room, kind="event", clause="PI-SET-08")
    draft.emit(EventPlaced(room=room), clause="PI-SET-08")
