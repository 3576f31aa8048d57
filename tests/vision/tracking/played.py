"""Plays a rendered scene to the live table, and says what is true in every frame."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.table.snapshot import PieceState
from tests.vision.measured import (
    ABOVE,
    Thing,
    exact_profile,
    grey_of,
    layout_of,
    table_scene,
    thing,
)
from tests.vision.rendering import renderer_of
from vision.locating.place_error import EXACT
from vision.pipeline import LiveTable, Pipeline
from vision.synthetic.described.scene import SceneHand, SceneMove, ScenePlace, Station, TableScene
from vision.synthetic.render import RenderedFrame, Renderer
from vision.tracking.frame import TableFrame
from vision.tracking.track import Life

HZ = 12.0
CAMERA = replace(ABOVE, width=800, height=450)
"""47 pixels to the inch: as a table of a yard is seen in Full HD, and quickly rendered."""
FREE = ((3.4, 7.0), (6.6, 7.2), (9.5, 7.0), (12.4, 7.2))
"""Places that rows of 14 leave free."""
RIGHT_IN = 0.02
"""No pose that is shown as seen may be off by more: a tenth of what a move takes to count twice."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shown:
    """One frame, and what was made of it."""

    frame: RenderedFrame
    table: LiveTable

    def life(self, name: str) -> Life:
        return next(each.life for each in self.table.pieces if each.id == name)

    @property
    def lies(self) -> list[str]:
        """Pieces that are shown as seen, and are not there."""
        found = []
        truth = {each.id: each for each in self.frame.snapshot.pieces}
        for piece in self.table.snapshot.pieces:
            if piece.state is not PieceState.SEEN or piece.pose is None:
                continue
            real = truth[piece.id].pose
            assert real is not None
            if np.hypot(piece.pose.x - real.x, piece.pose.y - real.y) > RIGHT_IN:
                found.append(piece.id)
        return found


def at(x: float, y: float, heading: float = 0.0) -> ScenePlace:
    return ScenePlace(x=x, y=y, heading=heading)


def rows(count: int, *, side: float = 0.6) -> tuple[Thing, ...]:
    """Pieces p0, p1, ... in rows of seven, each turned otherwise."""
    return tuple(
        thing(
            f"p{index}",
            20 + index,
            at=(2.5 + 1.8 * (index % 7), 2.2 + 1.7 * (index // 7), 30.0 * index),
            side=side,
        )
        for index in range(count)
    )


def carried(
    name: str, start: ScenePlace, end: ScenePlace, *, begins_s: float = 1.0, lasts_s: float = 1.0
) -> tuple[SceneHand, SceneMove]:
    """A hand comes, takes a piece elsewhere, lets go and leaves."""
    way = [
        (begins_s, at(start.x, -4.0, 90.0)),
        (begins_s + 0.5, at(start.x + 0.1, start.y + 0.5, 90.0)),
        (begins_s + 0.7, at(start.x + 0.1, start.y + 0.5, 90.0)),
        (begins_s + 0.7 + lasts_s, at(end.x + 0.1, end.y + 0.5, 90.0)),
        (begins_s + 0.9 + lasts_s, at(end.x + 0.1, end.y + 0.5, 90.0)),
        (begins_s + 1.5 + lasts_s, at(end.x, -6.0, 90.0)),
    ]
    hand = SceneHand(stations=tuple(Station(at_s=when, place=place) for when, place in way))
    move = SceneMove(
        piece=name,
        stations=(
            Station(at_s=begins_s + 0.7, place=start),
            Station(at_s=begins_s + 0.7 + lasts_s, place=end),
        ),
    )
    return hand, move


def crossing(rng: random.Random, things: Sequence[Thing]) -> TableScene:
    """Two hands, each with a piece: the second crosses the first, or takes its place."""
    places = {each.piece.id: each.piece.place for each in things}
    one, other = rng.sample(sorted(places), 2)
    x, y = rng.choice(FREE)
    first = carried(
        one, places[one], at(x, y, rng.uniform(0, 360)), begins_s=0.8, lasts_s=rng.uniform(0.2, 1.2)
    )
    # The second crosses the first, or takes the place that it has just left.
    end = rng.choice([places[one], at(*rng.choice([p for p in FREE if p != (x, y)]))])
    begins = rng.uniform(1.3, 2.3) if end is not places[one] else 3.0
    second = carried(other, places[other], end, begins_s=begins, lasts_s=rng.uniform(0.2, 1.2))
    gone = max(hand.stations[-1].at_s for hand, _ in (first, second))
    return scene_of(
        *things, seconds=gone + 1.2, hands=(first[0], second[0]), moves=(first[1], second[1])
    )


def scene_of(*things: Thing, seconds: float, **more: object) -> TableScene:
    """The small table with these things, for so long."""
    scene = table_scene(*things, camera=CAMERA)
    return replace(scene, seconds=seconds, rate_hz=HZ, **more)  # type: ignore[arg-type]


def pipeline_for(
    *things: Thing, scene: TableScene, shared: dict[int, float] | None = None
) -> Pipeline:
    return Pipeline(
        exact_profile(scene.camera), tag_layout=layout_of(*things, shared=shared), care=EXACT
    )


def table_frame(frame: RenderedFrame, *, after_s: float = 0.0) -> TableFrame:
    return TableFrame(
        number=frame.number, seconds=after_s + frame.seconds, camera="west", grey=grey_of(frame)
    )


def played(
    pipeline: Pipeline, scene: TableScene, *, after_s: float = 0.0, renderer: Renderer | None = None
) -> Iterator[Shown]:
    """Frame after frame; a renderer of the same table keeps all that it has drawn already."""
    renderer = renderer or renderer_of(scene, quality="fast")
    for number in range(scene.frames):
        # Whoever looks on between two frames may have another scene of this table rendered.
        renderer.scene = scene
        frame = renderer.frame(number)
        yield Shown(frame=frame, table=pipeline.step(table_frame(frame, after_s=after_s)))
