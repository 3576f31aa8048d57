"""Tests `umpire army`: units listed, armies built into rosters, and rosters reckoned up."""

import json
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from rules.registry import games

BASIC = "paper_tigers"
ADVANCED = "paper_tigers_2"
LISTS = "papercraft"
UNITS = (
    "unit_id,name,origin,status,points,primary_type,secondary_type,hp,movement_in,dodge_bonus,"
    "armour,abilities,source\n"
    "ox,Paper Ox,user,official,{points},Living,Large Unit,20,6,1,Light,,my own\n"
)


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    got = run(["army", *arguments])
    found = capsys.readouterr()
    assert got == code, found
    return found.out if code in {ExitCode.DONE, ExitCode.UNEXPECTED} else found.err


@pytest.mark.parametrize("slug", [game.slug for game in games().values() if game.fieldable])
def test_every_unit_is_listed_with_its_cost(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    units = json.loads(told(capsys, slug, "all", "--json"))
    assert [unit["id"] for unit in units] == [unit.key for unit in games()[slug].fieldable]
    page = told(capsys, "units", slug, "all")
    for unit in units:
        cost = "  -" if unit["points"] is None else f"{unit['points']:>3}"
        assert f"{cost}  {unit['name']}\n" in page


def test_nations_are_listed_first_and_then_their_units(capsys: pytest.CaptureFixture[str]) -> None:
    nations = told(capsys, ADVANCED)
    assert "Germany" in nations
    assert "Tiger" not in nations
    germans = told(capsys, ADVANCED, "germany")
    assert "Tiger" in germans
    assert "Sherman" not in germans
    assert "expected one of USA" in told(capsys, ADVANCED, "Ruritania", code=ExitCode.USAGE)


def test_an_army_is_written_as_a_roster_that_prints_and_adds_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = ("2 M4 Sherman", "Regulars + mortar", "2 1/2-ton truck")
    page = told(capsys, "build", ADVANCED, "--of", "USA", *first, "-o", "army.toml")
    assert page.startswith("Red: 14 points\n  R1       5  M4 Sherman\n")
    told(
        capsys,
        "build",
        ADVANCED,
        "--of",
        "Germany",
        "--side",
        "Blue",
        "Panther G",
        "--add-to",
        "army.toml",
    )
    both = json.loads(told(capsys, "check", ADVANCED, "army.toml", "--json"))
    assert both["fits"]
    assert [(army["side"], army["points"]) for army in both["armies"]] == [("Red", 14), ("Blue", 5)]
    assert list(both["armies"][1]["units"]) == ["B1"]
    assert run(["kit", "describe", "army.toml", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    units = [piece["id"] for piece in printed["pieces"] if piece["group"] == "units"]
    assert units == ["R1", "R2", "R3", "R4", "B1"]


def test_sides_with_the_same_letter_get_ids_of_their_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told(capsys, "build", BASIC, "2 tank", "--side", "Rangers", "-o", "army.toml")
    told(capsys, "build", BASIC, "tank", "--side", "Raiders", "--add-to", "army.toml")
    both = json.loads(told(capsys, "check", BASIC, "army.toml", "--json"))
    assert [list(army["units"]) for army in both["armies"]] == [["R1", "R2"], ["RAI1"]]
    again = told(
        capsys,
        "build",
        BASIC,
        "tank",
        "--side",
        "Raiders",
        "--add-to",
        "army.toml",
        code=ExitCode.BAD_INPUT,
    )
    assert "expected an id of its own" in again
    assert Path("army.toml").read_text("utf-8").count("[[piece]]") == 3


def test_too_many_points_are_a_fault_with_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys, "build", BASIC, "3 tank", "--total", "14", code=ExitCode.UNEXPECTED)
    assert "Red: 15 of 14 points" in page
    assert "fault 15 points are 1 more than the 14 that were agreed. (PT1-G2)" in page
    assert "fault" not in told(capsys, "build", BASIC, "3 tank", "--total", "15")


def test_what_a_scenario_asks_of_armies_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    pincers = ("--option", "scenario=pincers")
    army = ("build", ADVANCED, "M4 Sherman", "USA: Jeep")
    page = told(capsys, *army, *pincers, code=ExitCode.UNEXPECTED)
    assert "R2: Jeep is a light transport; in the pincers there are only tanks." in page
    assert "(PT2-S2a)" in page
    assert "fault" not in told(capsys, *army)


def test_a_gun_that_nobody_tows_is_worth_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    alone = told(capsys, "build", ADVANCED, "towed gun", "M4 Sherman")
    assert "note  R1: Nobody in this army can tow R1, towed gun. (PT2-F6)" in alone
    towed = told(capsys, "build", ADVANCED, "towed gun", "2 1/2-ton truck")
    assert "note" not in towed


def test_ready_armies_and_units_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    ready = told(capsys, "build", LISTS, "--ready", "moth court")
    assert ready.startswith("Red: 400 of 400 points")
    Path("units.csv").write_text(UNITS.format(points=60), encoding="utf-8")
    mine = ("--list", "units=units.csv")
    assert " 60  Paper Ox" in told(capsys, "units", LISTS, "all", *mine)
    page = told(capsys, "build", LISTS, "2 Paper Ox", *mine, "--total", "120", "-o", "ox.toml")
    assert page.startswith("Red: 120 of 120 points")
    assert json.loads(told(capsys, "check", LISTS, "ox.toml", "--json"))["fits"]
    Path("units.csv").write_text(UNITS.format(points="dear"), encoding="utf-8")
    wrong = told(capsys, "units", LISTS, "all", *mine, code=ExitCode.BAD_INPUT)
    assert "points" in wrong
    assert "dear" in wrong


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("build", ADVANCED, "Shermann"), "units[1]: expected a unit that this game has, got 'Sh"),
        (("build", ADVANCED, "Jeep"), "expected one of USA: Jeep, Great Britain: Jeep"),
        (("build", ADVANCED, "M4 Sherman + wings"), "expected one of anti-air, for M4 Sherman"),
        (("build", ADVANCED), "expected a unit at least, got none"),
        (("build", ADVANCED, "0 M4 Sherman"), "units[1].count: expected 1 to 99, got 0"),
        (("build", BASIC, "300 tank"), "expected at most 200 units, got more"),
        (("build", BASIC, "tank", "--ready", "horde"), "--ready: expected one of none"),
        (("build", BASIC, "tank", "--option", "scenario"), "--option: expected NAME=VALUE"),
        (("build", BASIC, "tank", "--list", "units"), "--list: expected WHAT=FILE"),
        (("build", BASIC, "tank", "--side", " "), "expected the name of a side"),
        (("nearest", "all"), "expected one of"),
    ],
)
def test_what_makes_no_sense_is_told(
    arguments: tuple[str, ...], complaint: str, *, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint in told(capsys, *arguments, code=ExitCode.USAGE)


def test_files_that_cannot_be_used_are_told_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    missing = told(capsys, "check", BASIC, "army.toml", code=ExitCode.BAD_INPUT)
    assert "army.toml: cannot be read" in missing
    Path("army.toml").write_bytes(b"# caf\xe9\n")
    assert "line 1: expected text in UTF-8" in told(
        capsys, "check", BASIC, "army.toml", code=ExitCode.BAD_INPUT
    )
    Path("army.csv").write_text("id,side,kind,footprint\nT1,Red,tank,disc 2\n", encoding="utf-8")
    assert told(capsys, "check", BASIC, "army.csv").startswith("Red: 5 points")
    csv = told(capsys, "build", BASIC, "tank", "--add-to", "army.csv", code=ExitCode.USAGE)
    assert "expected a TOML roster to add to, got CSV" in csv
    own = told(capsys, "build", BASIC, "tank", "-o", "army.csv", code=ExitCode.USAGE)
    assert "is there already" in own


def test_without_words_it_says_what_there_is_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["army"]) == ExitCode.USAGE
    page = capsys.readouterr().out
    assert all(word in page for word in ("units", "build", "check"))
