"""What battles came to is read from each file once, and again when it has changed."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from api.battle_files.schema import connect
from api.cli import run
from api.review.folder.library import BattleSummary, Unreadable, summary_of
from api.review.folder.summaries import NAME, Summaries
from api.review.record.looking import looking_at
from rules.referee.toolkit.game import Game
from rules.registry import games
from tests.api.review.battle_files import CRAFT, TIGERS, battle_file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    battle_file(tmp_path / "one.battle", TIGERS, lines=40)
    battle_file(tmp_path / "two.battle", CRAFT, lines=30)
    (tmp_path / "letter.battle").write_text("not a battle at all")
    return tmp_path


def summed_up(
    folder: Path, *, version: str = "1"
) -> tuple[dict[str, BattleSummary | Unreadable], int]:
    """Every battle of a folder in a few words, and how many were replayed for that."""
    replays = 0

    def counted() -> Mapping[str, Game]:
        nonlocal replays
        replays += 1
        return games()

    summaries = Summaries(folder, games=counted, version=version)
    found = {}
    for _ in range(2):
        found = {each.stem: summaries.of(each) for each in sorted(folder.glob("*.battle"))}
        summaries.keep(frozenset(found))
    return found, replays


def test_each_battle_is_replayed_once_also_after_a_restart(folder: Path) -> None:
    found, replays = summed_up(folder)
    assert replays == 2
    for name in ("one", "two"):
        with looking_at(folder / f"{name}.battle") as there:
            assert found[name] == summary_of(name, there.battle, about=there.about)
    assert isinstance(found["letter"], Unreadable)
    assert str(folder) not in found["letter"].why
    assert summed_up(folder) == (found, 0)


def test_the_terminal_reads_no_battle_again_that_has_not_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["library", "list", "--json", "--battles", str(folder)]
    assert run(command) == 0
    capsys.readouterr()
    kept = (folder / NAME).read_text()
    assert json.loads(kept)["files"].keys() == {"one", "two"}
    # What is remembered is what is told.
    (folder / NAME).write_text(kept.replace("A golden battle", "Remembered"))
    assert run(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["title"] for each in told["battles"]} == {"Remembered"}
    assert [each["name"] for each in told["unreadable"]] == ["letter"]


def test_what_has_changed_is_replayed_anew(folder: Path) -> None:
    before, _ = summed_up(folder)
    connection = connect(folder / "two.battle")
    list(connection.execute("UPDATE about SET value = 'Thursday' WHERE name = 'title'"))
    connection.close()
    (folder / "one.battle").unlink()
    found, replays = summed_up(folder)
    two = found["two"]
    assert isinstance(two, BattleSummary)
    assert (replays, sorted(found), two.title) == (1, ["letter", "two"], "Thursday")
    # Another umpire may have other rules.
    assert summed_up(folder, version="2")[1] == 1
    assert before["two"] != found["two"]


@pytest.mark.parametrize(
    "spoiled",
    ["", "[]", "null", "{", '{"umpire": "1", "battles": {"one": []}}', "[" * 5000, "\0"],
)
def test_a_spoiled_memory_is_forgotten(folder: Path, spoiled: str) -> None:
    before, _ = summed_up(folder)
    (folder / NAME).write_text(spoiled)
    assert summed_up(folder) == (before, 2)
