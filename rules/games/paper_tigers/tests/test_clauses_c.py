"""Tests of a turn's cards: dealt, laid on units, turned up and played (clauses C1 to C3)."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.acting import CardCame, CardPlayed, Decline
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import Shot
from rules.games.paper_tigers.chapters.initiative import QueueFormed
from rules.games.paper_tigers.chapters.laying import (
    Assign,
    Assigned,
    NowhereToLay,
    Pass,
    Passed,
    TurnUp,
)
from rules.games.paper_tigers.chapters.moving import Move, MoveRolled
from rules.games.paper_tigers.chapters.picking import Pick, Picked, PickedFaces, TurnedUp
from rules.games.paper_tigers.chapters.turns import CardsRoll, CardsRolled, Deal, Dealt, Shuffle
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand, Pack, Slot
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    assigning,
    new_battle,
    picking,
    put,
    ruling,
    set_up,
    the,
    turn_start,
)
from rules.games.paper_tigers.vocabulary import Phase

RED_TANK, BLUE_TANK = put("T1", (10, 10)), put("E1", (20, 10), blue=True)
DOWN = ("", "")
"""Two cards lying face down."""


def dealt(red: tuple[int, int], blue: tuple[int, int], *, drawn: int = 0) -> Battle:
    """A turn in which the sides have rolled so, up to the deal."""
    game = turn_start(RED_TANK, BLUE_TANK, drawn=drawn)
    game.rolled(HOST, *red)
    game.rolled(GUEST, *blue)
    return game


def test_pt1_c1_both_dice_together_are_the_number_of_cards() -> None:
    game = turn_start(RED_TANK, BLUE_TANK)
    assert [(ask.seat, type(ask.question)) for ask in game.state.asks] == [
        (HOST, CardsRoll),
        (GUEST, CardsRoll),
    ]
    rolled = game.rolled(HOST, 5, 2)
    assert the(rolled, CardsRolled).count == 7
    assert ruling(rolled, CardsRolled).clause == "PT1-C1"
    game.rolled(GUEST, 6, 6)
    assert game.state.counts == {"Red": 7, "Blue": 12}
    game.do(HOST, Deal())
    assert (game.hand("Red").hidden, game.hand("Blue").hidden) == (7, 12)
    assert game.state.packs["pack"].draw == 52 - 19


@pytest.mark.parametrize(
    ("red", "blue", "order"),
    [
        ((4, 3), (4, 1), "RBRBRBRBRBRR"),
        ((1, 1), (2, 2), "BRBRBB"),
        ((3, 3), (4, 2), "RBRBRBRBRBRB"),
    ],
)
def test_pt1_c1a_deals_one_by_one_from_the_higher_roller(
    red: tuple[int, int], blue: tuple[int, int], order: str
) -> None:
    told = dealt(red, blue).do(HOST, Deal())
    assert "".join(name[0] for name in the(told, Dealt).order) == order
    assert ruling(told, Dealt).clause == "PT1-C1a"


def test_pt1_c1a_equal_rolls_begin_with_the_attacker_wherever_he_sits() -> None:
    game = turn_start(RED_TANK, BLUE_TANK, attacker="blue")
    game.rolled(HOST, 1, 2)
    game.rolled(GUEST, 2, 1)
    assert the(game.do(GUEST, Deal()), Dealt).order == ("Blue", "Red") * 3


def test_pt1_c1b_nobody_knows_the_faces_of_cards_just_dealt() -> None:
    game = dealt((2, 1), (2, 2))
    game.do(HOST, Deal())
    assert game.hand("Red") == Hand(hidden=3, open=())
    for seat in (HOST, GUEST, "a spectator"):
        forces = GAME.view(game.state, seat)["forces"]
        assert isinstance(forces, list)
        assert [each["hand"] for each in forces] == [
            {"count": 3, "hidden": 3, "open": []},
            {"count": 4, "hidden": 4, "open": []},
        ]
    refusal = game.refused(HOST, TurnUp(cards=("QH", "2C", "3C")))
    assert refusal.reason == "No card is to be turned up just now."


@pytest.mark.parametrize(
    ("red", "blue", "count"),
    [(("tank",) * 4, ("squad",) * 4, 5), (("tank",) * 5, ("squad",) * 3, 7)],
)
def test_pt1_c1c_under_five_units_a_side_the_higher_die_counts(
    red: tuple[str, ...], blue: tuple[str, ...], count: int
) -> None:
    game = set_up(new_battle(red, blue))
    game.do(GUEST, Shuffle())
    told = game.rolled(HOST, 5, 2)
    rolled = the(told, CardsRolled)
    assert (rolled.count, rolled.small_game) == (count, count == 5)
    assert ruling(told, CardsRolled).clause == ("PT1-C1c" if count == 5 else "PT1-C1")


def test_pt1_c2_the_attacker_lays_the_first_card_and_then_it_goes_in_turn() -> None:
    game = assigning(RED_TANK, BLUE_TANK, red=Hand(hidden=2), blue=Hand(hidden=2))
    refusal = game.refused(GUEST, Assign(unit="E1"))
    assert refusal.clause == "PT1-C2"
    assert refusal.reason == "It is Red's turn to lay a card, not Blue's."
    assert the(game.do(HOST, Assign(unit="T1")), Assigned) == Assigned(force="Red", unit="T1")
    assert game.refused(HOST, Assign(unit="T1")).reason == (
        "It is Blue's turn to lay a card, not Red's."
    )
    game.do(GUEST, Assign(unit="E1"))
    game.do(HOST, Assign(unit="T1"))
    assert game.unit("T1").cards == (Slot(), Slot())
    assert game.hand("Red").count == 0


def test_pt1_c2a_a_third_card_on_a_unit_is_refused() -> None:
    game = assigning(
        put("T1", (10, 10), cards=DOWN),
        put("T2", (10, 20)),
        BLUE_TANK,
        red=Hand(hidden=3),
        blue=Hand(),
    )
    refusal = game.refused(HOST, Assign(unit="T1"))
    assert refusal.clause == "PT1-C2a"
    assert refusal.reason == "T1 has 2 cards already, which is the most."
    assert refusal.waivable


@pytest.mark.parametrize("kind", ["tank", "truck", "gun", "squad", "halftrack", "armoured_car"])
def test_pt1_c2a_any_own_unit_takes_a_card_and_no_other(kind: str) -> None:
    game = assigning(put("U1", (10, 10), kind=kind), BLUE_TANK, red=Hand(hidden=1))
    refusal = game.refused(HOST, Assign(unit="E1"))
    assert (refusal.clause, refusal.reason) == ("PT1-I2", "Blue is not commanded by Host.")
    game.do(HOST, Assign(unit="U1"))
    assert game.unit("U1").had_card


def test_pt1_c2a_x_a_damaged_unit_takes_no_card() -> None:
    game = assigning(put("T1", (10, 10), hits=1), put("T2", (10, 20)), red=Hand(hidden=1))
    refusal = game.refused(HOST, Assign(unit="T1"))
    assert refusal.clause == "PT1-C2a-x"
    assert refusal.reason == "T1 is damaged: it takes no action cards until it recovers."
    game.do(HOST, Assign(unit="T2"))


def test_pt1_c2b_nobody_has_to_lay_a_card() -> None:
    game = assigning(RED_TANK, BLUE_TANK, red=Hand(hidden=3), blue=Hand(hidden=4))
    assert ruling(game.do(HOST, Pass()), Passed).clause == "PT1-C2"
    game.do(GUEST, Assign(unit="E1"))
    game.do(GUEST, Pass())
    assert game.waits_for == [PickedFaces]  # Blue's one card is turned up at once
    assert (game.hand("Red").count, game.hand("Blue").count) == (3, 3)


def test_pt1_c2_a_side_that_has_nowhere_to_lay_a_card_is_told_so() -> None:
    """Fault 3: it was passed over without a word."""
    game = assigning(RED_TANK, BLUE_TANK, red=Hand(hidden=3), blue=Hand(hidden=4))
    game.do(HOST, Assign(unit="T1"))
    game.do(GUEST, Assign(unit="E1"))
    told = game.do(HOST, Assign(unit="T1"))
    assert ruling(told, NowhereToLay).clause == "PT1-C2"
    says = "Red has 1 card left and no unit that can take one: it lays no more."
    assert the(told, NowhereToLay).told() == says
    assert all_of(game.do(GUEST, Pass()), NowhereToLay) == []


def test_pt1_c2_a_side_without_a_unit_for_a_card_is_told_before_anybody_lays() -> None:
    hurt = put("T1", (10, 10), hits=1)
    game = assigning(hurt, BLUE_TANK, red=Hand(hidden=2), blue=Hand(hidden=1))
    assert game.state.stuck == ("Red",)


def duel() -> Battle:
    """Both sides have a unit with two cards, and Red another one."""
    return picking(
        put("T1", (10, 10), cards=DOWN),
        put("T2", (10, 20), cards=DOWN),
        put("E1", (20, 10), cards=DOWN, blue=True),
    )


def test_pt1_c3_everybody_picks_one_unit_and_one_or_both_of_its_cards() -> None:
    game = duel()
    assert the(game.do(HOST, Pick(unit="T1", cards=(2,))), Picked).cards == (2,)
    again = game.refused(HOST, Pick(unit="T2"))
    assert (again.clause, again.reason) == ("PT1-C3", "Red has picked already in this round.")
    game.do(GUEST, Pick(unit="E1", cards=(1, 2)))
    assert [(ask.seat, about(ask).cards) for ask in game.state.asks] == [(HOST, 1), (GUEST, 2)]
    assert the(game.turned(HOST, "5C"), TurnedUp).faces == ("5C",)
    game.turned(GUEST, "6C", "7C")
    assert game.unit("T1").cards == (Slot(),)  # the other one waits face down
    for card, who in [("7C", GUEST), ("6C", GUEST), ("5C", HOST)]:
        assert game.card_up is not None
        assert game.card_up[0] == card
        game.do(who, Decline())
    assert game.state.round == 1
    assert game.unit("T2").cards == (Slot(), Slot())


@pytest.mark.parametrize("cards", [(), (3,), (1, 1), (0,)])
def test_pt1_c3_a_pick_names_cards_that_are_there(cards: tuple[int, ...]) -> None:
    refusal = duel().refused(HOST, Pick(unit="T1", cards=cards))
    assert refusal.clause == "PT1-C3"
    assert refusal.reason == "T1 has 2 cards: name each by its place, from 1."


@pytest.mark.parametrize(
    ("red", "blue", "order"),
    [
        (("QS", "10D"), ("KC", "QH"), ["KC", "QH", "QS", "10D"]),
        (("7C", "7H"), ("7D", "7S"), ["7H", "7D", "7S", "7C"]),
        (("2S", "AC"), ("KH", "2D"), ["AC", "KH", "2D", "2S"]),
    ],
)
def test_pt1_c3a_plays_by_rank_and_then_by_suit(
    red: tuple[str, str], blue: tuple[str, str], order: list[str]
) -> None:
    game = picking(put("T1", (10, 10), cards=DOWN), put("E1", (20, 10), cards=DOWN, blue=True))
    game.do(HOST, Pick(unit="T1", cards=(1, 2)))
    game.do(GUEST, Pick(unit="E1", cards=(1, 2)))
    game.turned(HOST, *red)
    told = game.turned(GUEST, *blue)
    assert [turned.card for turned in the(told, QueueFormed).order] == order
    assert ruling(told, QueueFormed).clause == "PT1-C3a"


@pytest.mark.parametrize(
    ("card", "needed"),
    [("2H", 2), ("7D", 7), ("10H", 10), ("JD", 10), ("QH", 10), ("KD", 10), ("AH", 11)],
)
def test_pt1_c3b_the_roll_has_to_reach_the_card(card: str, needed: int) -> None:
    for total, hit in [(needed - 1, False), (needed, True)]:
        game = acting(RED_TANK, BLUE_TANK, cards={"T1": card})
        game.do(HOST, Fire(target="E1"))
        if total < 3:
            continue  # three dice make at least three
        first = min(6, total - 2)
        shot = the(game.rolled(HOST, first, total - 1 - first, 1), Shot)
        assert (shot.total, shot.difficulty, shot.hit) == (total, needed, hit)


@pytest.mark.parametrize(
    ("card", "fire", "move"), [("5H", 3, 2), ("5D", 3, 2), ("5S", 2, 3), ("5C", 2, 3)]
)
def test_pt1_c3c_the_colour_gives_the_dice(card: str, fire: int, move: int) -> None:
    for body, count in [(Fire(target="E1"), fire), (Move(), move)]:
        game = acting(RED_TANK, BLUE_TANK, cards={"T1": card})
        game.do(HOST, body)
        (ask,) = game.state.asks
        assert about(ask).dice.count == count


def test_pt1_c3d_an_enemy_card_comes_between_two_of_one_unit() -> None:
    game = picking(put("T1", (10, 10), cards=DOWN), put("E1", (20, 10), cards=("",), blue=True))
    game.do(HOST, Pick(unit="T1", cards=(1, 2)))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "3C", "KC")
    game.turned(GUEST, "9C")
    came = []
    for who in (HOST, GUEST, HOST):
        came.append(game.card_up)
        other = GUEST if who == HOST else HOST
        assert game.refused(other, Decline()).clause == "PT1-C3d"
        game.do(who, Decline())
    assert came == [("KC", "T1"), ("9C", "E1"), ("3C", "T1")]


def test_pt1_c3e_after_a_round_there_are_new_picks_while_cards_are_left() -> None:
    game = picking(put("T1", (10, 10), cards=DOWN), put("E1", (20, 10), cards=DOWN, blue=True))
    for round_, (red, blue) in enumerate([("4C", "5C"), ("6C", "7C")], 1):
        assert game.state.phase is Phase.PICK
        game.do(HOST, Pick(unit="T1"))
        game.do(GUEST, Pick(unit="E1"))
        game.turned(HOST, red)
        game.turned(GUEST, blue)
        assert game.state.round == round_
        game.do(GUEST, Decline())
        game.do(HOST, Decline())
    assert game.state.turn == 2  # nothing left to pick, repair or keep
    assert game.discards == ("5C", "4C", "7C", "6C")


def test_pt1_c3f_when_one_side_has_run_out_the_rest_is_turned_up_together() -> None:
    game = picking(
        put("T1", (10, 10), cards=DOWN),
        put("T2", (10, 20), cards=("", "9S")),
        put("E1", (20, 10), cards=("",), blue=True),
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "2C")
    game.turned(GUEST, "3C")
    game.do(GUEST, Decline())
    told = game.do(HOST, Decline())
    assert [(each.unit, each.cards) for each in all_of(told, Picked)] == [
        ("T1", (1,)),
        ("T2", (1, 2)),
    ]
    assert {event.clause for event in told if isinstance(event.body, Picked)} == {"PT1-C3f"}
    game.turned(HOST, "5H", ask=game.state.asks[0].id)
    told = game.turned(HOST, "QC")
    assert [turned.card for turned in the(told, QueueFormed).order] == ["QC", "9S", "5H"]
    assert the(told, CardCame).unit == "T2"


def test_pt1_c3f_both_cards_of_a_unit_may_act() -> None:
    game = acting(RED_TANK, BLUE_TANK, cards={"T1": ("4S", "3S")})
    for expected, at in [("4S", 15.0), ("3S", 20.0)]:
        assert game.card_up == (expected, "T1")
        game.do(HOST, Move())
        assert the(game.rolled(HOST, 1, 2, 2), MoveRolled).allowance == 5.0
        game.stands("T1", (10, at), heading=90.0)
        told = game.do(HOST, MoveDone(unit="T1"))
        assert the(told, CardPlayed).card == expected
    assert game.discards == ("4S", "3S")


def test_pt1_c1_cards_left_in_the_pack_are_the_most_that_can_be_dealt() -> None:
    game = turn_start(RED_TANK, BLUE_TANK, packs={"pack": Pack(draw=3, hidden_discards=49)})
    game.rolled(HOST, 4, 3)
    game.rolled(GUEST, 4, 1)
    game.do(HOST, Deal())
    assert (game.hand("Red").hidden, game.hand("Blue").hidden) == (2, 1)
