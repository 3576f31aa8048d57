"""Placing tokens and markers before the first turn (PI-SET-04 to -08)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_invasion.board import called, rooms_on, within, zone_of
from rules.games.paper_invasion.chapters.consequences import added
from rules.games.paper_invasion.draft import Draft, Trial, owner_of, pick
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.seeing import on_sheet, place_at
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Phase, Side
from rules.games.paper_invasion.ways import Bar
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroesPlaced:
    """Heroes stand in a room."""

    clause: ClassVar[str] = "PI-SET-04"

    tokens: tuple[str, ...]
    room: str
    owner: str = ""

    def after(self, state: State) -> State:
        for name in self.tokens:
            token = Token(id=name, form=Form.HERO, place=self.room, owner=self.owner)
            state = added(state, token)
        placed = len(state.heroes) >= state.numbers.heroes
        return replace(state, phase=Phase.ENEMIES if placed else Phase.HEROES)

    def told(self) -> str:
        whose = f" of {self.owner}" if self.owner else ""
        verb = "begins" if len(self.tokens) == 1 else "begin"
        return f"{listed(self.tokens)}{whose} {verb} in {self.room}."


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemyPlaced:
    """An Enemy stands outside a room."""

    clause: ClassVar[str] = "PI-SET-05"

    token: str
    zone: str
    room: str

    def after(self, state: State) -> State:
        token = Token(id=self.token, form=Form.ENEMY, place=self.zone, attached=self.room)
        state = added(state, token)
        dealt = state.dealt + 1
        phase = Phase.MARKERS if dealt >= state.numbers.enemies else Phase.ENEMIES
        return replace(state, dealt=dealt, phase=phase)

    def told(self) -> str:
        return f"{self.token} stands {within(self.zone)}, outside {self.room}."


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultPlaced:
    """The vault is in a room."""

    clause: ClassVar[str] = "PI-SET-07"

    room: str

    def after(self, state: State) -> State:
        return replace(state, vault_room=self.room)

    def told(self) -> str:
        return f"The vault is in {self.room}."


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlaced:
    """The event marker is in a room."""

    clause: ClassVar[str] = "PI-SET-08"

    room: str

    def after(self, state: State) -> State:
        return replace(state, event_room=self.room)

    def told(self) -> str:
        return f"The event marker is in {self.room}."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHeroes:
    """Heroes stand in a room: one that the camera sees, or so many in the room that is named."""

    room: str = ""
    count: int = 1
    token: str = ""
    """The tagged piece that was put down, where it is not said which room it is in."""

    def ruled(self, draft: Draft) -> None:
        draft.require_heroes(Phase.HEROES)
        state, count = draft.state, self.count
        room = self.room
        if self.token:
            _tagged(draft, self.token, kind="hero")
            room = room or seen_place(draft, self.token)
            if count != 1:
                draft.refuse("PI-SET-04", f"{self.token} is one Hero, not {count}.")
        if not room:
            draft.refuse("PI-SET-04", "Say which room the Heroes are in.")
        if is_zone(room):
            said = f"Heroes begin in rooms, and {room} is outside."
            draft.unless_waived("PI-SET-04", said)
        else:
            draft.require_room(room)
        left = state.numbers.heroes - len(state.heroes)
        if not 1 <= count <= left:
            said = f"Slot 1 gives {state.numbers.heroes} of them, and {left} are left to place."
            draft.keep_to(Bar("PI-SET-04", said, for_good=not 1 <= count <= MOST_MORE))
        names = (self.token,) if self.token else draft.new_names(Side.HEROES, count)
        for number, name in enumerate(names, start=len(state.heroes)):
            owner = owner_of(state, number)
            if owner and owner != draft.command.author:
                draft.refuse("PI-OBJ-01", f"The next Hero is {owner}'s to place.")
            if owner:
                draft.emit(HeroesPlaced(tokens=(name,), room=room, owner=owner))
        if not owner_of(state, 0):
            draft.emit(HeroesPlaced(tokens=names, room=room))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceEnemy:
    """The next Enemy stands outside a room on the side that it is dealt to."""

    room: str = ""
    """Nothing for whichever the umpire would choose."""
    token: str = ""
    """The tagged piece that was put down."""

    def ruled(self, draft: Draft) -> None:
        require_dealing(draft)
        if self.token:
            _tagged(draft, self.token, kind="enemy")
            place, zone = seen_place(draft, self.token), next_zone(draft.state)
            if place != zone:
                said = f"{self.token} lies {within(place)}; the next one goes to {called(zone)}."
                draft.unless_waived("PI-SET-05", said)
        deal(draft, self.room, token=self.token)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnemies:
    """All Enemies that are left are spread along their sides by the umpire."""

    def ruled(self, draft: Draft) -> None:
        require_dealing(draft)
        while draft.state.phase is Phase.ENEMIES:
            deal(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVault:
    """The vault is in a room: the one that is named, or where the camera sees it."""

    room: str = ""

    def ruled(self, draft: Draft) -> None:
        room = _marker(draft, self.room, kind="vault", clause="PI-SET-07")
        draft.emit(VaultPlaced(room=room))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceEvent:
    """The event marker is in a room: the one that is named, or where the camera sees it."""

    room: str = ""

    def ruled(self, draft: Draft) -> None:
        room = _marker(draft, self.room, kind="event", clause="PI-SET-08")
        draft.emit(EventPlaced(room=room))


MOST_MORE = 40
"""Heroes that are placed at once, where players agree on more than their slot gives."""


def seen_place(draft: Draft, name: str) -> str:
    """The place that the camera sees a piece in; refused where it cannot say, or not surely."""
    found = on_sheet(draft.snapshot, name)
    if isinstance(found, str):
        draft.refuse("PI-GEO-05", f"{found} Say which room it is in.")
    seen = place_at(draft.state.map, found, options=draft.state.options)
    if seen.doubt:
        draft.refuse("PI-GEO-05", f"{name}: {seen.doubt}")
    return seen.place


def _tagged(draft: Draft, name: str, *, kind: str) -> None:
    """A piece of the roster that may stand for such a token, and does not yet."""
    if draft.state.pieces.get(name) != kind:
        draft.refuse("PI-GEO-09", f"{name!r} is not a {kind} of the roster.")
    if name in draft.state.names:
        draft.refuse("PI-GEO-09", f"{name} is on the board already, or was.")


def next_zone(state: State) -> str:
    """PI-SET-05: the side that the next Enemy is dealt to; a side without rooms is passed over."""
    zones = [zone_of(state.dealt + step) for step in range(4)]
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
    """One Enemy is placed outside a room on the side that it is dealt to."""
    zone = next_zone(draft.state)
    rooms = rooms_on(draft.state.map, zone)
    if room and room not in rooms:
        said = f"The next Enemy goes to {called(zone)}, outside {' or '.join(rooms)}."
        draft.require_room(room)
        beyond = (wall.other for wall in draft.state.map.walls_of(room) if is_zone(wall.other))
        zone = next(beyond, "")
        draft.keep_to(Bar("PI-SET-06", said, for_good=not zone))
    name = token or draft.new_names(Side.ENEMIES)[0]
    room = room or usual_room(draft.state, zone)
    draft.emit(EnemyPlaced(token=name, zone=zone, room=room))


def _marker(draft: Draft, room: str, *, kind: str, clause: str) -> str:
    """PI-SET-07, PI-SET-08: the one room that a marker is in."""
    draft.require_heroes(Phase.MARKERS)
    if not room:
        pieces = [name for name, each in draft.state.pieces.items() if each == kind]
        if not pieces:
            draft.refuse(clause, f"The roster has no tagged {kind}: say which room it is in.")
        room = seen_place(draft, pieces[0])
    if is_zone(room):
        draft.refuse(clause, f"The {kind} is placed in a room, and {called(room)} is outside.")
    return draft.require_room(room)


def hero_offers(trial: Trial) -> tuple[Template, ...]:
    """Heroes for a room."""
    if not trial.for_heroes:
        return ()
    state = trial.state
    left = state.numbers.heroes - len(state.heroes)
    owner = owner_of(state, len(state.heroes))
    if owner and owner != trial.seat:
        return ()
    counts = (1,) if owner else tuple(range(1, left + 1))
    holes = (*pick("room", state.map.names), *pick("count", counts, kind="count"))
    says = f"Place Heroes in a room; {left} to go."
    return (Template(command="place_heroes", says=says, holes=holes),)


def heroes_awaited(state: State) -> str:
    """Whoever has the next Hero to place."""
    who = owner_of(state, len(state.heroes)) or listed(state.seats_of(Side.HEROES))
    return f"{who}: place the Heroes in rooms, {state.numbers.heroes - len(state.heroes)} to go."


def enemy_offers(trial: Trial) -> tuple[Template, ...]:
    """The next Enemy, or all that are left."""
    if not trial.for_enemies:
        return ()
    state = trial.state
    zone = next_zone(state)
    left = state.numbers.enemies - state.dealt
    rooms = pick("room", rooms_on(state.map, zone))
    says = f"Place the next Enemy {within(zone)}, outside a room; {left} to go."
    spread = f"Let the umpire place all Enemies that are left, {left} in all."
    return (
        Template(command="deal_enemies", says=spread),
        Template(command="place_enemy", says=says, holes=rooms),
    )


def marker_offers(trial: Trial) -> tuple[Template, ...]:
    """The vault and the event marker."""
    if not trial.for_heroes:
        return ()
    rooms = pick("room", trial.state.map.names)
    left = (
        ("place_vault", "Place the vault in a room.", trial.state.vault_room),
        ("place_event", "Place the event marker in a room.", trial.state.event_room),
    )
    return tuple(
        Template(command=command, says=says, holes=rooms)
        for command, says, room in left
        if not room
    )
