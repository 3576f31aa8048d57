"""The check of a game's facts finds what is wrong, and each game's facts say what is so."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.referee.facts.battle import Facts, ShownSide
from rules.referee.facts.cards import ShownPile
from rules.referee.facts.course import OrderPlace, Progress, ShownAwaited, ShownOrder, ShownTurn
from rules.referee.facts.course import ShownStep as Step
from rules.referee.facts.units import Gauge, ShownNumber, ShownStatus, ShownUnit, UnitStage
from rules.referee.toolkit.game import Game
from rules.registry import game, slugs
from rules.testing.driver import Sample, play_sample, samples_of
from rules.testing.driver import Step as Played
from rules.testing.told_facts import facts_are_sane, hang_together

TWO = ("paper_tigers", 0)


def sample() -> Sample:
    return samples_of(TWO[0])[TWO[1]]


def unit(name: str, **more: Any) -> ShownUnit:
    made = ShownUnit(id=name, name=name, side="red", kind="tank", says="tank", pieces=(name,))
    return replace(made, **more)


def whole(**more: Any) -> Facts:
    made = Facts(sides=(ShownSide(name="red", seats=()),), units=(unit("T1"), unit("T2")))
    return replace(made, **more)


ASTRAY: dict[str, Callable[[], Facts]] = {
    "a unit twice": lambda: whole(units=(unit("T1"), unit("T1"))),
    "a side that is none": lambda: whole(units=(unit("T1", side="green"),)),
    "carried by one that does not know": lambda: whole(
        units=(unit("T1", carried_by="T2"), unit("T2"))
    ),
    "carries one that does not know": lambda: whole(
        units=(unit("T1", carries=("T2",)), unit("T2"))
    ),
    "lost and acting": lambda: whole(units=(unit("T1", stage=UnitStage.GONE, acting=True),)),
    "nothing counted": lambda: whole(
        units=(unit("T1", damage=Gauge(value=1, of=2, says="", falls=False)),)
    ),
    "a status twice": lambda: whole(
        units=(unit("T1", statuses=(ShownStatus(name="hot", says="is hot"),) * 2),)
    ),
    "more than there may be": lambda: whole(clocks=(ShownNumber(name="Turns", value=3, of=2),)),
    "two numbers that matter most": lambda: whole(
        sides=(
            ShownSide(
                name="red", seats=(), numbers=(ShownNumber(name="Points", value=1, main=True),) * 2
            ),
        ),
        units=(),
    ),
    "somebody who has no seat": lambda: whole(
        awaited=(ShownAwaited(seat="Nobody", who="", says="moves"),)
    ),
    "two steps at once": lambda: whole(
        turn=ShownTurn(steps=(Step(says="Deal", state=Progress.NOW),) * 2)
    ),
    "an order of strangers": lambda: whole(
        order=ShownOrder(places=(OrderPlace(says="T9", state=Progress.NOW, unit="T9"),))
    ),
    "a pile twice": lambda: whole(piles=(ShownPile(name="draw", says="Draw", count=1),) * 2),
    "a row without a column": lambda: whole(
        piles=(ShownPile(name="draw", says="Draw", count=1, row="war"),)
    ),
}


def test_sound_facts_are_let_pass() -> None:
    hang_together(whole(), setup=sample().setup)


@pytest.mark.parametrize("told", ASTRAY.values(), ids=ASTRAY)
def test_facts_that_do_not_hang_together_are_found(told: Callable[[], Facts]) -> None:
    with pytest.raises(AssertionError):
        hang_together(told(), setup=sample().setup)


def off(told: Facts) -> dict[str, Facts]:
    """The same facts, each with one thing that is not so."""
    one, *others = told.units
    side, *sides = told.sides
    assert one.damage is not None
    points = tuple(replace(each, value=each.value + 1) for each in side.numbers)
    hurt = replace(one, damage=replace(one.damage, value=one.damage.value + 1))
    return {
        "hits": replace(told, units=(hurt, *others)),
        "turn": replace(told, turn=replace(told.turn, number=told.turn.number + 1)),
        "points": replace(told, sides=(replace(side, numbers=points[:1]), *sides)),
        "lost": replace(told, units=(replace(one, stage=UnitStage.GONE), *others)),
    }


@pytest.mark.parametrize("wrong", ["hits", "turn", "points", "lost"])
def test_facts_that_differ_from_the_state_are_found(wrong: str) -> None:
    played = game(TWO[0])

    def told(state: object, seat: str) -> Facts:
        assert played.facts is not None
        return off(played.facts(state, seat))[wrong]

    state = played.initial(sample().setup)
    facts_are_sane(played, sample(), state)
    with pytest.raises(AssertionError):
        facts_are_sane(replace(played, facts=told), sample(), state)


def test_a_secret_in_the_facts_is_found() -> None:
    played = game(TWO[0])
    leaky = replace(played, facts=lambda _state, _seat: Facts(notes=("the owl hides",)))
    secretive = replace(sample(), secrets=lambda _state, _seat: ("owl",))
    with pytest.raises(AssertionError, match="hidden from"):
        facts_are_sane(leaky, secretive, played.initial(sample().setup))


def moments(played: Game, steps: int) -> list[Facts]:
    """What is told of a random battle, step by step."""
    assert played.facts is not None
    tell = played.facts
    found: list[Facts] = []

    def watch(step: Played) -> None:
        found.append(tell(step.after, ""))

    sample = samples_of(played.slug)[0]
    play_sample(played, sample, rng=random.Random(played.slug), steps=steps, watch=watch)
    return found


@pytest.mark.parametrize("slug", slugs())
def test_every_game_tells_sides_and_what_is_awaited_of_a_random_battle(slug: str) -> None:
    found = moments(game(slug), 25)
    assert all(len(told.sides) >= 2 for told in found)
    assert all(told.units or told.piles for told in found[-5:])
    assert sum(bool(told.awaited) for told in found) > len(found) / 2
    assert any(told.turn.steps for told in found)
    assert any(number.main for told in found for side in told.sides for number in side.numbers)
