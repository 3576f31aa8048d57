"""The record of each event in the database: read, folded, and grown by one deed after another.

Several hubs may write at once. Each deed has its place in the record of its event; whoever comes
second finds the place taken, looks at what has happened, and decides anew.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from api.hub.event.deeds import Deed, EventOpened
from api.hub.event.state import EventState, after, event_of
from api.hub.store.database import HubDatabase, RowTakenError, Statements
from api.hub.store.deed_json import read_deed, written_deed

MOST_TRIES = 20
NEVER = "9999"
"""Later than the time of any deed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedStamp:
    """What the caller says of a deed."""

    id: str
    """The same for every retry; a deed is done once."""
    who: str
    at: str
    """ISO 8601 with a time zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDeed:
    number: int
    """From 1, without gaps, in its event."""
    stamp: DeedStamp
    deed: Deed


class NoSuchEventError(LookupError):
    """There is no event of this name."""


class EventBusyError(Exception):
    """Others wrote again and again before this deed could be done."""


class EventsKept:
    """All events of a hub; any thread may use it."""

    def __init__(self, database: HubDatabase) -> None:
        self._database = database
        self._folded: dict[str, tuple[int, EventState]] = {}
        self._heard: dict[str, tuple[int, EventState]] = {}
        """What those know who hear of everything later."""
        self._turn = Lock()

    def heads(self) -> dict[str, int]:
        """How many deeds each event has."""
        with self._database.reading() as statements:
            rows = statements.run("SELECT event, MAX(number) FROM deeds GROUP BY event")
            return {str(event): int(number) for event, number in rows}

    def deeds(self, event: str, *, since: int = 0) -> tuple[KeptDeed, ...]:
        """The record of an event after its first so many deeds."""
        with self._database.reading() as statements:
            return _deeds(statements, event, since=since)

    def state(self, event: str) -> EventState:
        """What the event has come to, as of now."""
        return self.current(event)[1]

    def heard(self, event: str, *, until: str | None = None) -> int:
        """How many deeds of an event were done by then, its opening always; all of them, now."""
        with self._database.reading() as statements:
            [(number, later)] = statements.run(
                "SELECT MAX(number), MIN(CASE WHEN at > ? THEN number END) FROM deeds "
                "WHERE event = ?",
                (until if until is not None else NEVER, event),
            )
        if number is None:
            raise NoSuchEventError(event)
        return int(number) if later is None else max(1, int(later) - 1)

    def state_after(self, event: str, number: int) -> EventState:
        """What the event had come to after so many deeds."""
        with self._turn:
            known = self._heard.get(event)
        if known is None or known[0] > number:
            state = event_of(each.deed for each in self.deeds(event)[:number])
        else:
            state = known[1]
            for each in self.deeds(event, since=known[0])[: number - known[0]]:
                state = after(state, each.deed)
        with self._turn:
            self._heard[event] = (number, state)
        return state

    def open_event(self, event: str, *, deed: EventOpened, stamp: DeedStamp) -> KeptDeed:
        """Begin an event; the same again if it was begun with this stamp."""
        kept = KeptDeed(number=1, stamp=stamp, deed=deed)
        try:
            self._insert(event, kept)
        except RowTakenError:
            known = self._done_before(event, stamp)
            if known is None:
                raise
            return known
        return kept

    def do(self, event: str, *, decide: Callable[[EventState], Deed], stamp: DeedStamp) -> KeptDeed:
        """Decide on what there is and keep the deed; the same again if it was done before."""
        for _ in range(MOST_TRIES):
            known = self._done_before(event, stamp)
            if known is not None:
                return known
            number, state = self.current(event)
            kept = KeptDeed(number=number + 1, stamp=stamp, deed=decide(state))
            try:
                self._insert(event, kept)
            except RowTakenError:
                continue
            return kept
        raise EventBusyError(f"{event}: expected a moment to write in, got none")

    def current(self, event: str, *, deeds: int | None = None) -> tuple[int, EventState]:
        """How many deeds there are, and what the event has come to with them; it is not asked for
        more by whoever knows that there are no more than these ``deeds``.
        """
        with self._turn:
            known = self._folded.get(event)
        if known is not None and known[0] == deeds:
            return known
        number = known[0] if known is not None else 0
        fresh = self.deeds(event, since=number)
        if known is None:
            if not fresh:
                raise NoSuchEventError(event)
            state = event_of(each.deed for each in fresh)
        else:
            state = known[1]
            for each in fresh:
                state = after(state, each.deed)
        found = (number + len(fresh), state)
        with self._turn:
            if self._folded.get(event, (0, None))[0] < found[0]:
                self._folded[event] = found
        return found

    def _insert(self, event: str, kept: KeptDeed) -> None:
        with self._database.transaction() as statements:
            statements.run(
                "INSERT INTO deeds (event, number, id, at, who, body) VALUES (?, ?, ?, ?, ?, ?)",
                (
                    event,
                    kept.number,
                    kept.stamp.id,
                    kept.stamp.at,
                    kept.stamp.who,
                    written_deed(kept.deed),
                ),
            )

    def _done_before(self, event: str, stamp: DeedStamp) -> KeptDeed | None:
        with self._database.reading() as statements:
            rows = statements.run(
                "SELECT number, id, at, who, body FROM deeds WHERE event = ? AND id = ?",
                (event, stamp.id),
            )
            found = [_kept(each) for each in rows]
        return found[0] if found else None


def _deeds(statements: Statements, event: str, *, since: int) -> tuple[KeptDeed, ...]:
    rows = statements.run(
        "SELECT number, id, at, who, body FROM deeds WHERE event = ? AND number > ? "
        "ORDER BY number",
        (event, since),
    )
    return tuple(_kept(each) for each in rows)


def _kept(row: tuple[object, ...]) -> KeptDeed:
    number, id_, at, who, body = row
    return KeptDeed(
        number=int(str(number)),
        stamp=DeedStamp(id=str(id_), who=str(who), at=str(at)),
        deed=read_deed(str(body)),
    )
