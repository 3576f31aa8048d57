"""Hubs and databases are killed while deeds are done: none is lost, and none is done twice."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from api.hub.event import acts
from api.hub.store.keeping import DeedStamp, EventsKept
from api.hub.store.opening import open_database
from benchmarks.server.own_postgres import PostgresServer
from conftest import SoakCount
from tests.api.hub.event.events import opening

REPOSITORY = Path(__file__).parents[4]
DEEDS_A_LIFE = 12


def begun(address: str) -> None:
    with closing(open_database(address)) as database:
        kept = EventsKept(database)
        when = "2026-11-24T18:00:00Z"
        kept.open_event("cup", deed=opening(), stamp=DeedStamp(id="open", who="o", at=when))
        kept.do(
            "cup",
            decide=lambda state: acts.entered(state, name="Ada", club="", rating=0, army=""),
            stamp=DeedStamp(id="ada", who="o", at=when),
        )


def said_by(writer: subprocess.Popen[str], count: int) -> list[int]:
    assert writer.stdout is not None
    lines = (writer.stdout.readline() for _ in range(count))
    return [int(line) for line in lines if line]


def started(address: str, first: int, last: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.api.hub.store.writer", address, str(first), str(last)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )


def ids_of(address: str) -> list[str]:
    with closing(open_database(address)) as database:
        return [each.stamp.id for each in EventsKept(database).deeds("cup")]


def lived_through(address: str, *, kills: int, chance: Random, kill: Callable[..., None]) -> None:
    """Kill so often, each time after some deeds, and find what was said to be kept."""
    begun(address)
    said = 0
    for _ in range(kills):
        last = said + DEEDS_A_LIFE
        writer = started(address, said + 1, last)
        try:
            heard = said_by(writer, chance.randint(0, DEEDS_A_LIFE - 2))
            kill(writer)
            heard += said_by(writer, DEEDS_A_LIFE - len(heard))
        finally:
            writer.kill()
            writer.communicate()
        said = max([said, *heard])
        kept = ids_of(address)
        # What was on its way when the hub died may be there, too; the next life sends it again.
        assert kept[: said + 2] == ["open", "ada", *(f"deed-{each + 1}" for each in range(said))]
        assert len(kept) in {said + 2, said + 3}
        assert len(set(kept)) == len(kept)
    assert said > 0


@pytest.mark.long
@pytest.mark.soak
def test_a_hub_that_is_killed_loses_nothing(
    address: str, rng_seed: int, soak_count: SoakCount
) -> None:
    lived_through(
        address,
        kills=soak_count(3, 150),
        chance=Random(rng_seed),
        kill=lambda writer: writer.kill(),
    )


@pytest.mark.long
@pytest.mark.soak
def test_a_database_that_is_killed_loses_nothing(
    postgres: PostgresServer, rng_seed: int, soak_count: SoakCount
) -> None:
    def kill(_: subprocess.Popen[str]) -> None:
        postgres.kill()
        postgres.start()

    lived_through(
        postgres.new_database(),
        kills=soak_count(2, 200),
        chance=Random(rng_seed + 1),
        kill=kill,
    )
