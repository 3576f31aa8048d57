"""A battle file that is deleted or replaced while it is played is put back, and that is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.battles.opening import open_battle
from api.tables.hand import HandTable
from tests.api.server.serving import Served, served
from tests.api.server.test_playing import BATTLE, path, roll, seen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        assert found.post("/api/v1/battles", BATTLE).status_code == 201
        assert roll(found, 1, name="phone-001").json()["accepted"]
        yield found


def kept(place: Path, server: Served) -> int:
    """How many events are in the file, by another reader; it has to be closed for that."""
    assert server.client.portal is not None
    server.client.portal.call(server.app.state.shelf.let_go, "battle1")
    opened = open_battle(place, stamp="now")
    opened.file.close()
    assert opened.recovery is None
    return len(opened.log.entries)


def test_a_deleted_file_is_written_anew(server: Served, tmp_path: Path) -> None:
    place = tmp_path / "battle1.battle"
    place.unlink()
    assert roll(server, 2, name="phone-002", seat="Blue").json()["accepted"]
    state = server.get(path()).json()
    assert "Its file was deleted while it was played" in state["recovered"]
    assert kept(place, server) == state["last"] + 1


def test_a_replaced_file_is_kept_beside(server: Served, tmp_path: Path) -> None:
    place = tmp_path / "battle1.battle"
    other = tmp_path / "other"
    other.write_bytes(b"another one")
    other.replace(place)
    assert roll(server, 2, name="phone-002", seat="Blue").json()["accepted"]
    state = server.get(path()).json()
    assert "the other file lies beside it as battle1.battle.replaced-1" in state["recovered"]
    assert (tmp_path / "battle1.battle.replaced-1").read_bytes() == b"another one"
    assert kept(place, server) == state["last"] + 1


def test_an_export_of_a_deleted_file_is_whole(server: Served, tmp_path: Path) -> None:
    (tmp_path / "battle1.battle").unlink()
    answer = server.get(path("/export.battle"))
    assert answer.status_code == 200
    copy = tmp_path / "copy.battle"
    copy.write_bytes(answer.content)
    opened = open_battle(copy, stamp="now")
    opened.file.close()
    assert len(opened.log.entries) == server.get(path()).json()["last"] + 1
