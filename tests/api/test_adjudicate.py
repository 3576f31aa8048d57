"""What a person meets who gives a script to `umpire adjudicate`, and never a traceback."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.cli import run
from api.errors import ExitCode
from api.files.table_file import example_text, script_names
from rules.referee.log.battle import replayed
from rules.referee.log.text import read_log
from rules.referee.script.adjudicating import Told, adjudicated
from rules.registry import game, games
from rules.table.bad_input import BadInputError
from tests.api.umpire import umpire

SCRIPT = example_text("first-turn.jsonl")
LINES = SCRIPT.splitlines()
NOON = "2026-11-21T12:00:00Z"


def answers(*lines: str) -> list[Told]:
    return list(adjudicated(lines, find=game, now=lambda: NOON, umpire_version="0.1.0"))


def complaint_of(*lines: str) -> str | None:
    """What is wrong with a script, or None."""
    try:
        answers(*lines)
    except BadInputError as complaint:
        return str(complaint)
    return None


def written(folder: Path, *lines: str) -> str:
    place = folder / "script.jsonl"
    place.write_text("\n".join(lines), encoding="utf-8")
    return str(place)


def rulings(text: str, what: str = "ruling") -> list[dict[str, Any]]:
    found = [json.loads(line) for line in text.splitlines()]
    return [each for each in found if each["what"] == what]


@pytest.mark.parametrize("name", script_names())
def test_the_examples_are_ruled_on_as_they_expect(name: str, tmp_path: Path) -> None:
    assert run(["adjudicate", written(tmp_path, example_text(name))]) == ExitCode.DONE


def test_every_line_that_is_not_blank_gets_one_object() -> None:
    found = umpire("adjudicate", "-", "--json", cwd=Path.cwd(), stdin=SCRIPT)
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [each["line"] for each in told] == [
        number for number, line in enumerate(LINES, start=1) if line.strip()
    ]
    assert told[0]["format"] == "paper-umpire/adjudicated/1"
    assert (found.returncode, found.stderr) == (ExitCode.DONE, "")


def test_a_ruling_names_its_clause_and_its_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["adjudicate", written(tmp_path, SCRIPT), "--json"])
    refused = [each for each in rulings(capsys.readouterr().out) if not each["accepted"]]
    shot = next(each for each in refused if each["refusal"]["clause"] == "PT1-D2c")
    assert shot["refusal"]["reason"].startswith("S2 is 15 in away")
    assert shot["refusal"]["evidence"][0]["limit"] == 12
    assert shot["events"] == []


@pytest.mark.parametrize("override", ["agreement", "never"])
def test_it_says_what_all_may_agree_to_let_pass(
    override: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opening = json.loads(LINES[0])
    opening["options"] = {**opening.get("options", {}), "override": override}
    unknown = {"seat": "Host", "command": {"kind": "assign", "unit": "nobody"}}
    lines = (json.dumps(opening), *LINES[1:], json.dumps(unknown))
    run(["adjudicate", written(tmp_path, *lines)])
    told = capsys.readouterr().out.splitlines()
    at = [number for number, line in enumerate(told) if "REFUSED" in line]
    passes = ["    You may all agree to let it pass." in told[each + 1 : each + 3] for each in at]
    # What makes no sense cannot pass, whatever is agreed.
    assert passes == [override == "agreement"] * (len(at) - 1) + [False]


def test_the_log_replays_to_the_same_battle(tmp_path: Path) -> None:
    log = tmp_path / "battle.log"
    assert run(["adjudicate", written(tmp_path, SCRIPT), "--log", str(log)]) == ExitCode.DONE
    entries = read_log(log.read_text(encoding="utf-8"))
    assert replayed(game("paper_tigers"), entries).state.turn == 2


def test_a_log_that_is_there_stays(tmp_path: Path) -> None:
    log = tmp_path / "battle.log"
    log.write_text("mine", encoding="utf-8")
    assert run(["adjudicate", written(tmp_path, SCRIPT), "--log", str(log)]) == ExitCode.USAGE
    assert log.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("expect", "fault"),
    [
        ({"accepted": False}, "expected refused, got accepted"),
        ({"refused": "PT1-D2c"}, "expected refused by PT1-D2c, got accepted"),
        ({"says": "Blue attacks"}, "expected a sentence with 'Blue attacks'"),
        ({"awaits": "shuffle"}, "expected to wait for 'shuffle'"),
    ],
)
def test_what_is_not_as_expected_is_told_and_sets_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], expect: dict[str, object], fault: str
) -> None:
    lines = (*LINES[:5], json.dumps({"expect": expect}))
    assert run(["adjudicate", written(tmp_path, *lines)]) == ExitCode.UNEXPECTED
    told = capsys.readouterr()
    assert fault in told.out
    assert told.err == "umpire: 1 expectation is not met\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 3, column 2: expected JSON"),
        ("[]", "line 3: expected an object, got []"),
        ('{"hello": 1}', "line 3: expected one of snapshot, command,"),
        ('{"offers": "Host", "view": "Host"}', "got offers and view"),
        ('{"offers": "Stranger"}', "line 3, offers: expected one of Host, Guest, got 'Stranger'"),
        ('{"command": {"kind": "deal"}}', "line 3, seat: expected this field, got nothing"),
        ('{"seat": "Host", "command": "deal"}', "line 3, command: expected an object"),
        ('{"seat": "Host", "command": {}, "time": "noon"}', "line 3, time: expected ISO 8601"),
        ('{"expect": {"refused": "PT1-A1"}}', "line 3, expect: expected a command before it"),
        ('{"expect": {}}', "line 3, expect: expected accepted, refused, says or awaits"),
        ('{"move": {"id": "T1", "x_in": 99, "y_in": 1}}', "expected 0 to 36, on the table"),
        ('{"move": {"id": "X9", "x_in": 9, "y_in": 1}}', "line 3, move.id: expected a piece of"),
        ('{"take": "T1"}', "line 3, take: expected one of no piece at all, got 'T1'"),
    ],
)
def test_a_bad_line_is_named_with_what_was_expected_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, complaint: str
) -> None:
    assert run(["adjudicate", written(tmp_path, *LINES[:2], line)]) == ExitCode.BAD_INPUT
    told = capsys.readouterr()
    assert complaint in told.err
    assert "Traceback" not in told.err
    assert told.out.startswith("Paper Tigers begins")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "paper-umpire/script/2"}, "line 1, format: expected 'paper-umpire/script/1'"),
        ({"game": "chess"}, "line 1, game: expected one of "),
        ({"seats": []}, "line 1, "),
        ({"roster": []}, "line 1, roster: expected at least one"),
        ({"roster_toml": ""}, "line 1, roster: expected either this or roster_toml, got both"),
        ({"options": {"scenario": "sea"}}, "line 1, options.scenario: expected one of standard"),
        ({"time": "noon"}, "line 1, time: expected ISO 8601"),
    ],
)
def test_an_opening_that_does_not_fit_is_explained(change: dict[str, Any], complaint: str) -> None:
    opening = json.dumps({**json.loads(LINES[0]), **change})
    with pytest.raises(BadInputError) as found:
        answers(opening)
    assert str(found.value).startswith(complaint)


def test_an_empty_script_and_a_command_without_a_table_are_refused() -> None:
    with pytest.raises(BadInputError, match="line 1: expected an opening"):
        answers("", " ")
    with pytest.raises(BadInputError, match="line 2: expected a snapshot of the table before it"):
        answers(LINES[0], LINES[4])


def test_the_same_command_again_is_answered_as_before() -> None:
    roll = {"seat": "Host", "id": "c1", "command": {"kind": "roll", "dice": [6, 3]}}
    first, again = answers(*LINES[:2], json.dumps(roll), json.dumps(roll))[2:]
    assert getattr(first, "says", ()) == getattr(again, "says", None) != ()
    assert getattr(again, "entries", None) == ()


def test_files_that_cannot_be_read_have_their_own_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["adjudicate", str(tmp_path / "none.jsonl")]) == ExitCode.BAD_INPUT
    place = tmp_path / "latin.jsonl"
    place.write_bytes(b'{"note": "\xe4"}')
    assert run(["adjudicate", str(place)]) == ExitCode.BAD_INPUT
    assert "line 1: expected text in UTF-8, got byte 0xe4" in capsys.readouterr().err


def test_games_are_listed_and_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == ExitCode.DONE
    listed = capsys.readouterr().out
    for slug, found in games().items():
        assert slug in listed
        assert run(["games", slug]) == ExitCode.DONE
        shown = capsys.readouterr().out
        assert all(f"  {option.name} = " in shown for option in found.option_schema)
        assert all(f"  {clause.id} (" in shown for clause in found.clauses)
    assert run(["games", "chess"]) == ExitCode.USAGE
    assert "'chess'" in capsys.readouterr().err


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["T1", "S2", "Host", "Red", "QH", "e3", "line-5"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["id", "unit", "x_in", "y_in", "kind", "ask"]), inner)
    ),
    max_leaves=6,
)
kinds = st.sampled_from(sorted(game("paper_tigers").commands.kinds))
commands = st.dictionaries(
    st.sampled_from(["dice", "unit", "cards", "ask", "to", "target", "choice", "followers"]), values
).flatmap(lambda fields: kinds.map(lambda kind: {**fields, "kind": kind}))
lines = st.one_of(
    st.text(max_size=30),
    values.map(json.dumps),
    st.dictionaries(
        st.sampled_from(
            ["snapshot", "move", "take", "terrain", "expect", "offers", "view", "note"]
        ),
        values,
        max_size=2,
    ).map(json.dumps),
    commands.map(lambda body: json.dumps({"seat": "Host", "command": body})),
    st.sampled_from(LINES),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(start=st.integers(0, len(LINES)), garbage=st.lists(lines, min_size=1, max_size=6))
def test_whatever_is_in_a_script_it_is_answered_or_named(start: int, garbage: list[str]) -> None:
    complaint = complaint_of(*LINES[:start], *garbage)
    assert complaint is None or complaint.startswith("line ")


@pytest.mark.parametrize("depth", [50, 900, 5000, 100_000])
def test_no_nesting_is_too_deep_to_be_named(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for line in (f'{{"seat": "Host", "command": {{"kind": {deep}}}}}', f'{{"move": {deep}}}', deep):
        complaint = complaint_of(*LINES[:2], line)
        assert complaint is None or complaint.startswith("line 3")
