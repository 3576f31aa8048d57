"""Each clause is altered where the code carries it, and that its tests are asked."""

import subprocess
from pathlib import Path

import pytest

from tests.architecture.sources import REPOSITORY
from tests.clause_places import CONDITION, FUNCTION, MODULE, chosen_place, places
from tests.mutate import main

CLAUSES = """
[DU-1]
standing = "done"
says = "Fire reaches twelve inches."
[DU-2]
standing = "done"
says = "Nobody fires twice."
[DU-3]
standing = "done"
says = "Nobody has written this down."
[DU-4]
standing = "todo"
says = "This comes later."
"""
DECIDE = '''
REACH = 12
"""DU-1."""


def refused(gap, shots):
    if shots > 0:
        return "DU-2"
    return "DU-1" if gap > REACH else ""
'''
SHARP = """
from rules.games.duel.decide import refused
def test_du_1_reach():
    assert [refused(gap, 0) for gap in (12, 12.5)] == ["", "DU-1"]
def test_du_2_twice():
    assert [refused(1, shots) for shots in (0, 1)] == ["", "DU-2"]
"""
BLUNT = """
from rules.games.duel.decide import refused
def test_du_1_reach():
    assert [refused(gap, -3) for gap in (12, 12.5)] == ["", "DU-1"]
def test_du_2_twice():
    assert refused(1, 5) == "DU-2"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "conftest.py"):
        (tmp_path / name).write_bytes((REPOSITORY / name).read_bytes())
    write(tmp_path, ".gitignore", ".mutate/\n__pycache__/\nxdg-*\n")
    for package in ("rules", "rules/games", "rules/games/duel"):
        write(tmp_path, f"{package}/__init__.py", "")
    write(tmp_path, "rules/games/duel/clauses.toml", CLAUSES)
    write(tmp_path, "rules/games/duel/decide.py", DECIDE)
    write(tmp_path, "rules/games/duel/tests/test_clauses.py", SHARP)
    commit = ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "planted")
    for command in (("init", "-q"), ("add", "."), commit):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def write(checkout: Path, path: str, source: str) -> None:
    (checkout / path).parent.mkdir(parents=True, exist_ok=True)
    (checkout / path).write_text(source)


@pytest.mark.long
def test_each_clause_that_is_done_is_altered_once(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--clauses", "duel"], root=checkout) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "not anchored: DU-3: no code cites it" in shown
    assert shown[-1] == "2 of 3 noticed (66.7%)"
    assert not [line for line in shown if line.startswith("survived")]
    assert main(["--clauses", "duel", "--at-least", "0.95"], root=checkout) == 1


@pytest.mark.long
def test_a_survivor_is_told_with_its_clause_and_line(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, "rules/games/duel/tests/test_clauses.py", BLUNT)
    main(["--clauses", "duel"], root=checkout)
    (survivor,) = [
        line for line in capsys.readouterr().out.splitlines() if line.startswith("survived")
    ]
    assert survivor.startswith("survived: DU-2 rules/games/duel/decide.py:7 refused: ")
    assert (checkout / "rules/games/duel/decide.py").read_text() == DECIDE


@pytest.mark.soak
@pytest.mark.soak_only
def test_other_tests_of_the_game_notice_too(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, "rules/games/duel/tests/test_clauses.py", BLUNT)
    write(checkout, "rules/games/duel/tests/test_more.py", SHARP.replace("_du_", "_also_"))
    main(["--clauses", "duel"], root=checkout)
    assert "2 of 3 noticed" in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.soak_only
def test_what_is_known_is_not_tried_again(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--clauses", "duel", "--only", "DU-1"], root=checkout)
    assert "1 of 1 noticed" in capsys.readouterr().out
    main(["--clauses", "duel"], root=checkout)
    assert "1 of 2 are known already" in capsys.readouterr().out


def test_without_such_a_game_there_is_nothing_to_say(checkout: Path) -> None:
    assert main(["--clauses", "chess"], root=checkout) == 2


def ranked(source: str, clause: str) -> list[tuple[int, str]]:
    """What may be altered, with how near it is to the rule."""
    return [(rank, alteration.old) for rank, alteration in places(source, clause=clause)]


def test_the_condition_of_a_refusal_comes_before_the_rest_of_its_function() -> None:
    source = 'def f(a, b):\n    if a > 3:\n        refuse("DU-2")\n    return b + 1\n'
    assert ranked(source, "DU-2") == [
        (CONDITION, "a > 3"),
        (CONDITION, "3"),
        (FUNCTION, "b + 1"),
        (FUNCTION, "1"),
    ]
    chosen = chosen_place("DU-2", modules=[("m.py", source)], seed="1")
    assert chosen is not None
    assert chosen.rank == CONDITION


def test_a_guard_of_a_case_is_a_condition() -> None:
    source = 'def f(a):\n    match a:\n        case int() if a > 3:\n            return "DU-2"\n'
    assert (CONDITION, "a > 3") in ranked(source, "DU-2")


@pytest.mark.parametrize(
    "source",
    [
        'MOST = 3\n"""DU-2."""\n',
        "# DU-2\nMOST = 3\n",
        "MOST = 3  # DU-2\n",
        'class A:\n    most: int = 3\n    """By DU-1 and 2."""\n',
    ],
)
def test_a_constant_is_a_place(source: str) -> None:
    assert ranked(source, "DU-2") == [(CONDITION, "3")]


def test_a_citation_is_never_altered() -> None:
    source = 'def f(hit):\n    emit(clause="DU-1" if hit else "DU-2")\n    return hit == 1\n'
    assert [old for _, old in ranked(source, "DU-2")] == ["hit == 1", "1"]


def test_other_functions_are_no_places_and_a_module_is_the_last_one() -> None:
    source = '"""Knows reach (DU-1)."""\ndef f(a):\n    return a + 1\n'
    assert ranked(source, "DU-1") == [(MODULE, "a + 1"), (MODULE, "1")]
    other = 'def f(a):\n    "By DU-2."\n    return a + 1\ndef g(a):\n    return a + 2\n'
    assert [old for _, old in ranked(other, "DU-2")] == ["a + 1", "1"]


def test_an_event_that_stands_under_a_clause_brings_its_class_and_what_it_hangs_on() -> None:
    source = (
        'class Won:\n    clause: ClassVar[str] = "DU-2"\n\n    def after(self, score):\n'
        "        return score + 1\n\n\n"
        "def f(a):\n    if a > 3:\n        emit(Won())\n    return a\n"
    )
    assert (CONDITION, "a > 3") in ranked(source, "DU-2")
    assert (FUNCTION, "score + 1") in ranked(source, "DU-2")


def test_a_class_is_a_place_for_the_clauses_of_its_docstring() -> None:
    source = 'class Bold:\n    """DU-2: it may."""\n\n    def f(self, a):\n        return a + 1\n'
    assert ranked(source, "DU-2") == [(FUNCTION, "a + 1"), (FUNCTION, "1")]


def test_a_book_with_chapters_cites_them() -> None:
    source = 'MOST = 3\n"""TT-BAT-02 and 04, TT-WAR-01."""\n'
    for clause in ("TT-BAT-02", "TT-BAT-04", "TT-WAR-01"):
        assert ranked(source, clause) == [(CONDITION, "3")]
    assert ranked(source, "TT-BAT-01") == []


def test_a_longer_id_is_another_clause() -> None:
    source = 'MOST = 3\n"""PT1-C2a-x."""\n'
    assert ranked(source, "PT1-C2a") == []
    assert ranked(source, "PT1-C2a-x") == [(CONDITION, "3")]
