"""One suite for both databases: what is kept is there, once, whoever writes beside."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest

from api.hub.event import acts
from api.hub.event.deeds import Deed
from api.hub.event.state import EventRefusedError, EventState, event_of
from api.hub.store.database import HubDatabase, RowTakenError
from api.hub.store.deed_json import DeedTextError, read_deed, written_deed
from api.hub.store.keeping import DeedStamp, EventsKept, NoSuchEventError
from api.hub.store.migrations import MIGRATIONS, NEWEST, NewerStoreError, migrate
from api.hub.store.opening import open_database
from benchmarks.server.own_postgres import PostgresServer
from tests.api.hub.event.events import deeds_by_chance, opening
from tests.api.hub.store.changes import ChangeWatch


@pytest.fixture
def database(address: str) -> Iterator[HubDatabase]:
    with closing(open_database(address)) as found:
        yield found


def stamp(id_: object) -> DeedStamp:
    return DeedStamp(id=f"deed-{id_}", who="organiser", at="2026-11-24T18:00:00Z")


def with_event(database: HubDatabase, name: str = "cup") -> EventsKept:
    kept = EventsKept(database)
    kept.open_event(name, deed=opening(), stamp=stamp("open"))
    return kept


def adding(name: str) -> Callable[[EventState], Deed]:
    return lambda state: acts.entered(state, name=name, club="", rating=0, army="")


def as_it_was(deed: Deed) -> Callable[[EventState], Deed]:
    return lambda _: deed


def entering(kept: EventsKept, name: str) -> int:
    return kept.do("cup", decide=adding(name), stamp=stamp(name)).number


@pytest.mark.parametrize("seed", range(3))
def test_an_event_is_read_as_it_was_written(database: HubDatabase, seed: int) -> None:
    deeds = deeds_by_chance(Random(seed), players=7, rounds=3)
    kept = EventsKept(database)
    kept.open_event("cup", deed=opening(rounds=3), stamp=stamp(0))
    for at, deed in enumerate(deeds[1:], start=1):
        assert kept.do("cup", decide=as_it_was(deed), stamp=stamp(at)).number == at + 1
    again = EventsKept(database)
    assert [each.deed for each in again.deeds("cup")] == deeds
    assert again.state("cup") == event_of(deeds) == kept.state("cup")
    assert [each.number for each in again.deeds("cup", since=5)][:2] == [6, 7]
    assert again.heads() == {"cup": len(deeds)}


def test_a_deed_is_done_once_however_often_it_is_sent(database: HubDatabase) -> None:
    kept = with_event(database)
    assert [entering(kept, "Ada") for _ in range(3)] == [2, 2, 2]
    assert entering(EventsKept(database), "Ada") == 2
    assert len(kept.state("cup").players) == 1
    same = kept.open_event("cup", deed=opening(), stamp=stamp("open"))
    assert same.number == 1
    with pytest.raises(RowTakenError):
        kept.open_event("cup", deed=opening(), stamp=stamp("another"))


def test_what_is_refused_leaves_nothing_behind(database: HubDatabase) -> None:
    kept = with_event(database)
    entering(kept, "Ada")
    with pytest.raises(EventRefusedError, match="again"):
        kept.do(
            "cup",
            decide=adding("ADA"),
            stamp=stamp("other"),
        )
    assert kept.heads() == {"cup": 2}
    with pytest.raises(NoSuchEventError):
        kept.state("league")


def test_many_hubs_write_at_once_and_nothing_is_lost_or_doubled(address: str) -> None:
    with closing(open_database(address)) as first:
        with_event(first)
    failures: list[BaseException] = []

    def write(writer: int) -> None:
        try:
            with closing(open_database(address)) as database:
                kept = EventsKept(database)
                for at in range(6):
                    kept.do(
                        "cup",
                        decide=adding(f"P {writer}.{at}"),
                        stamp=stamp((writer, at)),
                    )
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    writers = [threading.Thread(target=write, args=(each,)) for each in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert failures == []
    with closing(open_database(address)) as database:
        players = EventsKept(database).state("cup").players
    assert [each.number for each in players] == list(range(1, 25))
    assert len({each.name for each in players}) == 24


def test_whoever_watches_hears_of_what_others_write(address: str) -> None:
    with closing(open_database(address)) as ours, closing(open_database(address)) as theirs:
        with_event(theirs)
        kept = EventsKept(ours)
        with closing(ours.waker()) as waker:
            watch = ChangeWatch(kept.heads, waker)
            assert watch.wait(0.01) == frozenset()
            entering(with_kept := EventsKept(theirs), "Ada")
            assert watch.wait(30) == {"cup"}
            with_kept.open_event("league", deed=opening(), stamp=stamp("league"))
            assert watch.wait(30) == {"league"}
            assert watch.wait(0.01) == frozenset()


def test_a_watch_wakes_while_it_waits(address: str) -> None:
    with closing(open_database(address)) as ours, closing(open_database(address)) as theirs:
        kept = with_event(theirs)
        with closing(ours.waker()) as waker:
            watch = ChangeWatch(EventsKept(ours).heads, waker)
            heard: list[frozenset[str]] = []

            def listen() -> None:
                while not heard:
                    grown = watch.wait(30)
                    heard.extend([grown] if grown else [])

            listener = threading.Thread(target=listen)
            listener.start()
            entering(kept, "Ada")
            listener.join(30)
            assert heard == [{"cup"}]


def test_a_hub_ends_while_a_thread_of_it_waits(address: str) -> None:
    with closing(open_database(address)) as database:
        waker = database.waker()
        waits = threading.Event()

        def listen() -> None:
            waits.set()
            waker.wait(3600)

        listener = threading.Thread(target=listen)
        listener.start()
        waits.wait(30)
        waker.close()
        listener.join(30)
        assert not listener.is_alive()
        # Whoever comes late finds it closed, and is not kept.
        waker.wait(3600)
        waker.close()


def test_a_waker_outlives_its_database(postgres: PostgresServer) -> None:
    address = postgres.new_database()
    with closing(open_database(address)) as theirs:
        kept = with_event(theirs)
        with closing(theirs.waker()) as waker:
            postgres.kill()
            # The first finds it gone, the others nobody there.
            for _ in range(3):
                waker.wait(0.01)
            postgres.start()
            watch = ChangeWatch(kept.heads, waker)
            entering(kept, "Ada")
            assert watch.wait(30) == {"cup"}


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_every_earlier_version_is_brought_up_to_date(address: str, version: int) -> None:
    with closing(open_database(address)) as fresh:
        check_columns(fresh)
        dropped(fresh)
        migrate(fresh, to=version)
        if version >= 1:
            with_event(fresh)
    with closing(open_database(address)) as found:
        check_columns(found)
        assert migrate(found) == NEWEST
        if version >= 1:
            assert EventsKept(found).state("cup").opened == opening()


def check_columns(database: HubDatabase) -> None:
    """Every table there is, with every column."""
    with database.reading() as statements:
        for name, of_table in TABLES.items():
            # A table refuses a column that it does not have.
            statements.run(f"SELECT {', '.join(of_table)} FROM {name}")


TABLES = {
    "deeds": ["event", "number", "id", "at", "who", "body"],
    "hub_version": ["version"],
    "hub_tables": ["event", "number", "code", "token"],
    "battle_logs": ["battle", "event", "table_number", "lines", "head"],
    "log_lines": ["battle", "number", "hash", "line", "arrived"],
    "log_refusals": [
        *["battle", "number", "hash", "event", "table_number", "at", "says", "line", "seen_by"]
    ],
    "hub_codes": ["code", "event", "role", "player", "name"],
    "hub_grants": ["token", "id", "event", "role", "player", "name"],
    "call_pictures": ["event", "call_number", "media_type", "content"],
}


def dropped(database: HubDatabase) -> None:
    with database.transaction() as statements:
        for name in TABLES:
            statements.run(f"DROP TABLE {name}")


def test_all_tables_of_the_newest_version_are_looked_at() -> None:
    made = {
        statement.split()[2]
        for step in MIGRATIONS.values()
        for statement in step
        if statement.startswith("CREATE TABLE")
    }
    assert made | {"hub_version"} == set(TABLES)
    assert sorted(MIGRATIONS) == list(range(1, NEWEST + 1))


def test_a_newer_database_is_left_alone(address: str) -> None:
    with closing(open_database(address)) as database, database.transaction() as statements:
        statements.run("UPDATE hub_version SET version = ?", (NEWEST + 1,))
    with pytest.raises(NewerStoreError, match=f"expected version {NEWEST} at most"):
        open_database(address)


def test_what_breaks_off_is_not_there(database: HubDatabase) -> None:
    kept = with_event(database)
    with pytest.raises(ZeroDivisionError):
        break_off(database)
    assert kept.heads() == {"cup": 1}


def break_off(database: HubDatabase) -> None:
    with database.transaction() as statements:
        statements.run("DELETE FROM deeds")
        raise ZeroDivisionError


@pytest.mark.parametrize("seed", range(3))
def test_deeds_as_text(seed: int) -> None:
    for deed in deeds_by_chance(Random(seed), players=6, rounds=3):
        assert read_deed(written_deed(deed)) == deed
    longer = replace(opening(), name="Ünter den Linden")
    assert read_deed(written_deed(longer)) == longer
    with pytest.raises(DeedTextError, match="expected a deed"):
        read_deed('{"kind": "coffee_spilt"}')
