"""The sequel tells what a dragged piece is held to as the first edition does."""

from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.tests.test_dragging import WOODS, reach
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.tests.table_play import HOST, acting, put


def test_a_move_tells_its_inches_and_the_ground_that_ends_it() -> None:
    game = acting(
        put("T1", (10, 10), kind="transport"),
        put("E1", (40, 40), blue=True),
        cards={"T1": "9C"},
        terrain=[WOODS],
    )
    game.do(HOST, Move())
    game.rolled(HOST, 6, 6, 6)
    found = reach(game, of=GAME)
    assert (found.unit, float(found.limit), found.stops) == ("T1", 18.0, ("W1",))
