"""Finds a piece by its name among the armies of all open battles, however many there are."""

from rules.table.roster import Entry, Roster


class RostersInPlay:
    """The pieces of the battles that are open. Of two of one name the one added last counts.

    >>> from rules.table.files.roster_files import roster_from_rows
    >>> rows = [{"id": "A1", "footprint": "disc 1"}]
    >>> found = RostersInPlay()
    >>> found.add("Thursday", roster_from_rows(rows))
    >>> found.piece("A1").id, found.piece("A2")
    ('A1', None)
    >>> found.remove("Thursday")
    >>> found.piece("A1") is None
    True
    """

    __slots__ = ("_by_piece", "_rosters")

    def __init__(self) -> None:
        self._rosters: dict[str, Roster] = {}
        self._by_piece: dict[str, dict[str, Entry]] = {}

    def add(self, battle: str, roster: Roster) -> None:
        """From now on the pieces of this battle are known, before those of all others."""
        self.remove(battle)
        self._rosters[battle] = roster
        for entry in roster.entries:
            self._by_piece.setdefault(entry.id, {})[battle] = entry

    def remove(self, battle: str) -> None:
        """Forget a battle that is closed; one that was never added is none the less forgotten."""
        roster = self._rosters.pop(battle, None)
        for entry in () if roster is None else roster.entries:
            named = self._by_piece[entry.id]
            del named[battle]
            if not named:
                del self._by_piece[entry.id]

    def piece(self, name: str) -> Entry | None:
        """The piece of that name, with the footprint that its army list gives it."""
        named = self._by_piece.get(name)
        return named[next(reversed(named))] if named else None
