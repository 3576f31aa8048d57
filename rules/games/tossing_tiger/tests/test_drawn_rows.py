"""Fault 21: on drawn card tables, rows are read with piles, discards and spare backs in view."""

import math
import random
from collections.abc import Callable

import pytest

from rules.games.tossing_tiger.chapters.piles import LayPiles
from rules.games.tossing_tiger.chapters.rounds import Ready
from rules.games.tossing_tiger.differences import ROWS
from rules.games.tossing_tiger.rows import rows_seen
from rules.games.tossing_tiger.tests.camera_table import (
    Place,
    Printed,
    Watched,
    printed,
    small_deck,
)
from rules.games.tossing_tiger.tests.test_rows_among_others import strewn
from rules.games.tossing_tiger.vocabulary import SeatEdge
from rules.referee.toolkit.questions import Choose

NEAR_IN = 0.15
STRAYS = ("B-crane-1", "B-monkey-2", "B-panda-1", "B-turtle-2")


def laid_out(made: Printed, *, number: int) -> Watched:
    """Host attacks from the south with so many piles of two; the rows are to be laid."""
    game = Watched(made)
    game.give("Host", Ready(edge=SeatEdge.SOUTH))
    game.give("Guest", Ready(edge=SeatEdge.NORTH))
    game.give("Host", Choose(choice="Host"))
    game.give("Host", Choose(choice=str(number)))
    sizes = (*(2,) * (number - 1), 6 - 2 * (number - 1))
    for seat in ("Host", "Guest"):
        game.give(seat, LayPiles(sizes=sizes))
    return game


@pytest.mark.soak
@pytest.mark.soak_only
def test_drawn_rows_are_whole_with_piles_and_spare_backs(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    """98 in 100, and none wrong; a stray open card lies there, and some tables have a hand."""
    count = soak_count(1, 200)
    made = printed(small_deck(copies=2), table="36x24", camera="1080p")
    games: dict[int, Watched] = {}
    whole, wrong = 0, []
    for number in range(count):
        rng = random.Random(f"{rng_seed} {number}")
        piles = rng.choice((2, 3))
        rows, others = strewn(rng, piles=piles)
        if piles not in games:
            games[piles] = laid_out(made, number=piles)
        game = games[piles]
        game.table.cards.clear()
        for row, heading in zip(rows, (90.0, 270.0), strict=True):
            for at in row:
                put(game, at, heading=heading + rng.gauss(0.0, 5.0))
        stray, *backs = others
        put(game, stray, heading=rng.uniform(0, 360), card=rng.choice(STRAYS))
        for at in backs:
            put(game, at, heading=rng.uniform(0, 360))
        game.table.look(hand=(18.0, 23.5) if rng.random() < 0.3 else None)
        seen = rows_seen(game.state, game.state.wars[0], snapshot=game.table.table)
        if seen.fault is not None:
            continue
        assert game.seen(ROWS)
        found = [(spot.x_in, spot.y_in) for spot in (*seen.attacking, *seen.defending)]
        pairs = zip(found, (*rows[0], *rows[1]), strict=True)
        if all(math.dist(one, other) < NEAR_IN for one, other in pairs):
            whole += 1
        else:
            wrong.append(number)
    assert not wrong
    assert whole >= math.floor(0.98 * count), f"{whole} of {count} whole"


def put(game: Watched, at: Place, *, heading: float, card: str = "") -> None:
    game.table.put(f"pile {len(game.table.cards)}", at, card=card, heading=heading)
