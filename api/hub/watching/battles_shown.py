"""Battles as anybody may see them, made from the lines that their tables have sent."""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from api.answers.adjudged import plain_value
from api.battles.showing import event_shown, events_shown
from api.hub.intake.logs import LogsKept
from api.hub.watching.results import BattleResult, result_of
from rules.referee.court.offers import view
from rules.referee.court.usual_facts import facts_for
from rules.referee.facts.battle import written_facts
from rules.referee.log.battle import Battle, applied, awaits, ended, replayed
from rules.referee.log.entries import entry_from, migrate
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

MOST_KEPT = 200
"""Battles in memory: each once as it is, and once as it was for those who see it later."""
MOST_EVENTS = 60
"""The last ones of a battle, for whoever comes to watch."""

Games = Callable[[], Mapping[str, Game]]


class UnshownError(Exception):
    """A battle that this hub cannot show; the message says why."""


class BattlesShown:
    """Battles folded up to a line; any thread may use it."""

    def __init__(self, logs: LogsKept, *, games: Games) -> None:
        self._logs = logs
        self._games = games
        self._kept: OrderedDict[tuple[str, bool], Battle] = OrderedDict()
        self._turn = Lock()

    def shown(self, battle: str, *, lines: int, is_delayed: bool) -> dict[str, Any]:
        """The battle after so many lines: what anybody may know, and its last events."""
        found = self.at(battle, lines=lines, is_delayed=is_delayed)
        return {
            "view": plain_value(view(found, seat="")),
            **events_shown(found, after=lines - 1 - MOST_EVENTS, most=MOST_EVENTS),
        }

    def result(self, battle: str, *, lines: int, is_delayed: bool) -> BattleResult | None:
        """What came of it, or None while it goes on."""
        return result_of(self.at(battle, lines=lines, is_delayed=is_delayed))

    def evidence(self, battle: str, number: int) -> dict[str, Any] | None:
        """The event of a log that a judge is called for; None where it has not come yet."""
        lines = self._logs.known(battle).lines
        if not 0 <= number < lines:
            return None
        try:
            found = self.at(battle, lines=lines, is_delayed=False)
        except UnshownError:
            return None
        return event_shown(found, found.entries[number])

    def at(self, battle: str, *, lines: int, is_delayed: bool) -> Battle:
        """The battle after so many lines; an UnshownError where it cannot be had."""
        key = (battle, is_delayed)
        with self._turn:
            known = self._kept.get(key)
        if known is not None and known.sequence > lines:
            known = None
        if known is None or known.sequence < lines:
            known = self._grown(battle, known, lines=lines)
        with self._turn:
            self._kept[key] = known
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return known

    def _grown(self, battle: str, known: Battle | None, *, lines: int) -> Battle:
        try:
            # The chain was checked as the lines came in; here they are only read.
            since = 0 if known is None else known.sequence
            entries = [
                entry_from(migrate(json.loads(line.text)), f"event {line.sequence}")
                for line in self._logs.lines(battle, since=since, until=lines)
            ]
            if known is not None:
                return applied(known, entries)
            return replayed(self._game(entries[0].versions.game), entries)
        except (BadInputError, IndexError, ValueError) as error:
            raise UnshownError(f"this hub cannot show it: {error}"[:300]) from error

    def _game(self, slug: str) -> Game:
        found = self._games().get(slug)
        if found is None:
            raise UnshownError(f"this hub does not have the game {slug!r}")
        return found


def standing_of(battle: Battle) -> dict[str, Any]:
    """The little of a view that is told again with every event."""
    return {
        "title": battle.game.title,
        "awaits": awaits(battle),
        "result": ended(battle),
        "sides": written_facts(facts_for(battle, seat="").sides),
    }


def events_changed(before: Battle | None, now: Battle) -> tuple[dict[str, object], ...]:
    """Of the last events, those that came or fell since; all of them where nothing was told."""
    first = max(0, now.sequence - MOST_EVENTS)
    known = 0 if before is None else before.sequence
    fallen = now.fallen if before is None else now.fallen ^ before.fallen
    return tuple(
        event_shown(now, each)
        for each in now.entries[first:]
        if each.sequence >= known or each.id in fallen
    )


def last_said(battle: Battle) -> str:
    """What happened last, in a sentence."""
    for entry in reversed(battle.entries[-MOST_EVENTS:]):
        shown = event_shown(battle, entry)
        if not shown["quiet"]:
            return str(shown["says"])
    return ""
