"""What came of a battle is read from its log, in the words of every game."""

from pathlib import Path

import pytest

from api.hub.intake.results import result_in
from rules.registry import games
from rules.table.bad_input import BadInputError

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


def log_of(name: str) -> str:
    game, battle = name.split("/")
    return (FOLDER / game / "tests" / "golden" / f"{battle}.jsonl").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_a_log_tells_who_has_won_and_what_each_side_has(name: str) -> None:
    winner, points = GOLDEN[name]
    found = result_in(log_of(name), games=games())
    assert found is not None
    assert found.winners == (winner,)
    assert {each.side: each.points for each in found.sides} == points
    assert all(each.seats for each in found.sides)
    assert found.says


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_a_battle_that_goes_on_has_no_result(name: str) -> None:
    lines = log_of(name).splitlines(keepends=True)
    assert result_in("".join(lines[: len(lines) // 2]), games=games()) is None


def test_a_log_that_is_none_is_refused() -> None:
    with pytest.raises(BadInputError):
        result_in("", games=games())
    with pytest.raises(BadInputError, match="a game that is known here"):
        result_in(log_of("papercraft/duel"), games={})
