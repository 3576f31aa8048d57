"""Tests that cameras look in turn where there are fewer processors, and that none is left out."""

import pytest

from vision.camera.errands.turns import LookBoard, LookTurn, board_for, own_processors


def turns(*, cameras: int, most: int) -> list[LookTurn]:
    board = LookBoard(cameras=cameras, most=most)
    found = [board.place(camera).turn() for camera in range(cameras)]
    return [turn for turn in found if turn is not None]


def test_no_more_look_at_a_time_than_may() -> None:
    one, two, three = turns(cameras=3, most=2)
    assert one.is_mine(10.0)
    assert two.is_mine(10.0)
    assert not three.is_mine(10.0)
    assert one.is_mine(10.01)
    two.give_back(10.02)
    assert three.is_mine(10.02)
    assert not two.is_mine(10.02)


def test_whoever_has_looked_less_often_is_first_even_until_its_next_picture() -> None:
    one, two, three = turns(cameras=3, most=1)
    assert one.is_mine(10.0)
    assert not two.is_mine(10.0)
    assert not three.is_mine(10.0)
    one.give_back(10.03)
    assert not one.is_mine(10.03)
    assert two.is_mine(10.033)
    assert not three.is_mine(10.033)
    two.give_back(10.06)
    assert not one.is_mine(10.06)
    # The third has not asked for so long that nobody waits for it any more.
    assert one.is_mine(10.1)
    one.give_back(10.2)


def test_one_that_was_not_there_does_not_make_up_for_it() -> None:
    one, two = turns(cameras=2, most=1)
    for look in range(100):
        assert one.is_mine(10.0 + look)
        one.give_back(10.01 + look)
    assert two.is_mine(109.02)
    two.give_back(109.04)
    assert not two.is_mine(109.05)
    assert one.is_mine(109.05)


@pytest.mark.parametrize(("cameras", "most"), [(2, 1), (3, 1), (3, 2), (4, 3)])
def test_all_come_equally_often(cameras: int, most: int) -> None:
    """Thirty pictures a second each at the same moment, and each takes a little longer than one."""
    all_of_them, looks, ends = turns(cameras=cameras, most=most), [0] * cameras, [0.0] * cameras
    for picture in range(600):
        now_s = 100.0 + picture / 30
        for camera, turn in enumerate(all_of_them):
            if ends[camera] and ends[camera] <= now_s:
                turn.give_back(now_s)
                ends[camera] = 0.0
        for camera, turn in enumerate(all_of_them):
            if not ends[camera] and turn.is_mine(now_s):
                looks[camera] += 1
                ends[camera] = now_s + 0.04
    assert min(looks) >= 0.9 * max(looks)
    assert sum(looks) >= 0.9 * most * 600 / 2


def test_one_that_hangs_or_has_died_over_a_picture_holds_nobody_up_for_long() -> None:
    board = LookBoard(cameras=2, most=1)
    dead, other = board.place(0).turn(), board.place(1).turn()
    assert dead is not None
    assert other is not None
    assert dead.is_mine(10.0)
    assert not other.is_mine(10.9)
    assert other.is_mine(11.1)
    other.give_back(11.15)
    # The process in its place begins anew.
    again = board.place(0).turn()
    assert again is not None
    assert again.is_mine(11.2)
    assert not other.is_mine(11.2)


def test_a_place_on_a_board_that_is_gone_is_none() -> None:
    board = LookBoard(cameras=2, most=1)
    place = board.place(0)
    del board
    assert place.turn() is None


def test_where_each_has_a_processor_there_is_no_board() -> None:
    assert own_processors() >= 1
    assert board_for(2, most=2) is None
    board = board_for(3, most=2)
    assert board is not None
    assert [board.place(camera).at for camera in range(3)] == [0, 1, 2]
