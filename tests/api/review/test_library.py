"""Battles are found, counted, and added once and over nothing."""

import json
import sqlite3
from pathlib import Path

import pytest

from api.cli import run
from api.errors import UserError
from api.files.lock import FileLock
from api.review.exports.lines import written_lines
from api.review.folder.adding import Deed, add_battle
from api.review.folder.library import (
    BattleSummary,
    Unreadable,
    Wanted,
    matching,
    totals_of,
)
from api.review.folder.summaries import Summaries
from api.review.record.reading import reading
from rules.registry import games
from tests.api.review.battle_files import CRAFT, TIGERS, battle_file, write_battle

SHORT = 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    battle_file(shelf / "one.battle", TIGERS)
    battle_file(shelf / "two.battle", CRAFT, lines=30)
    (shelf / "torn.battle").write_bytes((shelf / "one.battle").read_bytes()[:9000])
    (shelf / "letter.battle").write_text("not a battle at all")
    return shelf


def every(folder: Path) -> list[BattleSummary | Unreadable]:
    return list(Summaries(folder, games=games, version="1").every())


def summaries(folder: Path) -> list[BattleSummary]:
    return [each for each in every(folder) if isinstance(each, BattleSummary)]


def test_every_file_is_listed_with_what_is_wrong_with_it(folder: Path) -> None:
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    found = every(folder)
    assert {each.name for each in found} == {"one", "two", "torn", "letter"}
    wrong = {each.name: each.why for each in found if isinstance(each, Unreadable)}
    assert set(wrong) == {"torn", "letter"}
    assert "some other file" in wrong["letter"]
    assert "damaged" in wrong["torn"]
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_a_summary_says_who_played_and_who_won(folder: Path) -> None:
    found = {each.name: each for each in summaries(folder)}
    assert found["one"].winner == "Blue"
    assert [player.name for player in found["one"].players] == ["Red", "Blue"]
    assert found["one"].result.startswith("Blue wins")
    assert found["two"].result == ""


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (Wanted(), ["one", "two"]),
        (Wanted(game="papercraft"), ["two"]),
        (Wanted(text="bridge blown"), ["one"]),
        (Wanted(text="BRIDGE unheard"), []),
        (Wanted(player="guest", since="2026-11-21", until="2026-11-21"), ["two"]),
        (Wanted(player="blue", since="2026-11-21", until="2026-11-21"), ["one"]),
        (Wanted(player="Stranger"), []),
        (Wanted(since="2026-11-22"), []),
        (Wanted(until="2026-11-20"), []),
    ],
)
def test_battles_are_found(folder: Path, wanted: Wanted, names: list[str]) -> None:
    assert sorted(each.name for each in matching(summaries(folder), wanted)) == names


def test_totals_count_a_battle_once(folder: Path) -> None:
    battle_file(folder / "copy.battle", TIGERS)
    totals = totals_of(summaries(folder))
    blue, host = totals.players["Blue"], totals.players["Host"]
    assert (blue.battles, blue.won, blue.lost, blue.unfinished) == (1, 1, 0, 0)
    assert (host.battles, host.won, host.lost, host.unfinished) == (1, 0, 0, 1)
    red = totals.armies["Paper Tigers: Red"]
    assert (red.battles, red.won, red.lost) == (1, 0, 1)


def test_a_battle_from_elsewhere_is_added_once(tmp_path: Path) -> None:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    mailed = battle_file(tmp_path / "mailed.battle", TIGERS)
    assert add_battle(mailed, shelf).deed is Deed.ADDED
    assert add_battle(mailed, shelf).deed is Deed.THERE
    renamed = battle_file(tmp_path / "other-name.battle", TIGERS)
    assert add_battle(renamed, shelf).deed is Deed.THERE
    assert [each.name for each in shelf.iterdir()] == ["mailed.battle"]


def test_a_longer_copy_takes_the_place_of_a_shorter_one_which_is_kept(tmp_path: Path) -> None:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    battle_file(shelf / "here.battle", TIGERS, lines=SHORT)
    short = (shelf / "here.battle").read_bytes()
    longer = battle_file(tmp_path / "mailed.battle", TIGERS)
    added = add_battle(longer, shelf)
    assert (added.deed, added.place.name) == (Deed.LONGER, "here.battle")
    assert (shelf / "here.battle.shorter").read_bytes() == short
    assert sorted(each.name for each in shelf.iterdir()) == ["here.battle", "here.battle.shorter"]
    with reading(shelf / "here.battle") as one, reading(longer) as other:
        assert one.log.head == other.log.head
    again = battle_file(tmp_path / "short.battle", TIGERS, lines=SHORT)
    assert add_battle(again, shelf).deed is Deed.SHORTER


