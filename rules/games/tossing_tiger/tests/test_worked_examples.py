"""Plays the thirty worked examples of the rulebook through the rules as they decide."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from rules.games.tossing_tiger.chapters.acting import CardTaken
from rules.games.tossing_tiger.chapters.animal_actions import CardToDestroy, Tossed
from rules.games.tossing_tiger.chapters.ending import GameEnded, points_of
from rules.games.tossing_tiger.chapters.opening import numbers_of
from rules.games.tossing_tiger.chapters.piles import LayPiles
from rules.games.tossing_tiger.chapters.rounds import RoundBegan, WarDeclared
from rules.games.tossing_tiger.chapters.spoils import PileToTake, SpoilToPick, WarDecided
from rules.games.tossing_tiger.tests.card_table import lay_rows, rows_of
from rules.games.tossing_tiger.tests.war_play import Table, dawn, war
from rules.games.tossing_tiger.vocabulary import Role, SeatEdge


@pytest.mark.parametrize(
    ("hands", "numbers"),
    [((6, 6), "1 2 3"), ((7, 4), "1 2"), ((11, 5), "1 2"), ((3, 9), "1")],
)
def test_example_01_tt_trn_04_numbers(hands: tuple[int, int], numbers: str) -> None:
    table = Table().sit().with_hands(*hands)
    assert numbers_of(table.state, table.war).choices == tuple(numbers.split())
    if hands[0] > 3:
        table.answer(numbers.rsplit(maxsplit=1)[-1])
        assert table.war.number == int(numbers.rsplit(maxsplit=1)[-1])


def test_example_02_tt_pil_02_tt_pil_03_sizes() -> None:
    table = Table().sit().with_hands(7, 6)
    table.answer("3")
    assert table.refused("Host", LayPiles(sizes=(1, 3, 3))).clause == "TT-PIL-03"
    assert table.refused("Host", LayPiles(sizes=(2, 2, 2))).clause == "TT-PIL-02"
    table.lay(2, 2, 3)
    assert [pile.size for pile in table.war.attacking if pile] == [2, 2, 3]


def test_example_03_tt_geo_04_battles_from_the_attackers_left() -> None:
    table = lay_rows(
        attacking=((5, 16), (9, 16), (13, 16)),
        defending=((5, 8), (9, 8), (13, 8)),
        edges=(SeatEdge.NORTH, SeatEdge.SOUTH),
    )
    assert [x for x, _ in rows_of(table)[Role.ATTACKER]] == [13, 9, 5]


def test_example_04_tt_geo_05_pairs() -> None:
    table = lay_rows(
        attacking=((4, 8), (8, 8), (12, 8)), defending=((4.6, 16), (8.2, 16), (13.0, 16))
    )
    assert [x for x, _ in rows_of(table)[Role.DEFENDER]] == [4.6, 8.2, 13.0]
    refusal = lay_rows(
        attacking=((4, 8), (8, 8), (12, 8)),
        defending=((4.6, 16), (8.2, 16), (13.5, 16)),
        refused=True,
    )
    assert (refusal.clause, refusal.waivable) == ("TT-GEO-05", True)
    assert "battle 3 are 1.5 in apart" in refusal.reason
    assert refusal.evidence[2].value == 1.5


@pytest.mark.parametrize(
    ("attacking", "defending", "result"),
    [
        ("monkey", "crane", "A"),
        ("crane", "monkey", "D"),
        ("crane", "mantis", "BOTH"),
        ("crane", "crane", "NONE"),
        ("leopard", "leopard", "BOTH"),
        ("mantis", "snake", "NONE"),
    ],
)
def test_example_05_and_06_tt_res_01_comparison(
    attacking: str, defending: str, result: str
) -> None:
    table = war(1, (attacking, defending))
    assert table.happened(WarDecided)[0].results == (
        {"A": "attacker", "D": "defender", "BOTH": "both", "NONE": "none"}[result],
    )


def test_example_07_tt_war_01_a_drawn_war() -> None:
    table = war(3, ("monkey", "crane"), ("crane", "mantis"), ("leopard", "turtle"))
    assert table.results == ["A", "BOTH", "D"]
    assert table.war.winners == ()
    takes = [(take.role, take.place, take.count) for take in table.war.takes]
    assert takes == [
        (Role.ATTACKER, 1, 1),
        (Role.ATTACKER, 2, 1),
        (Role.DEFENDER, 2, 1),
        (Role.DEFENDER, 3, 1),
    ]


@pytest.mark.parametrize(("last", "hands"), [("keep", (9, 4)), ("discard", (8, 4))])
def test_example_08_tt_spo_03_bonus(last: str, hands: tuple[int, int]) -> None:
    table = Table().sit().with_hands(6, 7)
    table.answer("3")
    table.lay(2, 2, 2, role=Role.ATTACKER)
    table.lay(2, 2, 3, role=Role.DEFENDER)
    table.rows()
    table.roll("monkey", "crane").roll("monkey", "mantis").roll("crane", "crane")
    assert table.question(PileToTake).choices == ("battle 1", "battle 2")
    table.answer("battle 1")
    table.answer("keep")
    table.answer("keep")
    table.answer("an unseen card")
    table.answer(last)
    assert tuple(table.state.hands.values()) == hands
    assert table.state.discards == (last == "discard")


def test_example_09_tt_ani_06_panda() -> None:
    table = war(4, ("monkey", "mantis"), ("crane", "crane"), ("panda", "crane"))
    assert table.results[2] == "A"
    assert war(2, ("panda", "crane")).results[0] == "NONE"


def test_example_10_tt_ani_07_panda_against_turtle() -> None:
    table = war(3, ("turtle", "crane"), ("panda", "turtle"))
    assert table.results[1] == "D"


def test_example_11_tt_ani_01_tiger() -> None:
    assert war(2, ("tiger", "turtle")).results[0] == "NONE"
    for choice, result in (("face up", "A"), ("face down", "D")):
        table = war(3, ("tiger", "leopard"))
        table.answer(choice)
        assert table.results[0] == result


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [("face up", "face down", "A"), ("face up", "face up", "BOTH")],
)
def test_example_12_two_tigers(mine: str, theirs: str, result: str) -> None:
    table = war(2, ("tiger", "tiger"))
    table.answer(mine)
    table.answer(theirs)
    assert table.results[0] == result
    assert len(table.happened(Tossed)) == 2


def test_example_13_tt_ani_08_leopard() -> None:
    table = war(3, ("mantis", "monkey"), ("monkey", "crane"), ("leopard", "crane"))
    assert table.results == ["D", "A", "NONE"]
    table.answer("1 and 2")
    assert table.results == ["BOTH", "BOTH", "NONE"]
    decided = table.happened(WarDecided)[0]
    assert (decided.attacker_won, decided.defender_won) == (2, 2)


def test_example_14_tt_ani_02_dragon() -> None:
    table = war(3, ("crane", "monkey"), ("dragon", "mantis"))
    assert table.results[:2] == ["D", "D"]
    table.answer("battle 1")
    table.turn(Role.ATTACKER, "monkey")
    assert table.results[:2] == ["BOTH", "D"]


SNAKES = [
    ([("crane", "monkey"), ("crane", "monkey")], "D"),
    ([("monkey", "crane"), ("crane", "mantis")], "A"),
    ([("crane", "crane"), ("crane", "monkey")], "BOTH"),
]


@pytest.mark.parametrize(("before", "result"), SNAKES)
def test_example_15_tt_ani_09_snake(before: list[tuple[str, str]], result: str) -> None:
    """Against a bull the snake alone is strong; against a peacock the peacock is."""
    table = war(4, *before)
    table.roll("snake", "bull" if result == "D" else "peacock")
    if table.asks and isinstance(table.asks[0].question, CardToDestroy):
        table.answer("attacker 1")
    expected = {"D": "D", "A": "A", "BOTH": "D"}[result]
    assert table.results[2] == expected
    assert war(2, ("snake", "peacock")).results[0] == "D"


@pytest.mark.parametrize(
    ("defending", "result"), [("crane", "A"), ("mantis", "A"), ("monkey", "D")]
)
def test_example_16_tt_ani_10_peacock(defending: str, result: str) -> None:
    table = war(4, ("crane", "crane"), ("peacock", "crane"), ("crane", defending))
    assert table.results[2] == result


def test_example_17_tt_ani_14_horse() -> None:
    table = war(4, ("snake", "crane"), ("peacock", "mantis"), ("horse", "mantis"))
    assert table.results[2] == "A"
    assert war(3, ("snake", "crane"), ("horse", "mantis")).results[1] == "NONE"


def test_example_18_tt_ani_15_unicorn() -> None:
    first = ("horse", "crane")
    table = war(5, first, ("frog", "crane"), ("unicorn", "crane"), ("redpanda", "unicorn"))
    assert table.results[3] == "A"
    table = war(5, first, first, ("unicorn", "crane"), ("redpanda", "unicorn"))
    assert table.results[3] == "NONE"


def test_example_19_tt_ani_16_frog() -> None:
    table = war(4, ("crane", "frog"), ("crane", "crane"), ("frog", "snake"))
    assert table.results[2] == "D"


def test_example_20_tt_ani_12_red_panda() -> None:
    before = war(2)
    table = war(2, ("redpanda", "snake"))
    assert table.results[0] == "D"
    assert len(table.happened(CardTaken)) == 1
    assert table.state.draw == before.state.draw - 1
    assert table.state.hands["Host"] == 1
    assert not war(2, ("redpanda", "frog")).happened(CardTaken)


def test_example_21_tt_hi_01_highscore() -> None:
    table = Table(highscore=True).sit()
    first = points_of(table.state, ("B-mantis-1", "B-crane-1", "B-tiger-1"))
    second = points_of(table.state, ("B-leopard-1", "B-turtle-1", "B-panda-1", "B-dragon-1"))
    assert (first, second) == (-7, -9)


def test_example_22_tt_sim_01_tt_sim_02_pairs() -> None:
    table = Table(players=5, simulwars=True, starter="Stranger").sit()
    began = table.happened(RoundBegan)[0]
    assert began.arbiter == "Stranger"
    assert began.waiting == ("Rangers", "Raiders", "Host", "Guest")
    table.answer("Host")
    wars = [(w.attacker, w.defender) for w in table.happened(WarDeclared)]
    assert wars == [("Rangers", "Host"), ("Raiders", "Guest")]


@pytest.mark.parametrize(("attacker", "numbers"), [("Red", "3 4"), ("Blue", "4")])
def test_example_23_tt_ft_03_tt_ft_05_numbers(attacker: str, numbers: str) -> None:
    teams = ("Red", "Blue", "Red", "Blue", "Blue")
    table = Table(players=5, teams=teams, fight_together=True, starter=attacker).sit()
    table.with_hands(7, 6, 6, 6, 5)
    assert numbers_of(table.state, table.war).choices == tuple(numbers.split())


def together(*hands: int, war_pile: int) -> Table:
    """Two teams of two after a war that nobody won, with the war pile as it was before."""
    table = Table(players=4, teams=("Red", "Blue") * 2, fight_together=True).sit()
    table.state = replace(table.state, war_pile=war_pile)
    table.with_hands(*hands)
    table.state = replace(table.state, draw=table.state.draw - war_pile)
    number = numbers_of(table.state, table.war).choices[0]
    table.answer(number)
    table.build()
    for _ in range(int(number)):
        table.roll("crane", "crane")
    return table


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        ((8, 9, 9, 9), ("Blue",)),
        # Guest is left with two cards: that team loses though it has more of them.
        ((6, 3, 6, 20), ("Red",)),
        # One of each team has two cards left.
        ((3, 3, 9, 12), ("Blue",)),
    ],
)
def test_example_24_tt_ft_08_tt_ft_09_tt_ft_10_ends(
    hands: tuple[int, ...], winners: tuple[str, ...]
) -> None:
    table = together(*hands, war_pile=8)
    for name in ("Host", "Guest"):
        table.answer(name)
    ended = table.happened(GameEnded)
    assert ended, [ask.says for ask in table.asks]
    assert ended[0].winners == winners
    assert table.state.war_pile == 10


@pytest.mark.parametrize("sizes", [(2, 4), (3, 3), (4, 2)])
def test_example_25_tt_dj_02_dawncard(sizes: tuple[int, int]) -> None:
    table = Table(dawndojo=True).sit().with_hands(7, 6)
    table.answer("3 with a Dawncard")
    table.answer("D-rooster-03")
    table.lay(*sizes, role=Role.ATTACKER)
    table.lay(2, 2, 2)
    table.rows()
    table.turn(Role.DEFENDER, "crane")
    assert table.results[0] == "D"
    table.roll("crane", "crane").roll("crane", "crane")
    assert table.war.takes[0].role is Role.DEFENDER
    table.answer("keep")
    assert table.state.hands == {"Host": 6, "Guest": 7}


def test_example_26_tt_trn_04_number_with_a_dawncard() -> None:
    table = Table(dawndojo=True).sit().with_hands(5, 6)
    found = numbers_of(table.state, table.war)
    assert found.plain == (1, 2)
    assert found.with_dawncard == (2, 3)
    offered = table.offers("Host")[0].holes[0]
    assert "3" in offered.greyed
    assert "1 with a Dawncard" not in offered.allowed


def test_example_27_tt_dawn_01_one_less() -> None:
    table = dawn(3, rule="one_less")
    assert [pile is None for pile in table.war.defending] == [False, False, True]
    table.turn(Role.DEFENDER, "crane")
    table.roll("crane", "crane")
    table.turn(Role.ATTACKER, "crane")
    assert table.results == ["D", "NONE", "A"]


def test_example_28_tt_dawn_06_early_stop() -> None:
    table = dawn(5, rule="early_stop")
    table.turn(Role.DEFENDER, "crane")
    table.roll("crane", "crane").roll("crane", "monkey")
    assert table.results == ["D", "NONE", "D", "-", "-"]
    assert "Host has lost 2 battles" in table.war.stopped


@pytest.mark.parametrize(("kept", "left"), [("discard", 1), ("keep", 2)])
def test_example_29_tt_end_01_tt_end_02_end(kept: str, left: int) -> None:
    table = Table(players=3, starter="Stranger").sit().with_hands(9, 7, 2)
    table.answer("Guest")
    table.build()
    table.roll("crane", "mantis")
    table.answer("an unseen card", SpoilToPick)
    table.answer(kept)
    table.answer("an unseen card", SpoilToPick)
    table.answer("discard")
    assert table.state.hands["Stranger"] == left
    ended = table.happened(GameEnded)
    if left == 1:
        assert ended[0].winners == ("Host",)
    else:
        assert not ended
        assert table.state.round == 2


def test_example_30_tt_rc_14_bonus_times() -> None:
    table = dawn(5, change="rooster_multi_bonus")
    table.turn(Role.DEFENDER, "crane")
    table.roll("monkey", "crane").roll("monkey", "crane").roll("rooster", "crane")
    table.roll("monkey", "crane")
    assert table.results == ["D", "A", "A", "NONE", "A"]
    decided = table.happened(WarDecided)[0]
    assert decided.bonus == 2
    assert dict(table.war.piles_due) == {Role.ATTACKER: 2}
    assert table.question(PileToTake).choices == ("battle 2", "battle 3", "battle 5")


def test_the_hands_of_a_table_are_as_they_were_given() -> None:
    assert Table().sit().with_hands(7, 6).state.hands == MappingProxyType({"Host": 7, "Guest": 6})
