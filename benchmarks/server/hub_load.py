"""Times how soon the watchers of an event hear of what happens at its tables, and judges of calls.

A real hub serves 64 tables over PostgreSQL; each sends the next line of a real battle's log every
four seconds. 950 watchers follow one table each, 50 all of them, and eight judges are called now
and then. The peer beside it is the plainest that does as much: an insert, a notify, and a WebSocket
send of a text as long. Both run in turn, in processes of their own, on the computer and over the
database server that all share.
"""

import asyncio
import gc
import json
import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import numpy as np
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from api.hub.attending.line import HubLine
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.server.bare_notify import TABLES_SQL, bare_notify, inserted
from benchmarks.server.hub_stage import (
    EVENT,
    EVERY_SECONDS,
    Crowd,
    EventTable,
    EventTokens,
    Happened,
    battle_log,
    hub_over,
    opened_event,
)
from benchmarks.server.own_postgres import PostgresServer, postgres_programs

SETTLING_SECONDS = 2.0
Heard = list[tuple[str | bytes, float]]
"""Messages, and when each of them came."""


CROWD = Crowd(tables=64, watchers=950, overseers=50, judges=8, seconds=40)
SMALL = Crowd(tables=4, watchers=8, overseers=2, judges=2, seconds=4)


@dataclass(slots=True)
class Told:
    """What was sent when, and how much later each watcher heard of it."""

    sent: dict[Happened, float] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)
    missed: int = 0
    sizes: list[int] = field(default_factory=list)
    called: list[float] = field(default_factory=list)
    """By call, how long until the last judge had its evidence."""


def hub_load(effort: Effort) -> list[Finding]:
    """The slowest hundredth beside the peer's, by itself, and the slowest call."""
    crowd = effort.pick(CROWD, small=SMALL)
    programs = postgres_programs()
    assert programs is not None
    server = PostgresServer(programs)
    ours, bare = Told(), Told()
    try:
        server.start()
        for _ in range(effort.pick(3, small=1)):
            asyncio.run(_ours(server.new_database(), crowd, told=ours))
            size = int(statistics.median(ours.sizes)) if ours.sizes else 1000
            asyncio.run(_bare(server.new_database(), crowd, told=bare, size=size))
    finally:
        server.remove()
    return _found(crowd, ours, bare)


def can_load_a_hub() -> bool:
    """Whether there is a PostgreSQL to stand on."""
    return postgres_programs() is not None


def _found(crowd: Crowd, ours: Told, bare: Told) -> list[Finding]:
    who = f"{crowd.tables} tables, {crowd.watchers} + {crowd.overseers} watchers"
    wrong = [f"{ours.missed} of the events were not heard"] if ours.missed else []
    wrong += [] if ours.late and bare.late else ["nobody heard anything"]
    p99, bare_p99 = (_percentile(each.late) for each in (ours, bare))
    detail = f"{who}, {len(ours.late):,} heard; median {_median(ours.late):.1f} ms beside "
    detail += f"{_median(bare.late):.1f} ms"
    return [
        Finding(
            benchmark="event",
            measure="table to watcher beside a bare notify, 99th percentile",
            value=p99,
            unit="ms",
            peer="an insert, a notify and a WebSocket send of a text as long",
            peer_value=bare_p99,
            detail=detail,
            goals=(Goal(of="ratio", least=1 / 3), Goal(most=250.0)),
            wrong=tuple(wrong),
        ),
        Finding(
            benchmark="event",
            measure="a call to the last judge with its evidence, slowest",
            value=max(ours.called, default=0.0) * 1000,
            unit="ms",
            detail=f"{len(ours.called)} calls, {crowd.judges} judges, meanwhile; median "
            f"{_median(ours.called):.0f} ms",
            goals=(Goal(most=2000.0),),
            wrong=() if ours.called else ("no judge heard a call",),
        ),
    ]


def _percentile(late: list[float]) -> float:
    return float(np.percentile(late, 99)) * 1000 if late else 0.0


def _median(late: list[float]) -> float:
    return float(np.median(late)) * 1000 if late else 0.0


async def _ours(address: str, crowd: Crowd, *, told: Told) -> None:
    tokens = opened_event(address, crowd)
    with hub_over(address) as origin, ExitStack() as held:
        lines = battle_log()
        half = len(lines) // 2
        tables = {
            each: EventTable(each, HubLine(origin, token=tokens.tables[each]), lines)
            for each in range(1, crowd.tables + 1)
        }
        for each in tables.values():
            # As a table's errands do.
            held.enter_context(each.line.held())
            # The middle of a battle, with units to count and much to have happened before.
            each.delivered(half)
        clients = [
            await _watching(origin, tokens.watchers[at], {"table": at % crowd.tables + 1}, at=at)
            for at in range(crowd.watchers)
        ]
        clients += [
            await _watching(origin, tokens.watchers[-1 - at], {"tables": True}, at=at)
            for at in range(crowd.overseers)
        ]
        heard: list[Heard] = [[] for _ in clients]
        readers = [asyncio.create_task(_read(each, heard[at])) for at, each in enumerate(clients)]
        judging = asyncio.create_task(_judging(origin, tokens, crowd, told=told))
        sent: dict[Happened, float] = {}
        await _played(crowd, lambda table: tables[table].next(sent))
        await judging
        await _ended(readers, clients)
        known = [_known_of_ours(each, told) for each in heard]
        _reckoned(told, sent, known, first_of_all=crowd.watchers, tables=crowd.tables)


