"""A battle file that is sent is taken in once, checked, and over nothing."""

import asyncio
import shutil
import sqlite3
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.battle_files.blobs import packed
from api.battle_files.schema import VERSION
from api.files.table_file import example_text, parse_snapshot
from api.review.exports.lines import written_lines
from api.review.folder.receiving import TooLargeError, received
from api.review.record.reading import reading
from api.tables.hand import HandTable
from rules.registry import games
from tests.api.review.battle_files import CRAFT, TIGERS, battle_file
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_live import hello, live

LINES = 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "here"
    place.mkdir()
    return place


@pytest.fixture
def server(folder: Path) -> Iterator[Served]:
    table = HandTable(parse_snapshot(example_text("river-crossing"), origin="test"))
    with served(table, folder, games=games) as found:
        yield found


@pytest.fixture
def mailed(tmp_path: Path) -> Path:
    return battle_file(tmp_path / "mailed.battle", TIGERS, lines=LINES)


def send(server: Served, content: bytes, *, name: str = "mailed.battle", **more: Any) -> Any:
    headers = {"content-type": "application/octet-stream"}
    path = f"/api/v1/library/battles?name={name}"
    return server.ask("POST", path, content=content, headers=headers, **more)


def names(server: Served) -> list[str]:
    return sorted(each["name"] for each in server.get("/api/v1/library").json()["battles"])


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.glob("*.battle*") if each.is_file()}


def test_a_battle_that_is_sent_is_there_at_once_and_only_once(
    server: Served, mailed: Path, folder: Path
) -> None:
    told = send(server, mailed.read_bytes())
    assert told.status_code == 201, told.text
    assert (told.json()["deed"], told.json()["battle"]) == ("added", "mailed")
    assert names(server) == ["mailed"]
    assert server.get("/api/v1/battles/mailed/events").json()["events"][0]["sequence"] == 0
    before = files(folder)
    again = send(server, mailed.read_bytes(), name="other.battle").json()
    assert (again["deed"], again["battle"]) == ("there already", "mailed")
    assert again["says"] == "is there already as mailed.battle; nothing was done"
    assert (names(server), files(folder)) == (["mailed"], before)
    assert [each.name for each in folder.iterdir() if each.name.startswith(".sent")] == []


def test_json_lines_are_taken_as_well(server: Served, mailed: Path) -> None:
    with reading(mailed) as battles:
        text = "\n".join(written_lines(battles))
    told = send(server, text.encode(), name="evening.jsonl").json()
    assert (told["deed"], told["battle"]) == ("added", "evening")


def bomb(content: bytes) -> str:
    """What puts a table into a file that unpacks to this."""
    return f"UPDATE snapshots SET content = x'{packed(content).hex()}' WHERE id = 1"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (bomb(bytes(20_000_000)), "snapshots 1: expected at most 8,000,000 bytes, got more"),
        (bomb(b"{}"), "snapshots 1: expected the content with hash"),
        (
            "UPDATE snapshots SET content = substr(content, 1, 99) WHERE id = 1",
            "snapshots 1: expected what was packed, got only its beginning",
        ),
        (
            "CREATE VIEW more AS WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 "
            "FROM many) SELECT n, '', zeroblob(1000000000) FROM many",
            "expected the tables of a battle and nothing else, got the view more",
        ),
        (
            "ALTER TABLE pictures ADD COLUMN huge AS (zeroblob(1000000000))",
            "got the computed column pictures.huge",
        ),
        (
            "CREATE TRIGGER more AFTER INSERT ON events BEGIN DELETE FROM pictures; END",
            "got the trigger more",
        ),
        (
            "DROP TRIGGER events_stay_update; CREATE TRIGGER events_stay_update "
            "AFTER INSERT ON events BEGIN DELETE FROM pictures; END",
            "got the trigger events_stay_update",
        ),
        ("CREATE TABLE notes (said)", "got the table notes"),
    ],
)
def test_a_bomb_is_refused_before_it_unfolds(
    server: Served, mailed: Path, folder: Path, *, change: str, says: str
) -> None:
    with closing(sqlite3.connect(mailed)) as connection:
        connection.executescript(change)
    content = mailed.read_bytes()
    tracemalloc.start()
    try:
        answer = send(server, content)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    told = problem(answer, 422)["detail"]
    assert says in told
    assert most < 60_000_000
    assert files(folder) == {}


def test_another_battle_under_the_same_name_is_told_and_takes_another(
    server: Served, mailed: Path, folder: Path, tmp_path: Path
) -> None:
    assert send(server, mailed.read_bytes()).status_code == 201
    before = files(folder)
    other = battle_file(tmp_path / "other.battle", CRAFT, lines=20).read_bytes()
    detail = problem(send(server, other), 409)["detail"]
    assert "is another battle under the same name: nothing was written" in detail
    assert str(tmp_path) not in detail
    assert files(folder) == before
    assert send(server, other, name="duel").json()["deed"] == "added"
    assert names(server) == ["duel", "mailed"]


