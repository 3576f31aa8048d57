"""Tests of `umpire sheet`: from a photograph to a board of the game, and every bad input."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from api.cli import run
from api.errors import ExitCode
from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.chapters.boarding import TakeBoard
from rules.games.paper_invasion.tests.table_play import HOST, position
from rules.games.paper_invasion.vocabulary import Phase
from tests.api.setting_up import Practised
from tests.vision.sheets.drawn import Drawn, faults, plain

Said = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def made() -> Drawn:
    return plain("on the command line", rooms=4)


@pytest.fixture(scope="module")
def photo(made: Drawn, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("sheet") / "photo.png"
    cv2.imwrite(str(place), made.sheet.photograph())
    return place


def test_a_photograph_becomes_a_board_that_the_game_takes(
    made: Drawn, photo: Path, tmp_path: Path, capsys: Said
) -> None:
    assert faults(made.board, made.read()) == []
    board, picture = tmp_path / "board.json", tmp_path / "read.png"
    arguments = ["sheet", str(photo), "--board", str(board), "--annotate", str(picture)]
    assert run(arguments) == ExitCode.DONE
    assert capsys.readouterr().out.startswith("4 rooms, ")
    assert cv2.imread(str(picture)) is not None
    body = GAME.commands.read(json.loads(board.read_text(encoding="utf-8")), "board")
    assert isinstance(body, TakeBoard)
    before = position()
    before.state = replace(before.state, phase=Phase.BOARD, board=None, tokens={})
    before.do(HOST, body)
    taken = {wall.id for wall in before.state.map.walls}
    assert taken == {f"{wall.one}|{wall.other}" for wall in body.walls}
    assert run(arguments) == ExitCode.USAGE
    assert run([*arguments, "--force"]) == ExitCode.DONE


def test_a_photograph_of_a_table_is_not_taken_for_a_sheet_that_curls(
    practised: Practised, capsys: Said
) -> None:
    assert run(["sheet", str(practised.game)]) == ExitCode.CANNOT_SEE
    assert "the tags do not lie as on this sheet: photograph the game" in capsys.readouterr().err


def test_everything_is_told_as_json(photo: Path, capsys: Said) -> None:
    assert run(["sheet", str(photo), "--json"]) == ExitCode.DONE
    value = json.loads(capsys.readouterr().out)
    assert value["format"] == "paper-umpire/sheet/1"
    assert [room["name"] for room in value["rooms"]] == ["a", "b", "c", "d"]
    assert {wall["state"] for wall in value["walls"]} == {"single"}
    assert value["doubts"] == []


def test_what_is_no_sheet_is_refused_in_a_line(
    made: Drawn, tmp_path: Path, photo: Path, capsys: Said
) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), made.grey()[:60, :60])
    for arguments, code, says in (
        ([str(blank)], ExitCode.CANNOT_SEE, "show the whole sheet"),
        ([str(tmp_path / "none.png")], ExitCode.BAD_INPUT, "none.png"),
        ([str(photo), "--roster", "papercraft"], ExitCode.BAD_INPUT, "a piece of kind game_sheet"),
        ([str(photo), "--annotate", "read.gif"], ExitCode.USAGE, "ends with .png"),
    ):
        assert run(["sheet", *arguments]) == code
        complaint = capsys.readouterr().err
        assert says in complaint
        assert "Traceback" not in complaint