def test_a_battle_that_is_in_play_is_not_replaced(tmp_path: Path) -> None:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    here = battle_file(shelf / "here.battle", TIGERS, lines=SHORT)
    before = here.read_bytes()
    lock = FileLock(here)
    longer = battle_file(tmp_path / "mailed.battle", TIGERS)
    with pytest.raises(UserError, match="another Paper Umpire is using"):
        add_battle(longer, shelf)
    lock.release()
    assert here.read_bytes() == before
    assert [each.name for each in shelf.iterdir()] == ["here.battle"]


def test_two_battles_under_one_name_stay_two(tmp_path: Path) -> None:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    here = battle_file(shelf / "evening.battle", TIGERS, lines=SHORT)
    before = here.read_bytes()
    other = battle_file(tmp_path / "evening.battle", CRAFT, lines=SHORT)
    with pytest.raises(UserError, match="another battle under the same name: nothing was written"):
        add_battle(other, shelf)
    assert here.read_bytes() == before
    assert add_battle(other, shelf, name="duel").place.name == "duel.battle"


def test_one_battle_played_on_in_two_ways_is_told(tmp_path: Path) -> None:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    script = (
        (Path(__file__).parents[3] / "rules/games/paper_tigers/tests/golden")
        .joinpath("two_players_withdrawal.script.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    write_battle(shelf / "here.battle", script[:20])
    dice = next(at for at, line in enumerate(script) if '"dice"' in line)
    value = json.loads(script[dice])
    value["command"]["dice"] = [1, 1]
    write_battle(tmp_path / "there.battle", [*script[:dice], json.dumps(value)])
    with pytest.raises(UserError, match=r"played on in two ways: they part at e1\."):
        add_battle(tmp_path / "there.battle", shelf)


def test_json_lines_are_added_as_a_battle(tmp_path: Path) -> None:
    shelf = tmp_path / "battles"
    shelf.mkdir()
    source = battle_file(tmp_path / "evening.battle", TIGERS, lines=SHORT)
    lines = tmp_path / "evening.jsonl"
    with reading(source) as battles:
        lines.write_text("\n".join(written_lines(battles)), encoding="utf-8")
    added = add_battle(lines, shelf)
    assert added.deed is Deed.ADDED
    assert add_battle(source, shelf).deed is Deed.THERE
    lines.write_text("\n".join(lines.read_text().splitlines()[:-3]), encoding="utf-8")
    with pytest.raises(UserError, match="nothing was written"):
        add_battle(lines, shelf, name="cut")


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(5000)])
def test_what_is_no_battle_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "battles").mkdir()
    bad = tmp_path / "bad.battle"
    bad.write_bytes(content)
    with pytest.raises(UserError, match="battle"):
        add_battle(bad, tmp_path / "battles")
    assert list((tmp_path / "battles").iterdir()) == []


def test_another_sqlite_file_and_a_newer_battle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "battles").mkdir()
    foreign = tmp_path / "foreign.battle"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    with pytest.raises(UserError, match="got another SQLite file"):
        add_battle(foreign, tmp_path / "battles")
    newer = battle_file(tmp_path / "newer.battle", lines=SHORT)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(UserError, match="which a newer Paper Umpire has written"):
        add_battle(newer, tmp_path / "battles")


def test_the_command_lists_and_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["library", "list", "--battles", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["name"] for each in told["battles"]} == {"one", "two"}
    assert run(["library", "list", "bridge", "--battles", str(folder)]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[0].startswith("one  2026-11-21  A golden battle  Paper Tigers")
    assert "letter: cannot be read" in said.err
    assert run(["library", "totals", "--battles", str(folder)]) == 0
    assert "Blue: 1 battle, 1 won, 0 lost" in capsys.readouterr().out
    assert run(["library", "list", "--since", "yesterday", "--battles", str(folder)]) == 2
    assert "expected a day as 2026-11-21" in capsys.readouterr().err
