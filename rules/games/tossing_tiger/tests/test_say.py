"""Tests the sentences in which players are told what happens."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.acting import CardTaken
from rules.games.tossing_tiger.chapters.animal_actions import CardDestroyed
from rules.games.tossing_tiger.chapters.battles import PileTurnedUp, WarStands
from rules.games.tossing_tiger.chapters.ending import GameEnded
from rules.games.tossing_tiger.chapters.opening import NumberSaid
from rules.games.tossing_tiger.chapters.roosters import StrengthTaught, WarStopped
from rules.games.tossing_tiger.chapters.rounds import RoundBegan, SatDown
from rules.games.tossing_tiger.chapters.spoils import WarDecided
from rules.games.tossing_tiger.phases import awaits
from rules.games.tossing_tiger.tests.card_table import lay_rows
from rules.games.tossing_tiger.tests.war_play import EMPTY, Table, dawn, setup, sitting, war
from rules.games.tossing_tiger.vocabulary import Result, Role, SeatEdge
from rules.referee.toolkit.tallies import Count

SAID = [
    (
        SatDown(player="Host", edge=SeatEdge.SOUTH, cards=6),
        "Host sits in the south, with 6 cards.",
    ),
    (
        RoundBegan(round=2, player="Guest", waiting=("Host",), arbiter="Guest"),
        "Round 2 starts with Guest. Guest sits out, and may be the arbiter.",
    ),
    (
        NumberSaid(war=1, number=3, least=2, with_dawncard=True),
        "Each side makes 3 piles of 2 cards or more, the first of the attacker's being a Dawncard.",
    ),
    (
        PileTurnedUp(
            war=1,
            role=Role.DEFENDER,
            place=2,
            player="Guest",
            card="Z-redpanda-1",
            animal="redpanda",
            does_nothing=False,
        ),
        "Guest rolls a Red Panda in battle 2.",
    ),
    (
        CardDestroyed(
            war=1,
            role=Role.ATTACKER,
            place=1,
            card="B-crane-1",
            animal="crane",
            frozen=Result.BOTH,
        ),
        "A Crane of the attacker in battle 1 leaves the game; the result stays: both.",
    ),
    (
        CardTaken(war=1, player="Host", reshuffled=2),
        "The draw pile is made of 2 discarded cards. Host takes a card from the draw pile.",
    ),
    (
        StrengthTaught(war=1, role=Role.DEFENDER, from_place=2, animal="frog"),
        "From battle 3 on, later cards of the defender are strong against a Frog.",
    ),
    (
        WarDecided(
            war=1,
            results=("attacker", "", "none"),
            attacker_won=1,
            defender_won=0,
            winners=(Role.ATTACKER,),
            bonus=2,
        ),
        "The attacker is overall winner, with a bonus of 2 piles: it is 1 to 0. "
        "The attacker wins battle 1; battle 2 does not count; nobody wins battle 3.",
    ),
    (
        WarDecided(
            war=1,
            results=("defender", "none"),
            attacker_won=0,
            defender_won=1,
            winners=(Role.DEFENDER,),
            bonus=0,
        ),
        # The winner's own battles come first.
        "The defender is overall winner, with no bonus: it is 1 to 0. "
        "The defender wins battle 1; nobody wins battle 2.",
    ),
    (
        WarStopped(war=1, why="Host ends it with a Rooster", winner=Role.DEFENDER),
        "The war ends early: Host ends it with a Rooster, and the defender wins it.",
    ),
    (
        GameEnded(
            winners=("Host", "Guest"),
            how="with 6 cards in hand",
            totals=(Count(name="Host", count=6), Count(name="Guest", count=6)),
        ),
        "Host and Guest share the win, with 6 cards in hand. Cards: Host 6, Guest 6.",
    ),
]


@pytest.mark.parametrize(("event", "says"), SAID, ids=lambda each: type(each).__name__)
def test_events_are_told(event: object, says: str) -> None:
    assert GAME.say(event) == says


def test_an_event_of_another_game_is_none_of_this_one() -> None:
    with pytest.raises(TypeError, match="expected an event of this game to tell, got int"):
        GAME.say(3)


def test_what_is_waited_for() -> None:
    table = Table()
    assert awaits(table.state) == "Host and Guest: sit down, take six cards, and say so."
    table = war(2)
    assert awaits(table.state) == (
        "Host: turn up your pile of battle 1. Which card is on top? "
        "Guest: turn up your pile of battle 1. Which card is on top?"
    )
    named = dawn(3, rule="strong_type")
    assert awaits(named.state).startswith("Host: Name an animal.")


def test_the_view_shows_a_war_as_it_stands() -> None:
    table = war(3, ("monkey", "crane"))
    view: dict[str, Any] = dict(GAME.view(table.state, "Guest"))
    (shown,) = view["wars"]
    first = shown["battles"][0]
    assert first["result"] == "attacker"
    assert first["attacker"]["animal"] == "monkey"
    assert first["attacker"]["strong_against"] == ["dragon", "mantis", "crane", "monkey"]
    assert shown["won"] == {"attacker": 1, "defender": 0}
    mine: dict[str, Any] = dict(GAME.view(table.state, "Host"))
    assert [each["seat"] for each in mine["waits_for"]] == ["Guest"]
    assert [ask["purpose"] for ask in mine["asks"]] == ["face"]


def test_the_view_points_at_the_piles_that_are_to_be_turned_up() -> None:
    table = lay_rows()
    for seat in ("Host", "Guest", "nobody"):
        zones: Any = GAME.view(table.state, seat)["zones"]
        # The attacker sits in the south, so the first battle is the western one.
        assert [(each["says"], each["outline_in"][0]) for each in zones] == [
            ("the pile of Host in battle 1", [4.25, 6.25]),
            ("the pile of Guest in battle 1", [4.25, 14.25]),
        ]
    table.turn(Role.ATTACKER, "crane")
    left: Any = GAME.view(table.state, "Guest")["zones"]
    assert [each["says"] for each in left] == ["the pile of Guest in battle 1"]
    # Nobody looked where these lie.
    assert GAME.view(war(3).state, "Host")["zones"] == []


def test_a_game_in_words() -> None:
    assert GAME.in_words is not None
    table = dawn(3, ("", "crane"), ("crane", "monkey"))
    lines = GAME.in_words(table.state, "Host")
    assert lines[0].startswith("Round 1: Host 12 cards, Guest 12 cards;")
    assert lines[1] == "Host attacks Guest."
    assert lines[4].split() == ["2", "Crane", "of", "6", "Monkey", "of", "4", "the", "defender"]


def test_it_is_said_after_each_battle_and_each_effect_who_wins_now() -> None:
    """Fault 23: results stood on the page only, and what changed them was not told."""
    table = war(3, ("mantis", "monkey"), ("monkey", "crane"))
    assert standings(table) == [
        "The defender wins battle 1. As the cards lie now, the defender leads, 1 to 0.",
        "The attacker wins battle 2. As the cards lie now, it is 1 to 1.",
    ]
    table.roll("leopard", "crane")
    assert standings(table)[-1] == "Nobody wins battle 3. As the cards lie now, it is 1 to 1."
    table.answer("1 and 2")
    told = "Both win battle 1; both win battle 2. As the cards lie now, it is 2 to 2."
    assert standings(table)[-1] == told


def test_a_battle_that_is_struck_out_is_said_to_count_no_more() -> None:
    table = dawn(3, ("", "crane"), ("rooster", "crane"), change="rooster_always_lose")
    table.answer("battle 1")
    assert standings(table)[-1].startswith("Battle 1 does not count.")


def standings(table: Table) -> list[str]:
    return [each.told() for each in table.happened(WarStands)]


@pytest.mark.parametrize(
    ("count", "options", "steps"),
    [
        (2, {}, ["Sit", "Begin", "War"]),
        (3, {}, ["Sit", "Begin", "Pair", "War"]),
        (2, {"highscore": True}, ["Sit", "Begin", "War", "Show hands"]),
    ],
)
def test_a_turn_has_no_step_that_this_battle_does_not_have(
    count: int, options: dict[str, Any], steps: list[str]
) -> None:
    state = GAME.initial(setup(sitting(count), **options))
    assert GAME.facts is not None
    turn = GAME.facts(state, "Host").turn
    assert turn is not None
    assert [step.says for step in turn.steps] == steps


@pytest.mark.parametrize(
    ("cards", "sits", "taken"),
    [
        ("printed", "sit down, take six cards, and say so.", "has taken six cards"),
        ("dealt", ": sit down.", "is dealt six cards"),
    ],
)
def test_where_the_umpire_deals_nobody_takes_cards(cards: str, sits: str, taken: str) -> None:
    first = GAME.initial(setup(sitting(2)))
    options = replace(first.options, values={**first.options.values, "cards": cards})
    state = replace(first, options=options)
    assert awaits(state).endswith(sits)
    assert taken in GAME.options(state, EMPTY, "Host")[0].says
