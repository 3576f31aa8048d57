"""What of a battle of Papercraft players may amend together, and what cannot be."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Phase, State, StatusKind
from rules.games.papercraft.tests.table_play import HOST, Battle, attacking, moving, put
from rules.table.bad_input import BadInputError
from rules.table.edges import TableEdge

FAR = put("Z", "moth_rider", (30, 33), 270, blue=True)


def battle() -> Battle:
    return attacking(
        put("A", "seal_captain", (10, 10), held_by="G"),
        put("C", "seal_captain", (20, 10), inside="H"),
        put("D", "seal_captain", (24, 10), fate=Fate.REMOVED, hp=0, spot=None),
        put("H", "shrine_of_protection", (20, 14)),
        put("B", "seal_captain", (10, 11.1), blue=True),
        put("G", "black_bear_guard", (12, 10), blue=True),
        FAR,
        edges={"Red": TableEdge.SOUTH, "Blue": TableEdge.NORTH},
    )


def fault(state: State, row: str, name: str, text: str) -> str:
    """Why something cannot be amended to this, or nothing."""
    found = GAME.row(row)
    assert found is not None
    try:
        value = found.domain.parse(text)
        found.domain.require(state, value)
    except BadInputError as error:
        return str(error)
    return found.check(state, value, name=name)


def amended(state: State, row: str, name: str, text: str) -> State:
    found = GAME.row(row)
    assert found is not None
    assert fault(state, row, name, text) == ""
    after = found.amended(state, name, text=text)
    assert isinstance(after, State)
    assert found.written(after, name) == text
    return after


@pytest.mark.parametrize(
    ("row", "name", "text", "told"),
    [
        ("hp", "B", "3", "B has 3 HP"),
        (
            "spot",
            "B",
            "4.0 5.5 180.0",
            "B stands 4 in from the west edge and 5.5 in from the south, looking to 180",
        ),
        ("inside", "A", "H", "A is in H"),
        ("inside", "C", "none", "C is in no building"),
        ("held_by", "A", "none", "A is held by nobody"),
        ("walked", "B", "2.5", "B has moved 2.5 inches this turn"),
        ("moved", "B", "yes", "B has moved this turn"),
        ("attacks", "A", "blade on B", "A has made these attacks this turn: blade on B"),
        ("ability_used", "A", "yes", "A has used an ability this turn"),
        ("pinned_in_turn", "B", "2", "B may not move in turn 2 of its player's"),
        ("burning_in_turn", "B", "2", "B burns unless it moves in turn 2 of its player's"),
        ("empowered_in_turn", "B", "2", "B has its Hit Bonus doubled until turn 2"),
        ("edge", "Red", "west", "Red begins at the west edge"),
        ("turns", "Red", "4", "Red has begun so many turns: 4"),
        ("active", "", "Blue", "it is the turn of Blue"),
        ("phase", "", "move", "the phase is move"),
        ("turn", "", "7", "it is turn 7"),
        ("round", "", "3", "it is round 3"),
    ],
)
def test_what_a_player_sees_can_be_amended(row: str, name: str, text: str, told: str) -> None:
    found = GAME.row(row)
    assert found is not None
    amended(battle().state, row, name, text)
    assert found.told(name, text).startswith(told)


def test_pc_dth_01_the_dead_may_live_again_and_the_living_be_dead() -> None:
    state = amended(battle().state, "fate", "G", "corpse")
    assert (state.unit("G").hp, state.unit("G").alive) == (0, False)
    assert state.unit("A").held_by == "", "the dead hold nobody"
    assert fault(state, "hp", "G", "4").startswith("it is dead")
    back = amended(state, "fate", "G", "alive").unit("G")
    assert (back.hp, back.fate) == (1, Fate.ALIVE)


def test_pc_dmg_04_a_blow_that_takes_more_than_there_is_leaves_none() -> None:
    row = GAME.row("hp")
    assert row is not None
    slain = attacking(FAR, put("B", "seal_captain", (10, 12), fate=Fate.CORPSE, hp=-2))
    assert row.written(slain.state, "B") == "0"


@pytest.mark.parametrize(
    ("row", "name", "text", "says"),
    [
        ("fate", "D", "alive", "it no longer has a place on the table."),
        ("fate", "H", "rubble", "C is in it: amend that first."),
        ("hp", "A", "0", "expected 1 to 9999, got 0"),
        ("spot", "A", "none", "A is alive."),
        ("spot", "A", "here", "expected inches east, inches north and degrees"),
        ("spot", "A", "-1 2 90", "expected a place on the table"),
        ("inside", "B", "H", "H does not take it in."),
        ("held_by", "G", "G", "it cannot hold itself."),
        ("walked", "H", "1.0", "it never moves."),
        ("attacks", "B", "blade on B", "it cannot have made that attack with blade."),
        ("order", "", "Red", "Blue takes turns too."),
        ("winner", "", "Red", "it is not over yet."),
    ],
)
def test_what_cannot_be_is_not_amended(row: str, name: str, text: str, says: str) -> None:
    assert says in fault(battle().state, row, name, text)


def test_nothing_is_amended_in_the_midst_of_an_attack_or_out_of_a_turn() -> None:
    game = battle()
    game = attacking(
        put("A", "seal_captain", (10, 10)), put("B", "seal_captain", (10, 11.1), blue=True)
    )
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))
    for row, name, text in (("hp", "B", "3"), ("fate", "B", "corpse"), ("round", "", "2")):
        assert fault(game.state, row, name, text).startswith("something is under way")
    lone = moving(put("A", "seal_captain", (10, 10)), FAR)
    gone = amended(lone.state, "fate", "Z", "corpse")
    assert fault(gone, "active", "", "Blue") == "Blue has no unit left."


def test_pc_mov_12_a_ban_that_was_agreed_on_holds() -> None:
    game = moving(put("A", "seal_captain", (10, 10)), FAR)
    state = amended(game.state, "pinned_in_turn", "A", "1")
    assert state.unit("A").has(StatusKind.PINNED, turn=1)
    assert state.phase is Phase.MOVE
    assert amended(state, "pinned_in_turn", "A", "none").unit("A").statuses == ()
