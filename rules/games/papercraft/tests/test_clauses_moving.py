"""Tests of the Movement phase, and of what squares run over (clauses MOV and GEO-10)."""

import math

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoved, SquareMoveDone
from rules.games.papercraft.profiles import Fate, SecondaryType, UnitProfile
from rules.games.papercraft.state import Phase, Status, StatusKind
from rules.games.papercraft.tests.table_play import (
    HOST,
    STRICT,
    Battle,
    Put,
    moving,
    profile_of,
    put,
    ruling,
    spot,
    the,
)
from rules.table.snapshot import PieceState
from rules.table.units import Inches

ENEMY = put("B", "moth_rider", (30, 33), 270, blue=True)


def with_captain(*others: Put, at: tuple[float, float] = (10, 10), **chosen: object) -> Battle:
    """Red's captain, 1 by 1 with a Movement of 8, and whoever else is there."""
    return moving(put("A", "seal_captain", at), *others, ENEMY, chosen={**STRICT, **chosen})


def test_pc_geo_10_what_a_square_slides_over_is_in_its_way() -> None:
    """Half an inch beside the straight line is under a square of an inch, and three are not."""
    beside = with_captain(put("C", "seal_captain", (10.8, 14), blue=True, side="Blue"), at=(10, 10))
    beside.lies("A", (10, 18))
    refusal = beside.refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.reason.startswith("A runs over C, 0.2 in deep;")
    clear = with_captain(put("C", "seal_captain", (13, 14), blue=True), at=(10, 10))
    clear.lies("A", (10, 18))
    clear.do(HOST, SquareMoveDone(unit="A"))


def test_pc_mov_01_any_number_of_units_moves() -> None:
    game = with_captain(put("C", "seal_captain", (15, 10)), put("D", "seal_captain", (20, 10)))
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-01"
    for name, x in (("A", 10), ("C", 15)):
        game.lies(name, (x, 14))
        game.do(HOST, SquareMoveDone(unit=name))
    game.do(HOST, EndMovement())
    assert [game.unit(name).moved for name in "ACD"] == [True, True, False]


@pytest.mark.parametrize(("y", "legal"), [(18.0, True), (18.01, False)])
def test_pc_mov_02_no_farther_than_its_movement(y: float, legal: bool) -> None:
    game = with_captain()
    game.lies("A", (10, y))
    if legal:
        moved = ruling(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
        assert moved.clause == "PC-MOV-02"
        assert moved.evidence[0].value == pytest.approx(8)
    else:
        assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-02"


@pytest.mark.parametrize(
    ("metric", "length"), [("front_mid", 3.0), ("front_corners", 5.0), ("edge_reach", 3.0)]
)
def test_pc_mov_03_the_move_is_measured_from_the_front(metric: str, length: float) -> None:
    """An about-face of Infantry: its front corners go across the square's diagonal."""
    game = moving(
        put("A", "quill_spears", (10, 10)), ENEMY, chosen={**STRICT, "move_metric": metric}
    )
    game.lies("A", (10, 10), 270)
    assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(length)


def test_pc_mov_04_moves_in_one_turn_add_up() -> None:
    game = with_captain()
    for y, walked in ((14, 4), (17, 7)):
        game.lies("A", (10, y))
        assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).walked == pytest.approx(
            walked
        )
    game.lies("A", (10, 18.5))
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.reason == (
        "A's front moves 1.5 in and 7 in before, 8 in allowed: pull it back by 0.5 in."
    )


def test_pc_mov_05_it_may_go_back_and_look_anywhere() -> None:
    game = with_captain()
    game.lies("A", (6, 7), 213)
    moved = the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
    assert moved.spot == spot(6, 7, 213)


