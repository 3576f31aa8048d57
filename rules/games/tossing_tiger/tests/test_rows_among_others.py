"""Fault 21: rows are recognised with a draw pile, discards and spare backs in view."""

import math
import random
from collections.abc import Callable, Sequence

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.layout import MarkLane, RowsLaid, RowsToLay
from rules.games.tossing_tiger.differences import ROWS, sighted
from rules.games.tossing_tiger.rows import rows_seen
from rules.games.tossing_tiger.tests.card_table import WAR_ROWS, Place, backs, laid, rows_of, to_lay
from rules.games.tossing_tiger.vocabulary import Lane, Role
from rules.table.snapshot import Piece

DRAW_PILE, DISCARDS = (28.0, 12.0), (31.0, 12.2)


def test_tt_geo_03_a_draw_pile_and_spare_backs_are_no_rows() -> None:
    table = to_lay(*WAR_ROWS, DRAW_PILE, DISCARDS, (30.0, 3.0))
    (seen,) = [each for each in sighted(table.state, table.snapshot) if each.kind == ROWS]
    assert isinstance(seen.command, RowsLaid)
    (event, *_) = table.give(seen.seat, seen.command)
    assert rows_of(table) == {Role.ATTACKER: list(WAR_ROWS[0]), Role.DEFENDER: list(WAR_ROWS[1])}
    assert GAME.say(event.body) == (
        "The camera sees both rows: battles 1, 2 and 3. 3 other cards lie beside them."
    )


def test_tt_geo_03_a_card_in_line_with_a_row_has_no_partner() -> None:
    table = to_lay(*WAR_ROWS, (24.0, 8.1))
    table.rows()
    assert rows_of(table)[Role.ATTACKER] == list(WAR_ROWS[0])


def test_tt_geo_03_two_ways_to_see_rows_are_asked_about() -> None:
    """A draw pile and discards that lie as a fourth battle would: nobody can tell them from it."""
    rows = (((6, 8), (12, 8), (18, 8)), ((6, 16), (12, 16), (18, 16)))
    table = to_lay(*rows, (24.0, 8.0), (24.0, 16.0))
    ask = table.asked(RowsToLay)
    refused = table.refused(ask.seat, RowsLaid(ask=ask.id))
    assert refused.clause == "TT-GEO-03"
    assert refused.reason == (
        "Expected 3 and 3 piles in two rows, got 8 cards in view, and more than one way to see "
        "them: mark where the war is fought, or push the other cards aside."
    )
    # MarkLane is offered with one war, and around each way to see the rows.
    offers = GAME.options(table.state, table.snapshot, ask.seat)
    (mark,) = [each for each in offers if each.command == "mark_lane"]
    lanes = [lane for lane in mark.holes[0].allowed if isinstance(lane, Lane)]
    lanes = [lane for lane in lanes if not lane.holds(24.0, 8.0)]
    table.give(ask.seat, MarkLane(war=1, lane=lanes[0]))
    table.rows()
    assert rows_of(table)[Role.DEFENDER] == list(rows[1])


def test_tt_geo_03_rows_that_stand_together_are_told_from_what_lies_farther_off() -> None:
    table = to_lay(*WAR_ROWS, (30.0, 8.0), (30.0, 16.0))
    table.rows()
    assert rows_of(table)[Role.DEFENDER] == list(WAR_ROWS[1])


def test_tt_geo_07_no_lane_is_offered_where_nothing_is_in_doubt() -> None:
    table = to_lay(*WAR_ROWS, DRAW_PILE)
    offers = GAME.options(table.state, table.snapshot, table.asked(RowsToLay).seat)
    assert "mark_lane" not in [each.command for each in offers]


@pytest.mark.soak
def test_rows_are_found_among_whatever_else_lies_there(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    """As hands lay them; 98 in 100 whole, and where they are not it is asked, never guessed."""
    count = soak_count(60, 5_000)
    tables = {
        number: to_lay(WAR_ROWS[0][:1] * number, WAR_ROWS[1][:1] * number) for number in range(2, 6)
    }
    whole, wrong = 0, []
    for number in range(count):
        rng = random.Random(f"{rng_seed} {number}")
        rows, others = strewn(rng)
        table = tables[len(rows[0])]
        table.snapshot = laid(*shuffled(backs(*rows[0], *rows[1], *others), rng))
        seen = rows_seen(table.state, table.war, snapshot=table.snapshot)
        if seen.fault is not None:
            continue
        found = [(spot.x_in, spot.y_in) for spot in (*seen.attacking, *seen.defending)]
        if found == [*rows[0], *rows[1]]:
            whole += 1
        else:
            wrong.append(number)
    assert not wrong
    assert whole >= 0.98 * count, f"{whole} of {count} whole"


def shuffled(pieces: Sequence[Piece], rng: random.Random) -> list[Piece]:
    return rng.sample(list(pieces), len(pieces))


def strewn(
    rng: random.Random, *, piles: int = 0
) -> tuple[tuple[list[Place], list[Place]], list[Place]]:
    """Two rows of piles as hands lay them; a draw pile, discards and spare backs beside them."""
    number, step = piles or rng.randint(2, 5), rng.uniform(3.6, 5.2)
    west = rng.uniform(3.0, 33.0 - step * (number - 1))
    rows = tuple(
        [
            (west + at * step + rng.uniform(-0.3, 0.3), y + rng.uniform(-0.35, 0.35))
            for at in range(number)
        ]
        for y in (rng.uniform(7.5, 9.0), rng.uniform(14.0, 16.5))
    )
    others: list[Place] = []
    taken = [*rows[0], *rows[1]]
    # A draw pile, discards face down, and up to three spare backs.
    for _ in range(rng.randint(1, 5)):
        while True:
            place = (rng.uniform(1.5, 34.5), rng.uniform(2.0, 22.0))
            if all(math.dist(place, each) > 3.3 for each in taken):
                break
        taken.append(place)
        others.append(place)
    return (rows[0], rows[1]), others
