"""Measures what following one table by two cameras costs, beside one of them alone."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import cv2

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import NOMINAL, Play, play_on, spoiled
from benchmarks.live.live_table import HZ, Watched
from benchmarks.pictures.accuracy_pictures import Exposure, Grey, rendered
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import Health, PieceState
from vision.camera.luma import luma_of_jpeg
from vision.fusion.several import SeveralCameras
from vision.tracking.frame import TableFrame

MOST: Final = 2.1
"""Times the processor time of one camera."""
_TILTS: Final = (0.0, 20.0)
_SMALL_SHARE: Final = 0.5
_JPEG: Final = 85


class WatchedByTwo:
    """A live table under two cameras whose pictures are half an interval apart."""

    def __init__(self, plays: Sequence[Play]) -> None:
        self._several = SeveralCameras(
            [play.profile for play in plays],
            names=("above", "aslant"),
            tag_layout=plays[0].tag_layout,
        )
        self._number = 0
        self._table = self._several.at(0.0)

    def step(self, pictures: Sequence[Grey]) -> int:
        """One picture of each; how many pieces are seen."""
        self._number += 1
        several = self._several
        for camera, picture in enumerate(pictures):
            seconds = (self._number + 0.5 * camera) / HZ
            frame = TableFrame(number=self._number, seconds=seconds, camera="", grey=picture)
            seen = several.look(camera, frame, keeper=Health())
            several.take(seen, now_s=seconds)
            if several.is_due(seen, now_s=seconds):
                self._table = several.at(seconds)
        return sum(piece.state is PieceState.SEEN for piece in self._table.snapshot.pieces)


def several_live(effort: Effort) -> list[Finding]:
    """Processor time of a moment with all tags at rest, pictures unpacked and all."""
    plays = _plays(effort)
    packed = [_packed(play, count=effort.pick(6, small=2)) for play in plays]
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        alone, together, seen = Watched(plays[0]), WatchedByTwo(plays), 0
        for at in range(effort.pick(120, small=25)):
            alone.step(_unpacked(packed[0], at))
            seen = together.step([_unpacked(each, at) for each in packed])
        count = effort.pick(600, small=4)
        one = _mean_ms(lambda at: alone.step(_unpacked(packed[0], at)), count=count)
        two = _mean_ms(
            lambda at: together.step([_unpacked(each, at) for each in packed]), count=count
        )
    finally:
        cv2.setNumThreads(threads)
    missing = len(plays[0].tags) - seen
    return [
        Finding(
            benchmark="several cameras, live",
            measure=f"{len(plays[0].tags)} tags at rest, a picture of each of two cameras",
            value=two,
            unit="ms",
            detail="processor time, one thread, with unpacking the pictures",
            peer="a picture of one camera",
            peer_value=one,
            goals=(Goal(of="ratio", least=1 / MOST),),
            wrong=(f"{missing} pieces not seen",) if missing else (),
        )
    ]


def _plays(effort: Effort) -> list[Play]:
    found: list[Play] = []
    for tilt in _TILTS:
        view = look((36.0, 36.0), tilt_deg=tilt, size=FULL_HD)
        play = play_on(
            effort.pick(view, small=view.part(_SMALL_SHARE)), count=effort.pick(60, small=6), seed=1
        )
        first = found[0] if found else play
        found.append(replace(play, tags=first.tags, tag_layout=first.tag_layout))
    return found


def _packed(play: Play, *, count: int) -> list[bytes]:
    """The same table, each time with other noise, as a camera sends it."""
    clean = rendered(
        play.view.eye(),
        [*play.anchors, *play.swung(0)],
        exposure=Exposure(kernel=NOMINAL.kernel(), noise=0.0),
        seed=1,
    )
    found = []
    for seed in range(count):
        picture = spoiled(clean, condition=NOMINAL, seed=seed)
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG])
        assert done
        found.append(bytes(data))
    return found


def _unpacked(packed: Sequence[bytes], at: int) -> Grey:
    found = luma_of_jpeg(packed[at % len(packed)])
    assert found is not None
    return found.grey


def _mean_ms(work: Callable[[int], object], *, count: int) -> float:
    start = time.process_time()
    for at in range(count):
        work(at)
    return (time.process_time() - start) / count * 1e3
