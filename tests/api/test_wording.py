"""What a stranger wrote into a file does nothing to the terminal that shows it."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.answers.asking import Question, UnknownPieceError, What, ask
from api.cli import run
from api.errors import ExitCode, UserError, problem
from api.files.table_file import parse_snapshot
from api.wording import MESSAGE_LETTERS, UNSEEN, listed, shortened, shown, squeezed
from tests.api.umpire import disc, pair, table

TURNED = "a\N{RIGHT-TO-LEFT OVERRIDE}b\N{LEFT-TO-RIGHT ISOLATE}"
LONG = "n" * 200


def written(folder: Path, content: dict[str, Any] | str) -> str:
    place = folder / "table.json"
    text = content if isinstance(content, str) else json.dumps(content)
    place.write_text(text, encoding="utf-8")
    return str(place)


@given(st.text())
def test_what_is_shown_is_inert_and_on_one_line(text: str) -> None:
    told = shown(text)
    assert not any(unicodedata.category(sign) in {"Cc", "Zl", "Zp"} for sign in told)
    assert not set(told) & {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
    assert len(told.splitlines()) <= 1
    assert shown(told) == told


def test_long_names_lists_and_messages_are_cut() -> None:
    assert shortened(LONG) == "n" * 59 + "…"
    assert listed([str(index) for index in range(100)]).endswith("10, 11 and 88 more")
    cut = squeezed(f"{LONG * 10}: expected a number, got 'abc'")
    assert len(cut) <= MESSAGE_LETTERS + 3
    assert cut.endswith("expected a number, got 'abc'")


def test_an_unknown_piece_names_a_few_of_many() -> None:
    known = tuple(f"{index}{LONG}" for index in range(1000))
    told = str(UnknownPieceError(LONG + "x", known))
    assert len(told) < 1200
    assert told.endswith("and 988 more")


def test_the_sentence_of_a_crowd_names_a_few_and_the_members_are_all_there() -> None:
    crowd = [disc(f"P{index}", 2 + index % 10, 2 + index // 10) for index in range(40)]
    now = parse_snapshot(json.dumps(table(*crowd)), origin="test")
    found = ask(now, Question(what=What.NEAR, a="P0", reach=now.table.width))
    assert found.sentence.endswith("and 27 more")
    assert isinstance(found.result, tuple)
    assert len(found.result) == 39


@pytest.mark.parametrize("more", [[], ["--json"], ["--svg", "-"]])
def test_an_answer_about_hostile_names_prints_none_of_their_signs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    place = written(tmp_path, table(disc(TURNED, 5, 5, side=TURNED, kind=TURNED), disc("B", 7, 5)))
    assert run(["measure", "near", place, "B", *more]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert not UNSEEN.search(told.replace("\n", ""))
    if "--json" in more:
        assert json.loads(told)["members"][0]["piece"] == TURNED


def test_an_answer_about_long_names_stays_readable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = written(tmp_path, table(disc(LONG, 5, 5), disc("B", 7, 5)))
    assert run(["measure", "range", place, LONG, "B"]) == ExitCode.DONE
    assert max(len(line) for line in capsys.readouterr().out.splitlines()) < 160


@pytest.mark.parametrize(
    "field", ["\x1b[2J\x1b]0;owned\x07", "\x9b2J", TURNED, "one\ntwo\u2028three", LONG * 100]
)
def test_a_hostile_field_name_is_told_and_does_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], field: str
) -> None:
    place = written(tmp_path, {**pair(), field: 1})
    assert run(["measure", "near", place, "A1"]) == ExitCode.BAD_INPUT
    told = capsys.readouterr().err
    assert not UNSEEN.search(told.removesuffix("\n"))
    assert len(told.splitlines()) == 1
    assert len(told) < MESSAGE_LETTERS + len(place) + 100


def test_whatever_goes_wrong_is_told_inertly(capsys: pytest.CaptureFixture[str]) -> None:
    def program(arguments: list[str]) -> int:
        if arguments:
            raise RuntimeError("\x1b[2J")
        raise UserError("\x1b[2J\n\u202e", ExitCode.USAGE)

    for arguments in ([], ["--debug"]):
        run(arguments, program=program)
        assert "\x1b" not in capsys.readouterr().err
    body = problem(404, kind="x", title="X", detail="\x1b\u202e")
    assert body["detail"] == "\\u001b\\u202e"
