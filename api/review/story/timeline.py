"""Gives the battle as it was after any event, quickly: from checkpoints on the way to it.

A checkpoint is the battle itself, folded up to there from its events; it is kept in memory and
never read from a file, so it can be wrong only if the fold is.
"""

import threading
from bisect import bisect_right
from typing import Any, Final

from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.log.entries import EntryKind

EVERY: Final = 200
"""Events between two checkpoints."""


class Timeline:
    """The course of one battle; it grows with its log. For any thread."""

    def __init__(self, battle: Battle) -> None:
        self._guard = threading.Lock()
        self._header = battle.entries[0].hash
        self._now = replayed(battle.game, battle.entries[:1])
        self._kept: list[Battle] = [self._now]
        self.turns: list[int] = [self._turn(self._now)]
        """By event, the turn in which it left the battle."""

    def follow(self, battle: Battle) -> None:
        """Take in what the log has gained."""
        with self._guard:
            while self._now.sequence < battle.sequence:
                self._command(battle)

    def at(self, battle: Battle, sequence: int) -> Battle:
        """The battle just after an event of its log."""
        self.follow(battle)
        with self._guard:
            starts = [each.sequence for each in self._kept]
            nearest = self._kept[bisect_right(starts, sequence + 1) - 1]
        return applied(nearest, battle.entries[nearest.sequence : sequence + 1])

    def _command(self, battle: Battle) -> None:
        first = self._now.sequence
        end = first + 1
        while (
            end < battle.sequence and battle.entries[end].command == battle.entries[first].command
        ):
            end += 1
        before, after = self._now, applied(self._now, battle.entries[first:end])
        turn = self._turn(after)
        if turn == self.turns[-1]:
            self.turns += [turn] * (end - first)
        else:
            for at in range(first, end):
                before = applied(before, battle.entries[at : at + 1])
                self.turns.append(self._turn(before))
        self._now = after
        # After a take-back the whole battle is folded anew; nobody should wait for that twice.
        far = after.sequence - self._kept[-1].sequence >= EVERY
        if far or after.fallen != self._kept[-1].fallen:
            self._kept.append(after)

    def _turn(self, battle: Battle) -> int:
        """Of a game that tells no stories, the turn that everybody is shown."""
        chronicle, facts = battle.game.chronicle, battle.game.facts
        if chronicle is not None:
            return chronicle.turn(battle.state)
        shown = facts(battle.state, "").turn if facts is not None else None
        return 0 if shown is None else shown.number or 0


def timeline_data(battle: Battle, turns: list[int]) -> dict[str, Any]:
    """What a page needs to draw the whole course at once, as columns."""
    kinds: dict[str, int] = {}
    marks: list[dict[str, Any]] = []
    column = []
    for entry, turn in zip(battle.entries, turns, strict=True):
        kind = str(entry.body.get("kind", str(entry.kind)))
        column.append(kinds.setdefault(kind, len(kinds)))
        if not marks or marks[-1]["turn"] != turn:
            marks.append({"turn": turn, "first": entry.sequence})
    return {
        "count": battle.sequence,
        "turns": marks,
        "kinds": list(kinds),
        "kind": column,
        "measured": [each.sequence for each in battle.entries if each.evidence],
        "corrections": [each.sequence for each in battle.entries if each.kind is EntryKind.REFEREE],
        "fallen": sorted(int(name[1:]) for name in battle.fallen),
    }
