"""What follows a roll is reckoned exactly, or sampled with its error; nothing is advised."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.referee.odds.chances import asks_of, chance_of
from rules.referee.odds.outcomes import Grade
from rules.referee.odds.reckoning import Odds, OddsMoment, odds_of_ask
from rules.referee.odds.records import ReadError, Unread, set_aside
from rules.referee.odds.sampling import SAMPLES, numbers_from
from rules.referee.odds.walking import MOST_RULED
from rules.referee.toolkit.questions import DiceQuestion
from tests.rules.referee.odds.dicey_game import (
    GAME,
    TABLE,
    Dicey,
    DiceyRoll,
    FirstCounts,
    TwoCount,
    dice,
    waiting,
)

HIT, MISS = "It strikes home", "It goes wide"


def odds(question: DiceQuestion) -> Odds:
    state = waiting(question)
    moment = OddsMoment(game=GAME, state=state, snapshot=TABLE, seat="A")
    found = odds_of_ask(moment, asks_of(GAME, state)[0])
    assert found is not None
    assert sum(each.chance for each in found.outcomes) == 1
    return found


def likely(found: Odds) -> dict[str, Fraction]:
    return {each.says: each.chance for each in found.likely}


def by_hand(count: int, needed: int) -> Fraction:
    hits = sum(sum(way) >= needed for way in product(range(1, 7), repeat=count))
    return Fraction(hits, 6**count)


@pytest.mark.parametrize(("count", "needed"), [(1, 4), (2, 9), (3, 10), (4, 13), (6, 22)])
def test_the_chance_of_a_total_is_the_share_of_all_throws(count: int, needed: int) -> None:
    found = odds(DiceyRoll(dice=dice(count), needed=needed))
    assert likely(found)[HIT] == by_hand(count, needed)
    assert likely(found)[MISS] == 1 - by_hand(count, needed)
    assert {each.grade for each in found.outcomes} == {Grade.CHANGED, Grade.NOTHING}
    assert found.samples == 0


def test_dice_that_are_alike_are_tried_in_sets_and_not_in_orders() -> None:
    found = odds(DiceyRoll(dice=dice(6), needed=22))
    assert found.rulings < 600
    assert found.rulings < 6**6 / 50


def test_dice_that_are_not_alike_are_tried_in_their_orders() -> None:
    found = odds(FirstCounts(dice=dice(3), needed=40))
    ways = product(range(1, 7), repeat=3)
    hits = sum(9 * way[0] + sum(way) >= 40 for way in ways)
    assert likely(found)[HIT] == Fraction(hits, 216)
    assert found.rulings >= 216


def test_a_save_behind_a_hit_is_reckoned_with_it() -> None:
    found = odds(DiceyRoll(dice=dice(3), needed=10, then="save"))
    both = by_hand(3, 10) * by_hand(2, 9)
    told = {one.says: each.chance for each in found.outcomes for one in each.changes}
    assert told["target has 2 hits"] == both
    # What is only remembered of the dice does not make one save out of each throw.
    assert found.rulings == (56 + 2 * 12) + (21 + 2 * 15)


def test_remembered_dice_that_are_read_are_never_taken_for_others() -> None:
    found = odds(DiceyRoll(dice=dice(2), needed=2, then="remembered"))
    ways = product(range(1, 7), repeat=3)
    twice = Fraction(sum(sum(way) >= 10 for way in ways), 216)
    told = {one.says: each.chance for each in found.outcomes for one in each.changes}
    assert told["target has 2 hits"] == twice


def test_a_choice_that_may_be_declined_is_declined_and_told() -> None:
    found = odds(DiceyRoll(dice=dice(1), needed=4, then="may"))
    assert found.declines == ("Once more?",)
    assert likely(found)[HIT] == Fraction(1, 2)
    assert not any(each.stops for each in found.outcomes)


def test_a_choice_that_somebody_has_to_make_ends_it_and_is_told() -> None:
    found = odds(DiceyRoll(dice=dice(1), needed=4, then="must"))
    assert {each.stops for each in found.outcomes} == {"", "left or right?"}


def test_a_chain_without_an_end_is_followed_some_rolls_far() -> None:
    found = odds(DiceyRoll(dice=dice(3), needed=4, then="for ever"))
    assert found.samples == 0
    assert [one.value for each in found.outcomes for one in each.changes][-1] == "8"


def test_more_than_can_be_listed_is_sampled_and_within_its_error() -> None:
    found = odds(FirstCounts(dice=dice(9), needed=70))
    assert found.samples == SAMPLES
    sums: dict[int, int] = {0: 1}
    for _ in range(8):
        fresh: dict[int, int] = {}
        for total, ways in sums.items():
            for face in range(1, 7):
                fresh[total + face] = fresh.get(total + face, 0) + ways
        sums = fresh
    exact = (
        sum(
            ways
            for first in range(1, 7)
            for total, ways in sums.items()
            if 10 * first + total >= 70
        )
        / 6**9
    )
    assert abs(float(likely(found)[HIT]) - exact) < 4 * (exact * (1 - exact) / SAMPLES) ** 0.5
    assert MOST_RULED < 6**9


@pytest.mark.parametrize("count", [6, 9])
def test_of_many_ordered_dice_those_that_change_nothing_are_left_out(count: int) -> None:
    found = odds(TwoCount(dice=dice(count), needed=42))
    # 5 and 6 always do; a 4 with a 2 or more.
    assert likely(found)[HIT] == Fraction(2 * 6 + 5, 36)
    assert found.samples == 0
    assert found.rulings < 1_000


def test_samples_are_the_same_ones_each_time() -> None:
    one, other = numbers_from(7), numbers_from(7)
    assert [next(one) for _ in range(50)] == [next(other) for _ in range(50)]
    faces = Counter(next(one) % 6 for _ in range(6_000))
    assert all(abs(times - 1_000) < 130 for times in faces.values())


def test_what_is_told_stands_in_the_order_of_the_rules_and_not_of_chance() -> None:
    first = odds(DiceyRoll(dice=dice(2), needed=11))
    second = odds(DiceyRoll(dice=dice(2), needed=3))
    assert [each.says for each in first.likely] == [each.says for each in second.likely]


def test_a_record_that_stands_for_several_throws_gives_itself_away() -> None:
    thrown, other = (3, 4), (6, 6)
    state, (aside,) = set_aside(Dicey(rolls={"1": thrown}), thrown)
    assert state == set_aside(Dicey(rolls={"1": other}), other)[0]
    assert sum(aside) == 7
    aside.stands_for_several = True
    for read in (sum, max, list, sorted, hash, lambda dice: dice[0], lambda dice: dice == (3, 4)):
        with pytest.raises(ReadError):
            read(aside)
    assert isinstance(aside, Unread)
    assert len(aside) == 2


def test_of_cards_that_a_question_does_not_count_nothing_is_told() -> None:
    state = waiting(DiceyRoll(dice=dice(1), needed=4))
    ask = asks_of(GAME, state)[0]
    assert chance_of(GAME, state, ask=ask, snapshot=TABLE) is not None
