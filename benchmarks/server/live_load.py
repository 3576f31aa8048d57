"""Times how soon many phones hear of a moved piece while some of them have stopped listening.

The real server runs in a process of its own. A host moves a piece ten times a second; every client
notes when it hears of each move. Some clients say hello and never read again, as a phone does that
went out of the network. Clients and server share this computer, so both sides are in the figures.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from api.client import Client
from benchmarks.finding import Effort, Finding, Goal

CLIENTS = 64
STALLED = 8
PER_SECOND = 10
BENCHMARK = "live load"


def live_load(effort: Effort) -> list[Finding]:
    """The slowest hundredth, and the longest that any client heard nothing."""
    seconds = effort.pick(60, small=3)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as address,
        Client(address) as host,
    ):
        host.table()
        heard, sent = asyncio.run(
            heard_by(host, seconds=seconds, clients=CLIENTS, stalled=STALLED, per_second=PER_SECOND)
        )
    late = np.array([at - sent[number] for one in heard for number, at in one if number in sent])
    gaps = [np.diff([at for _, at in one]).max() for one in heard]
    missed = sum(len(set(sent) - {number for number, _ in one}) for one in heard)
    detail = f"{CLIENTS} clients and {STALLED} that stopped reading, {PER_SECOND} Hz, {seconds} s"
    return [
        Finding(
            benchmark=BENCHMARK,
            measure="move to client, 99th percentile",
            value=float(np.percentile(late, 99)) * 1000,
            unit="ms",
            goals=(Goal(most=100.0),),
            detail=f"{detail}; median {np.median(late) * 1000:.0f} ms, {late.size:,} messages",
            wrong=() if late.size else ("nobody heard anything",),
        ),
        Finding(
            benchmark=BENCHMARK,
            measure="longest silence of a client that reads",
            value=float(max(gaps)) * 1000,
            unit="ms",
            goals=(Goal(most=300.0),),
            detail=f"{missed} moves were overtaken by a newer one before they were sent",
        ),
    ]


Heard = list[list[tuple[int, float]]]
"""By client, which move it heard of when."""


async def heard_by(
    host: Client, *, seconds: int, clients: int, stalled: int, per_second: int
) -> tuple[Heard, dict[int, float]]:
    """Move a piece so often, with so many who read and so many who do not."""
    reading_clients = [await _connected(host) for _ in range(clients)]
    # A queue of one and nobody who empties it: the network fills up as far as it goes.
    silent = [await _connected(host, max_queue=1) for _ in range(stalled)]
    heard: Heard = [[] for _ in reading_clients]
    reading = [
        asyncio.create_task(_read(client, heard[at])) for at, client in enumerate(reading_clients)
    ]
    sent: dict[int, float] = {}
    await asyncio.to_thread(_move, host, sent, seconds=seconds, per_second=per_second)
    await asyncio.sleep(0.5)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    for each in (*reading_clients, *silent):
        each.transport.abort()
    return heard, sent


async def _connected(host: Client, *, max_queue: int | None = 16) -> ClientConnection:
    address = f"ws://{urlsplit(host.origin).netloc}/api/v1/live"
    client = await connect(
        address, origin=Origin(host.origin), compression=None, proxy=None, max_queue=max_queue
    )
    await client.send(json.dumps({"type": "hello", "token": host.token}))
    return client


async def _read(client: ClientConnection, heard: list[tuple[int, float]]) -> None:
    while True:
        message = await client.recv()
        now = time.perf_counter()
        value = json.loads(message)
        if value["type"] == "table":
            heard.append((value["table"]["number"], now))


def _move(host: Client, sent: dict[int, float], *, seconds: int, per_second: int) -> None:
    number = int(host.table()["number"])
    piece = host.table()["pieces"][0]["id"]
    start = time.perf_counter()
    for turn in range(seconds * per_second):
        time.sleep(max(0.0, start + turn / per_second - time.perf_counter()))
        sent[number + turn + 1] = time.perf_counter()
        host.put_piece(piece, x_in=5.0 + turn % 2)


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """The real server over a folder of battles, in a process of its own: the host's address."""
    with served_by(folder) as (address, _):
        yield address


@contextmanager
def served_by(folder: str) -> Iterator[tuple[str, int]]:
    """The same, with the number of its process."""
    command = [sys.executable, "-m", "api", "serve", "--port", "0", "--no-open"]
    process = subprocess.Popen([*command, "--battles", folder], stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None
        yield found[0], process.pid
    finally:
        process.terminate()
        process.communicate(timeout=30)
