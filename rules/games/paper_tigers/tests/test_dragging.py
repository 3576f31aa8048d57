"""What a piece is held to while it is dragged: its inches, the ground, and whom it follows."""

from collections.abc import Sequence

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.tests.table_play import HOST, Battle, acting
from rules.games.paper_tigers.tests.test_meetings_e_to_f import A, L, X, Y, leading
from rules.referee.court.reaching import with_reach
from rules.referee.toolkit.game import Game, MoveReach
from rules.referee.toolkit.what_counts import KeepsNear
from rules.table.snapshot import Terrain
from rules.table.units import Inches
from tests.factories import box

WOODS = box("W1", (20, 10), (26, 16))
ROAD = box("D1", (30, 30), (34, 34), kind="road")


def reach(game: Battle, *, of: Game = GAME) -> MoveReach:
    (found,) = (
        told.reach
        for each in of.options(game.state, game.snapshot, HOST)
        if each.command == "move_done"
        for told in (with_reach(of, game.state, table=game.snapshot, template=each),)
    )
    assert found is not None
    return found


def moving(*terrain: Terrain, followers: Sequence[str] = (), **chosen: object) -> Battle:
    game = acting(L, A, X, Y, cards={"L": "KS"}, terrain=list(terrain), chosen=chosen)
    game.do(HOST, Move(followers=tuple(followers)))
    game.rolled(HOST, 6, 4, 1)
    return game


def test_the_ground_that_ends_a_move_is_told_with_its_reach() -> None:
    found = reach(moving(WOODS, ROAD))
    assert (found.unit, float(found.limit), found.near) == ("L", 11.0, None)
    assert (found.stops, float(found.lead)) == (("W1",), 1.5)
    assert found.entry == Inches(3)
    assert reach(moving(WOODS, entry_depth="free")).entry is None
    assert reach(moving(ROAD)).stops == ()


def test_a_follower_is_told_whom_it_has_to_stay_near_to() -> None:
    game = moving(followers=("A",))
    assert reach(game).near is None
    game.stands("L", (14, 10))
    game.do(HOST, MoveDone(unit="L"))
    game.rolled(HOST, 6, 4, 1)
    near = KeepsNear(unit="L", within=Inches(3))
    assert reach(game) == MoveReach(
        unit="A",
        x=Inches(10),
        y=Inches(13.9),
        limit=Inches(11),
        entry=Inches(3),
        lead=Inches(1.5),
        near=near,
    )
    failed = leading(A)
    failed.do(HOST, Move(followers=("A",)))
    failed.rolled(HOST, 1, 1, 1)
    failed.rolled(HOST, 6, 6, 6)
    assert reach(failed).near == near
