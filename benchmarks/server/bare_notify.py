"""The plainest way from a row in PostgreSQL to those who watch: an insert, a notify, a send.

Whoever connects says the number of a table, or 0 for all of them, and is sent every row of it.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg
from psycopg_pool import ConnectionPool
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

TABLES_SQL = """CREATE TABLE happened (
    table_number BIGINT NOT NULL,
    number BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (table_number, number)
)"""
CHANNEL = "happened"


@contextmanager
def inserted(address: str) -> Iterator[Callable[[int, int, str], None]]:
    """Keeps a row and tells of it, from any thread."""
    with ConnectionPool(address, min_size=4, max_size=8, open=True) as pool:
        pool.wait()

        def insert(table: int, number: int, line: str) -> None:
            with pool.connection() as connection:
                connection.execute(
                    "INSERT INTO happened (table_number, number, line) VALUES (%s, %s, %s)",
                    (table, number, line),
                )
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{table}:{number}"))

        yield insert


@contextmanager
def bare_notify(address: str) -> Iterator[int]:
    """The server in a process of its own: its port."""
    command = [sys.executable, "-m", "benchmarks.server.bare_notify", address]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.communicate(timeout=30)


async def _serve(address: str) -> None:
    everybody: dict[int, set[ServerConnection]] = {}

    async def talk(line: ServerConnection) -> None:
        try:
            table = int(await line.recv())
            everybody.setdefault(table, set()).add(line)
            await line.send("{}")
            await line.wait_closed()
        except ConnectionClosed:
            return
        finally:
            for each in everybody.values():
                each.discard(line)

    reading = await psycopg.AsyncConnection.connect(address, autocommit=True)
    listening = await psycopg.AsyncConnection.connect(address, autocommit=True)
    await listening.execute(f"LISTEN {CHANNEL}")
    async with serve(talk, "127.0.0.1", 0, compression=None, max_size=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        async for told in listening.notifies():
            table, number = (int(each) for each in told.payload.split(":"))
            cursor = await reading.execute(
                "SELECT line FROM happened WHERE table_number = %s AND number = %s",
                (table, number),
            )
            row = await cursor.fetchone()
            assert row is not None
            text = json.dumps({"table": table, "number": number, "line": row[0]})
            broadcast(everybody.get(table, set()) | everybody.get(0, set()), text)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(sys.argv[1]))
