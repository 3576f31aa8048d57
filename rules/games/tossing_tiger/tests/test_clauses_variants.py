"""Tests what each clause on Simulwars, Highscore, More Animals and Fight Together asks."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.animals import ANIMALS
from rules.games.tossing_tiger.chapters.acting import (
    ActionAsked,
    Looked,
    PileShuffled,
    WhereToLook,
    WhetherToAct,
    WhetherToShuffle,
)
from rules.games.tossing_tiger.chapters.animal_actions import HowItLands, PilesToSwap
from rules.games.tossing_tiger.chapters.battles import PileToTurn
from rules.games.tossing_tiger.chapters.ending import GameEnded, HandShown, ShowHand, points_of
from rules.games.tossing_tiger.chapters.layout import RowsToLay
from rules.games.tossing_tiger.chapters.opening import HowManyPiles, numbers_of
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.chapters.rounds import Ready, RoundBegan, WhichOpponent
from rules.games.tossing_tiger.chapters.spoils import (
    SpoilTaken,
    SpoilToKeep,
    SpoilToPick,
    WarPileGrew,
    WhoPays,
)
from rules.games.tossing_tiger.deck import STARTER
from rules.games.tossing_tiger.tests.war_play import Table, setup, sitting, war
from rules.games.tossing_tiger.view import TALK
from rules.games.tossing_tiger.vocabulary import Phase, Role, SeatEdge, war_of
from rules.referee.toolkit.questions import Choose
from rules.table.bad_input import BadInputError

FOUR = (SeatEdge.SOUTH, SeatEdge.NORTH, SeatEdge.WEST, SeatEdge.EAST)


def finish(table: Table) -> None:
    """Every war of this round with one pile each, which nobody wins."""
    while any(isinstance(ask.question, HowManyPiles) for ask in table.asks):
        table.answer("1", HowManyPiles)
    while any(isinstance(ask.question, PilesToMake) for ask in table.asks):
        ask = table.asked(PilesToMake)
        table.give(ask.seat, LayPiles(sizes=(table.state.hands[ask.who],), ask=ask.id))
    while any(isinstance(ask.question, RowsToLay) for ask in table.asks):
        table.rows()
    number = table.state.round
    while (
        any(isinstance(a.question, PileToTurn) for a in table.asks) and table.state.round == number
    ):
        table.turn(table.question(PileToTurn).role, "crane")


def test_tt_sim_01_tt_sim_03_pairs_fight_at_the_same_time() -> None:
    table = Table(players=4, simulwars=True).sit()
    assert table.question(WhichOpponent).choices == ("Guest", "Stranger", "Rangers")
    table.answer("Stranger")
    pairs = [(war.attacker, war.defender) for war in table.state.wars]
    assert pairs == [("Host", "Stranger"), ("Guest", "Rangers")]
    assert [ask.who for ask in table.asks] == ["Host", "Guest"]
    second = next(ask for ask in table.asks if ask.who == "Guest")
    table.give("Guest", Choose(choice="2", ask=second.id))
    assert {type(ask.question) for ask in table.asks} == {HowManyPiles, PilesToMake}


def test_tt_sim_02_the_odd_one_out_is_the_arbiter() -> None:
    table = Table(players=3, simulwars=True, starter="Guest").sit()
    (began,) = table.happened(RoundBegan)
    assert (began.arbiter, began.waiting) == ("Guest", ("Stranger", "Host"))
    assert table.war.attacker == "Stranger"
    assert not [ask for ask in table.asks if ask.who == "Guest"]


@pytest.mark.parametrize("end", ["end_of_round", "at_once"])
def test_tt_sim_04_the_start_goes_round_and_the_end_waits(end: str) -> None:
    table = Table(players=4, simulwars=True, sim_end=end).sit()
    table.answer("Guest")
    table.with_hands(2, 6, 6, 6)
    mine = next(ask for ask in table.asks if ask.who == "Host")
    table.give("Host", Choose(choice="1", ask=mine.id))
    for ask in [ask for ask in table.asks if war_of(ask) == 1]:
        table.give(ask.seat, LayPiles(sizes=(table.state.hands[ask.who],), ask=ask.id))
    table.rows()
    table.roll("crane", "monkey")
    while any(war_of(ask) == 1 for ask in table.asks):
        table.answer("keep", SpoilToKeep)
    assert (table.state.phase is Phase.ENDED) == (end == "at_once")
    calm = Table(players=4, simulwars=True).sit()
    calm.answer("Guest")
    finish(calm)
    assert (calm.state.starter, calm.state.round) == ("Guest", 2)


# --- Highscore -----------------------------------------------------------------------------------


def test_tt_hi_01_minus_one_for_each_printed_strength() -> None:
    state = GAME.initial(setup(sitting(2), highscore=True, more_animals=True))
    cards = ("B-mantis-1", "B-tiger-1", "Z-horse-1")
    assert points_of(state, cards) == -6
    assert points_of(state, ("B-panda-1",)) == 0


def test_tt_hi_02_hands_are_shown_and_the_highest_sum_wins() -> None:
    table = Table(highscore=True).sit().with_hands(2, 3)
    table.answer("1")
    table.build()
    table.roll("crane", "monkey")
    while table.state.phase is Phase.WAR:
        table.answer(
            "keep" if isinstance(table.asks[0].question, SpoilToKeep) else "an unseen card"
        )
    assert table.state.phase is Phase.SCAN
    assert table.state.hands == {"Host": 0, "Guest": 5}
    many = tuple(f"B-mantis-{number}" for number in range(1, 6))
    assert table.refused("Guest", ShowHand(cards=many[:4])).clause == "TT-HI-02"
    assert table.refused("Guest", ShowHand(cards=(many[0],) * 5)).clause == "TT-HI-02"
    table.give("Guest", ShowHand(cards=many))
    assert [each.points for each in table.happened(HandShown)] == [0, -20]
    ended = table.happened(GameEnded)[0]
    assert ended.winners == ("Host",)
    assert "Host 0, Guest -20" in ended.how


def test_tt_hi_03_an_action_is_declined_once_in_a_war() -> None:
    table = war(4, ("leopard", "crane"), options={"decline_once": True})
    assert table.question(WhetherToAct).choices == ("do it", "leave it")
    table.answer("leave it")
    table.answer("battle 3", WhereToLook)
    table.answer("shuffle", WhetherToShuffle)
    assert table.happened(Looked)[0].top_only
    assert len(table.happened(PileShuffled)) == 1
    table.roll("leopard", "crane")
    table.answer("3 and 4", PilesToSwap)
    table.roll("crane", "tiger")
    assert table.asked(WhetherToAct).who == "Guest"
    table.answer("do it")
    assert table.asked(HowItLands).who == "Guest"
    assert [each.declined for each in table.happened(ActionAsked)] == [True, False]


def test_tt_hi_03_what_holds_all_the_time_may_be_declined_too() -> None:
    table = war(3, ("crane", "crane"), ("panda", "crane"), options={"decline_once": True})
    assert table.results[1] == "A"
    table.answer("leave it")
    assert table.results[1] == "NONE"


# --- More Animals --------------------------------------------------------------------------------


def test_tt_zoo_01_no_list_names_an_animal_of_the_other_set() -> None:
    for name, listed in STARTER.strengths.items():
        assert {ANIMALS[each].set for each in listed} <= {ANIMALS[name].set}
    assert "snake" in GAME.initial(setup(sitting(2), more_animals=True)).deck.animals
    assert "snake" not in GAME.initial(setup(sitting(2))).deck.animals


# --- Fight Together ------------------------------------------------------------------------------


def together(*hands: int, teams: tuple[str, ...] = ("Red", "Blue", "Red", "Blue")) -> Table:
    table = Table(players=len(teams), teams=teams, fight_together=True).sit()
    return table.with_hands(*hands) if hands else table


def test_tt_ft_01_two_teams_as_equal_as_possible() -> None:
    assert together().state.teams == ("Red", "Blue")
    for sides, expected in (
        (("Red", "Blue", "Green"), "two teams"),
        (("Red", "Red", "Red", "Blue"), "as equal as possible"),
    ):
        with pytest.raises(BadInputError, match=expected):
            GAME.initial(setup(sitting(len(sides), teams=sides), fight_together=True))
    with pytest.raises(BadInputError, match="a side of one's own"):
        GAME.initial(setup(sitting(3, teams=("Red", "Blue", "Red"))))


@pytest.mark.parametrize("other", ["simulwars", "highscore"])
def test_tt_ft_01_what_does_not_go_with_teams_is_refused_with_a_reason(other: str) -> None:
    chosen: dict[str, Any] = {"fight_together": True, other: True}
    with pytest.raises(BadInputError, match=f"{other}: expected false with fight_together: "):
        GAME.initial(setup(sitting(2), **chosen))


def play_out(table: Table, number: int) -> None:
    """A war that nobody wins."""
    if isinstance(table.asks[0].question, HowManyPiles):
        table.answer(str(number))
    table.build()
    for _ in range(number):
        table.roll("crane", "crane")


def test_tt_ft_02_teams_take_turns_in_attacking() -> None:
    table = together(9, 9, 9, 9)
    assert (table.war.attacker, table.war.defender) == ("Red", "Blue")
    play_out(table, 3)
    table.answer("Host")
    table.answer("Guest")
    assert (table.war.attacker, table.war.defender) == ("Blue", "Red")


def test_tt_ft_03_tt_ft_05_more_piles_than_members() -> None:
    table = together(9, 9, 9, 9)
    assert numbers_of(table.state, table.war).choices == ("3", "4", "5", "6")
    assert table.refused("Host", Choose(choice="2")).clause == "TT-FT-03"
    assert table.refused("Host", Choose(choice="7")).clause == "TT-FT-05"
    small = together(3, 9, 3, 9)
    found = numbers_of(small.state, small.war)
    assert (found.choices, found.least) == (("3", "4", "5", "6"), 1)
    none = Table(
        players=4, teams=("Red", "Blue") * 2, fight_together=True, ft_no_number="game_ends"
    )
    for player, edge in zip(none.state.players, FOUR, strict=True):
        none.give(player.seat, Ready(edge=edge))
    none.state = replace(
        none.state,
        hands=MappingProxyType({"Host": 3, "Guest": 6, "Stranger": 3, "Rangers": 6}),
        draw=none.state.draw + 6,
    )
    none.answer("Red")
    ended = none.happened(GameEnded)[0]
    assert ended.winners == ("Blue",)
    assert "cannot make any legal number" in ended.how


def test_tt_ft_04_tt_ft_05_everybody_supplies_a_pile_of_three() -> None:
    table = together(9, 9, 9, 9)
    table.answer("3")
    alone = LayPiles(sizes=(3, 3, 3), owners=("Host",) * 3)
    assert table.refused("Host", alone).clause == "TT-FT-04"
    strange = LayPiles(sizes=(9, 3, 6), owners=("Host", "Stranger", "Guest"))
    assert table.refused("Host", strange).clause == "TT-FT-04"
    small = LayPiles(sizes=(2, 7, 9), owners=("Host", "Host", "Stranger"))
    assert table.refused("Host", small).clause == "TT-FT-05"
    table.lay(4, 5, 9, role=Role.ATTACKER, owners=("Host", "Host", "Stranger"))
    assert [pile.owner for pile in table.war.attacking if pile] == ["Host", "Host", "Stranger"]


def test_tt_ft_06_tt_ft_07_who_chooses_and_who_gets_the_cards() -> None:
    table = together(9, 9, 9, 9)
    table.answer("3")
    table.lay(3, 6, 9, role=Role.ATTACKER, owners=("Host", "Host", "Stranger"))
    table.lay(9, 3, 6, role=Role.DEFENDER, owners=("Guest", "Rangers", "Rangers"))
    table.rows()
    table.roll("crane", "mantis").roll("crane", "crane").roll("leopard", "crane")
    ask = table.asked(PilesToSwap)
    assert (ask.who, ask.seat) == ("Stranger", "Stranger")
    table.answer("2 and 3")
    assert table.asked(SpoilToPick).who == "Host"
    table.answer("an unseen card", SpoilToPick)
    assert table.question(SpoilToKeep).choices == ("Host", "Stranger", "discard")
    table.answer("Stranger")
    assert table.happened(SpoilTaken)[0].player == "Stranger"
    assert table.asked(SpoilToPick).who == "Guest"


def test_tt_ft_08_the_losers_put_a_card_on_the_war_pile() -> None:
    table = together(9, 9, 9, 9)
    play_out(table, 3)
    assert table.question(WhoPays).choices == ("Host", "Stranger")
    assert len(table.asks) == 1
    table.answer("Stranger")
    table.answer("Guest")
    assert [each.count for each in table.happened(WarPileGrew)] == [1, 2]
    assert table.state.war_pile == 2
    assert list(table.state.hands.values()) == [9, 8, 8, 9]


@pytest.mark.parametrize(
    ("hands", "order", "winners"),
    [
        ((9, 8, 9, 8), "exhaustion_first", ("Red",)),
        ((3, 8, 20, 8), "exhaustion_first", ("Blue",)),
        ((3, 8, 20, 8), "war_pile_first", ("Red",)),
    ],
)
def test_tt_ft_09_tt_ft_10_ends(
    hands: tuple[int, ...], *, order: str, winners: tuple[str, ...]
) -> None:
    table = Table(
        players=4, teams=("Red", "Blue") * 2, fight_together=True, ft_end_order=order
    ).sit()
    table.state = replace(table.state, war_pile=8, draw=table.state.draw - 8)
    table.with_hands(*hands)
    play_out(table, 3)
    table.answer("Host")
    table.answer("Guest")
    assert table.happened(GameEnded)[0].winners == winners


def test_tt_ft_11_the_rule_on_talk_is_shown() -> None:
    assert GAME.view(together().state, "Host")["talk"] == TALK
    assert GAME.view(Table().sit().state, "Host")["talk"] == ""


def test_tt_ft_12_the_birds_are_in_the_deck() -> None:
    assert together().state.deck.copies("bird") == 9
    assert Table().state.deck.copies("bird") == 0
