"""Tests of what heads a ruling: how a battle ends, before whatever has led there."""

from functools import cache
from pathlib import Path

import pytest

from api.battles.showing import event_shown
from rules.referee.log.battle import Battle, ended, replayed
from rules.referee.log.text import read_log
from rules.registry import game, slugs

GAMES = Path(__file__).parents[3] / "rules/games"


@cache
def _recorded(slug: str) -> tuple[Battle, ...]:
    logs = sorted((GAMES / slug / "tests/golden").glob("*.jsonl"))
    texts = [each.read_text(encoding="utf-8") for each in logs if ".script." not in each.name]
    return tuple(replayed(game(slug), read_log(each)) for each in texts)


@pytest.mark.parametrize("slug", slugs())
def test_how_a_battle_ends_heads_the_ruling_that_ends_it(slug: str) -> None:
    over = [each for each in _recorded(slug) if ended(each) is not None]
    assert over, "no recorded battle comes to its end"
    for battle in over:
        shown = [event_shown(battle, each) for each in battle.entries]
        head = max(shown, key=lambda each: int(str(each["headline"])))
        assert head["headline"] == len(game(slug).headlines)
        rest = [each for each in shown if each["ruling"] == head["ruling"] and each is not head]
        assert all(int(str(each["headline"])) < int(str(head["headline"])) for each in rest)


def test_that_a_unit_is_lost_heads_a_ruling_and_a_hit_does_not() -> None:
    (battle, *_) = _recorded("paper_tigers")
    ranks = {
        str(each.body["kind"]): event_shown(battle, each)["headline"] for each in battle.entries[1:]
    }
    assert ranks["destroyed"] == 1
    assert not any(ranks[kind] for kind in ranks if kind not in game("paper_tigers").headlines)


def test_an_answer_is_left_out_of_the_ruling_that_says_what_came_of_it() -> None:
    for battle in _recorded("tossing_tiger"):
        logged = battle.entries[1:]
        shown = [(each.body["kind"], event_shown(battle, each)["quiet"]) for each in logged]
        assert ("chosen", True) in shown
        assert ("war_decided", False) in shown
