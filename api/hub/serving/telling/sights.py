"""An event as some of those who follow it may know it by now, read once for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from api.hub.entry.grants import HubHolder
from api.hub.entry.roles import STAFF
from api.hub.event.calls import CallStanding
from api.hub.intake.heads import EventHeads, read_heads
from api.hub.serving.desk import HubDesk, KnownEvent
from api.hub.serving.telling.tables_shown import Latest, latest_logs
from api.hub.serving.telling.told import kept_name

OVER: Final = frozenset({CallStanding.RULED, CallStanding.FINAL})
UNHEARD: Final = frozenset({CallStanding.WAITING, CallStanding.APPEALED})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSight:
    known: KnownEvent
    latest: Latest
    head: Mapping[str, Any]
    """What everybody is told, whatever they follow: how far the event is, for all but the staff
    without calls of judges, and its clock; the staff besides how many calls wait for a judge, how
    many open calls are about something that has not come yet, and how many lines lie aside.
    """
    listed: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Each table that was listed for somebody, as all who see as much are told of it."""


def _clock(known: KnownEvent) -> dict[str, Any] | None:
    """The round's clock by the hub's own time, for whoever sees it later as for everybody."""
    clock = known.state.clock
    if clock is None:
        return None
    since = None if clock.since_s is None else clock.since_s + known.late_s
    return {"left_s": clock.left_s, "since_s": since}


def _unseen(known: KnownEvent, latest: Latest) -> int:
    lines = {each.battle: each.lines for each in latest.values()}
    return sum(
        lines.get(kept_name(known.name, each.table, battle=each.battle), 0) <= each.entry
        for each in known.state.calls.values()
        if each.standing not in OVER and each.battle
    )


class SightsRead:
    """Sights of one moment; those who see up to the same one share what is read."""

    def __init__(self, desk: HubDesk) -> None:
        self._desk = desk
        self._heads: dict[str, EventHeads] = {}
        self._latest: dict[tuple[str, str | None], Latest] = {}

    def sight(self, event: str, holder: HubHolder) -> EventSight:
        heads = self._heads_of(event)
        current = self._desk.current(event, deeds=heads.deeds)
        known = self._desk.event_for(event, holder, current=current)
        latest = self._latest_of(known, heads)
        is_staff = holder.role in STAFF
        deeds = known.deeds if is_staff else known.state.for_all
        head: dict[str, Any] = {"deeds": deeds, "clock": _clock(known)}
        if is_staff:
            calls = known.state.calls.values()
            head["waiting"] = sum(each.standing in UNHEARD for each in calls)
            head["unseen"] = _unseen(known, latest)
            head["aside"] = heads.aside
        return EventSight(known=known, latest=latest, head=head)

    def _heads_of(self, event: str) -> EventHeads:
        if event not in self._heads:
            self._heads[event] = read_heads(self._desk.database, event)
        return self._heads[event]

    def _latest_of(self, known: KnownEvent, heads: EventHeads) -> Latest:
        key = (known.name, known.until)
        if key not in self._latest:
            logs = heads.logs if known.until is None else self._desk.logs_for(known)
            self._latest[key] = latest_logs(logs)
        return self._latest[key]