def test_a_copy_that_was_played_on_takes_the_place_of_the_shorter_one(
    server: Served, mailed: Path, folder: Path, tmp_path: Path
) -> None:
    send(server, mailed.read_bytes())
    longer = battle_file(tmp_path / "longer.battle", TIGERS, lines=LINES + 15).read_bytes()
    events = server.get("/api/v1/battles/mailed").json()["last"]
    with live(server) as socket:
        hello(socket, server.host, battle="mailed")
        detail = problem(send(server, longer, name="x.battle"), 409)["detail"]
        assert "is open on a page just now; nothing was changed" in detail
        assert server.get("/api/v1/battles/mailed").json()["last"] == events
    told = send(server, longer, name="x.battle").json()
    assert (told["deed"], told["battle"]) == ("played on", "mailed")
    assert server.get("/api/v1/battles/mailed").json()["last"] > events
    assert (folder / "mailed.battle.shorter").exists()
    shorter = send(server, mailed.read_bytes()).json()
    assert (shorter["deed"], names(server)) == ("shorter", ["mailed"])
    # The shorter copy still lies there, and nobody at a page has a command line.
    longest = battle_file(tmp_path / "longest.battle", TIGERS, lines=LINES + 20).read_bytes()
    detail = problem(send(server, longest, name="y.battle"), 409)["detail"]
    assert "mailed.battle.shorter is there already" in detail
    assert "send it again" in detail
    assert "--" not in detail


def test_one_battle_that_went_two_ways_is_told_and_left_alone(
    server: Served, mailed: Path, folder: Path
) -> None:
    send(server, mailed.read_bytes())
    seat = server.get("/api/v1/battles/mailed").json()["view"]["seats"][0]["name"]
    body = {"id": "elsewhere1", "seat": seat, "command": {"kind": "concede"}}
    told = server.post("/api/v1/battles/mailed/commands", body).json()
    fork = (folder / "mailed.battle").read_bytes()
    assert told["accepted"], told
    longer = battle_file(mailed.with_name("l.battle"), TIGERS, lines=LINES + 15).read_bytes()
    detail = problem(send(server, longer, name="l.battle"), 409)["detail"]
    assert "played on in two ways: they part at e" in detail
    assert (folder / "mailed.battle").read_bytes() == fork


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("truncated", "nothing was written. An umpire that finds it in its folder"),
        ("foreign", "got another SQLite file"),
        ("newer", "which a newer Paper Umpire has written"),
        ("picture", "got some other file"),
        ("empty", "got an empty file"),
        ("forged", "the log is damaged"),
        ("lines", "line 1"),
    ],
)
def test_what_is_no_battle_is_told_and_nothing_is_written(
    server: Served, mailed: Path, folder: Path, kind: str, told: str
) -> None:
    detail = problem(send(server, bad(mailed, kind), name="bad.battle"), 422)["detail"]
    assert told in detail
    assert "umpire serve" not in detail
    assert str(folder) not in detail
    assert ".sent-" not in detail
    assert [each.name for each in folder.iterdir()] == []
    assert names(server) == []


def bad(mailed: Path, kind: str) -> bytes:
    place = mailed.with_name("bad.battle")
    shutil.copyfile(mailed, place)
    match kind:
        case "truncated":
            return place.read_bytes()[:9000]
        case "picture":
            return b"\x89PNG\r\n\x1a\n" + bytes(5000)
        case "lines":
            return b'{"record":"battle","format":"paper-umpire/battle-lines/9","about":{}}\n'
        case "empty":
            return b""
        case "foreign":
            place.unlink()
    with closing(sqlite3.connect(place)) as connection:
        match kind:
            case "foreign":
                connection.execute("CREATE TABLE events (a)")
            case "newer":
                connection.execute(f"PRAGMA user_version = {VERSION + 1}")
            case "forged":
                connection.execute("UPDATE head SET events = events + 1")
        connection.commit()
    return place.read_bytes()


def test_only_the_host_adds_battles_and_others_send_nothing(server: Served, mailed: Path) -> None:
    send(server, mailed.read_bytes())
    token = server.invite("mailed")
    problem(send(server, b"x", token=token), 403)
    problem(send(server, b"x", token=""), 401)


def test_more_than_any_battle_has_is_not_read(server: Served, folder: Path) -> None:
    state = server.app.state

    async def tried() -> None:
        with pytest.raises(TooLargeError):
            await received(thousands(5), state.shelf, name="x", hub=state.hub, most=3000)

    asyncio.run(tried())
    assert list(folder.iterdir()) == []


async def thousands(count: int) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield bytes(1000)