async def _bare(address: str, crowd: Crowd, *, told: Told, size: int) -> None:
    with psycopg.connect(address, autocommit=True) as made:
        made.execute(TABLES_SQL)
    text = "x" * size
    with bare_notify(address) as port, inserted(address) as insert:
        clients = [await _bare_client(port, at % crowd.tables + 1) for at in range(crowd.watchers)]
        clients += [await _bare_client(port, 0) for _ in range(crowd.overseers)]
        heard: list[Heard] = [[] for _ in clients]
        readers = [asyncio.create_task(_read(each, heard[at])) for at, each in enumerate(clients)]
        sent: dict[Happened, float] = {}
        numbers = dict.fromkeys(range(1, crowd.tables + 1), 0)

        def happen(table: int) -> None:
            numbers[table] += 1
            sent[table, numbers[table]] = time.perf_counter()
            insert(table, numbers[table], text)

        await _played(crowd, happen)
        await _ended(readers, clients)
        known = [_known_of_bare(each) for each in heard]
        _reckoned(told, sent, known, first_of_all=crowd.watchers, tables=crowd.tables)


async def _played(crowd: Crowd, happen: Callable[[int], None]) -> None:
    """Every table in its turn, each as often, and none waits for another."""
    # Whoever measures must not hold up what they hear.
    gc.collect()
    gc.disable()
    try:
        await _all_played(crowd, happen)
    finally:
        gc.enable()


async def _all_played(crowd: Crowd, happen: Callable[[int], None]) -> None:
    start = time.perf_counter() + 0.5
    count = int(crowd.seconds / EVERY_SECONDS * crowd.tables)
    going: set[asyncio.Task[None]] = set()
    for at in range(count):
        due = start + at * EVERY_SECONDS / crowd.tables
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(asyncio.to_thread(happen, at % crowd.tables + 1))
        going.add(task)
        task.add_done_callback(going.discard)
    await asyncio.gather(*going)
    await asyncio.sleep(SETTLING_SECONDS)


async def _ended(readers: list[asyncio.Task[None]], clients: list[ClientConnection]) -> None:
    for task in readers:
        task.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    for each in clients:
        each.transport.abort()


def _reckoned(
    told: Told,
    sent: Mapping[Happened, float],
    heard: list[list[tuple[Happened, float]]],
    *,
    first_of_all: int,
    tables: int,
) -> None:
    """Whoever follows one table has to hear of every event there; of all tables, of the last."""
    told.sent |= sent
    last = {table: max(at for each, at in sent if each == table) for table in {t for t, _ in sent}}
    for at, one in enumerate(heard):
        told.late += [when - sent[what] for what, when in one if what in sent]
        known = {what for what, _ in one}
        if at < first_of_all:
            wanted = {each for each in sent if each[0] == at % tables + 1}
        else:
            wanted = set(last.items())
        told.missed += len(wanted - known)


async def _watching(
    origin: str, token: str, wanted: Mapping[str, object], *, at: int
) -> ClientConnection:
    client = await connect(
        f"ws://{urlsplit(origin).netloc}/hub/v1/live",
        origin=Origin(origin),
        compression=None,
        proxy=None,
        max_size=None,
        # Each from another address, as phones are.
        local_addr=(f"127.0.{1 + at // 200}.{1 + at % 200}", 0),
    )
    await client.send(json.dumps({"token": token, "event": EVENT, **wanted}))
    await client.recv()
    return client


async def _read(client: ClientConnection, heard: Heard) -> None:
    """What it says is looked at later: a thousand readers would hold each other up by that."""
    while True:
        heard.append((await client.recv(), time.perf_counter()))


def _known_of_ours(heard: Heard, told: Told) -> list[tuple[Happened, float]]:
    known: list[tuple[Happened, float]] = []
    for message, now in heard:
        value = json.loads(message)
        if value["follows"] == "table":
            told.sizes.append(len(message))
            known += [((value["table"], each["sequence"]), now) for each in value["events"]]
        else:
            known += [((each["table"], each["lines"] - 1), now) for each in value["tables"]]
    return known


async def _bare_client(port: int, table: int) -> ClientConnection:
    client = await connect(f"ws://127.0.0.1:{port}", compression=None, proxy=None, max_size=None)
    await client.send(str(table))
    await client.recv()
    return client


def _known_of_bare(heard: Heard) -> list[tuple[Happened, float]]:
    values = ((json.loads(message), now) for message, now in heard)
    return [((value["table"], value["number"]), now) for value, now in values]


async def _judging(origin: str, tokens: EventTokens, crowd: Crowd, *, told: Told) -> None:
    """Calls come now and then; each judge who hears of something fetches the calls."""
    phones = [await _watching(origin, token, {}, at=at) for at, token in enumerate(tokens.judges)]
    calls = max(1, crowd.seconds // 5)
    for call in range(1, calls + 1):
        table = call % crowd.tables + 1
        line = HubLine(origin, token=tokens.tables[table])
        body = {"id": f"call-{call:04}", "says": "Does it reach?", "battle": "b1", "entry": 20}
        start = time.perf_counter()
        hearing = [
            asyncio.create_task(_evidence(phone, origin, token, call))
            for phone, token in zip(phones, tokens.judges, strict=True)
        ]
        await asyncio.to_thread(line.call, body)
        told.called.append(max(await asyncio.gather(*hearing)) - start)
        await asyncio.sleep(max(0.0, crowd.seconds / calls - 0.5))
    for each in phones:
        each.transport.abort()


async def _evidence(phone: ClientConnection, origin: str, token: str, call: int) -> float:
    """When a judge has the evidence of this call."""
    line = HubLine(origin, token=token)
    while True:
        await phone.recv()
        found = await asyncio.to_thread(line.asked, "GET", f"/events/{EVENT}/calls")
        for each in found["calls"]:
            if each["call"] == call and each["evidence"]:
                return time.perf_counter()
