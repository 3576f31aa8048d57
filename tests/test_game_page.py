"""A game's page tells what its code says, and that nothing has to be listed for it."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from rules.referee.toolkit.armies import Fieldable
from rules.referee.toolkit.book.clauses import Standing
from rules.referee.toolkit.game import Game
from rules.registry import games
from tests.game_page import folder_of, game_page
from tests.regenerate import GAME_PAGE
from tests.rulings import rulings_in

GAMES = tuple(games().values())

PLANTED = '''"""Knows a refusal that was planted."""


def _unfit(unit: Unit) -> tuple[str, str] | None:
    if unit.asleep:
        return "PT1-A1", f"{unit.id} is asleep and hears nothing."
    return None


def _planted(draft: Draft, unit: Unit) -> None:
    clause = "PT1-A2" if unit.late else "PT1-A3"
    draft.refuse(clause, f"{unit.id} is late for {draft.state.turn} turns.")
    dice = DiceAsk(
        count=2 if unit.late else 1,
        why=f"whether {unit.id} wakes",
        means=(Meaning(when=f"{needed} or more", then="it wakes"),),
    )
    draft.ask_roll(Purpose.FIRE, force=unit.force, clause="PT1-A4", dice=dice)
    draft.ask(Purpose.WRECK, clause="PT1-A5", says=f"Wake {unit.id}?", choices=("yes", "no"))
'''
MEASURED = '''"""Knows a measurement that was planted."""


def _planted(unit: Unit, found: Measured) -> Finding:
    says = f"{unit.id} snores {plain(found.value)} in"
    if found.loud:
        says += ", too loud"
    return Finding(clause="PT1-A6", says=says, measured=found)
'''


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    place = tmp_path / "paper_tigers"
    shutil.copytree(folder_of(games()["paper_tigers"]), place)
    return place


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_its_page_in_its_own_folder(game: Game) -> None:
    assert (folder_of(game) / GAME_PAGE).is_file()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_page_tells_every_clause_and_option(game: Game) -> None:
    page = game_page(game)
    for clause in game.clauses:
        assert f"| {clause.id} | {clause.says}" in page
    for option in game.option_schema:
        assert f"| `{option.name}` |" in page
        assert option.says in page


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_page_tells_every_unit_that_may_be_fielded(game: Game) -> None:
    page = game_page(game)
    for unit in game.fieldable:
        assert f"| {unit.name} | {'' if unit.points is None else unit.points} | " in page
    planted = Fieldable(name="Paper Ox", says="It pulls | pushes.", source="a test", points=9)
    ours = game_page(replace(game, fieldable=(planted,)))
    assert "| Paper Ox | 9 | It pulls \\| pushes. | a test |" in ours
    assert "## Units" not in game_page(replace(game, fieldable=()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_sentence_names_clauses_of_the_rules(game: Game) -> None:
    rulings = rulings_in(folder_of(game))
    named = {
        *(clause for each in (*rulings.refusals, *rulings.measured) for clause in each.clauses),
        *(clause for each in (*rulings.rolls, *rulings.questions) for clause in each.clauses),
    }
    assert [clause for clause in sorted(named) if clause not in game.clauses] == []
    assert [name for name in named if game.clauses[name].standing is Standing.TODO] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_roll_says_its_clause_how_many_dice_and_what_they_bring(game: Game) -> None:
    for roll in rulings_in(folder_of(game)).rolls:
        assert roll.clauses, roll
        assert roll.dice, roll
        assert roll.answers, roll


def test_what_is_planted_in_a_game_appears_on_its_page(copied: Path) -> None:
    game = games()["paper_tigers"]
    before = game_page(game)
    (copied / "planted.py").write_text(PLANTED, encoding="utf-8")
    (copied / "measuring" / "planted.py").write_text(MEASURED, encoding="utf-8")
    page = game_page(game, copied)
    new = set(page.splitlines()) - set(before.splitlines())
    assert new == {
        "| PT1-A1 | {unit} is asleep and hears nothing. |",
        "| PT1-A2, PT1-A3 | {unit} is late for {turn} turns. |",
        "| PT1-A4 | 2 or 1 | whether {unit} wakes | {needed} or more: it wakes |",
        "| PT1-A5 | Wake {unit}? | yes, no |",
        "| PT1-A6 | {unit} snores {distance} in |",
        "| PT1-A6 | {unit} snores {distance} in, too loud |",
    }


def test_the_tests_of_a_game_say_nothing_on_its_page(copied: Path) -> None:
    game = games()["paper_tigers"]
    before = game_page(game)
    (copied / "tests").mkdir(exist_ok=True)
    (copied / "tests" / "test_planted.py").write_text(PLANTED, encoding="utf-8")
    assert game_page(game, copied) == before
