"""`umpire event`: the next round, the check and the standings of a report file."""

import json
from pathlib import Path
from random import Random

import pytest

from api.cli import run
from api.errors import ExitCode
from api.hub.event.exchange import report_of, written_report
from api.hub.event.state import event_of
from tests.api.hub.event.events import deeds_by_chance


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """An event of nine after four of five rounds."""
    place = tmp_path / "event.trf"
    found = report_of(event_of(deeds_by_chance(Random(3), players=9, rounds=4)))
    place.write_text(written_report(found).replace("XXR 4", "XXR 5"), encoding="utf-8")
    return place


def test_the_next_round(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["event", "pair", str(report), "--away", "3"]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["round 5", "   1  2 P 2 - 1 P 1"]
    assert lines[-1] == " bye  6 P 6"
    assert run(["event", "pair", str(report), "--away", "3", "--json"]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"][0] == {"white": 2, "black": 1}
    assert (told["round"], told["byes"], told["conceded"]) == (5, [6], [])


def test_what_had_to_be_conceded_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = tmp_path / "two.trf"
    lines = [
        f"{f'001    {number}      {name}':<80} 1.0    1     {other} {side} ="
        for number, name, other, side in ((1, "Ada", 2, "w"), (2, "Bob", 1, "b"))
    ]
    two.write_text("\n".join([*lines, "XXR 3"]), encoding="utf-8")
    assert run(["event", "pair", str(two)]) == ExitCode.DONE
    assert capsys.readouterr().out.splitlines()[-1] == "conceded: 1 and 2 meet again"


@pytest.mark.parametrize("command", ["pair", "check", "standings"])
def test_a_file_of_another_kind_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    place = tmp_path / "notes.txt"
    place.write_text("Dear Ada,\nsee you on Friday", encoding="utf-8")
    assert run(["event", command, str(place)]) == ExitCode.BAD_INPUT
    said = "line 1: expected TRF, whose players begin with 001, got 'Dear Ada,'"
    assert capsys.readouterr().err == f"umpire: {place}: {said}\n"


def test_rounds_are_checked(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["event", "check", str(report)]) == ExitCode.DONE
    said = [f"round {each}: the same" for each in range(1, 5)]
    assert capsys.readouterr().out.splitlines() == said
    other = report.read_text(encoding="utf-8").replace("white1", "black1")
    report.write_text(other, encoding="utf-8")
    assert run(["event", "check", str(report)]) == ExitCode.UNEXPECTED
    assert "round 1: the same pairs on other sides" in capsys.readouterr().out
    assert run(["event", "check", str(report), "--json"]) == ExitCode.UNEXPECTED
    first = json.loads(capsys.readouterr().out)["rounds"][0]
    assert (first["same_pairs"], first["same_sides"]) == (True, False)


def test_who_leads(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["event", "standings", str(report)]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["rank", "player", "points"]
    assert lines[1].split()[:4] == ["1", "P", "1", "3.5"]
    assert run(["event", "standings", str(report), "--by", "wins", "--json"]) == ExitCode.DONE
    first = json.loads(capsys.readouterr().out)["standings"][0]
    assert first == {"rank": 1, "number": 2, "name": "P 2", "played": 3, "wins": 2.0}


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (["standings", "--by", "coffee"], ExitCode.USAGE, "--by: expected points, buchholz"),
        (["pair", "--system", "by_hand"], ExitCode.USAGE, "expected swiss, round_robin, knockout"),
        (["pair", "--away", "77"], ExitCode.USAGE, "player 77: expected a number from 1 to 10"),
    ],
)
def test_what_cannot_be_is_refused(
    report: Path, capsys: pytest.CaptureFixture[str], *, more: list[str], code: int, says: str
) -> None:
    assert run(["event", more[0], str(report), *more[1:]]) == code
    assert says in capsys.readouterr().err


def test_a_file_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.trf"
    broken.write_text("001    x", encoding="utf-8")
    assert run(["event", "check", str(broken)]) == ExitCode.BAD_INPUT
    assert "line 1, starting number: expected a whole number" in capsys.readouterr().err
    assert run(["event", "check", str(tmp_path / "none.trf")]) == ExitCode.BAD_INPUT
    empty = tmp_path / "empty.trf"
    empty.write_text("", encoding="utf-8")
    capsys.readouterr()
    assert run(["event", "check", str(empty)]) == ExitCode.DONE
    assert capsys.readouterr().out == "no round has been played\n"
    assert run(["event", "pair", str(empty)]) == ExitCode.USAGE
    assert run(["event", "standings", str(empty)]) == ExitCode.DONE
