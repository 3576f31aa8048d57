"""Tests the truth of path-traced rolls: what each die shows, and where it lies. None is drawn."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.path_traced_dice.__main__ import main
from benchmarks.path_traced_dice.bodies import DieMake, die_surface, turned_up
from benchmarks.path_traced_dice.floors import PX_PER_MM, printed_page
from benchmarks.path_traced_dice.throws import FLOOR_MM, thrown

BODY, PIPS, ONE = (0.8, 0.8, 0.8), (0.0, 0.0, 0.0), (0.5, 0.0, 0.0)
MAKE = DieMake(
    rounding=0.1,
    pip_radius=0.1,
    pip_reach=0.25,
    pip_depth=0.04,
    one_grows=1.4,
    is_mirrored=False,
    body=BODY,
    pips=PIPS,
    one=ONE,
)
FINE = 200


def spots_on_top(face: int) -> int:
    """Spots that hang together on a die that was turned, as seen from above."""
    surface = die_surface(MAKE)
    corners = surface.corners @ turned_up(face, 0.7).T
    assert np.abs(surface.corners).max() == pytest.approx(0.5)
    is_pip = (surface.colours != BODY).any(axis=1) & (corners[:, 2] > 0.4)
    seen = np.zeros((FINE, FINE), dtype=np.uint8)
    at = np.round((corners[is_pip][:, :2] / 2 + 0.5) * FINE).astype(int)
    seen[at[:, 1], at[:, 0]] = 1
    closed = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return cv2.connectedComponents(np.asarray(closed, dtype=np.uint8))[0] - 1


def test_the_face_that_is_turned_up_shows_as_many_pips() -> None:
    assert [spots_on_top(face) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_two_faces_that_face_each_other_make_seven() -> None:
    for face in range(1, 7):
        other = turned_up(face, 0.0).T @ (0.0, 0.0, -1.0)
        assert (turned_up(7 - face, 0.0) @ other)[2] == pytest.approx(1.0)


def test_all_triangles_look_outwards() -> None:
    surface = die_surface(replace(MAKE, pip_depth=0.0))
    one, two, three = (surface.corners[surface.triangles[:, n]] for n in range(3))
    outwards = np.cross(two - one, three - one)
    assert ((outwards * (one + two + three)).sum(axis=1) >= 0).all()


@pytest.mark.parametrize("count", range(1, 9))
def test_dice_lie_on_the_floor_clear_of_each_other(count: int) -> None:
    throw = thrown(np.random.default_rng(count), count=count, size=(720, 540))
    assert 1 <= len(throw.dice) <= count
    left, bottom, right, top = FLOOR_MM
    for die in throw.dice:
        reach = 0.71 * die.side_mm
        x, y = die.place_mm
        assert left < x - reach < x + reach < right
        assert bottom < y - reach < y + reach < top
    places = np.array([die.place_mm for die in throw.dice])
    gaps = np.linalg.norm(places[:, None] - places, axis=2)[np.triu_indices(len(places), 1)]
    assert (gaps > 1.42 * throw.dice[0].side_mm).all()


def test_the_floor_of_the_printed_page_is_where_it_is_said_to_be() -> None:
    page, (left, bottom, right, top) = printed_page()
    assert (right - left, top - bottom) == pytest.approx((210, 297), abs=1)

    def colour(x: float, y: float) -> list[float]:
        found = page[round((top - y) * PX_PER_MM), round((x - left) * PX_PER_MM)]
        return [round(float(each), 2) for each in found]

    inside = [
        colour(x, y)
        for x in (FLOOR_MM[0] + 0.5, FLOOR_MM[2] - 0.5)
        for y in (FLOOR_MM[1] + 0.5, FLOOR_MM[3] - 0.5)
    ]
    assert all(green > red and green > blue for red, green, blue in inside)
    assert colour(FLOOR_MM[0] - 0.5, 68) == colour(94, FLOOR_MM[1] - 0.5) == [0.8] * 3


def test_what_is_drawn_already_is_kept_and_its_truth_written(tmp_path: Path) -> None:
    for index in range(3):
        (tmp_path / f"roll-{index:03}.jpg").write_bytes(b"drawn")
    assert main([str(tmp_path), "--rolls", "3", "--seed", "4"]) == 0
    throws = [
        thrown(np.random.default_rng([4, index]), count=1 + index, size=(720, 540))
        for index in range(3)
    ]
    assert (tmp_path / "dice.toml").read_text(encoding="utf-8").splitlines() == [
        f'"roll-{index:03}.jpg" = {throw.faces}' for index, throw in enumerate(throws)
    ]
