"""Tests what each clause on cards, the table and setting up asks for."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.cards_seen import axis_of, right_of
from rules.games.tossing_tiger.chapters.acting import CardTaken, Rerolled
from rules.games.tossing_tiger.chapters.animal_actions import CardDestroyed, HowItLands
from rules.games.tossing_tiger.chapters.battles import PileToTurn, TurnUpPile
from rules.games.tossing_tiger.chapters.layout import MarkLane, RowsLaid, RowsToLay
from rules.games.tossing_tiger.chapters.opening import HowManyPiles
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.chapters.rounds import HandAmended, Ready, WhichOpponent, WhoBegins
from rules.games.tossing_tiger.deck import (
    ROSTER_SCHEMA,
    STARTER,
    card_of,
    roster_toml,
    strengths_of,
)
from rules.games.tossing_tiger.differences import EARLY, LANDED, TURNED_UP, differences, sighted
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.rows import lanes_seen, rows_seen
from rules.games.tossing_tiger.tests.card_table import (
    WAR_ROWS,
    backs,
    card,
    hidden,
    laid,
    lay_rows,
    rows_of,
)
from rules.games.tossing_tiger.tests.war_play import Table, dawn, setup, sitting, war
from rules.games.tossing_tiger.vocabulary import Lane, Result, Role, SeatEdge, WarStage
from rules.referee.toolkit.questions import Choose
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_toml
from rules.table.snapshot import Health, HealthState


def test_tt_obj_01_a_card_has_an_animal_and_up_to_five_strengths() -> None:
    assert strengths_of("crane", "tiger; dragon;crane", where="row") == ("tiger", "dragon", "crane")
    with pytest.raises(BadInputError, match="at most 5"):
        strengths_of("crane", "tiger;dragon;crane;mantis;monkey;panda", where="row")
    with pytest.raises(BadInputError, match="nothing, as none are printed"):
        strengths_of("tiger", "crane", where="row")
    with pytest.raises(BadInputError, match="one of tiger, dragon"):
        card_of("X1", "lion")
    table = war(1)
    assert table.refused("Host", TurnUpPile(card="lion")).clause == "TT-OBJ-01"
    table.turn(Role.ATTACKER, "B-crane-1")
    again = table.refused("Guest", TurnUpPile(card="B-crane-1"))
    assert again.reason == "B-crane-1 lies open already."


def test_tt_obj_02_a_hand_is_a_count() -> None:
    table = Table().sit()
    assert dict(table.state.hands) == {"Host": 6, "Guest": 6}
    table.amend("hand", "Host", text="7")
    assert (table.state.hands["Host"], table.state.draw) == (7, 35)
    # Who had one card all the time has lost; no number of piles is left to say.
    table.amend("hand", "Host", text="1")
    table.answer("no number")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("Guest",)


def test_tt_obj_02_a_hand_that_an_older_log_amends_is_made_up_for_by_the_draw_pile() -> None:
    before = Table().sit().state
    after = GAME.evolve(before, HandAmended(player="Host", hand=4))
    assert (after.hands["Host"], after.draw) == (4, before.draw + 2)
    assert after.all_cards == before.all_cards


def test_tt_obj_03_tt_obj_04_tt_obj_05_piles_battles_and_wars() -> None:
    table = war(3)
    assert [pile.size for pile in table.war.attacking if pile] == [4, 4, 4]
    assert [pile.face for pile in table.war.defending if pile] == ["", "", ""]
    table.roll("crane", "monkey")
    assert (table.war.battle, table.results) == (2, ["D", "-", "-"])


def test_tt_obj_06_attacker_and_defender() -> None:
    table = Table(players=3, starter="Guest").sit()
    assert table.question(WhichOpponent).choices == ("Stranger", "Host")
    table.answer("Host")
    assert (table.war.attacker, table.war.defender) == ("Guest", "Host")


def test_tt_obj_07_earlier_is_before_and_nothing_is_before_the_first() -> None:
    table = war(3, ("crane", "monkey"), ("mantis", "mantis"))
    assert table.scene.earlier(Role.ATTACKER, 1) == ()
    assert table.scene.earlier(Role.ATTACKER, 3) == ("crane", "mantis")
    # With "everything ever rolled" a card counts where it was rolled, and stays counted.
    options = {"more_animals": True, "earlier_basis": "ever_rolled"}
    table = war(3, ("crane", "monkey"), ("dragon", "mantis"), options=options)
    table.answer("battle 1")
    table.turn(Role.ATTACKER, "mantis")
    assert table.scene.earlier(Role.ATTACKER, 2) == ("crane", "mantis")


def test_tt_obj_08_a_reroll_is_a_new_top_card_of_one_pile() -> None:
    table = war(3, ("dragon", "crane"))
    assert [event.place for event in table.happened(Rerolled)] == [1]
    assert table.war.face(Role.ATTACKER, 1) == ""
    assert table.question(PileToTurn).place == 1
    table.turn(Role.ATTACKER, "crane")
    assert table.results[0] == "NONE"


def test_tt_obj_10_a_destroyed_card_is_gone_for_good() -> None:
    table = war(3, ("crane", "B-monkey-1"), ("bull", "crane"))
    table.answer("defender 1")
    gone = table.happened(CardDestroyed)[0]
    assert (gone.card, gone.animal) == ("B-monkey-1", "monkey")
    assert table.state.destroyed == ("B-monkey-1",)
    refusal = table.refused("Host", TurnUpPile(card="B-monkey-1"))
    assert refusal.reason == "B-monkey-1 has left the game."


def test_tt_obj_11_drawing_and_an_empty_draw_pile() -> None:
    table = war(2)
    table.state = replace(table.state, draw=0, discards=table.state.draw)
    table.roll("redpanda", "snake")
    assert not table.happened(CardTaken)
    reshuffled = war(2, options={"more_animals": True, "empty_draw": "reshuffle"})
    reshuffled.state = replace(reshuffled.state, draw=0, discards=reshuffled.state.draw)
    pile = reshuffled.state.discards
    reshuffled.roll("redpanda", "snake")
    assert (reshuffled.state.draw, reshuffled.state.discards) == (pile - 1, 0)


def test_tt_obj_12_a_discarded_card_is_in_nobodys_hand() -> None:
    table = war(1, ("monkey", "crane"))
    for _ in range(4):
        table.answer("discard")
    assert table.state.discards == 4
    assert dict(table.state.hands) == {"Host": 4, "Guest": 0}


def test_tt_obj_13_who_has_a_pile_wins_an_empty_place() -> None:
    table = war(2, ("crane", "monkey"))
    emptied = table.war.with_pile(Role.DEFENDER, 1, pile=None)
    scene = WarScene(war=emptied, deck=table.state.deck, options=table.state.options)
    assert scene.results()[0] is Result.ATTACKER


def test_tt_obj_14_four_results() -> None:
    assert [str(each) for each in Result] == ["attacker", "defender", "both", "none"]
    assert Result.BOTH.won_by(Role.ATTACKER)
    assert Result.BOTH.won_by(Role.DEFENDER)
    assert not Result.NONE.won_by(Role.ATTACKER)


# --- the table -----------------------------------------------------------------------------------


def test_tt_geo_01_every_player_has_an_edge() -> None:
    table = Table()
    table.give("Host", Ready(edge=SeatEdge.WEST))
    assert table.state.player("Host").edge is SeatEdge.WEST
    again = table.refused("Host", Ready(edge=SeatEdge.SOUTH))
    assert again.clause == "TT-SET-02"


def test_tt_geo_01_an_edge_has_room_for_six() -> None:
    table = Table(players=7, most_players=7)
    *six, last = table.state.players
    for player in six:
        table.give(player.seat, Ready(edge=SeatEdge.EAST))
    assert all(player.edge is SeatEdge.EAST for player in table.state.players[:6])
    assert table.refused(last.seat, Ready(edge=SeatEdge.EAST)).clause == "TT-GEO-01"
    table.give(last.seat, Ready(edge=SeatEdge.EAST), waives=frozenset({"TT-GEO-01"}))


def test_tt_geo_02_a_back_gives_no_card_away() -> None:
    table = lay_rows()
    assert not sighted(table.state, table.snapshot)
    assert GAME.view(table.state, "Host")["destroyed"] == []
    names = {pile.face for pile in (*table.war.attacking, *table.war.defending) if pile}
    assert names == {""}


def test_tt_geo_03_two_rows_across_the_attackers_line() -> None:
    assert axis_of(SeatEdge.SOUTH) == (0.0, 1.0)
    table = lay_rows()
    spots = rows_of(table)
    assert [y for _, y in spots[Role.ATTACKER]] == [8, 8, 8]
    mixed = lay_rows(attacking=((6, 8), (12, 11), (18, 14)), refused=True)
    assert mixed.clause == "TT-GEO-03"
    assert "run into each other" in mixed.reason


def test_tt_geo_03_too_few_cards_are_told_and_the_word_counts() -> None:
    table = Table(more_animals=True).sit()
    table.answer("2")
    table.lay(3, 3, role=Role.ATTACKER)
    table.lay(3, 3, role=Role.DEFENDER)
    table.snapshot = laid(*backs((6, 8), (12, 8), (6, 16)))
    ask = table.asked(RowsToLay)
    says = "Expected 2 and 2 piles in two rows, got 3 cards in view."
    assert table.refused(ask.seat, RowsLaid(ask=ask.id)).reason == says
    (offer,) = table.offers("Host")
    assert offer.fixed == {"ask": ask.id, "by_word": True}
    table.give(ask.seat, RowsLaid(ask=ask.id, by_word=True))
    assert table.war.stage is WarStage.BATTLE


SEATED = [
    ((SeatEdge.SOUTH, SeatEdge.NORTH), (6.0, 8.0)),
    ((SeatEdge.NORTH, SeatEdge.SOUTH), (18.0, 16.0)),
]


@pytest.mark.parametrize(("edges", "first"), SEATED)
def test_tt_geo_04_battles_from_the_attackers_left(
    edges: tuple[SeatEdge, SeatEdge], first: tuple[float, float]
) -> None:
    table = lay_rows(edges=edges)
    assert rows_of(table)[Role.ATTACKER][0] == first
    assert right_of(axis_of(SeatEdge.WEST)) == (0.0, -1.0)


def test_tt_geo_05_piles_of_a_battle_lie_opposite() -> None:
    wide = lay_rows(defending=((6, 16), (13.5, 16), (18, 16)), refused=True)
    assert wide.clause == "TT-GEO-05"


def test_tt_geo_06_piles_of_a_row_lie_apart() -> None:
    tight = lay_rows(
        attacking=((6, 8), (8.5, 8), (18, 8)), defending=((6, 16), (9, 16), (18, 16)), refused=True
    )
    assert tight.clause == "TT-GEO-06"
    assert "0.25 in apart" in tight.reason


def test_tt_geo_07_each_war_has_a_lane() -> None:
    table = Table(players=4, simulwars=True, edges=(SeatEdge.SOUTH, SeatEdge.NORTH) * 2).sit()
    table.answer("Guest")
    far = [(x + 20, y) for x, y in ((4, 8), (8, 8), (4, 12), (8, 12))]
    near = [(4, 8), (8, 8), (4, 12), (8, 12)]
    for _, asked in table.questions(HowManyPiles):
        assert asked.choices == ("1", "2", "3")
        table.answer("2")
    while any(isinstance(ask.question, PilesToMake) for ask in table.asks):
        table.lay(3, 3)
    table.snapshot = laid(*backs(*near, *far))
    ask = table.asked(RowsToLay)
    assert table.refused(ask.seat, RowsLaid(ask=ask.id)).clause == "TT-GEO-07"
    lanes = lanes_seen(table.state, table.snapshot)
    assert [lane.west_in for lane in lanes] == [2.5, 22.5]
    offer = next(t for t in table.offers("Host") if t.command == "mark_lane")
    assert offer.holes[0].allowed == lanes
    stranger = table.refused("Stranger", MarkLane(war=1, lane=lanes[0]))
    assert stranger.clause == "TT-GEO-07"
    table.give("Host", MarkLane(war=1, lane=lanes[0]))
    table.give("Stranger", MarkLane(war=2, lane=lanes[1]))
    for each in [ask for ask in table.asks if isinstance(ask.question, RowsToLay)]:
        table.give(each.seat, RowsLaid(ask=each.id))
    assert rows_of(table, 2)[Role.ATTACKER] == [(24, 8), (28, 8)]
    for size in ((0, 9), (9, 0)):
        nowhere = Lane(west_in=4, south_in=1, east_in=4 + size[0], north_in=1 + size[1])
        assert table.refused("Host", MarkLane(war=1, lane=nowhere)).clause == "TT-GEO-07"


def test_tt_geo_08_a_pile_is_rolled_when_its_card_lies_open() -> None:
    table = lay_rows()
    table.snapshot = laid(
        card("B-monkey-2", WAR_ROWS[0][0]), *backs(*WAR_ROWS[0][1:], *WAR_ROWS[1])
    )
    (proposal,) = sighted(table.state, table.snapshot)
    ask = table.asked(PileToTurn)
    assert proposal.kind == TURNED_UP
    assert proposal.command == TurnUpPile(card="B-monkey-2", ask=ask.id)
    moving = laid(hidden(card("B-monkey-2", WAR_ROWS[0][0])))
    assert not sighted(table.state, moving)


def test_tt_geo_08_an_early_card_is_told_of_but_not_which() -> None:
    table = lay_rows()
    for name in ("B-monkey-2", "Z-bull-1"):
        table.snapshot = laid(card(name, WAR_ROWS[0][2]), *backs(*WAR_ROWS[0][:2], *WAR_ROWS[1]))
        (proposal,) = sighted(table.state, table.snapshot)
        assert proposal.kind == EARLY
        assert proposal.says == "The attacker's pile of battle 3 shows a card before its battle."


def test_tt_geo_08_another_card_on_a_rolled_pile_is_a_difference() -> None:
    table = lay_rows()
    table.roll("B-crane-1", "B-crane-2")
    table.snapshot = laid(card("B-tiger-1", WAR_ROWS[0][0]))
    (found,) = differences(table.state, table.snapshot)
    assert found.says == (
        "The attacker's pile of battle 1 was rolled as a Crane, and shows another card."
    )


def test_tt_geo_09_cards_beside_the_rows_are_not_looked_at() -> None:
    table = lay_rows()
    table.snapshot = laid(
        card("B-tiger-1", (30, 2)), card("Z-frog-1", (3, 22)), *backs(*WAR_ROWS[0], *WAR_ROWS[1])
    )
    assert not sighted(table.state, table.snapshot)
    assert not differences(table.state, table.snapshot)
    dark = replace(table.snapshot, health=Health(state=HealthState.TOO_DARK))
    assert not sighted(table.state, dark)


def test_tt_geo_09_a_hand_that_is_held_in_view_does_not_spoil_the_rows() -> None:
    table = lay_rows()
    table.snapshot = laid(*backs(*WAR_ROWS[0], *WAR_ROWS[1]), card("Z-frog-1", (25, 12)))
    seen = rows_seen(table.state, table.war, snapshot=table.snapshot)
    assert (len(seen.attacking), seen.fault) == (3, None)


def test_tt_geo_10_a_thrown_card_is_read_where_it_lands() -> None:
    table = lay_rows()
    table.roll("B-tiger-1", "B-crane-1")
    ask = table.asked(HowItLands)
    assert table.question(HowItLands).choices == ("face up", "face down")
    assert "throw it again" in ask.says
    table.snapshot = laid(card("B-tiger-1", (25, 12)))
    found = [each for each in sighted(table.state, table.snapshot) if each.kind == LANDED]
    assert len(found) == 1
    table.snapshot = laid(card("B-tiger-1", WAR_ROWS[0][0]))
    assert not [each for each in sighted(table.state, table.snapshot) if each.kind == LANDED]


def test_tt_geo_11_sizes_are_said_and_add_up() -> None:
    table = Table().sit()
    table.answer("2")
    assert table.refused("Host", LayPiles(sizes=(3, 4))).reason == (
        "The piles of Host hold 7 of 6 cards."
    )
    assert table.refused("Host", LayPiles(sizes=(6,))).clause == "TT-TRN-03"


# --- setting up ----------------------------------------------------------------------------------


def test_tt_set_01_two_to_five_players() -> None:
    with pytest.raises(BadInputError, match="2 to 5 players"):
        GAME.initial(setup(sitting(1)))
    with pytest.raises(BadInputError, match="2 to 5 players"):
        GAME.initial(setup(sitting(6)))
    assert len(GAME.initial(setup(sitting(6), most_players=6)).players) == 6
    eight = tuple(replace(seat, sides=(seat.name, f"{seat.name} 2")) for seat in sitting(4))
    with pytest.raises(BadInputError, match="49 cards or more for 8 players"):
        GAME.initial(setup(eight, most_players=9))


def test_tt_set_02_tt_set_03_six_cards_each_and_a_draw_pile() -> None:
    table = Table(players=3).sit()
    assert list(table.state.hands.values()) == [6, 6, 6]
    assert table.state.draw == 48 - 18
    assert table.state.all_cards == 48


def test_tt_set_04_somebody_begins() -> None:
    table = Table(players=3)
    for player, edge in zip(table.state.players, SeatEdge, strict=False):
        table.give(player.seat, Ready(edge=edge))
    assert table.question(WhoBegins).choices == ("Host", "Guest", "Stranger")
    table.answer("Guest")
    assert table.state.starter == "Guest"


def test_tt_set_05_cards_of_other_sets_stay_in_the_box() -> None:
    zoo, dojo = {"more_animals": True}, {"dawndojo": True}
    sizes: dict[int, dict[str, Any]] = {48: {}, 88: zoo, 62: dojo, 102: {**zoo, **dojo}}
    for size, options in sizes.items():
        assert GAME.initial(setup(sitting(2), **options)).draw == size
    base = replace(STARTER, cards={n: c for n, c in STARTER.cards.items() if n.startswith("B")})
    roster = roster_from_toml(roster_toml(base), columns=ROSTER_SCHEMA, others=PRINTING)
    with pytest.raises(BadInputError, match="the deck has no zoo animals"):
        GAME.initial(setup(sitting(2), roster=roster, more_animals=True))


def test_tt_set_04_a_toss_says_so_and_nothing_else_is_tossed_for() -> None:
    table = Table(players=3)
    for player, edge in zip(table.state.players, SeatEdge, strict=False):
        table.give(player.seat, Ready(edge=edge))
    ask = table.asked(WhoBegins)
    told = table.give(ask.seat, Choose(choice="Guest", ask=ask.id, tossed=True))
    assert "A toss decides: Guest begins." in [GAME.say(each.body) for each in told]
    ask = table.asked(WhichOpponent)
    refused = table.refused(ask.seat, Choose(choice="Host", ask=ask.id, tossed=True))
    assert refused.reason == f"Nobody tosses for this. {ask.says}"


def test_tt_set_05_a_roster_that_names_no_card_is_the_starter_deck() -> None:
    assert GAME.initial(setup(sitting(2))).deck.cards == {
        name: found for name, found in STARTER.cards.items() if name.startswith("B")
    }
    assert dawn(3).war.dawncard == "D-rooster-01"
