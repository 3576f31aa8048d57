"""Luck is told by what the dice decided, and its numbers are those of the log."""

import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from api.battle_files.schema import connect
from api.review.pages.page import report_page
from api.review.record.looking import looking_at
from api.review.story.luck import Luck, luck_over
from api.review.story.report_data import report_of
from rules.referee.odds.luck import HIGH_CARD, chance_of_as_much
from rules.referee.toolkit.cards import card_from
from tests.api.review.battle_files import TIGERS, battle_file

SCRIPT = (
    Path(__file__).parents[3]
    / "rules/games/paper_tigers/tests/golden/two_players_withdrawal.script.jsonl"
)


LINES = 90
"""Of its commands: to follow the rolls of all of them takes four times as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A battle's luck as its report has it."""

    place: Path
    luck: Luck
    page: str


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Told:
    place = battle_file(tmp_path_factory.mktemp("luck") / "luck.battle", TIGERS, lines=LINES)
    with looking_at(place) as found:
        report = report_of(found.battle, found.about, tables=found.archive.snapshot_before)
        page = report_page(report, found.archive.snapshot_before)
    return Told(place=place, luck=report.luck, page=page)


@pytest.mark.long
def test_what_came_is_what_the_log_holds(reported: Told) -> None:
    luck = reported.luck
    came: Counter[str] = Counter()
    for (line,) in connect(reported.place).execute("SELECT line FROM events ORDER BY sequence"):
        body = json.loads(line)["body"]
        came["hit"] += body.get("kind") == "shot" and body.get("hit") is True
        came["saved"] += body.get("kind") == "saved" and body.get("saved") is True
    told: Counter[str] = Counter()
    for row in luck.rows:
        told[row.what] += row.came
        assert 0 < row.expected < row.count
        assert 0 < row.as_much <= 1
    assert came["hit"] > 0
    # A throw that had to hit decides nothing, and is no luck.
    assert 0 < told["hit"] <= came["hit"]
    assert told["saved"] <= came["saved"]
    assert "What dice and cards brought" in reported.page


def test_each_card_is_reckoned_from_what_nobody_had_seen(reported: Told) -> None:
    drawn = [each.trial for each in reported.luck.steps if each.trial.what == HIGH_CARD]
    # Four suits of 9, 10, J, Q, K and A in a whole pack; then one card fewer.
    first = drawn[0]
    assert first.chance == Fraction(24, 52)
    assert drawn[1].chance == Fraction(24 - first.came, 51)
    played = [
        json.loads(line).get("command", {}) for line in SCRIPT.read_text().splitlines()[:LINES]
    ]
    faces = [face for each in played if each.get("kind") == "turn_up" for face in each["cards"]]
    assert len(drawn) == len(faces)
    assert sum(each.came for each in drawn) == sum(card_from(face).height >= 7 for face in faces)


def test_the_line_ends_where_the_sum_does(reported: Told) -> None:
    luck = reported.luck
    for row in luck.rows:
        steps = [each for each in luck.steps if (each.by, each.trial.what) == (row.by, row.what)]
        assert len(steps) == row.count
        assert steps[-1].ahead == pytest.approx(row.came - row.expected)


def test_the_chance_that_luck_does_as_much_counts_single_rolls() -> None:
    # Three shots at 1 in 36 that miss are no bad luck; three at 35 in 36 are.
    assert chance_of_as_much([1 / 36] * 3, 0) == pytest.approx(1.0)
    assert chance_of_as_much([35 / 36] * 3, 0) == pytest.approx((1 / 36) ** 3)


def test_without_a_table_it_is_said_how_many_rolls_are_unknown(tmp_path: Path) -> None:
    with looking_at(battle_file(tmp_path / "luck.battle", TIGERS, lines=LINES)) as found:
        luck = luck_over(found.battle, lambda _sequence: None)
    assert luck.rows == ()
    assert luck.unknown > 10
