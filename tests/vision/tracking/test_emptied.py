"""Tests when a place that nobody has ever seen empty is told as empty, and when never."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from conftest import SoakCount
from rules.table.shapes import Rectangle
from rules.table.units import Inches
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import (
    HZ,
    Shown,
    at,
    carried,
    pipeline_for,
    played,
    rows,
    scene_of,
    table_frame,
)
from vision.pipeline import Pipeline
from vision.synthetic.described.scene import (
    Colour,
    Figure,
    SceneHand,
    ScenePiece,
    ScenePlace,
    Station,
    TableScene,
)
from vision.tracking.track import Life

_PLACES = {"p0": at(2.5, 2.2, 0.0), "p3": at(7.9, 2.2, 90.0), "p10": at(7.9, 3.9, 300.0)}
_OUT = at(8.0, -9.0, 90.0)
_GONE = {Life.LOST, Life.REMOVED}
_GLOVE: Colour = (52, 80, 53)
"""About as light as the table."""
_WHITE: Colour = (236, 235, 231)
SELDOM = (pytest.mark.soak, pytest.mark.soak_only)


def staying(pipeline: Pipeline, scene: TableScene, *, seconds: float) -> Iterator[Shown]:
    """A scene, and then its last frames again and again, as long as what is in it rests."""
    renderer = renderer_of(scene, quality="fast")
    frames = [renderer.frame(number) for number in range(scene.frames)]
    yield from (Shown(frame=each, table=pipeline.step(table_frame(each))) for each in frames)
    for number in range(scene.frames, int(seconds * HZ)):
        frame = replace(frames[-1 - number % 3], number=number, seconds=number / HZ)
        yield Shown(frame=frame, table=pipeline.step(table_frame(frame)))


def lives_of(name: str, shown: Sequence[Shown]) -> list[Life]:
    """In their order, without repeats."""
    found = [one.life(name) for one in shown]
    return [life for at, life in enumerate(found) if not at or found[at - 1] is not life]


@pytest.mark.parametrize("name", ["p3", pytest.param("p10", marks=pytest.mark.long)])
def test_a_piece_of_the_first_picture_that_a_hand_takes_away_is_soon_lost(name: str) -> None:
    things = rows(14)
    hand, move = carried(name, _PLACES[name], _OUT, begins_s=1.0)
    scene = scene_of(*things, seconds=4.5, hands=(hand,), moves=(move,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert lives_of(name, shown) == [Life.SEEN, Life.SETTLED, Life.HIDDEN, Life.LOST]
    lost_s = next(one.frame.seconds for one in shown if one.life(name) is Life.LOST)
    # It is off the picture at about 2.4 s, and its place is looked at for half a second.
    assert 2.0 < lost_s < 3.5
    others = {each.life for each in shown[-1].table.pieces if each.id != name}
    assert others == {Life.SETTLED}


@pytest.mark.long
@pytest.mark.soak
def test_a_hand_may_rest_over_a_piece_for_as_long_as_it_likes(
    soak_count: SoakCount, rng_seed: int
) -> None:
    things, rests_s = rows(14), float(soak_count(9, 12))
    for trial in range(soak_count(1, 60)):
        rng = random.Random(f"{rng_seed} {trial}")
        is_palm = trial % 3 < 1
        # Between fingers a piece may stay in view, and beside a hand at the table's edge.
        name = rng.choice(["p3", "p10"] if is_palm else sorted(_PLACES))
        place = _PLACES[name]
        beyond = rng.uniform(4.0, 4.6) if is_palm else rng.uniform(0.2, 2.5)
        tip = at(place.x + rng.uniform(-0.2, 0.2), place.y + beyond, 90.0)
        out, pause = at(tip.x, -8.0, 90.0), at(tip.x, tip.y - rng.uniform(0.3, 3.0), 90.0)
        # Beside the piece, or already over it, it stays for a while before it comes to rest.
        way = [
            (1.0, out),
            (1.5, pause),
            (1.5 + rng.uniform(0.2, 2.5), pause),
            (4.4, tip),
            (9.0, tip),
        ]
        hand = SceneHand(
            stations=tuple(Station(at_s=when, place=there) for when, there in way),
        )
        if rng.random() < 0.5:
            hand = replace(hand, skin=_GLOVE, sleeve=_GLOVE)
        scene = replace(scene_of(*things, seconds=4.8, hands=(hand,)), seed=trial)
        shown = list(staying(pipeline_for(*things, scene=scene), scene, seconds=rests_s))
        wrong = [each.id for one in shown for each in one.table.pieces if each.life in _GONE]
        assert wrong == [], (trial, tip)
        if is_palm:
            assert shown[-1].life(name) is Life.HIDDEN, (trial, tip)


def lying(*, colour: Colour, size: float, figure: bool = False) -> ScenePiece:
    """Something without a tag that can be put over a piece."""
    return ScenePiece(
        id="cover",
        place=ScenePlace(x=12.5, y=6.8, heading=20.0),
        footprint=Rectangle(length=Inches(size), width=Inches(size)),
        colour=colour,
        height_in=0.1,
        figures=(Figure(height_in=1.0),) if figure else (),
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("colour", "size", "figure"),
    [
        (_WHITE, 1.0, False),
        pytest.param((60, 60, 62), 1.0, True, marks=SELDOM),
        ((150, 150, 150), 0.75, True),
    ],
)
def test_what_is_put_over_a_piece_and_stays_there_hides_it(
    colour: Colour, size: float, figure: bool
) -> None:
    things = rows(14)
    cover = lying(colour=colour, size=size, figure=figure)
    hand, move = carried("cover", cover.place, _PLACES["p10"], begins_s=0.8, lasts_s=0.6)
    scene = scene_of(*things, seconds=4.2, hands=(hand,))
    scene = replace(scene, pieces=(*scene.pieces, cover), moves=(move,))
    shown = list(staying(pipeline_for(*things, scene=scene), scene, seconds=7.0))
    assert shown[-1].life("p10") is Life.HIDDEN
    wrong = [each.id for one in shown for each in one.table.pieces if each.life in _GONE]
    assert wrong == []


@pytest.mark.long
def test_a_piece_that_was_covered_is_seen_again_and_can_still_be_taken_away() -> None:
    things = rows(14)
    place = _PLACES["p3"]
    over = [
        (0.8, at(8.0, -6.0, 90.0)),
        (1.2, at(8.0, 3.0, 90.0)),
        (2.4, at(8.0, 3.0, 90.0)),
        (2.8, at(8.0, -6.0, 90.0)),
    ]
    first = SceneHand(stations=tuple(Station(at_s=when, place=there) for when, there in over))
    second, move = carried("p3", place, _OUT, begins_s=4.0)
    scene = scene_of(*things, seconds=7.2, hands=(first, second), moves=(move,))
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert lives_of("p3", shown) == [
        Life.SEEN,
        Life.SETTLED,
        Life.HIDDEN,
        Life.SETTLED,
        Life.HIDDEN,
        Life.LOST,
    ]
