"""Both databases for the tests of the hub: a file, and a PostgreSQL that is started here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.server.own_postgres import PostgresServer, postgres_programs
from conftest import POSTGRES_REQUIRED


@pytest.fixture(scope="session")
def postgres(pytestconfig: pytest.Config) -> Iterator[PostgresServer]:
    programs = postgres_programs()
    if programs is None:
        missing = "no PostgreSQL: looked for initdb on PATH and in /usr/lib/postgresql"
        if pytestconfig.stash[POSTGRES_REQUIRED]:
            pytest.fail(missing)
        pytest.skip(missing)
    server = PostgresServer(programs)
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database; whatever runs with it passes on both."""
    if request.param == "sqlite":
        return str(tmp_path / "event.hub")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()
