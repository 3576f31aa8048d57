"""Tests of `umpire corpus`: this engine, the second one, and engines that fail or lie."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.api.umpire import umpire_here
from tests.corpus.engines import SECOND, misbehaving

ONE = """
[[case]]
id = "kill"
title = "A Kill takes two"
before = ["H1 is in c", "O1 to O3 are in c", "O4 to O7 are at out-N"]

[[case.step]]
seat = "Heroes"
command = "H1 kills O1 and O2"
ruling = "allowed"
clause = "PI-HERO-01"
why = "Two of three."
then = ["O1 and O2 are gone", "O3 is in c"]

[[case.step]]
seat = "Heroes"
command = "H1 kills O3"
ruling = "refused"
clause = "PI-HERO-05"
why = "It has acted."
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A folder with one case."""
    folder = tmp_path / "mine" / "heroes"
    folder.mkdir(parents=True)
    (folder / "kill.toml").write_text(ONE)
    return folder.parent


def run(cases: Path, *more: str) -> tuple[int, Mapping[str, Any], str]:
    """The exit status of a run, its JSON, and what it complains of."""
    command = ("corpus", "run", "paper_invasion", "--from", str(cases), "--json", *more)
    done = umpire_here(*command)
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


@pytest.mark.long
def test_the_packed_cases_of_a_game_agree_with_this_program() -> None:
    """The cases of all games are put to it in `test_rulings`."""
    done = umpire_here("corpus", "run", "paper_invasion", "--json")
    found = json.loads(done.stdout)
    assert found["differ"] == []
    assert done.returncode == 0
    assert found["cases"] > 100
    assert all(len(each["reason"]) > 10 for each in found["known"])


def test_a_second_engine_agrees_where_it_has_rules() -> None:
    done = umpire_here("corpus", "run", "--json", "--engine", SECOND)
    found = json.loads(done.stdout)
    assert (found["differ"], done.returncode) == ([], 0)
    assert found["cases"] > 100, "it rules on the core of a game"
    assert found["unable"], "it says what it has no rule for"


def test_a_case_of_ones_own_is_ruled_on(cases: Path) -> None:
    code, found, _ = run(cases)
    assert (code, found["cases"], found["differ"]) == (0, 1, [])
    told = umpire_here("corpus", "run", "paper_invasion", "--from", str(cases)).stdout
    assert told.startswith("1 case ruled on: 1 agree, 0 differ, 0 differ as is known; the")


def test_a_wrong_ruling_is_told_with_expected_and_got(cases: Path) -> None:
    place = cases / "heroes" / "kill.toml"
    place.write_text(ONE.replace("O3 is in c", "O3 is in d").replace("PI-HERO-05", "PI-HERO-01"))
    code, found, _ = run(cases)
    assert code == 7
    told = [(each["step"], each["expected"], each["got"]) for each in found["differ"]]
    assert told[0] == (1, "O3 is in d", "O3 is in c")
    assert told[1][:2] == (2, "refused by PI-HERO-01")


def test_a_known_departure_has_a_reason_and_does_not_stay_hidden(
    cases: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.toml"
    known.write_text('"paper_invasion/heroes/kill" = "This engine has another rule."')
    code, found, _ = run(cases, "--known", str(known))
    assert (code, found["settled"]) == (7, ["paper_invasion/heroes/kill"])
    (cases / "heroes" / "kill.toml").write_text(ONE.replace("O3 is in c", "O3 is in d"))
    code, found, _ = run(cases, "--known", str(known))
    assert (code, found["differ"]) == (0, [])
    assert found["known"][0]["reason"] == "This engine has another rule."
    known.write_text('"paper_invasion/heroes/kill" = ""')
    code, _, said = run(cases, "--known", str(known))
    assert code == 3
    assert "expected a reason" in said


def faults() -> Iterator[tuple[str, str]]:
    yield "time.sleep(60)", "it hangs"
    yield "sys.exit('out of paper')", "ended with exit status 1: out of paper"
    yield "raise KeyError(asked['id'])", "ended with exit status 1"
    yield "print('x' * 3_000_000, flush=True)", "longer than"


@pytest.mark.parametrize(("body", "told"), list(faults()))
def test_an_engine_that_fails_is_told(cases: Path, tmp_path: Path, body: str, told: str) -> None:
    engine = misbehaving(tmp_path, body)
    code, found, _ = run(cases, "--engine", engine, "--patience", "1")
    assert code == 7
    assert told in found["fault"]
    assert found["fault"].startswith("paper_invasion/heroes/kill")
    assert (found["cases"], found["not_asked"]) == (0, 1)


STEP = "{'ruling': 'allowed', 'clauses': ['PI-HERO-01'], 'facts': asked['before']}"


def lies() -> Iterator[tuple[str, str]]:
    yield "print('yes', flush=True)", "answer"
    yield "answer({'id': 'another', 'start': [], 'steps': []})", "another"
    yield "answer({'id': asked['id'], 'start': asked['before'], 'steps': []})", "0"
    yield f"answer({{'id': asked['id'], 'start': asked['before'], 'steps': [{STEP}] * 2}})", "O1"
    yield f"answer({{'id': asked['id'], 'start': [], 'steps': [{STEP}] * 2}})", "nothing"
    both = "asked['before'] + [{'fact': 'at', 'token': 'O3', 'place': 'd'}]"
    yield f"answer({{'id': asked['id'], 'start': {both}, 'steps': [{STEP}] * 2}})", "as well"
    unknown = STEP.replace("PI-HERO-01", "MY-1")
    yield (
        f"answer({{'id': asked['id'], 'start': asked['before'], 'steps': [{unknown}] * 2}})",
        "MY-1",
    )
    more = STEP.replace("'allowed'", "'refused'").replace(
        "asked['before']", "asked['before'] + [{'fact': 'looted'}]"
    )
    yield (
        f"answer({{'id': asked['id'], 'start': asked['before'], 'steps': [{more}] * 2}})",
        "other facts than before",
    )


@pytest.mark.parametrize(("body", "told"), list(lies()))
def test_an_engine_that_lies_is_told(cases: Path, tmp_path: Path, body: str, told: str) -> None:
    code, found, _ = run(cases, "--engine", misbehaving(tmp_path, body))
    assert code == 7
    assert any(told in f"{each['expected']} {each['got']}" for each in found["differ"])


def test_a_run_that_executes_nothing_fails(cases: Path, tmp_path: Path) -> None:
    engine = misbehaving(tmp_path, "answer({'id': asked['id'], 'unable': 'no rules at all'})")
    code, found, said = run(cases, "--engine", engine)
    assert (code, found["cases"], found["unable"][0]["reason"]) == (7, 0, "no rules at all")
    assert "nothing was compared" in said


def test_a_game_without_cases_fails(tmp_path: Path) -> None:
    done = umpire_here("corpus", "run", "papercraft", "--from", str(tmp_path))
    assert done.returncode == 3
    assert "got 0" in done.stderr
    done = umpire_here("corpus", "run", "papercraft", "--from", str(tmp_path / "mine"))
    assert (done.returncode, "mine: there is no such folder or file" in done.stderr) == (3, True)


def test_an_engine_is_a_command_that_can_be_started(cases: Path) -> None:
    code, _, said = run(cases, "--engine", "exec:/no/such/engine")
    assert (code, "cannot be started" in said) == (2, True)
    code, _, said = run(cases, "--engine", "python")
    assert (code, "expected exec:COMMAND" in said) == (2, True)


def test_the_list_counts_clauses_for_and_against_and_options() -> None:
    done = umpire_here("corpus", "list", "paper_invasion", "--json")
    found = json.loads(done.stdout)["paper_invasion"]
    assert found["clauses"]["PI-HERO-01"]["for"] > 0
    assert found["clauses"]["PI-HERO-01"]["against"] > 0
    assert found["options"]["kill_partial"]["not_allowed"] > 0
    assert len(found["examples"]) > 20
