"""What came of a battle is read from its log, in the words of every game."""

from pathlib import Path

import pytest

from api.hub.watching.results import BattleResult, result_of
from rules.referee.log.battle import replayed
from rules.referee.log.text import read_log
from rules.registry import game

GOLDEN = {
    "paper_invasion/alone": ("Heroes", {"Heroes": 5, "Enemies": 0}),
    "paper_invasion/one_against_one": ("Heroes", {"Heroes": 5, "Enemies": 0}),
    "paper_tigers/alone": ("Red", {"Red": 6, "Blue": 1}),
    "paper_tigers/four_players": ("Blue", {"Red": 0, "Blue": 8}),
    "paper_tigers/two_players_withdrawal": ("Blue", {"Red": 1, "Blue": 10}),
    "paper_tigers_2/normandy": ("Blue", {"Red": 6, "Blue": 9}),
    "papercraft/duel": ("Red", {"Red": 123, "Blue": 70}),
    "papercraft/two_against_one": ("Blue", {"Red": 40, "Blue": 135}),
    "tossing_tiger/duel": ("Red", {"Red": 10, "Blue": 0}),
    "tossing_tiger/five_at_once": (
        "Red",
        {"Red": 0, "Blue": -14, "Green": -19, "Gold": -15, "Grey": -12},
    ),
    "tossing_tiger/two_teams": ("Red", {"Red": 15, "Blue": 3}),
}
"""By golden battle, who has won and what each side has in the end, as its play-by-play tells it."""
FOLDER = Path(__file__).parents[4] / "rules" / "games"


def golden_log(slug: str, battle: str) -> str:
    return (FOLDER / slug / "tests" / "golden" / f"{battle}.jsonl").read_text("utf-8")


def result_after(name: str, *, share: float = 1.0) -> BattleResult | None:
    """What came of a golden battle, or of its first part."""
    slug, battle = name.split("/")
    entries = read_log(golden_log(slug, battle))
    return result_of(replayed(game(slug), entries[: round(share * len(entries))]))


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_a_log_tells_who_has_won_and_what_each_side_has(name: str) -> None:
    winner, points = GOLDEN[name]
    found = result_after(name)
    assert found is not None
    assert found.winners == (winner,)
    assert {each.side: each.points for each in found.sides} == points
    assert all(each.seats for each in found.sides)
    assert found.says


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_a_battle_that_goes_on_has_no_result(name: str) -> None:
    assert result_after(name, share=0.5) is None
