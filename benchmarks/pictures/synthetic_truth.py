"""Checks that the synthetic camera draws what it says, and how fast, beside bare warps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.tag_edges import edge_errors, projected
from benchmarks.timing import Timing, race
from vision.synthetic.described.packaged import packaged_scene
from vision.synthetic.described.scene import SceneMove, Station, TableScene
from vision.synthetic.projection import view_of
from vision.synthetic.render import Quality, Renderer

Bent = Callable[[TableScene], TableScene]
"""What is wrong with the scene that is drawn, while the truth is told of the right one."""

_BIAS_PX = 0.02
_FAST_PX = 0.05
_SMALL = (960, 540)


def as_it_is(scene: TableScene) -> TableScene:
    """Nothing is wrong."""
    return scene


def synthetic_truth(effort: Effort, *, bent: Bent = as_it_is) -> list[Finding]:
    """Edges of tags in clean pictures, measured and compared with what OpenCV projects."""
    findings: list[Finding] = []
    qualities: tuple[tuple[Quality, float], ...] = (("full", _BIAS_PX), ("fast", _FAST_PX))
    for name in ("clean-and-flat", "bent-lens"):
        scene = packaged_scene(name)
        if effort.small:
            scene = _closer(scene)
        for quality, limit in qualities:
            findings += _accuracy(scene, quality=quality, limit=limit, bent=bent)
    return [*findings, _projection(effort)]


def _closer(scene: TableScene) -> TableScene:
    """Half the pixels each way, and a few tags that are larger for it."""
    size = scene.camera.at_size(*_SMALL)
    pieces = tuple(
        replace(piece, tags=tuple(replace(tag, side_in=3.0) for tag in piece.tags))
        for piece in scene.pieces[8::3]
    )
    return replace(scene, camera=size, pieces=pieces)


def _accuracy(scene: TableScene, *, quality: Quality, limit: float, bent: Bent) -> list[Finding]:
    right = Renderer(scene, quality=quality).frame(0)
    drawn = Renderer(bent(scene), quality=quality).frame(0).picture
    errors = edge_errors(drawn, right.truth, least_visible=0.99)
    width, height = scene.camera.width, scene.camera.height
    title = f"{scene.name}, {width} x {height}, {quality}: {errors.tags} tags"
    detail = f"{errors.points} points of edges"
    figures = (
        ("mean shift of all", float(np.hypot(*errors.shift_px))),
        ("farthest of a smooth field", errors.field_px),
        ("too large on each side", abs(errors.outward_px)),
        ("rms shift of one tag", errors.tag_shift_px),
    )
    return [
        Finding(
            benchmark="synthetic truth",
            measure=f"{title}, {what}",
            value=value,
            unit="px",
            detail=detail,
            goals=(Goal(most=limit),),
            cost=False,
        )
        for what, value in figures
    ]


def _projection(effort: Effort) -> Finding:
    """The renderer's own projection beside OpenCV's, over a table and its heights."""
    scene = packaged_scene("bent-lens")
    truth = Renderer(replace(scene, camera=scene.camera.at_size(320, 180))).frame(0).truth
    view = view_of(scene.camera.at_size(320, 180))
    count = effort.pick(20_000, small=500)
    points = np.random.default_rng(4).uniform((0, 0, 0), (36, 36, 3), (count, 3))
    off = np.abs(view.pixels(points) - projected(truth, points)).max()
    return Finding(
        benchmark="synthetic truth",
        measure=f"{count} points: projection beside cv2.projectPoints, the farthest",
        value=float(off),
        unit="px",
        goals=(Goal(most=1e-9),),
        cost=False,
    )


# --- speed -----------------------------------------------------------------------------------


def synthetic_speed(effort: Effort) -> list[Finding]:
    """Milliseconds a frame on one core, beside warping a mat of the same size once."""
    scene = packaged_scene("crowded")
    size = effort.pick((1920, 1080), small=_SMALL)
    camera = replace(scene.camera.at_size(*size), sensor=replace(scene.camera.sensor, jpeg=92))
    scene = replace(scene, camera=camera)
    runs = effort.pick(7, small=1)
    with _one_thread():
        return [
            _timed(
                "full",
                scene,
                title="60 tags, full, nothing kept but the bare table",
                goal=500.0,
                runs=runs,
                cached=False,
            ),
            _timed(
                "full",
                _pushed(scene),
                title="60 tags, full, 3 of them move",
                goal=500.0,
                runs=runs,
                cached=True,
            ),
            _timed(
                "fast",
                _pushed(scene),
                title="60 tags, fast, 3 of them move",
                goal=100.0,
                runs=runs,
                cached=True,
            ),
            _timed(
                "fast",
                _all_pushed(scene),
                title="60 tags, fast, all of them move",
                goal=None,
                runs=runs,
                cached=True,
            ),
        ]


@contextmanager
def _one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def _timed(
    quality: Quality, scene: TableScene, *, title: str, goal: float | None, runs: int, cached: bool
) -> Finding:
    renderer = Renderer(scene, quality=quality, cached=cached)
    numbers = iter(range(10_000))
    warp = _bare_warp(scene)
    ours, floor = race(lambda: renderer.frame(next(numbers)), warp, runs=runs)
    return _finding(ours, floor, scene=scene, title=title, goal=goal)


def _finding(
    ours: Timing, floor: Timing, *, scene: TableScene, title: str, goal: float | None
) -> Finding:
    size = f"{scene.camera.width} x {scene.camera.height}"
    return Finding(
        benchmark="synthetic speed",
        measure=f"{size}, {title}, JPEG and truth included",
        value=ours.least,
        unit="ms",
        detail=ours.says,
        peer="floor: cv2.warpPerspective of the mat alone",
        peer_value=floor.least,
        goals=(Goal(most=goal),) if goal else (),
    )


def _bare_warp(scene: TableScene) -> Callable[[], NDArray[np.uint8]]:
    """What no renderer can do without: the mat, once, flat, without lens, light or tags."""
    width, height = scene.camera.width, scene.camera.height
    mat = np.random.default_rng(1).integers(0, 255, (height, width, 3), dtype=np.uint8)
    turn = np.array([[0.9, 0.05, 20.0], [-0.03, 0.8, 30.0], [1e-5, 2e-4, 1.0]])
    return lambda: np.asarray(cv2.warpPerspective(mat, turn, (width, height)), dtype=np.uint8)


def _pushed(scene: TableScene, *, count: int = 3) -> TableScene:
    """Some of the pieces glide for as long as anybody looks."""
    moves = tuple(
        SceneMove(
            piece=piece.id,
            stations=(
                Station(at_s=-50.0, place=replace(piece.place, x=piece.place.x - 3.0)),
                Station(at_s=50.0, place=replace(piece.place, x=piece.place.x + 3.0)),
            ),
        )
        for piece in scene.pieces[:count]
    )
    return replace(scene, moves=moves)


def _all_pushed(scene: TableScene) -> TableScene:
    return _pushed(scene, count=len(scene.pieces))
