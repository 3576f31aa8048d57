"""All watchers: what each may see, what they are told, and when they have to go."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import orjson

from api.access.grants import AccessRole, TokenHolder
from api.battles.session import BattleChange, Session
from api.battles.showing import event_shown, state_shown
from api.battles.table_shown import Hidden, TableShown
from api.errors import UserError
from api.live.offering import OptionsDue
from api.live.watcher import Watcher
from api.tables.source import TableSource
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


@dataclass(slots=True, eq=False)
class Subscription:
    """A watcher and what it watches."""

    watcher: Watcher
    identity: TokenHolder
    caller: str
    session: Session | None = None
    seat: str = ""
    options: OptionsDue | None = None
    """Of whoever wants to be told what may be asked for."""
    stop: Callable[[], None] = field(default=lambda: None)


class Hub:
    """Tells every watcher. For the event loop's thread."""

    def __init__(self, table: TableSource, *, shown: TableShown | None = None) -> None:
        self._table = table
        self._shown = shown or TableShown(table)
        self._subscriptions: dict[int, Subscription] = {}
        self._callers: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._table_texts: tuple[Snapshot | None, dict[Hidden, str]] = (None, {})

    def start(self, and_then: Callable[[], None]) -> Callable[[], None]:
        """Listen to the table from now on; `and_then` is called on the loop after the watchers."""
        loop = asyncio.get_running_loop()

        def on_loop() -> None:
            self._table_changed()
            and_then()

        def anywhere() -> None:
            loop.call_soon_threadsafe(on_loop)

        return self._table.subscribe(anywhere)

    def add(self, subscription: Subscription) -> Callable[[], None]:
        """Watch from now on, until what this returns is called."""
        if self._is_crowded(subscription):
            raise CrowdedError
        key = max(self._subscriptions, default=0) + 1
        self._subscriptions[key] = subscription
        self._callers[subscription.caller] += 1
        self._tokens[subscription.identity.grant] += 1
        session = subscription.session
        if session is not None:
            subscription.stop = session.watch(
                lambda change: self._changed(subscription, session, change=change)
            )

        def remove() -> None:
            if self._subscriptions.pop(key, None) is not None:
                self._callers[subscription.caller] -= 1
                self._tokens[subscription.identity.grant] -= 1
                subscription.stop()

        return remove

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
        """Tell the host's pages that somebody was let into a battle, or is no more: a seat that a
        player has is not played by the host.
        """
        for subscription in self._subscriptions.values():
            is_there = subscription.session is not None and subscription.session.name == battle
            if is_there and subscription.identity.role is AccessRole.HOST:
                subscription.watcher.put("seats", lambda: '{"type":"seats"}')
                _at_once(subscription)

    def close(self) -> None:
        """End every connection: the server stops."""
        for subscription in self._subscriptions.values():
            subscription.watcher.close(SERVER_ENDS)

    def start_text(self, subscription: Subscription) -> str:
        """Everything at once."""
        message: dict[str, object] = {"type": "start", "table": self._table_value(subscription)}
        if subscription.session is not None:
            message |= {"state": state_shown(subscription.session, seat=subscription.seat)}
        return orjson.dumps(message).decode()

    def table_text(self, subscription: Subscription) -> str:
        """The table, written once for all who may be shown the same of it."""
        try:
            snapshot = self._table.latest()
        except UserError as failure:
            return orjson.dumps({"type": "no_table", "why": str(failure)}).decode()
        if self._table_texts[0] is not snapshot:
            self._table_texts = (snapshot, {})
        texts = self._table_texts[1]
        hidden = self._shown.hidden(snapshot, subscription.session, seat=subscription.seat)
        if hidden not in texts:
            value = {"type": "table", "table": written_snapshot(snapshot.without(hidden))}
            texts[hidden] = orjson.dumps(value).decode()
        return texts[hidden]

    def _table_value(self, subscription: Subscription) -> object:
        try:
            return written_snapshot(
                self._shown.latest(subscription.session, seat=subscription.seat)
            )
        except UserError:
            return None

    def _table_changed(self) -> None:
        for subscription in self._subscriptions.values():
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
        if session.battle.game.hides is not None:
            # What happens in a battle may show a piece that lay there before, or hide it.
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
