"""Refusals by measuring are kept once, for whoever asked, disputed and verified."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.battle_files.file import Picture
from api.battle_files.refusals import latest_run, linked, refused_lines
from api.battles.opening import open_battle
from api.review.exports.lines import read_lines, written_lines
from api.review.folder.making import make_battle
from api.review.record.archive import Archive
from api.review.record.reading import reading
from api.review.record.rechecked import Check
from api.review.record.verify import verified
from api.review.story.desk import ReviewDesk
from api.tables.hand import HandTable
from rules.referee.log.entries import canonical, digest
from rules.table.bad_input import BadInputError
from tests.api.server.serving import Served, counting_games, problem, served
from tests.api.server.test_playing import BATTLE, path, roll, seen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        assert found.post("/api/v1/battles", BATTLE).status_code == 201
        yield found


def kept(server: Served, seat: str = "Red", **more: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.get(path(f"/refusals?seat={seat}"), **more).json()
    return found


def challenge(server: Served, number: int, *, name: str, seat: str = "Red", **more: Any) -> Any:
    body = {"id": name, "seat": seat, "reason": "it was a 4"}
    return server.post(path(f"/refusals/{number}/challenge"), body, **more)


def disputed(tmp_path: Path, *, refusals: int = 1) -> Path:
    """A battle in which Red was refused and disputes the last one, closed again."""
    with served(HandTable(seen()), tmp_path) as server:
        assert server.post("/api/v1/battles", BATTLE).status_code == 201
        for number in range(refusals):
            assert not roll(server, 5, name=f"phone-{number:03}").json()["accepted"]
        assert challenge(server, refusals, name="dispute-1").json()["accepted"]
    return tmp_path / "battle1.battle"


def test_a_refusal_is_kept_with_what_it_was_judged_by(server: Served) -> None:
    told = roll(server, 5, name="phone-001").json()
    assert told["accepted"] is False
    assert told["refusal"]["kept"] == "r1"
    (found,) = kept(server)
    assert (found["name"], found["after"], found["dispute"]) == ("r1", 0, "")
    assert (found["clause"], found["reason"]) == ("C-2", "5 is more than 4.")
    assert [each["value"] for each in found["evidence"]] == [5]
    assert server.get(path()).json()["last"] == 0


def test_a_refusal_that_measured_nothing_is_not_kept(server: Served) -> None:
    told = roll(server, 1, name="phone-001", seat="Blue").json()
    assert (told["refusal"]["clause"], told["refusal"]["kept"]) == ("C-1", "")
    assert kept(server, "Blue") == []


def test_the_same_command_is_refused_once_also_after_a_restart(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        assert server.post("/api/v1/battles", BATTLE).status_code == 201
        first = roll(server, 5, name="phone-001").json()
        assert roll(server, 5, name="phone-001").json() == first
        problem(roll(server, 3, name="phone-001"), 409)
        assert len(kept(server)) == 1
    with served(HandTable(seen()), tmp_path) as server:
        assert roll(server, 5, name="phone-001").json() == first
        problem(roll(server, 3, name="phone-001"), 409)
        assert len(kept(server)) == 1
        assert roll(server, 5, name="phone-002").json()["refusal"]["kept"] == "r2"


def test_nobody_else_hears_of_a_refusal_until_it_is_disputed(server: Served) -> None:
    red, blue = server.invite("battle1", "Red"), server.invite("battle1", "Blue")
    onlooker = server.invite("battle1")
    body = {"id": "phone-001", "command": {"kind": "roll", "die": 5}}
    assert not server.post(path("/commands"), body, token=red).json()["accepted"]
    assert [each["name"] for each in server.get(path("/refusals"), token=red).json()] == ["r1"]
    for token in (blue, onlooker, ""):
        answer = server.get(path("/refusals"), token=token)
        assert answer.status_code == 401 or answer.json() == []
    own = server.get(path("/refusals?seat=Red"), token=blue)
    problem(own, 403)
    told = server.post(path("/refusals/1/challenge"), {"id": "blue-0001"}, token=blue)
    assert "no refusal r1 of Blue" in problem(told, 404)["detail"]
    assert "5 is more" not in server.get(path("/events"), token=blue).text
    asked = {"id": "red-00001", "reason": "it was a 4"}
    assert server.post(path("/refusals/1/challenge"), asked, token=red).json()["accepted"]
    events = server.get(path("/events"), token=blue).json()["events"]
    assert events[1]["says"].endswith("was refused (C-2): 5 is more than 4.")
    assert server.get(path("/refusals"), token=blue).json() == []


def test_a_disputed_refusal_is_evidence_like_any_ruling(server: Served) -> None:
    roll(server, 5, name="phone-001")
    told = challenge(server, 1, name="dispute-1").json()
    assert [each["id"] for each in told["events"]] == ["e1", "e2"]
    assert challenge(server, 1, name="dispute-1").json() == told
    found = server.get(path("/review/evidence/1")).json()
    assert found["same_again"] is True
    assert [each["value"] for each in found["measured"]] == [5]
    (each,) = kept(server)
    assert each["dispute"] == "e2"
    assert (
        "is disputed already" in challenge(server, 1, name="dispute-2").json()["refusal"]["reason"]
    )
    view = server.get(path("?seat=Blue")).json()["view"]
    assert [one["entry"] for one in view["disputes"]] == ["e1"]
    body = {"id": "again-001", "seat": "Blue", "dispute": "e2"}
    server.app.state.review = ReviewDesk(lambda _session: seen(), seconds=0.0)
    again = server.post(path("/review/measure-again"), body).json()
    assert "The ruling would be the same" in again["events"][0]["says"]


def test_a_picture_that_is_packed_after_the_dispute_still_gets_to_its_event(tmp_path: Path) -> None:
    file = open_battle(disputed(tmp_path, refusals=2), stamp="now").file
    for refusal in (1, 2):
        content = b"\x89PNG" + bytes([refusal])
        picture = Picture(sequence=0, media_type="image/png", content=content, refusal=refusal)
        file.add_picture(picture)
    archive = Archive(file.rows)
    found = archive.picture_of(1)
    assert found is not None
    assert found.content[-1] == 2, "the second refusal is the one that was disputed"
    assert [each.refusal for each in archive.refusal_pictures()] == [1]
    file.close()


def test_it_is_judged_on_the_table_as_it_lay_and_not_as_it_lies(server: Served) -> None:
    roll(server, 5, name="phone-001")
    before = server.get(path("/review/moments/0")).json()
    server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 21})
    assert challenge(server, 1, name="dispute-1").json()["accepted"]
    table = server.get(path("/review/moments/1")).json()["table"]
    assert before["table"] is None
    assert [each["pose"]["x_in"] for each in table["pieces"]] == [10]


@pytest.mark.parametrize(
    "command",
    [
        {
            "kind": "challenge_refusal",
            "command": {"kind": "roll", "die": 5},
            "after": "e0",
            "refusal": "r1",
        },
        {"kind": "measure_again", "dispute": "e2", "command": {"kind": "roll", "die": 3}},
    ],
)
def test_a_command_that_never_was_is_not_brought_up_by_another(
    server: Served, command: dict[str, Any]
) -> None:
    problem(challenge(server, 1, name="dispute-0"), 404)
    roll(server, 5, name="phone-001")
    assert challenge(server, 1, name="dispute-1").json()["accepted"]
    body = {"id": "phone-002", "seat": "Red", "command": command}
    told = server.post(path("/commands"), body).json()
    assert "as it is kept" in told["refusal"]["reason"]
    assert server.get(path()).json()["last"] == 2


def test_it_is_verified_and_a_planted_change_is_found(tmp_path: Path) -> None:
    place = disputed(tmp_path, refusals=2)
    assert checks(place) == {"e1": Check.SAME, "r1": Check.SAME, "r2": Check.SAME}
    for was, is_ in (
        ("5 is more", "6 is more"),
        ('"value":5', '"value":5.5'),
        ('"die":5', '"die":3'),
    ):
        forged = tmp_path / "forged.battle"
        shutil.copyfile(place, forged)
        with closing(sqlite3.connect(forged)) as connection:
            (line,) = connection.execute("SELECT line FROM refusals WHERE number = 2").fetchone()
            text = line.replace(was, is_)
            assert text != line
            row = (text, digest(text))
            connection.execute("UPDATE refusals SET line = ?, hash = ? WHERE number = 2", row)
            connection.commit()
        assert checks(forged)["r2"] is Check.DIFFERENT
        assert checks(forged)["r1"] is Check.SAME


def checks(place: Path) -> dict[str, Check]:
    with reading(place) as battles:
        found = verified(battles, games=counting_games(), installed="test")
    assert found.fault == ""
    return {each.entry: each.check for each in found.rulings}


def test_a_line_that_was_changed_or_left_out_is_found_where_it_is(tmp_path: Path) -> None:
    place = disputed(tmp_path, refusals=3)
    with reading(place) as battles:
        lines, entries = battles.archive.refusals(), battles.log.entries
    assert [each.name for each in linked(lines, entries)] == ["r1", "r2", "r3"]
    # The oldest go; whatever follows has to hang on the one before it.
    assert len(list(linked(lines[1:], entries))) == 2
    with pytest.raises(BadInputError, match="r3: expected a refusal after"):
        list(linked((lines[0], lines[2]), entries))
    with pytest.raises(BadInputError, match="another log"):
        list(linked(lines, entries[1:]))
    by_number = {each.number: each for each in lines}
    assert latest_run(by_number, entries) == lines
    assert latest_run({1: lines[0], 3: lines[2]}, entries) == lines[2:]
    assert latest_run({1: lines[0]}, ()) == ()


def test_a_damaged_refusal_is_recovered_from_with_the_others(tmp_path: Path) -> None:
    place = disputed(tmp_path, refusals=3)
    content = place.read_bytes()
    assert content.count(b'"id":"phone-000"') == 1
    place.write_bytes(content.replace(b'"id":"phone-000"', b'"id":"phone-999"'))
    opened = open_battle(place, stamp="now")
    assert opened.recovery is not None
    assert opened.recovery.kept == 3
    assert opened.file.refused("phone-000") is None
    found = opened.file.refused("phone-002")
    assert found is not None
    assert found.name == "r3"
    opened.file.close()
    assert open_battle(place, stamp="then").recovery is None


def test_the_oldest_go_first_with_their_tables(tmp_path: Path) -> None:
    place = disputed(tmp_path, refusals=3)
    file = open_battle(place, stamp="now").file
    known = file.refused("phone-002")
    assert known is not None
    for number in range(4):
        fresh = replace(known, command_id=f"later-{number}")
        found = file.refuse(fresh, seen=seen(11 + number), most=2)
        assert found.name == f"r{4 + number}"
    rows = file.rows("SELECT number FROM refusals ORDER BY number")
    assert [number for (number,) in rows] == [6, 7]
    # One table of the log's own, and two of the refusals that are left.
    assert file.rows("SELECT count(*) FROM snapshots") == [(3,)]
    file.close()
    assert open_battle(place, stamp="then").recovery is None


def test_json_lines_bring_refusals_back_to_the_letter(tmp_path: Path) -> None:
    place = disputed(tmp_path, refusals=2)
    with reading(place) as battles:
        text = list(written_lines(battles, pictures=True))
        lines = battles.archive.refusals()
    fresh = tmp_path / "fresh.battle"
    make_battle(read_lines(text), fresh)
    with reading(fresh) as again:
        assert [each.text for each in again.archive.refusals()] == [each.text for each in lines]
        assert list(written_lines(again, pictures=True)) == text
    at = next(at for at, line in enumerate(text) if '"record":"refusal"' in line)
    value = json.loads(text[at])
    value["refusal"]["previous"] = "1" * 64
    with pytest.raises(BadInputError):
        read_lines([*text[: at + 1], canonical(value), *text[at + 2 :]])


def test_rows_are_read_as_they_lie() -> None:
    (line,) = refused_lines([(1, "c", 2, digest("{}"), "{}")])
    assert line.is_whole
    (line,) = refused_lines([(1, "c", 2, "0", "{}")])
    assert not line.is_whole