def test_pc_mov_06_it_does_not_run_through_living_units() -> None:
    enemy = put("C", "seal_captain", (10, 13), blue=True)
    game = with_captain(enemy)
    game.lies("A", (10, 16))
    told = ruling(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
    assert told.evidence[-1].what == "way"
    assert told.evidence[-1].blockers == ("C",)
    assert 6 < (told.evidence[-1].value or 0) < 8
    assert the([told], SquareMoved).length == told.evidence[-1].value
    tight = with_captain(enemy)
    tight.lies("A", (10, 18))
    refusal = tight.refused(HOST, SquareMoveDone(unit="A"))
    assert (refusal.clause, refusal.waivable) == ("PC-MOV-06", True)
    assert "the way round C is 8" in refusal.reason


@pytest.mark.parametrize(("pass_friends", "legal"), [(False, False), (True, True)])
def test_pc_mov_06_friends_are_in_the_way_unless_that_was_agreed(
    pass_friends: bool, legal: bool
) -> None:
    friend = put("C", "quill_spears", (10, 14))
    game = with_captain(friend, pass_friends=pass_friends)
    game.lies("A", (10, 18))
    if legal:
        game.do(HOST, SquareMoveDone(unit="A"))
    else:
        assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-06"


def test_pc_mov_06_a_way_that_is_named_is_measured_along_its_bends() -> None:
    game = with_captain(put("C", "seal_captain", (10, 13), blue=True))
    game.lies("A", (10, 16))
    through = SquareMoveDone(unit="A", way=((Inches(10), Inches(12)),))
    assert game.refused(HOST, through).clause == "PC-MOV-06"
    around = SquareMoveDone(unit="A", way=((Inches(12), Inches(13)),))
    assert the(game.do(HOST, around), SquareMoved).length == pytest.approx(
        (2**2 + 2.5**2) ** 0.5 + (2**2 + 3.5**2) ** 0.5
    )


def sized(secondary: SecondaryType, movement: float) -> UnitProfile:
    return profile_of("seal_captain", secondary=secondary, movement=Inches(movement), abilities=())


def of_size(secondary: SecondaryType, movement: float, *others: Put) -> Battle:
    """A unit of Red's at the middle of the table, looking north, and whoever else is there."""
    mover = put("A", "seal_captain", (18, 10), profile=sized(secondary, movement))
    return moving(mover, *others, ENEMY, chosen=STRICT)


def moth(name: str, at: tuple[float, float]) -> Put:
    return put(name, "moth_rider", at, blue=True)


@pytest.mark.parametrize(("gap", "legal"), [(1.2, False), (5.7, False), (5.85, True), (6.0, True)])
def test_pc_mov_06_a_titan_needs_a_gap_of_its_own_width(gap: float, legal: bool) -> None:
    """Fault 16: in contact with both it went between two enemies that stand 1.2 in apart."""
    beside = gap / 2 + 1
    game = of_size(
        SecondaryType.TITAN, 9, moth("C", (18 - beside, 14)), moth("D", (18 + beside, 14))
    )
    game.lies("A", (18, 18.2))
    if legal:
        game.do(HOST, SquareMoveDone(unit="A"))
    else:
        refusal = game.refused(HOST, SquareMoveDone(unit="A"))
        assert refusal.clause == "PC-MOV-06"
        assert "the way round C and D is" in refusal.reason


def test_pc_mov_06_infantry_goes_round_characters_that_it_touches() -> None:
    """Fault 16: 4 in wide, it went straight through two Characters in contact with it."""
    two = [put(name, "seal_captain", (x, 12), blue=True) for name, x in (("C", 17.0), ("D", 19.0))]
    tired = of_size(SecondaryType.INFANTRY, 8, *two)
    tired.lies("A", (18, 15))
    assert (
        "the way round C and D is 10.77 in, 8 in left"
        in tired.refused(HOST, SquareMoveDone(unit="A")).reason
    )
    fresh = of_size(SecondaryType.INFANTRY, 11, *two)
    fresh.lies("A", (18, 15))
    assert the(fresh.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(
        10.77, abs=0.01
    )


def test_pc_mov_08_a_large_unit_rounds_a_large_corpse_with_all_of_its_body() -> None:
    """Fault 16: in contact with it before and after, it went round as a point, in 5.2 in."""
    game = of_size(SecondaryType.LARGE, 8, dead("C", "moth_rider", (18, 12)))
    game.lies("A", (18, 14))
    moved = the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
    assert moved.length == pytest.approx(2 * math.hypot(1.9, 0.1) + 3.8, abs=0.01)


@pytest.mark.parametrize(
    ("to", "length"),
    [
        ((18, 4, 90), 6.0),
        ((24, 10, 90), 6.0),
        ((24, 9.9, 92), 5.95),
        ((18, 5, 270), 8.0),
        ((23, 10, 0), 6.67),
        ((21, 8, 45), 4.74),
    ],
)
def test_pc_mov_06_whoever_is_in_contact_leaves_it_as_before(
    to: tuple[float, float, float], length: float
) -> None:
    """Fault 16: back, along, about, and turned: what is measured is from front to front."""
    game = of_size(SecondaryType.INFANTRY, 8, moth("C", (18, 12.5)))
    game.lies("A", to[:2], to[2])
    assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(
        length, abs=0.01
    )


@pytest.mark.parametrize(("gap", "legal"), [(3.2, True), (2.7, False)])
def test_pc_mov_06_infantry_may_turn_its_narrow_side_to_a_gap(gap: float, legal: bool) -> None:
    """Fault 16: turning is allowed as it is everywhere, so 3 in by 4 pass a gap of 3.2."""
    beside = gap / 2 + 1
    game = of_size(
        SecondaryType.INFANTRY, 10, moth("C", (18 - beside, 15)), moth("D", (18 + beside, 15))
    )
    game.lies("A", (18, 19))
    if legal:
        game.do(HOST, SquareMoveDone(unit="A"))
    else:
        assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-06"


def test_pc_mov_06_a_way_that_is_named_is_judged_with_the_body() -> None:
    """Fault 16: a way that is named went through what the unit touched, too."""
    two = [put(name, "seal_captain", (x, 12), blue=True) for name, x in (("C", 17.0), ("D", 19.0))]
    game = of_size(SecondaryType.INFANTRY, 14, *two)
    game.lies("A", (18, 15))
    through = SquareMoveDone(unit="A", way=((Inches(18), Inches(13)),))
    assert "the way named for A runs over" in game.refused(HOST, through).reason
    round_them = SquareMoveDone(
        unit="A", way=((Inches(22), Inches(11.5)), (Inches(22), Inches(16.5)))
    )
    assert the(game.do(HOST, round_them), SquareMoved).length == pytest.approx(13)


def test_pc_mov_07_it_does_not_end_on_a_living_unit() -> None:
    game = with_captain(put("C", "seal_captain", (10, 14), blue=True))
    game.lies("A", (10.4, 14.3))
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.clause == "PC-MOV-07"
    assert refusal.reason.startswith("A stands on C, 0.6 in deep")


def dead(name: str, unit_type: str, at: tuple[float, float], **more: object) -> Put:
    given = {"fate": Fate.CORPSE, "hp": 0, "blue": True, "face": "corpse", **more}
    return put(name, unit_type, at, **given)  # type: ignore[arg-type]


def test_pc_mov_08_corpses_are_crossed_and_stood_on_but_for_large_ones() -> None:
    over = with_captain(dead("C", "seal_captain", (10, 13)), dead("D", "quill_spears", (10, 17)))
    over.lies("A", (10, 17))
    over.do(HOST, SquareMoveDone(unit="A"))
    for x, y in ((10, 14), (10, 18)):
        large = with_captain(dead("C", "moth_rider", (10, 14)), at=(10, 10))
        large.lies("A", (x, y))
        refusal = large.refused(HOST, SquareMoveDone(unit="A"))
        assert refusal.clause == "PC-DTH-06"


def test_pc_mov_09_all_of_the_square_stays_on_the_table() -> None:
    game = with_captain(at=(3, 10))
    game.lies("A", (0.3, 10))
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.clause == "PC-MOV-09"
    assert refusal.reason.startswith("A hangs 0.2 in over the west edge of the table")
    game.lies("A", (0.5, 10))
    game.do(HOST, SquareMoveDone(unit="A"))


def test_pc_mov_10_a_building_never_moves() -> None:
    game = moving(put("A", "press_tower", (10, 10)), ENEMY)
    game.lies("A", (10, 11))
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert (refusal.clause, refusal.reason) == ("PC-MOV-10", "A never moves.")
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("A", "moved_out_of_turn")


@pytest.mark.parametrize(("far", "moved"), [(0.2, False), (0.3, True)])
def test_pc_mov_11_a_little_shift_is_no_move(far: float, moved: bool) -> None:
    game = with_captain()
    game.lies("A", (10, 10 + far))
    game.do(HOST, SquareMoveDone(unit="A"))
    assert game.unit("A").moved is moved


def test_pc_mov_11_out_and_back_is_no_move_but_bends_are() -> None:
    game = with_captain()
    for y in (12.0, 10.0):
        game.lies("A", (10, y))
        game.do(HOST, SquareMoveDone(unit="A"))
    assert game.unit("A").moved, "it had moved once, and that stays"
    bend = with_captain()
    bend.lies("A", (10, 10.1))
    way = ((Inches(11), Inches(11)),)
    bend.do(HOST, SquareMoveDone(unit="A", way=way))
    assert bend.unit("A").moved


def test_pc_mov_11_what_has_moved_is_not_told_that_it_has_not() -> None:
    """Fault 17: back at its start it was told that this is no move, and then may not shoot."""
    game = with_captain()
    for y in (12.0, 10.0):
        game.lies("A", (10, y))
        told = the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
        assert told.counts
        assert "too little" not in told.told()
    assert game.unit("A").moved
    game.lies("A", (10, 10.1))
    assert "too little" not in the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).told()


@pytest.mark.parametrize(("counts", "moved"), [(True, True), (False, False)])
def test_pc_mov_11_a_turn_on_the_spot_counts_as_agreed(counts: bool, moved: bool) -> None:
    game = with_captain(pivot_counts=counts)
    game.lies("A", (10, 10), 180)
    game.do(HOST, SquareMoveDone(unit="A"))
    assert game.unit("A").moved is moved


def test_pc_mov_12_an_ability_can_stop_a_unit_for_one_turn() -> None:
    pinned = (Status(kind=StatusKind.PINNED, turn=1, by="B"),)
    game = moving(put("A", "seal_captain", (10, 10), statuses=pinned), ENEMY)
    game.lies("A", (10, 12))
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert (refusal.clause, refusal.reason) == (
        "PC-MOV-12",
        "A may not move this turn: B has seen to that.",
    )
    later = moving(put("A", "seal_captain", (10, 10), statuses=pinned), ENEMY, turns={"Red": 2})
    later.lies("A", (10, 12))
    later.do(HOST, SquareMoveDone(unit="A"))


def test_pc_mov_13_a_square_that_is_not_ruled_on_keeps_the_movement_open() -> None:
    game = with_captain()
    game.lies("A", (10, 19))
    end = game.refused(HOST, EndMovement())
    assert (end.clause, end.waivable) == ("PC-MOV-13", True)
    assert end.reason.startswith("A stands 9 in from where it was ruled to be")
    too_far = game.refused(HOST, SquareMoveDone(unit="A"))
    assert too_far.reason.endswith("pull it back by 1 in.")
    game.do(HOST, SquareMoveDone(unit="A"), waives=["PC-MOV-02"])
    game.do(HOST, EndMovement())
    assert game.state.phase is Phase.ATTACK


def test_courtesy_overlooks_a_little_and_the_log_says_so() -> None:
    game = moving(put("A", "seal_captain", (10, 10)), ENEMY)
    game.lies("A", (10, 18.14))
    moved = ruling(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
    assert moved.evidence[0].courtesy == pytest.approx(0.15)
    game = moving(put("A", "seal_captain", (10, 10)), ENEMY)
    game.lies("A", (10, 18.3))
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-02"


def test_a_move_that_the_camera_cannot_tell_is_for_the_players() -> None:
    game = moving(
        put("A", "seal_captain", (10, 10), sigma=0.2),
        ENEMY,
        chosen={"move_tol_in": 0.0, "borderline_band_in": 0.0},
    )
    game.lies("A", (10, 18.1), sigma=0.2)
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.reason.endswith("That is for you to agree on: let it pass together, or not.")
    assert refusal.waivable
    game.do(HOST, SquareMoveDone(unit="A"), waives=["PC-MOV-02"])


def test_a_unit_that_nobody_sees_moves_on_its_players_word() -> None:
    game = with_captain()
    game.lies("A", (10, 10), seen=PieceState.HIDDEN)
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-02"
    moved = the(game.do(HOST, SquareMoveDone(unit="A", to=spot(10, 15))), SquareMoved)
    assert moved.spot.y_in == Inches(15)
    assert moved.vouched == game.snapshot.number
    assert game.refused(HOST, Attack(unit="A", attack="blade", target="B")).clause == "PC-TRN-02"


def test_a_hidden_unit_far_away_is_in_nobodys_way_and_one_close_by_may_be() -> None:
    for x, refused in ((20, False), (11.5, True)):
        hidden = put("C", "seal_captain", (x, 13), blue=True, seen=PieceState.HIDDEN)
        game = with_captain(hidden)
        game.lies("A", (10, 17))
        if refused:
            assert "cannot tell" in game.refused(HOST, SquareMoveDone(unit="A")).reason
        else:
            game.do(HOST, SquareMoveDone(unit="A"))
