"""Times how soon phones hear of a moved piece beside a bare WebSocket server with as much to tell.

The bare one knows nothing: whatever it is sent it sends to everybody. It tells as many clients as
many messages of the same length as often, and as many of them never read. Both run in processes of
their own, in turn, on the computer that all clients run on, too.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from api.client import Client
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.server.live_load import Heard, heard_by, serving

READING: Final = 48
SILENT: Final = 16
PER_SECOND: Final = 30
TURNS: Final = 3


def beside_a_bare_echo(effort: Effort) -> list[Finding]:
    """The slowest hundredth of each."""
    seconds = effort.pick(10, small=1)
    ours: list[float] = []
    bare: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as address,
        Client(address) as host,
        _bare() as port,
    ):
        size = len(json.dumps(host.table()))
        for _ in range(effort.pick(TURNS, small=1)):
            found = heard_by(
                host, seconds=seconds, clients=READING, stalled=SILENT, per_second=PER_SECOND
            )
            ours += _late(*asyncio.run(found))
            bare += _late(*asyncio.run(_echoed(port, seconds=seconds, size=size)))
    detail = (
        f"{READING} clients and {SILENT} that never read, {PER_SECOND} Hz; median "
        f"{np.median(ours) * 1000:.1f} ms beside {np.median(bare) * 1000:.1f} ms"
        if ours and bare
        else ""
    )
    return [
        Finding(
            benchmark="live load",
            measure="move to client beside a bare echo, 99th percentile",
            value=float(np.percentile(ours, 99)) * 1000 if ours else 0.0,
            unit="ms",
            peer="a bare WebSocket server that sends as much to as many",
            peer_value=float(np.percentile(bare, 99)) * 1000 if bare else 0.0,
            detail=detail,
            goals=(Goal(of="ratio", least=1 / 3),),
            wrong=() if ours and bare else ("nobody heard anything",),
        )
    ]


def _late(heard: Heard, sent: dict[int, float]) -> list[float]:
    return [at - sent[number] for one in heard for number, at in one if number in sent]


async def _echoed(port: int, *, seconds: int, size: int) -> tuple[Heard, dict[int, float]]:
    async def connected(*, max_queue: int = 16) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{port}", compression=None, proxy=None, max_queue=max_queue
        )

    clients = [await connected() for _ in range(READING)]
    silent = [await connected(max_queue=1) for _ in range(SILENT)]
    teller = await connected(max_queue=1)
    heard: Heard = [[] for _ in clients]
    reading = [asyncio.create_task(_read(each, heard[at])) for at, each in enumerate(clients)]
    sent: dict[int, float] = {}
    start = time.perf_counter()
    for number in range(seconds * PER_SECOND):
        await asyncio.sleep(max(0.0, start + number / PER_SECOND - time.perf_counter()))
        text = json.dumps({"number": number, "table": "x" * size})
        sent[number] = time.perf_counter()
        await teller.send(text)
    await asyncio.sleep(0.5)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    for each in (*clients, *silent, teller):
        each.transport.abort()
    return heard, sent


async def _read(client: ClientConnection, heard: list[tuple[int, float]]) -> None:
    while True:
        message = await client.recv()
        now = time.perf_counter()
        heard.append((json.loads(message)["number"], now))


@contextmanager
def _bare() -> Iterator[int]:
    command = [sys.executable, "-m", "benchmarks.server.bare_echo"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.communicate(timeout=30)


async def _serve() -> None:
    """Send whatever anybody sends to everybody else."""
    everybody: set[ServerConnection] = set()

    async def talk(line: ServerConnection) -> None:
        everybody.add(line)
        try:
            async for message in line:
                broadcast(everybody - {line}, message)
        except ConnectionClosed:
            # Clients of a benchmark hang up without a word.
            return
        finally:
            everybody.discard(line)

    async with serve(talk, "127.0.0.1", 0, compression=None, max_size=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve())
