"""All watchers: what each may see, what they are told, and when they have to go."""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

import orjson

from api.access.grants import AccessRole
from api.battles.jobs import BattleChange
from api.battles.session import Session
from api.battles.showing import event_shown, state_shown
from api.battles.table_shown import Hidden, TableShown
from api.errors import UserError
from api.live.company import (
    HeldPiece,
    PieceHolds,
    Taken,
    held_text,
    host_is_elsewhere,
    may_hold,
    seats_here,
    seats_text,
)
from api.live.subscription import Subscription
from api.tables.hand import HandTable
from api.tables.source import TableSource
from api.tables.switch import of
from rules.referee.log.entries import EntryKind
from rules.table.files.snapshot_json import written_snapshot
from rules.table.snapshot import Snapshot

MOST_SOCKETS: Final = 128
MOST_OF_ONE_CALLER: Final = 80
"""A table's phones may all come from behind one address, as over a hotspot."""
MOST_OF_ONE_TOKEN: Final = 16
"""A player has a phone and a page or two; several spectators may share one code."""
KICKED: Final = 4401
PUT_AWAY: Final = 4410
SERVER_ENDS: Final = 1001


class CrowdedError(Exception):
    """There are enough watchers."""


class Hub:
    """Tells every watcher. For the event loop's thread."""

    def __init__(
        self,
        table: TableSource,
        *,
        shown: TableShown | None = None,
        taken: Taken = lambda _battle, _seat: False,
    ) -> None:
        self._table = table
        self._taken = taken
        self.holds = PieceHolds()
        self._shown = shown or TableShown(table)
        self._subscriptions: dict[int, Subscription] = {}
        self._callers: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._table_texts: dict[str, tuple[Snapshot, dict[tuple[Hidden, bool], str]]] = {}
        """By battle, and the table of none: what was last told of it."""
        self._trays: dict[str, dict[str, object]] = {}
        """By battle, what is known of the roll in the tray."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._own: Callable[[Session], None] = lambda _session: None

    def start(
        self,
        and_then: Callable[[], None],
        *,
        own: Callable[[Session], None] = lambda _session: None,
    ) -> Callable[[], None]:
        """Listen to the table from now on; `and_then` is called on the loop after the watchers, and
        `own` where it is the own table of one battle that changed.
        """
        self._loop = loop = asyncio.get_running_loop()
        self._own = own

        def on_loop() -> None:
            self._table_changed()
            and_then()

        def anywhere() -> None:
            loop.call_soon_threadsafe(on_loop)

        return self._table.subscribe(anywhere)

    def attend(self, session: Session) -> None:
        """Listen to the own table of a battle that is opened. For any thread."""
        loop = self._loop
        if session.own is None or loop is None:
            return

        def on_loop() -> None:
            for subscription in self._subscriptions.values():
                if subscription.session is session:
                    self._table_moved(subscription)
            self._own(session)

        def anywhere() -> None:
            loop.call_soon_threadsafe(on_loop)

        session.own.hand.subscribe(anywhere)

    def add(self, subscription: Subscription) -> Callable[[], None]:
        """Watch from now on, until what this returns is called."""
        if self._is_crowded(subscription):
            raise CrowdedError
        key = max(self._subscriptions, default=0) + 1
        subscription.number = key
        here = self.here("" if subscription.session is None else subscription.session.name)
        self._subscriptions[key] = subscription
        self._callers[subscription.caller] += 1
        self._tokens[subscription.identity.grant] += 1
        session = subscription.session
        if session is not None:
            subscription.by_hand = session.by_hand is not None
            subscription.stop = session.watch(
                lambda change: self._changed(subscription, session, change=change)
            )
            if self.here(session.name) != here:
                # Whoever comes asks by itself, as the page does with all that it begins with.
                self._tell_seats(session.name, but=subscription)
            self._tell_of_host(subscription, session.name)
            if self.holds.of(session.name):
                self._put_held(subscription, session)
            if session.name in self._trays:
                self._put_tray(subscription, session.name)

        def remove() -> None:
            if self._subscriptions.pop(key, None) is not None:
                self._callers[subscription.caller] -= 1
                self._tokens[subscription.identity.grant] -= 1
                subscription.stop()
                if session is not None:
                    self._left(subscription, session)

        return remove

    def counted(self) -> Counter[str]:
        """How many watch, by what they are."""
        return Counter(each.identity.role.value for each in self._subscriptions.values())

    def _is_crowded(self, subscription: Subscription) -> bool:
        """Whether there are enough; guests, however many, never keep the host out."""
        of_token = self._tokens[subscription.identity.grant]
        if subscription.identity.role is AccessRole.HOST:
            return of_token >= MOST_OF_ONE_CALLER
        return (
            of_token >= MOST_OF_ONE_TOKEN
            or len(self._subscriptions) >= MOST_SOCKETS
            or self._callers[subscription.caller] >= MOST_OF_ONE_CALLER
        )

    def greet(self, subscription: Subscription, *, after: int | None) -> None:
        """Begin with what was missed after an event, or with everything as it is now."""
        session = subscription.session
        _at_once(subscription)
        latest = -1 if session is None else session.battle.sequence - 1
        if session is None or after is None or not latest - 200 <= after <= latest:
            subscription.watcher.put("start", lambda: self.start_text(subscription))
            return
        for entry in session.battle.entries[after + 1 :]:
            self._tell(subscription, session, sequence=entry.sequence)
        self._put_state(subscription, session)
        self._put_table(subscription)

    def watches(self, session: Session) -> bool:
        """Whether anybody looks at a battle now."""
        return any(subscription.session is session for subscription in self._subscriptions.values())

    def here(self, battle: str) -> frozenset[str]:
        """The seats that somebody looks from now; the host plays those that are free."""
        watching = self._watching(battle)
        here = seats_here(watching)
        for each in watching:
            if each.session is not None and each.identity.role is AccessRole.HOST and not each.seat:
                seats = (seat.name for seat in each.session.battle.setup.seats)
                return here | {name for name in seats if not self._taken(battle, name)}
        return here

    def hold(self, subscription: Subscription, piece: str) -> None:
        """Take hold of a piece for as long as it is dragged, or of none; whoever comes second is
        told who has it.
        """
        session = subscription.session
        if session is None:
            return
        if not piece:
            if self.holds.let_go(subscription.number):
                self._tell_held(session)
            return
        if not may_hold(subscription, session, piece=piece):
            return
        held = HeldPiece(
            by=subscription.seat,
            grant=subscription.identity.grant,
            connection=subscription.number,
        )
        if self.holds.take(session.name, piece, held=held):
            self._tell_held(session)
        else:
            self._put_held(subscription, session)

    def tell_tray(self, session: Session, tray: dict[str, object] | None) -> None:
        """Tell whoever watches a battle what the camera reads of the roll that it waits for."""
        if tray is None:
            self._trays.pop(session.name, None)
        else:
            self._trays[session.name] = tray
        for subscription in self._watching(session.name):
            self._put_tray(subscription, session.name)

    def _put_tray(self, subscription: Subscription, battle: str) -> None:
        def make() -> str:
            return orjson.dumps({"type": "tray", "tray": self._trays.get(battle)}).decode()

        subscription.watcher.put("tray", make)

    def _watching(self, battle: str) -> list[Subscription]:
        return [
            each
            for each in self._subscriptions.values()
            if each.session is not None and each.session.name == battle
        ]

    def _left(self, subscription: Subscription, session: Session) -> None:
        if not self.watches(session):
            self._table_texts.pop(session.name, None)
        if self.holds.let_go(subscription.number):
            self._tell_held(session)
        is_host = subscription.identity.role is AccessRole.HOST
        if is_host or (subscription.seat and subscription.seat not in self.here(session.name)):
            self._tell_seats(session.name)
        self._tell_of_host(subscription, "")

    def kick(self, grant: str) -> None:
        """End every connection of a grant at once."""
        for subscription in self._subscriptions.values():
            if subscription.identity.grant == grant:
                subscription.watcher.close(KICKED)

    def end(self, session: Session) -> None:
        """End every connection to a battle that is put away."""
        for subscription in self._subscriptions.values():
            if subscription.session is session:
                subscription.watcher.close(PUT_AWAY)

    def seats_changed(self, battle: str) -> None:
        """Somebody was let into a battle, or is no more: a seat that a player has is not played by
        the host, who may ask for less then.
        """
        self._tell_seats(battle)
        for subscription in self._watching(battle):
            if subscription.identity.role is AccessRole.HOST:
                _at_once(subscription)

    def _tell_of_host(self, subscription: Subscription, battle: str) -> None:
        """Tell those of the battles that a host has left, and whoever comes to one of them."""
        if subscription.identity.role is AccessRole.HOST:
            watched = {each.session.name for each in self._subscriptions.values() if each.session}
            for other in sorted(watched - {battle}):
                self._tell_seats(other)
        elif battle and host_is_elsewhere(self._subscriptions.values(), battle):
            self._tell_seats(battle)

    def _tell_seats(self, battle: str, *, but: Subscription | None = None) -> None:
        def text(session: Session) -> str:
            elsewhere = host_is_elsewhere(self._subscriptions.values(), battle)
            here = self.here(battle)
            return seats_text(session, here=here, taken=self._taken, elsewhere=elsewhere)

        for subscription in self._watching(battle):
            if subscription.session is not None and subscription is not but:
                subscription.watcher.put("seats", partial(text, subscription.session))

    def _tell_held(self, session: Session) -> None:
        for subscription in self._watching(session.name):
            self._put_held(subscription, session)

    def _put_held(self, subscription: Subscription, session: Session) -> None:
        def make() -> str:
            hidden = self._hidden(subscription, session)
            holds = self.holds.of(session.name)
            return held_text(holds, connection=subscription.number, hidden=hidden)

        subscription.watcher.put("held", make)

    def _hidden(self, subscription: Subscription, session: Session) -> Hidden:
        """The pieces that a watcher may not know of."""
        try:
            snapshot = self._shown.whole(session)
        except UserError:
            return frozenset(each.id for each in session.battle.setup.roster.entries)
        return self._shown.hidden(snapshot, session, seat=subscription.seat)

    def close(self) -> None:
        """End every connection: the server stops."""
        for subscription in self._subscriptions.values():
            subscription.watcher.close(SERVER_ENDS)

    def start_text(self, subscription: Subscription) -> str:
        """Everything at once."""
        message: dict[str, object] = {
            "type": "start",
            "table": self._table_value(subscription),
            "by_hand": self._is_by_hand(subscription.session),
        }
        if subscription.session is not None:
            message |= {"state": state_shown(subscription.session, seat=subscription.seat)}
        return orjson.dumps(message).decode()

    def table_text(self, subscription: Subscription) -> str:
        """The table, written once for all who may be shown the same of it."""
        try:
            snapshot = self._shown.whole(subscription.session)
        except UserError as failure:
            return orjson.dumps({"type": "no_table", "why": str(failure)}).decode()
        session = subscription.session
        is_own = session is not None and (session.by_hand is not None or session.battle.declared)
        whose = session.name if session is not None and is_own else ""
        told = self._table_texts.get(whose)
        if told is None or told[0] is not snapshot:
            told = self._table_texts[whose] = (snapshot, {})
        texts = told[1]
        hidden = self._shown.hidden(snapshot, session, seat=subscription.seat)
        by_hand = self._is_by_hand(session)
        if (hidden, by_hand) not in texts:
            table = written_snapshot(snapshot.without(hidden))
            value = {"type": "table", "table": table, "by_hand": by_hand}
            texts[hidden, by_hand] = orjson.dumps(value).decode()
        return texts[hidden, by_hand]

    def _is_by_hand(self, session: Session | None) -> bool:
        if session is None:
            return isinstance(of(self._table), HandTable)
        return session.by_hand is not None

    def _table_value(self, subscription: Subscription) -> object:
        try:
            return written_snapshot(
                self._shown.latest(subscription.session, seat=subscription.seat)
            )
        except UserError:
            return None

    def _table_changed(self) -> None:
        for subscription in self._subscriptions.values():
            session, before = subscription.session, subscription.by_hand
            subscription.by_hand = session is not None and session.by_hand is not None
            # A table of its own tells by itself what changes on it.
            if not (before and subscription.by_hand):
                self._table_moved(subscription)

    def _table_moved(self, subscription: Subscription) -> None:
        self._put_table(subscription)
        if subscription.options is not None:
            subscription.options.soon()

    def _put_table(self, subscription: Subscription) -> None:
        subscription.watcher.put("table", lambda: self.table_text(subscription))

    def _changed(
        self, subscription: Subscription, session: Session, *, change: BattleChange
    ) -> None:
        for entry in change.entries:
            self._tell(subscription, session, sequence=entry.sequence)
        self._put_state(subscription, session)
        _at_once(subscription)
        is_agreed = any(entry.kind is EntryKind.REFEREE for entry in change.entries)
        if is_agreed or session.battle.game.hides is not None:
            # What happens in a battle may show a piece that lay there before, or hide it; and
            # somebody may vouch for one.
            self._put_table(subscription)

    def _tell(self, subscription: Subscription, session: Session, *, sequence: int) -> None:
        entry = session.battle.entries[sequence]
        message = {"type": "event", "event": event_shown(session.battle, entry)}
        text = orjson.dumps(message).decode()
        subscription.watcher.tell(text, otherwise=lambda: self.start_text(subscription))

    def _put_state(self, subscription: Subscription, session: Session) -> None:
        def make() -> str:
            value = {"type": "state", "state": state_shown(session, seat=subscription.seat)}
            return orjson.dumps(value).decode()

        subscription.watcher.put("state", make)


def _at_once(subscription: Subscription) -> None:
    if subscription.options is not None:
        subscription.options.at_once()
