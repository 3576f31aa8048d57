"""Decides what of the table leaves the server, and for whom: a camera sees more than players may.

Everybody is shown the table as their own battle has it for their seat. What the battle hides that
is played at the table now is hidden from all of them, whatever else they were let into: that is
the one of those with something to hide in which something happened last.
"""

from typing import Final

from api.battles.session import Session
from api.tables.hand import HandTable
from api.tables.source import TableSource
from api.tables.switch import of
from rules.referee.court.declared import seen_table
from rules.referee.court.hidden import hidden_from
from rules.referee.log.battle import Vouched, ended
from rules.table.snapshot import Snapshot

Hidden = frozenset[str]
NOTHING: Final[Hidden] = frozenset()


class TableShown:
    """The table of one server as others may see it. For any thread, but for `attend`."""

    def __init__(self, table: TableSource) -> None:
        self._table = table
        self._hiding: dict[Session, int] = {}
        """Battles that hide something, each with when something last happened in it."""
        self._turn = 0
        self._worked_out: tuple[Snapshot | None, dict[tuple[str, int, str], Hidden]] = (None, {})
        self._vouched: tuple[Snapshot, str, tuple[Vouched, ...], Snapshot] | None = None

    def attend(self, session: Session) -> None:
        """Watch over a battle from now on; called before anything happens in it."""
        if session.battle.game.hides is None:
            return
        # A battle that was closed and opened again is one battle.
        stale = [each for each in self._hiding if each.name == session.name]
        self._hiding[session] = max((self._hiding.pop(each) for each in stale), default=0)
        if session.battle.sequence == 1:
            self._happened(session)
        session.watch(lambda change: self._happened(session) if change.entries else None)

    def forget(self, name: str) -> None:
        """Hide nothing more for a battle that is put away."""
        for each in [session for session in self._hiding if session.name == name]:
            del self._hiding[each]

    def latest(self, session: Session | None, *, seat: str) -> Snapshot:
        """The table as it is now, for a seat of a battle, or for whoever is in none."""
        snapshot = self.whole(session)
        return self.of(snapshot, session, seat=seat)

    def whole(self, session: Session | None) -> Snapshot:
        """The same with all that nobody may see: never to answer with."""
        return self._table.latest() if session is None else self._on_words(session)

    def _on_words(self, session: Session) -> Snapshot:
        """As rulings see it, with what is vouched for; one object until it changes."""
        snapshot, words = session.table(), session.battle.declared
        if not words:
            return snapshot
        known = self._vouched
        if known is None or known[0] is not snapshot or known[1:3] != (session.name, words):
            found = seen_table(session.battle, snapshot)
            known = self._vouched = (snapshot, session.name, words, found)
        return known[3]

    def of(self, snapshot: Snapshot, session: Session | None, *, seat: str) -> Snapshot:
        """The same for a given table."""
        hidden = self.hidden(snapshot, session, seat=seat)
        return snapshot.without(hidden) if hidden else snapshot

    def hidden(self, snapshot: Snapshot, session: Session | None, *, seat: str) -> Hidden:
        """The pieces that are not shown. Worked out once for each snapshot, battle and seat."""
        if not self._hiding:
            return NOTHING
        if session is not None and session.by_hand is not None:
            # Nobody else plays on a battle's own table.
            return self._by(session, snapshot, seat=seat)
        played = self.played
        found = NOTHING if session is None else self._by(session, snapshot, seat=seat)
        if played is not None and played is not session:
            found |= self._by(played, snapshot, seat="")
        return found

    @property
    def played(self) -> Session | None:
        """The battle at the table that has something to hide; None where none is in play.

        Before a camera, one that is moved by hand lies elsewhere.
        """
        is_seen = not isinstance(of(self._table), HandTable)
        going = [
            each
            for each in tuple(self._hiding)
            if ended(each.battle) is None and not (is_seen and each.by_hand is not None)
        ]
        return max(going, key=self._order, default=None)

    def _order(self, session: Session) -> tuple[int, str]:
        """After a restart the log tells which was played last."""
        return self._hiding[session], session.battle.entries[-1].time

    def _happened(self, session: Session) -> None:
        self._turn += 1
        self._hiding[session] = self._turn

    def _by(self, session: Session, snapshot: Snapshot, *, seat: str) -> Hidden:
        battle = session.battle
        if battle.game.hides is None:
            return NOTHING
        known_of, known = self._worked_out
        if known_of is not snapshot:
            known = {}
            self._worked_out = (snapshot, known)
        asked = (session.name, battle.sequence, seat)
        if asked not in known:
            known[asked] = hidden_from(battle, snapshot, seat=seat)
        return known[asked]
