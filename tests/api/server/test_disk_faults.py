"""Nothing is acknowledged that was not saved, whichever write fails, and play goes on.

The commands go the whole way: over HTTP, through the writer, into SQLite, onto a disk that refuses.
"""

import json
from pathlib import Path

import apsw
import pytest

from api.battle_files.chain import chained
from api.battle_files.file import BattleFile
from api.files.table_file import parse_snapshot
from api.tables.source import FixedTable
from conftest import SoakCount
from rules.referee.log.battle import replayed
from tests.api.server.disk import Deed, Disk, connecting
from tests.api.server.serving import ADDRESS, LIVE, Served, problem, served
from tests.api.server.test_playing import BATTLE, path, roll
from tests.api.umpire import disc, table
from tests.rules.referee.counting_game import COUNTING

TABLE = FixedTable(parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test"))
COMMANDS = 3

FAULTS = {"full": apsw.FullError, "broken": apsw.IOError, "read-only": apsw.ReadOnlyError}


class Breaking:
    """Lets so many operations through, then fails once or for ever."""

    def __init__(self, fault: type[apsw.Error], *, after: int, lasting: bool) -> None:
        self.fault, self.left, self.lasting = fault, after, lasting
        self.failed = 0

    def __call__(self, _deed: Deed) -> apsw.Error | None:
        self.left -= 1
        if self.left >= 0 or (self.failed and not self.lasting):
            return None
        self.failed += 1
        return self.fault("the disk refuses")


def play(server: Served, acknowledged: dict[str, bytes]) -> bool:
    """Three commands; whether every one of them was acknowledged."""
    for number in range(COMMANDS):
        name, seat = f"phone-00{number}", ("Red", "Blue")[number % 2]
        answer = roll(server, 1, name=name, seat=seat)
        if answer.status_code != 200:
            told = problem(answer, 503)
            assert told["type"] == "urn:paper-umpire:not-saved"
            assert "send it again with the same id" in told["detail"]
            return False
        assert answer.json()["accepted"], answer.text
        acknowledged.setdefault(name, answer.content)
        assert acknowledged[name] == answer.content
    return True


def in_file(disk: Disk, folder: Path) -> list[str]:
    """The commands that the file really holds, read by somebody else."""
    connection = connecting(disk)(folder / "battle1.battle")
    rows = connection.execute("SELECT id FROM commands ORDER BY first")
    assert connection.execute("PRAGMA integrity_check") == [("ok",)]
    connection.close()
    return [str(row[0]) for row in rows]


def one_fault(folder: Path, breaking: Breaking, *, forgiving: bool = False) -> None:
    """A battle in which this fails, and everything that has to be true of it then."""
    disk = Disk()
    with served(TABLE, folder, connect=connecting(disk, forgiving=forgiving)) as server:
        assert server.post("/api/v1/battles", BATTLE).status_code == 201
        disk.fault = breaking
        acknowledged: dict[str, bytes] = {}
        if not play(server, acknowledged):
            if breaking.lasting:
                brief = server.get("/api/v1/battles").json()[0]
                assert brief["paused"], "a battle that is not saved must say so"
                assert not play(server, acknowledged)
            disk.fault = lambda _deed: None
            assert set(acknowledged) <= set(in_file(disk, folder))
            assert play(server, acknowledged), "there is room again"
        disk.fault = lambda _deed: None
        assert server.get("/api/v1/battles").json()[0]["paused"] == ""
        assert in_file(disk, folder) == [f"phone-00{number}" for number in range(COMMANDS)]
        assert server.get(path()).json()["view"]["state"]["sum"] == COMMANDS
        _same_as_replayed(server, disk, folder)


@pytest.mark.soak
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("fault", FAULTS)
def test_whichever_write_fails_nothing_false_is_acknowledged(
    tmp_path: Path, *, fault: str, lasting: bool, rng_seed: int, soak_count: SoakCount
) -> None:
    # A short run meets one write in so many, and others with another seed.
    step = soak_count(17, 1)
    after, failures = rng_seed % step, 1
    while failures:
        breaking = Breaking(FAULTS[fault], after=after, lasting=lasting)
        one_fault(tmp_path / str(after), breaking)
        failures = breaking.failed
        after += step
    assert after > 20, "a commit has more writes than that: the faults were not met"


def test_the_harness_notices_what_is_acknowledged_too_early(tmp_path: Path) -> None:
    noticed = 0
    for after in range(0, 40, 4):
        breaking = Breaking(apsw.FullError, after=after, lasting=True)
        try:
            one_fault(tmp_path / str(after), breaking, forgiving=True)
        except AssertionError:
            noticed += 1
    assert noticed


def _same_as_replayed(server: Served, disk: Disk, folder: Path) -> None:
    text = server.get(path("/export.jsonl")).text
    assert text.count("\n") == 1 + 2 * COMMANDS
    found = BattleFile.__new__(BattleFile)
    found._connection = connecting(disk)(folder / "battle1.battle")  # noqa: SLF001
    entries = chained(found.lines()).entries
    state = replayed(COUNTING, entries).state
    assert state.sum == server.get(path()).json()["view"]["state"]["sum"]


def test_a_battle_that_cannot_be_saved_is_not_begun(tmp_path: Path) -> None:
    disk = Disk(fault=lambda _deed: apsw.FullError("the disk refuses"))
    with served(TABLE, tmp_path, connect=connecting(disk)) as server:
        problem(server.post("/api/v1/battles", BATTLE), 503)
        assert server.get("/api/v1/battles").json() == []
        assert list(tmp_path.iterdir()) == []
        disk.fault = lambda _deed: None
        disk.files.clear()
        assert server.post("/api/v1/battles", BATTLE).status_code == 201


def test_the_host_tries_the_disk_at_once(tmp_path: Path) -> None:
    disk = Disk()
    with served(TABLE, tmp_path, connect=connecting(disk)) as server:
        server.post("/api/v1/battles", BATTLE)
        with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
            hello = {"type": "hello", "token": server.host, "battle": "battle1"}
            socket.send_json(hello)
            assert [socket.receive_json()["type"] for _ in range(2)] == ["welcome", "start"]
            disk.fault = lambda _deed: apsw.FullError("the disk refuses")
            problem(roll(server, 1, name="phone-001"), 503)
            # Everybody who watches gets the banner, and sees it go.
            assert "the disk refuses" in socket.receive_json()["state"]["paused"]
            problem(server.post(path("/resume"), {}), 503)
            disk.fault = lambda _deed: None
            assert server.post(path("/resume"), {}).json()["paused"] == ""
            assert socket.receive_json()["state"]["paused"] == ""
            assert roll(server, 1, name="phone-001").json()["accepted"]
