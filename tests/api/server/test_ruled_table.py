"""A table without a camera lies as rulings have it: one truth for map, measuring and referee."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from api.battle_files.schema import Database, Row, connect
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from api.tables.held import HeldTable, RulingFollowed, held_text
from api.tables.source import FixedTable
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.spots import RuledPlace, Spot
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import disc, table
from tests.rules.referee.counting_game import COUNTING, Counting

PIECES = {
    "C1": ("C1",),
    "gun": ("gun", "crew"),
    "squad": ("one", "two"),
    "stranger": ("stranger",),
}
START = {"C1": 5.0, "gun": 9.0, "squad": 14.0}
OFF = 30.0
"""From here on a unit of the planted game lies beside the table."""


def _ruled(state: Counting) -> Mapping[str, RuledPlace]:
    places = {**START, **dict(state.places)}
    return {
        name: RuledPlace(
            pieces=PIECES[name],
            spot=None if x_in >= OFF else Spot(x_in=Inches(x_in), y_in=Inches(5.0)),
            loose=name == "squad",
        )
        for name, x_in in places.items()
        if name in PIECES
    }


RULED = replace(COUNTING, ruled_places=_ruled)
WANTED = {
    "game": "counting",
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": [{"id": "C1", "side": "Red", "kind": "counter", "footprint": "disc 1"}],
    "options": {"take_back": "free"},
}


def _laid() -> Any:
    pieces = (
        disc("C1", 5, 5),
        *(disc("gun", 9, 5), disc("crew", 10, 6)),
        *(disc("one", 13, 5), disc("two", 15, 5)),
        disc("X", 20, 20),
    )
    return parse_snapshot(json.dumps(table(*pieces)), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    table_by_hand = HandTable(_laid())
    with served(table_by_hand, tmp_path, games=lambda: {"counting": RULED}) as found:
        yield found


ITS = {"battle": "battle1"}


def begun(server: Served) -> str:
    return str(server.post("/api/v1/battles", WANTED).json()["id"])


def give(server: Served, battle: str, **command: object) -> Any:
    given = server.get(f"/api/v1/battles/{battle}").json()["last"]
    body = {"id": f"given-{given:04}", "command": command, "seat": "Host"}
    told = server.post(f"/api/v1/battles/{battle}/commands", body).json()
    assert told["accepted"], told
    return told


def _at(piece: Piece, *, x: float) -> Piece:
    assert piece.pose is not None
    return replace(piece, pose=replace(piece.pose, x=Inches(x)))


def places_in(table: Any) -> dict[str, tuple[float, float]]:
    return {each["id"]: (each["pose"]["x_in"], each["pose"]["y_in"]) for each in table["pieces"]}


def places(server: Served, battle: str = "battle1") -> dict[str, tuple[float, float]]:
    return places_in(server.get("/api/v1/table", params={"battle": battle}).json())


def test_a_place_that_is_ruled_on_moves_the_piece_and_a_take_back_puts_it_back(
    server: Served,
) -> None:
    battle = begun(server)
    before = places(server)
    told = give(server, battle, kind="shift", counter="C1", x_in=12)
    assert places(server) == {**before, "C1": (12.0, 5.0)}
    give(server, battle, kind="take_back", entry=told["events"][0]["id"])
    assert places(server) == before


def test_the_pieces_of_a_unit_move_together(server: Served) -> None:
    battle = begun(server)
    before = places(server)
    give(server, battle, kind="shift", counter="gun", x_in=11)
    give(server, battle, kind="shift", counter="squad", x_in=17)
    moved = {"gun": (11.0, 5.0), "crew": (12.0, 6.0), "one": (16.0, 5.0), "two": (18.0, 5.0)}
    assert places(server) == {**before, **moved}


def test_what_is_lost_leaves_the_table_and_comes_back(server: Served) -> None:
    battle = begun(server)
    before = places(server)
    give(server, battle, kind="shift", counter="squad", x_in=OFF)
    told = give(server, battle, kind="shift", counter="C1", x_in=OFF + 1)
    assert set(places(server)) == set(before) - {"C1", "one", "two"}
    give(server, battle, kind="take_back", entry=told["events"][0]["id"])
    assert places(server)["C1"] == (5.0, 5.0)


def test_a_piece_that_was_dragged_there_is_left_alone(server: Served) -> None:
    battle = begun(server)
    put = {"x_in": 12.01, "y_in": 5, "heading_deg": 0.2}
    server.ask("PUT", "/api/v1/table/pieces/C1", params=ITS, json=put)
    number = server.get("/api/v1/table", params=ITS).json()["number"]
    give(server, battle, kind="shift", counter="C1", x_in=12)
    assert places(server)["C1"] == (12.01, 5.0)
    assert server.get("/api/v1/table", params=ITS).json()["number"] == number


def test_what_nobody_ruled_on_stays_where_it_was_put(server: Served) -> None:
    battle = begun(server)
    server.ask("PUT", "/api/v1/table/pieces/gun", params=ITS, json={"x_in": 2, "y_in": 2})
    give(server, battle, kind="shift", counter="C1", x_in=12)
    assert places(server)["gun"] == (2.0, 2.0)


def test_a_table_that_is_watched_is_not_touched(tmp_path: Path) -> None:
    with served(FixedTable(_laid()), tmp_path, games=lambda: {"counting": RULED}) as server:
        battle = begun(server)
        before = places(server)
        give(server, battle, kind="shift", counter="C1", x_in=12)
        assert places(server) == before


GAMES = {"counting": RULED}


def serving(folder: Path, **more: Any) -> AbstractContextManager[Served]:
    return served(HandTable(_laid()), folder, games=lambda: GAMES, **more)


def test_a_battle_that_is_opened_again_goes_on_from_its_last_ruling(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        battle = begun(server)
        give(server, battle, kind="shift", counter="C1", x_in=12)
        server.ask("PUT", "/api/v1/table/pieces/X", params=ITS, json={"x_in": 4})
    # One battle is one file.
    assert list((tmp_path / "tables").iterdir()) == []
    with serving(tmp_path) as server:
        assert places(server)["C1"] == (12.0, 5.0)
        give(server, battle, kind="shift", counter="gun", x_in=11)
        assert (places(server)["C1"], places(server)["X"]) == ((12.0, 5.0), (4.0, 20.0))


def test_a_kill_at_any_moment_leaves_what_was_ruled_and_what_hands_moved(tmp_path: Path) -> None:
    before: dict[Path, Any] = {}
    with serving(tmp_path / "played") as server:

        def killed() -> None:
            """What the disk has at this moment, and what everybody was told."""
            copy = tmp_path / f"killed{len(before)}"
            copytree(tmp_path / "played", copy)
            before[copy] = server.get("/api/v1/table", params=ITS).json()

        battle = begun(server)
        killed()
        told: Any = None
        for x_in in (2, 3, 4):
            server.ask("PUT", "/api/v1/table/pieces/X", params=ITS, json={"x_in": x_in})
            killed()
            told = give(server, battle, kind="shift", counter="C1", x_in=10 + x_in)
            killed()
        give(server, battle, kind="take_back", entry=told["events"][0]["id"])
        killed()
        server.post("/api/v1/table/terrain-lock", {}, params=ITS)
        killed()
    for folder, last in before.items():
        with serving(folder) as server:
            assert server.get("/api/v1/table", params=ITS).json() == last
    assert places_in(last) == {**places_in(last), "C1": (13.0, 5.0), "X": (4.0, 20.0)}


def test_a_power_cut_that_takes_the_last_moves_leaves_what_was_ruled(tmp_path: Path) -> None:
    played, cut = tmp_path / "played", tmp_path / "cut"
    with serving(played) as server:
        battle = begun(server)
        give(server, battle, kind="shift", counter="C1", x_in=12)
        ruled = server.get("/api/v1/table", params=ITS).json()
        server.ask("PUT", "/api/v1/table/pieces/X", params=ITS, json={"x_in": 4})
        copytree(played, cut)
    (cut / "tables" / "battle1.json.moved").write_text("{")
    with serving(cut) as server:
        assert server.get("/api/v1/table", params=ITS).json() == ruled


@dataclass(slots=True)
class _Refusing:
    """A disk that takes no more, for as long as it is told so."""

    refuses: bool = False

    def connect(self, path: Path) -> Database:
        return _Connection(self, connect(path))


@dataclass(slots=True)
class _Connection:
    disk: _Refusing
    inner: Database

    def execute(self, sql: str, parameters: Sequence[object] = (), /) -> Iterable[Row]:
        if self.disk.refuses and sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self.inner.execute(sql, parameters)

    def close(self) -> None:
        self.inner.close()


def test_a_ruling_that_cannot_be_kept_moves_nothing(tmp_path: Path) -> None:
    disk = _Refusing()
    with serving(tmp_path, connect=disk.connect) as server:
        battle = begun(server)
        before = server.get("/api/v1/table", params=ITS).json()
        command = {"kind": "shift", "counter": "C1", "x_in": 12}
        body = {"id": "given-once", "seat": "Host", "command": command}
        disk.refuses = True
        problem(server.post(f"/api/v1/battles/{battle}/commands", body), 503)
        assert server.get("/api/v1/table", params=ITS).json() == before
        disk.refuses = False
        assert server.post(f"/api/v1/battles/{battle}/commands", body).json()["accepted"]
        assert places(server)["C1"] == (12.0, 5.0)


def test_each_battle_has_a_table_of_its_own(server: Served) -> None:
    first, second = begun(server), begun(server)
    give(server, first, kind="shift", counter="C1", x_in=12)
    path = "/api/v1/table/pieces/C1"
    server.ask("PUT", path, params={"battle": second}, json={"x_in": 3})
    server.ask("PUT", path, json={"x_in": 8})
    found = [places(server, each)["C1"] for each in (first, second, "")]
    assert found == [(12.0, 5.0), (3.0, 5.0), (8.0, 5.0)]
    guest = server.invite(second, "Guest")
    pieces = server.get("/api/v1/table/pieces", token=guest).json()
    assert pieces[0]["pose"]["x_in"] == 3.0
    problem(server.get("/api/v1/table", token=guest, params={"battle": first}), 404)
    asked = {"a": "C1", "b": "X", "battle": second}
    told = server.get("/api/v1/measure/range", params=asked).json()
    number = server.get("/api/v1/table", params={"battle": second}).json()["number"]
    assert told["measurement"]["snapshot"] == number


def _without_its_table(folder: Path, battle: str) -> None:
    """As the file was before tables were kept with their battles."""
    with closing(sqlite3.connect(folder / f"{battle}.battle")) as file, file:
        file.execute("DELETE FROM about WHERE name = 'table'")


def test_an_older_battle_takes_up_the_table_that_followed_it(tmp_path: Path) -> None:
    keep = tmp_path / "table.json"
    with serving(tmp_path) as server:
        battle = begun(server)
        give(server, battle, kind="shift", counter="C1", x_in=12)
        give(server, battle, kind="shift", counter="gun", x_in=11)
    _without_its_table(tmp_path, battle)
    # It had followed the first of the two rulings, and somebody had moved X since.
    moved = {"C1": 12.0, "X": 17.0}
    pieces = (_at(each, x=moved[each.id]) if each.id in moved else each for each in _laid().pieces)
    laid = replace(_laid(), pieces=tuple(pieces))
    follows = RulingFollowed(battle=battle, last=2)
    keep.write_text(held_text(HeldTable(snapshot=laid, follows=follows)))
    older = HandTable(_laid(), keep=keep)
    with served(older, tmp_path, games=lambda: GAMES) as server:
        found = places(server)
        assert (found["C1"], found["gun"], found["X"]) == ((12.0, 5.0), (11.0, 5.0), (17.0, 20.0))
    older.close()


def test_a_battle_that_is_copied_brings_its_table(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        battle = begun(server)
        server.ask("PUT", "/api/v1/table/pieces/X", params=ITS, json={"x_in": 4})
        content = server.get(f"/api/v1/battles/{battle}/export.battle").content
    other = tmp_path / "other"
    other.mkdir()
    (other / "battle1.battle").write_bytes(content)
    with serving(other) as server:
        assert places(server)["X"] == (4.0, 20.0)


def test_a_table_that_refuses_a_piece_stops_no_battle(server: Served) -> None:
    battle = begun(server)
    before = places(server)
    give(server, battle, kind="shift", counter="stranger", x_in=12)
    assert places(server) == before
    give(server, battle, kind="shift", counter="gun", x_in=11)
    assert places(server)["gun"] == (11.0, 5.0)


class _SeenTable(FixedTable):
    """A table that somebody else sees, who shows it as it lies now."""

    __slots__ = ("now",)

    def __init__(self, first: Snapshot) -> None:
        super().__init__(first)
        self.now = first

    def latest(self) -> Snapshot:
        return self.now


def test_a_piece_is_to_be_put_where_it_was_ruled_until_it_is_seen_there(tmp_path: Path) -> None:
    seen = _SeenTable(_laid())
    with served(seen, tmp_path, games=lambda: GAMES) as server:
        battle = begun(server)
        path = f"/api/v1/battles/{battle}"
        give(server, battle, kind="shift", counter="C1", x_in=12)
        place = {"id": "C1", "x_in": 12.0, "y_in": 5.0, "heading_deg": 0.0}
        assert server.get(path).json()["to_place"] == [place]
        pieces = (_at(each, x=12.2) if each.id == "C1" else each for each in _laid().pieces)
        seen.now = replace(_laid(), pieces=tuple(pieces), number=8)
        assert server.get(path).json()["to_place"] == []


def test_what_the_table_cannot_take_is_told(server: Served) -> None:
    battle = begun(server)
    give(server, battle, kind="shift", counter="stranger", x_in=12)
    (told,) = server.get(f"/api/v1/battles/{battle}").json()["table_says"]
    assert told.startswith("stranger could not be put at 12 in from the west edge and 5 in")
    give(server, battle, kind="shift", counter="gun", x_in=11)
    assert server.get(f"/api/v1/battles/{battle}").json()["table_says"] == []


def _near(state: Counting, command: Command, snapshot: Snapshot) -> Any:
    """No counter goes beyond 20 in but by agreement."""
    if getattr(command.body, "x_in", 0) > 20 and "C-2" not in command.waives:
        return Refusal(clause="C-2", reason="That is beyond 20 in.", waivable=True)
    return COUNTING.decide(state, command, snapshot)


def test_what_is_let_pass_moves_the_piece_on_the_table_with_it(tmp_path: Path) -> None:
    strict = replace(RULED, decide=_near)
    with served(HandTable(_laid()), tmp_path, games=lambda: {"counting": strict}) as server:
        battle = begun(server)
        before = places(server)
        shift = {"kind": "shift", "counter": "C1", "x_in": 22}
        asked = give(server, battle, kind="override", clause="C-2", command=shift)
        # Nothing moves before the other side has agreed.
        assert places(server) == before
        agree = {"kind": "agree", "ask": asked["events"][0]["id"]}
        body = {"id": "agreed-0001", "command": agree, "seat": "Guest"}
        agreed = server.post(f"/api/v1/battles/{battle}/commands", body).json()
        assert agreed["accepted"], agreed
        assert places(server) == {**before, "C1": (22.0, 5.0)}
        moved = next(each["id"] for each in agreed["events"] if each["kind"] == "event")
        give(server, battle, kind="take_back", entry=moved)
        assert places(server) == before
