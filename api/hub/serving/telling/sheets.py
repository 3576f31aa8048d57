"""Writes what all who follow the same are told: once whole, and from then on what has changed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from api.answers.adjudged import plain_value
from api.hub.serving.desk import HubDesk
from api.hub.serving.telling.following import NewsFollowed
from api.hub.serving.telling.sights import EventSight
from api.hub.serving.telling.tables_shown import Latest, battle_at, table_listed, tables_known
from api.hub.serving.telling.told_tables import result_told
from api.hub.watching.battles_shown import MOST_EVENTS, UnshownError, events_changed, standing_of
from api.hub.watching.results import result_of
from rules.referee.log.battle import Battle

Told = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsSheet:
    """What followers were told last, and the text that brings those of before up to date."""

    version: int
    key: object
    """Of two sheets with one key, nobody needs the second."""
    head: Told
    items: Mapping[int, Told] = field(default_factory=dict)
    """Tables by number, or events of a battle by their place in its log."""
    change: str
    latest: Latest = field(default_factory=dict)
    battle: Battle | None = None

    def whole(self) -> str:
        return _text(self.head, self.items.values(), is_whole=True)

    def since(self, version: int) -> str:
        """For whoever has been told up to this version; 0 is nothing yet."""
        return self.change if 0 < version == self.version - 1 else self.whole()


def sheet_of(
    desk: HubDesk, sight: EventSight, *, followed: NewsFollowed, before: NewsSheet | None
) -> NewsSheet:
    """What there is to be told now; the sheet of before where that is still so."""
    match followed.follows:
        case "event":
            return _of_event(sight, before)
        case "tables":
            return _of_tables(desk, sight, before=before)
        case "table":
            return _of_table(desk, sight, table=followed.table, before=before)


def _of_event(sight: EventSight, before: NewsSheet | None) -> NewsSheet:
    head = {"follows": "event", **sight.head}
    return _next(before, key=sight.head, head=head, latest=sight.latest)


def _of_tables(desk: HubDesk, sight: EventSight, *, before: NewsSheet | None) -> NewsSheet:
    known, latest = sight.known, sight.latest
    key = (sight.head, latest)
    if before is not None and before.key == key:
        return before
    is_same_event = before is not None and before.head["deeds"] == sight.head["deeds"]
    items: dict[int, Told] = {}
    for table in tables_known(known, latest):
        log = latest.get(table)
        if before is not None and is_same_event and before.latest.get(table) == log:
            items[table] = before.items[table]
        else:
            items[table] = _listed(desk, sight, table=table)
    head = {"follows": "tables", **sight.head}
    return _next(before, key=key, head=head, items=items, latest=latest)


def _of_table(
    desk: HubDesk, sight: EventSight, *, table: int, before: NewsSheet | None
) -> NewsSheet:
    known, log = sight.known, sight.latest.get(table)
    key = (sight.head, log, known.delay_minutes)
    if before is not None and before.key == key:
        return before
    head: Told = {"follows": "table", **sight.head, "delay_minutes": known.delay_minutes}
    head |= _listed(desk, sight, table=table)
    try:
        battle = battle_at(desk, known, log=log)
        result = result_told(result_of(battle))
    except UnshownError as error:
        head |= {"standing": None, "result": None, "unshown": str(error)}
        return _next(before, key=key, head=head)
    is_same = before is not None and before.battle is battle
    head |= {
        "standing": before.head["standing"] if before and is_same else standing_of(battle),
        "result": None if result is None else result.model_dump(),
        "unshown": "",
    }
    told = before if before is not None and _goes_on(before.head, head) else None
    changed = events_changed(None if told is None else told.battle, battle)
    items = {} if told is None else dict(told.items)
    items |= {int(str(each["sequence"])): dict(each) for each in changed}
    last = {each: items[each] for each in sorted(items)[-MOST_EVENTS:]}
    return _next(before, key=key, head=head, items=last, battle=battle)


def _listed(desk: HubDesk, sight: EventSight, *, table: int) -> Told:
    if table not in sight.listed:
        log = sight.latest.get(table)
        sight.listed[table] = table_listed(desk, sight.known, table=table, log=log).model_dump()
    return sight.listed[table]


def _next(
    before: NewsSheet | None,
    *,
    key: object,
    head: Told,
    items: Mapping[int, Told] | None = None,
    latest: Latest | None = None,
    battle: Battle | None = None,
) -> NewsSheet:
    now = items or {}
    if before is None:
        version, change = 1, ""
    elif before.key == key:
        return before
    else:
        version, change = before.version + 1, _change(before, head=head, items=now)
    return NewsSheet(
        version=version,
        key=key,
        head=head,
        items=now,
        change=change,
        latest=latest or {},
        battle=battle,
    )


def _change(before: NewsSheet, *, head: Told, items: Mapping[int, Told]) -> str:
    """Only what is new; all of it where something is gone that was told, as a round taken back."""
    if head["follows"] == "table":
        is_gone = not _goes_on(before.head, head)
    else:
        is_gone = not before.items.keys() <= items.keys()
    fresh = (each for at, each in items.items() if is_gone or before.items.get(at) != each)
    return _text(head, fresh, is_whole=is_gone)


def _goes_on(before: Told, now: Told) -> bool:
    """Whether it is the same battle further on; with a longer delay it is one from earlier."""
    return bool(before["battle"] == now["battle"] and before["lines"] <= now["lines"])


def _text(head: Told, items: Iterable[Told], *, is_whole: bool) -> str:
    named = {"tables": "tables", "table": "events"}.get(head["follows"])
    told = {} if named is None else {named: list(items)}
    whole = {**head, "whole": is_whole, **told}
    try:
        return json.dumps(whole, allow_nan=False)
    except ValueError:
        # Seldom: something without an end, which JSON has no number for.
        return json.dumps(plain_value(whole), allow_nan=False)
