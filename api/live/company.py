"""Tells those who watch a battle who else is there, and which pieces others have in hand.

A hold ends with the connection that has it, so that nobody keeps a piece who is gone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import orjson

from api.access.grants import AccessRole
from api.battles.session import Session
from api.live.subscription import Subscription

Taken = Callable[[str, str], bool]
"""Whether a player was let into a battle for a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldPiece:
    """A piece that somebody drags now."""

    by: str
    """The seat; empty for a host who named none."""
    grant: str
    connection: int


@dataclass(slots=True)
class PieceHolds:
    """Who drags which piece of which battle. For the event loop's thread."""

    _held: dict[tuple[str, str], HeldPiece] = field(default_factory=dict)

    def take(self, battle: str, piece: str, *, held: HeldPiece) -> bool:
        """Take hold of a piece, which lets go of any other; False where another has it."""
        self.let_go(held.connection)
        there = self._held.setdefault((battle, piece), held)
        return there is held

    def let_go(self, connection: int) -> bool:
        """Whether there was anything to let go of."""
        mine = [key for key, held in self._held.items() if held.connection == connection]
        for key in mine:
            del self._held[key]
        return bool(mine)

    def of(self, battle: str) -> dict[str, HeldPiece]:
        """By piece."""
        return {piece: held for (name, piece), held in self._held.items() if name == battle}

    def against(self, battle: str, piece: str, *, grant: str) -> HeldPiece | None:
        """Who else has this piece in hand."""
        held = self._held.get((battle, piece))
        return held if held is not None and held.grant != grant else None


def may_hold(subscription: Subscription, session: Session, *, piece: str) -> bool:
    """Whether somebody may drag a piece: the host any, a player those of their own sides."""
    entries = session.battle.setup.roster.entries
    entry = next((each for each in entries if each.id == piece), None)
    if entry is None or session.by_hand is None:
        return False
    if subscription.identity.role is AccessRole.HOST:
        return True
    seat = session.battle.seat(subscription.seat)
    is_player = subscription.identity.role is AccessRole.PLAYER
    return is_player and seat is not None and entry.side in seat.sides


def seats_here(there: Iterable[Subscription]) -> frozenset[str]:
    """The seats that somebody looks from; a host's page may play several."""
    return frozenset(each.seat for each in there if each.seat)


def host_is_elsewhere(there: Iterable[Subscription], battle: str) -> bool:
    """Whether the host looks at other battles, and at this one no more."""
    of_host = {
        each.session.name
        for each in there
        if each.session is not None and each.identity.role is AccessRole.HOST
    }
    return bool(of_host) and battle not in of_host


def seats_text(
    session: Session, *, here: frozenset[str], taken: Taken, elsewhere: bool = False
) -> str:
    """Every seat, whether a player was let in for it, and whether one is here; and whether the
    host has gone on to another battle.
    """
    seats = seats_told(session, here=here, taken=taken)
    told = {"type": "seats", "seats": seats, "host_elsewhere": elsewhere}
    return orjson.dumps(told).decode()


def seats_told(session: Session, *, here: frozenset[str], taken: Taken) -> list[dict[str, object]]:
    """The same as a value."""
    return [
        {
            "name": seat.name,
            "sides": list(seat.sides),
            "taken": taken(session.name, seat.name),
            "here": seat.name in here,
        }
        for seat in session.battle.setup.seats
    ]


def held_text(holds: dict[str, HeldPiece], *, connection: int, hidden: frozenset[str]) -> str:
    """What others have in hand, but for what this watcher may not know of."""
    pieces = {
        piece: held.by
        for piece, held in holds.items()
        if held.connection != connection and piece not in hidden
    }
    return orjson.dumps({"type": "held", "pieces": pieces}).decode()
