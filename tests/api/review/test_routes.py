"""A battle is looked back on over HTTP: any moment, its evidence, and disputes."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.files.table_file import example_text, parse_snapshot
from api.review.evidence.bundle import read_bundle
from api.review.story.desk import ReviewDesk
from api.review.story.timeline import EVERY, Timeline
from api.tables.hand import HandTable
from conftest import SoakCount
from rules.referee.court.offers import view
from rules.referee.log.battle import replayed
from rules.referee.log.text import read_log
from rules.registry import games
from tests.api.review.battle_files import TIGERS, battle_file
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_playing import BATTLE, seen

LINES = 75
SHOT = 64


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    battle_file(folder / "evening.battle", TIGERS, lines=LINES)
    battle_file(folder / "over.battle", TIGERS)
    battle_file(folder / "rooms.battle", ("paper_invasion", "one_against_one"))
    table = HandTable(parse_snapshot(example_text("river-crossing"), origin="test"))
    with served(table, folder, games=games) as found:
        yield found


def path(rest: str, battle: str = "evening") -> str:
    return f"/api/v1/battles/{battle}/review{rest}"


def test_the_timeline_tells_the_whole_course(server: Served) -> None:
    told = server.get(path("/timeline", "over")).json()
    events = server.get("/api/v1/battles/over/events?limit=500").json()["events"]
    assert told["count"] == len(told["kind"]) == 536
    assert [each["turn"] for each in told["turns"]] == [0, 1, 2, 3, 4, 5]
    measured = [each["sequence"] for each in events if each["evidence"]]
    assert [each for each in told["measured"] if each < 500] == measured
    assert set(told["measured"]) == set(told["tables"]) & set(told["measured"])
    assert told["whole"] is True


def test_a_game_that_tells_no_stories_has_its_turns_in_the_course_all_the_same(
    server: Served,
) -> None:
    turns = server.get(path("/timeline", "rooms")).json()["turns"]
    assert [each["turn"] for each in turns] == [0, 1, 2, 3, 4, 5]
    for each in turns[1:]:
        shown = server.get(path(f"/moments/{each['first']}", "rooms")).json()["view"]["facts"]
        assert shown["turn"]["number"] == each["turn"]


def test_a_moment_is_the_battle_as_it_was(server: Served) -> None:
    log = server.get("/api/v1/battles/evening/export.jsonl").text
    entries = read_log(log)
    game = games()["paper_tigers"]
    for sequence in (0, 1, 40, SHOT, len(entries) - 1):
        told = server.get(path(f"/moments/{sequence}")).json()
        then = replayed(game, entries[: sequence + 1])
        assert told["view"]["sequence"] == sequence + 1
        assert told["view"]["state"]["turn"] == view(then, seat="")["state"]["turn"]  # type: ignore[index]
        assert told["view"]["awaits"] == view(then, seat="")["awaits"]
        assert told["event"]["id"] == f"e{sequence}"
    assert server.get(path("/moments/0")).json()["table"] is None
    table = server.get(path(f"/moments/{SHOT}")).json()["table"]
    assert table["number"] == entries[SHOT].measured[0].snapshot
    problem(server.get(path("/moments/9999")), 404)


@pytest.mark.soak
def test_a_jump_is_verified_against_a_replay(server: Served, soak_count: SoakCount) -> None:
    entries = read_log(server.get("/api/v1/battles/over/export.jsonl").text)
    game = games()["paper_tigers"]
    battle = replayed(game, entries)
    timeline = Timeline(battle)
    step = max(1, len(entries) // soak_count(6, len(entries)))
    for sequence in range(len(entries) - 1, -1, -step):
        assert timeline.at(battle, sequence) == replayed(game, entries[: sequence + 1])
    # Just before and after wherever a checkpoint may have been kept.
    assert len(entries) > 2 * EVERY
    for near in range(EVERY, len(entries), EVERY):
        for sequence in (near - 1, near, near + 1):
            assert timeline.at(battle, sequence) == replayed(game, entries[: sequence + 1])


def test_the_tools_work_on_the_past(server: Served) -> None:
    asked = path(f"/moments/{SHOT}/measure/range?a=R1&b=B4&metric=centre")
    told = server.get(asked).json()["measurement"]
    kept = server.get(path(f"/evidence/{SHOT}")).json()["measured"][0]
    assert told["verdict"]["value_in"] == pytest.approx(kept["value"])
    picture = server.get(path(f"/moments/{SHOT}/drawing.svg?what=sight&a=R1&b=B4"))
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in picture.text
    problem(server.get(path(f"/moments/{SHOT}/measure/range?a=R1&b=Nobody")), 404)
    problem(server.get(path("/moments/0/measure/range?a=R1&b=B4")), 404)


@pytest.mark.long
def test_evidence_is_the_same_for_all_seats(server: Served) -> None:
    red, blue = (server.invite("evening", seat) for seat in ("Red", "Blue"))
    watcher = server.invite("evening")
    told = [
        server.get(path(f"/evidence/{SHOT}"), token=token).json()
        for token in (server.host, red, blue, watcher)
    ]
    assert told[0] == told[1] == told[2] == told[3]
    assert told[0]["would_change"][0]["says"].startswith("would change if W1's edge were 0.15 in")
    problem(server.get(path("/evidence/1")), 422)
    problem(server.get(path(f"/evidence/{SHOT}/picture.jpg")), 404)


def test_a_bundle_from_the_server_is_judged_the_same(server: Served, tmp_path: Path) -> None:
    content = server.get(path(f"/evidence/{SHOT}/bundle.zip")).content
    assert "ruling.json" in zipfile.ZipFile(io.BytesIO(content)).namelist()
    place = tmp_path / "b.zip"
    place.write_bytes(content)
    assert read_bundle(place).same
    red = server.invite("evening", "Red")
    problem(server.get(path(f"/evidence/{SHOT}/bundle.zip"), token=red), 403)


def test_what_if_tells_nobody_and_changes_nothing(server: Served) -> None:
    before = server.get("/api/v1/table?battle=evening").json()
    last = server.get("/api/v1/battles/evening").json()["last"]
    near = {"what": "range", "a": "R1", "b": "B1"}
    there = {"piece": "R1", "x_in": 10.0, "y_in": 10.0}
    red = server.invite("evening", "Red")
    told = server.post(path("/what-if"), {**near, "moves": [there]}, token=red).json()
    now = server.get("/api/v1/measure/range?a=R1&b=B1&battle=evening").json()
    distances = [each["measurement"]["verdict"]["value_in"] for each in (told, now)]
    assert distances[0] != distances[1]
    assert server.get("/api/v1/table?battle=evening").json() == before
    assert server.get("/api/v1/battles/evening").json()["last"] == last
    unknown = {**near, "moves": [{**there, "piece": "Nobody"}]}
    assert "expected one of" in problem(server.post(path("/what-if"), unknown), 422)["detail"]
    off = {**near, "moves": [{**there, "x_in": 1000.0}]}
    problem(server.post(path("/what-if"), off), 422)
    watcher = server.invite("evening")
    problem(server.post(path("/what-if"), {**near, "moves": []}, token=watcher), 403)


def test_the_report_is_for_all_once_it_is_over(server: Served) -> None:
    watcher = server.invite("evening")
    assert problem(server.get(path("/report.html"), token=watcher), 409)["title"] == "Not over"
    assert "<h1>" in server.get(path("/report.html")).text
    later = server.invite("over")
    page = server.get(path("/report.html", "over"), token=later)
    assert page.status_code == 200
    assert "Blue wins: Red 1, Blue 10." in page.text


def test_luck_is_told_roll_by_roll_once_it_is_over(server: Served) -> None:
    watcher = server.invite("evening")
    assert problem(server.get(path("/luck"), token=watcher), 409)["title"] == "Not over"
    luck = server.get(path("/luck", "over"), token=server.invite("over")).json()
    assert luck["rows"]
    for row in luck["rows"]:
        assert len(row["steps"]) == row["count"]
        assert sum(each["came"] for each in row["steps"]) == row["came"]
        assert row["steps"][-1]["ahead"] == pytest.approx(row["came"] - row["expected"])


def test_the_library_lists_and_counts(server: Served) -> None:
    told = server.get("/api/v1/library").json()
    assert {each["name"] for each in told["battles"]} == {"evening", "over", "rooms"}
    assert told["totals"]["players"]["Blue"]["won"] == 1
    found = server.get("/api/v1/library?text=bridge&since=2026-01-01").json()
    assert [each["name"] for each in found["battles"]] == ["over"]
    problem(server.get("/api/v1/library?since=soon"), 422)
    problem(server.get("/api/v1/library", token=server.invite("over")), 403)


def command(server: Served, seat: str, body: dict[str, Any], number: int) -> Any:
    sent = {"id": f"command-{number}", "seat": seat, "command": body}
    return server.post("/api/v1/battles/battle1/commands", sent)


def test_a_dispute_goes_its_way_over_http(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        server.app.state.review = ReviewDesk(seconds=0.0)
        assert server.post("/api/v1/battles", BATTLE).status_code == 201
        assert command(server, "Red", {"kind": "roll", "die": 2}, 1).json()["accepted"]
        challenge = {"kind": "challenge", "entry": "e1", "reason": "a 1"}
        told = command(server, "Blue", challenge, 2).json()
        assert told["events"][0]["id"] == "e3"
        held = command(server, "Blue", {"kind": "roll", "die": 1}, 3).json()
        assert held["refusal"]["clause"] == "REF-12"
        again = server.post(
            "/api/v1/battles/battle1/review/measure-again",
            {"id": "again-0001", "seat": "Blue", "dispute": "e3"},
        ).json()
        assert again["accepted"]
        assert "would be the same" in again["events"][0]["says"]
        state = server.get("/api/v1/battles/battle1").json()["view"]
        assert state["disputes"][0]["measured"] == ["e4"]
        settle = {"kind": "settle", "dispute": "e3", "outcome": "changed"}
        assert command(server, "Blue", settle, 4).json()["accepted"]
        agreed = command(server, "Red", {"kind": "agree", "ask": "e5"}, 5).json()
        assert [each["kind"] for each in agreed["events"]] == ["referee"] * 3
        state = server.get("/api/v1/battles/battle1").json()["view"]
        assert state["state"]["sum"] == 0
        missing = {"id": "again-0002", "seat": "Blue", "dispute": "e9"}
        problem(server.post("/api/v1/battles/battle1/review/measure-again", missing), 422)


def test_whole_pictures_take_the_consent_of_every_seat(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        server.post("/api/v1/battles", BATTLE)
        ask = "/api/v1/battles/battle1/review/whole-pictures"
        red = server.invite("battle1", "Red")
        told = server.post(ask, {"whole": True}, token=red).json()
        assert told == {"agreed": ["Red"], "whole": False}
        blue = server.invite("battle1", "Blue")
        told = server.post(ask, {"whole": True}, token=blue).json()
        assert told == {"agreed": ["Blue", "Red"], "whole": True}
        assert server.post(ask, {"whole": False}, token=red).json()["whole"] is False
        problem(server.post(ask, {"whole": True, "seat": "Blue"}, token=red), 403)
