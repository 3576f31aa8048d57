"""An event opens after a restored backup as it was, and its tables go on."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from benchmarks.server.own_postgres import PostgresServer, postgres_programs
from tests.api.hub.intake.logs_made import log_of
from tests.api.hub.serving.hubs import EVENT, ServedHub, served_hub
from tests.api.hub.serving.test_tables_served import ME, called, pushed, ruled


def made(hub: ServedHub) -> str:
    """An event in the middle of a round; the token of its first table."""
    hub.with_event(4)
    hub.do(f"{EVENT}/rounds")
    table, judge = hub.table(1), hub.invite("judge", name="Joy")
    pushed(hub, table, lines=log_of(5))
    ruled(hub, judge, called(hub, table), says="It reaches.")
    return table


def check(hub: ServedHub, table: str, before: object) -> None:
    """Whoever was let in before still is, and what was kept is all there."""
    assert hub.get(EVENT) == before
    assert hub.get(ME, token=table)["battles"][0]["last"] == 4
    assert hub.get(ME, token=table)["rulings"][0]["says"] == "It reaches."
    # A table sends what the backup does not have yet.
    assert pushed(hub, table, lines=log_of(8)[5:])["last"] == 7


def test_a_file_that_was_copied_while_the_hub_ran(tmp_path: Path) -> None:
    with served_hub(tmp_path / "event.hub") as hub:
        table = made(hub)
        before = hub.get(EVENT)
        # As `sqlite3 event.hub ".backup kept.hub"` does.
        with (
            closing(sqlite3.connect(tmp_path / "event.hub")) as running,
            closing(sqlite3.connect(tmp_path / "kept.hub")) as kept,
        ):
            running.backup(kept)
        pushed(hub, table, lines=log_of(7)[5:])
    with served_hub(tmp_path / "kept.hub") as restored:
        check(restored, table, before)


def test_a_file_that_was_copied_once_the_hub_had_ended(tmp_path: Path) -> None:
    with served_hub(tmp_path / "event.hub") as hub:
        table = made(hub)
        before = hub.get(EVENT)
    assert [each.name for each in tmp_path.iterdir()] == ["event.hub"]
    shutil.copy(tmp_path / "event.hub", tmp_path / "kept.hub")
    with served_hub(tmp_path / "kept.hub") as restored:
        check(restored, table, before)


def test_a_database_that_was_dumped(postgres: PostgresServer, tmp_path: Path) -> None:
    programs = postgres_programs()
    assert programs is not None
    first, second = postgres.new_database(), postgres.new_database()
    dump = tmp_path / "event.dump"
    with served_hub(first) as hub:
        table = made(hub)
        before = hub.get(EVENT)
        subprocess.run([programs / "pg_dump", "-Fc", "-f", dump, first], check=True)
        pushed(hub, table, lines=log_of(7)[5:])
    subprocess.run([programs / "pg_restore", "-d", second, dump], check=True)
    with served_hub(second) as restored:
        check(restored, table, before)
