"""`umpire explain`: a clause in our words, and what a ruling of a battle rests on."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.cli import run
from api.errors import ExitCode
from rules.registry import game
from tests.api.review.battle_files import battle_file

Said = pytest.CaptureFixture[str]


def test_a_clause_is_told_in_our_words(capsys: Said) -> None:
    assert run(["explain", "paper_tigers", "pt1-a5"]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert told.startswith("PT1-A5 (Paper Tigers)")
    assert run(["explain", "paper-tigers", "REF-6", "--json"]) == ExitCode.DONE
    found = json.loads(capsys.readouterr().out)
    assert (found["clause"], found["whose"]) == ("REF-6", "the referee")


def test_a_clause_comes_with_a_judged_case_for_it_and_one_against(capsys: Said) -> None:
    assert run(["explain", "paper_invasion", "PI-HERO-01"]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "A judged case, allowed: paper_invasion/" in told
    assert "A judged case, refused: paper_invasion/" in told
    assert run(["explain", "paper_invasion", "PI-HERO-01", "--json"]) == ExitCode.DONE
    found = json.loads(capsys.readouterr().out)["judged"]
    assert [each["ruling"] for each in found] == ["allowed", "refused"]
    assert all(each["why"] in told.replace("\n  ", " ") for each in found)


def test_a_clause_that_is_for_the_players_says_why(capsys: Said) -> None:
    clause = next(each for each in game("papercraft").clauses if each.reason)
    assert run(["explain", "papercraft", clause.id]) == ExitCode.DONE
    assert "For the players:" in capsys.readouterr().out


def test_an_unknown_clause_names_near_ones(capsys: Said) -> None:
    assert run(["explain", "paper_tigers", "PT1-A55"]) == ExitCode.USAGE
    assert "expected a clause of Paper Tigers, as PT1-A5" in capsys.readouterr().err


def test_an_event_of_a_battle_is_told_with_its_numbers(tmp_path: Path, capsys: Said) -> None:
    place = battle_file(tmp_path / "one.battle")

    def told(name: str) -> dict[str, Any]:
        assert run(["explain", str(place), name, "--json"]) == ExitCode.DONE
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    events = (told(f"e{number}") for number in range(1, 40))
    measured = next(each for each in events if each["numbers"])
    assert measured["clause"]["says"]
    assert run(["explain", str(place), measured["name"]]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert measured["clause"]["clause"] in shown
    assert f"{measured['numbers'][0]['what']}:" in shown


@pytest.mark.parametrize("name", ["e9999999", "r7", "T1"])
def test_what_is_not_in_the_battle_is_told(tmp_path: Path, capsys: Said, name: str) -> None:
    place = battle_file(tmp_path / "one.battle")
    assert run(["explain", str(place), name]) == ExitCode.USAGE
    assert "expected an event from e0 to e" in capsys.readouterr().err


def test_what_is_neither_game_nor_battle_is_told(capsys: Said) -> None:
    assert run(["explain", "chess", "E4"]) == ExitCode.USAGE
    assert "expected a game (" in capsys.readouterr().err
