"""Tests that fanned piles are counted, and that nothing is guessed where they are not."""

import pytest

from rules.games.tossing_tiger.chapters.piles import LayPiles
from rules.games.tossing_tiger.differences import FANNED, sighted
from rules.games.tossing_tiger.tests.card_table import Place, backs, laid
from rules.games.tossing_tiger.tests.war_play import Table
from rules.games.tossing_tiger.vocabulary import Role, SeatEdge, place_of


def fan(x: float, y: float, *, cards: int) -> list[Place]:
    """Cards that lie on one another, each a good way further to the east."""
    return [(x + 1.8 * at, y) for at in range(cards)]


def asked(edges: tuple[SeatEdge, SeatEdge] = (SeatEdge.SOUTH, SeatEdge.NORTH)) -> Table:
    table = Table(edges=edges).sit().with_hands(7, 6)
    table.answer("2")
    return table


def counted(table: Table, *places: Place) -> list[tuple[str, object]]:
    found = sighted(table.state, laid(*backs(*places)))
    return [(each.seat, each.command) for each in found if each.kind == FANNED]


def test_tt_geo_11_fanned_piles_are_counted() -> None:
    table = asked()
    mine = [*fan(4, 4, cards=3), *fan(14, 4.5, cards=4)]
    theirs = [*fan(4, 18, cards=4), *fan(14, 18, cards=2)]
    asks = {place_of(ask)[0]: ask.id for ask in table.asks}
    assert counted(table, *mine, *theirs) == [
        ("Host", LayPiles(sizes=(3, 4), ask=asks[Role.ATTACKER])),
        ("Guest", LayPiles(sizes=(4, 2), ask=asks[Role.DEFENDER])),
    ]
    (said,) = {each.says for each in sighted(table.state, laid(*backs(*mine)))}
    assert said == "The camera has counted the fanned piles of Host."
    table.give("Host", LayPiles(sizes=(3, 4), ask=asks[Role.ATTACKER]))
    assert counted(table, *mine) == []


def test_a_draw_pile_and_a_spare_back_are_no_fans() -> None:
    """Fault 21, of its kind: single cards were taken for fans of one."""
    table = asked()
    (found,) = counted(table, *fan(4, 4, cards=3), *fan(14, 4.5, cards=4), (28, 9), (22, 3))
    assert isinstance(found[1], LayPiles)
    assert found[1].sizes == (3, 4)


def test_from_the_north_the_first_pile_is_the_eastern_one() -> None:
    table = asked((SeatEdge.NORTH, SeatEdge.SOUTH))
    (found,) = counted(table, *fan(4, 18, cards=3), *fan(14, 18, cards=4))
    assert isinstance(found[1], LayPiles)
    assert found[1].sizes == (4, 3)


@pytest.mark.parametrize(
    "places",
    [
        [*fan(4, 4, cards=3), *fan(14, 4, cards=3)],
        [*fan(4, 4, cards=7)],
        [(4, 4), (14, 4)],
        [],
    ],
    ids=["one card short", "one pile only", "stacked already", "nothing"],
)
def test_what_does_not_add_up_is_no_count(places: list[Place]) -> None:
    assert counted(asked(), *places) == []
