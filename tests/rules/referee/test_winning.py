"""How a battle is won: what games name, what their clauses say, and what options change of it."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import pytest

from rules.referee.court.usual_facts import facts_for
from rules.referee.facts.winning import SideStanding
from rules.referee.log.battle import Battle
from rules.referee.toolkit.book.clauses import Clause, Clauses, Standing
from rules.referee.toolkit.book.winning import WinningWay, ways_of
from rules.referee.toolkit.settings import options_from
from rules.registry import games
from rules.table.bad_input import BadInputError
from tests.rules.games.toy_game.nearest_the_pin import GAME as TOY
from tests.rules.referee.counting_game import Play
from tests.rules.referee.test_facts import chronicle

NONE = MappingProxyType[str, Clause]({})


def counting(*ways: WinningWay, **options: bool | float | str) -> Battle:
    """A battle of the counting game that is won so."""
    battle = Play().battle
    game = replace(
        battle.game,
        chronicle=chronicle(),
        clauses=replace(battle.game.clauses, named_ways=ways),
    )
    return replace(battle, game=game, changed=MappingProxyType(options))


def test_a_way_tells_how_far_each_side_is_and_how_much_is_needed() -> None:
    way = WinningWay(
        clause="CG-1", says="Whoever has {challenges} wins.", counts="Points", goal="challenges"
    )
    (told,) = facts_for(counting(way, challenges=7), seat="Red").ways
    assert (told.says, told.clause, told.counts) == ("Whoever has 7 wins.", "CG-1", "Points")
    assert told.goal == 7.0
    assert told.standing == (
        SideStanding(side="red", value=0.0),
        SideStanding(side="blue", value=0.0),
    )


@pytest.mark.parametrize(("limit", "holds"), [(0, False), (3, True)])
def test_a_way_holds_under_the_options_that_it_asks_for_alone(limit: int, holds: bool) -> None:
    ways = (
        WinningWay(clause="CG-1", says="A.", unless={"challenges": (0,)}),
        WinningWay(clause="CG-1", says="B.", when={"challenges": (0, 1)}),
    )
    told = facts_for(counting(*ways, challenges=limit), seat="Red").ways
    assert [each.says for each in told] == (["A."] if holds else ["B."])


def test_of_a_game_that_names_no_way_the_clauses_that_speak_of_winning_are_told() -> None:
    assert [way.clause for way in TOY.clauses.ways] == ["NP-3", "NP-4"]
    only = Clause(id="X-1", standing=Standing.DONE, says="Tokens are flicked.")
    assert Clauses(MappingProxyType({"X-1": only})).ways == ()


def test_an_edition_that_names_none_is_won_like_the_game_that_it_amends() -> None:
    way = WinningWay(clause="B-1", says="Most points win.")
    basic = Clauses(NONE, named_ways=(way,))
    assert Clauses(NONE).amending(basic).ways == (way,)
    own = replace(way, clause="E-1")
    assert Clauses(NONE, named_ways=(own,)).amending(basic).ways == (own,)


@pytest.mark.parametrize("slug", games())
def test_every_game_here_names_how_it_is_won(slug: str) -> None:
    game = games()[slug]
    usual = options_from(game.option_schema, {})
    assert [way for way in game.clauses.named_ways if way.holds(usual)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[ways]]\nclause = "A-1"\nsays = "A."\n', "way: expected this field, got nothing"),
        ('way = "A."\n', "way: expected a list"),
        ('[[way]]\nclause = "A-1"\n', "way[0].says: expected this field, got nothing"),
        ('[[way]]\nclause = "A-1"\nsays = "A."\nwhen = "B"\n', "way[0].when: expected options"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(
    packed: Callable[[dict[str, str]], str], text: str, message: str
) -> None:
    with pytest.raises(BadInputError) as caught:
        ways_of(packed({"victory.toml": text}))
    assert message in str(caught.value)
