"""Measures what following one table by two cameras costs, beside one of them alone."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import cv2

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import NOMINAL, Play, play_on, spoiled
from benchmarks.live.live_table import HZ, Watched, one_thread
from benchmarks.live.several_ages import MOST, several_ages
from benchmarks.pictures.accuracy_pictures import Exposure, Grey, rendered
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import Health, PieceState
from vision.camera.luma import luma_of_jpeg
from vision.camera.source import Frame
from vision.fusion.several import SeveralCameras

_TILTS: Final = (0.0, 20.0)
_SMALL_SHARE: Final = 0.5
_JPEG: Final = 85
_LATE_S: Final = 0.04
"""From a picture's taking to its arrival."""


class WatchedTogether:
    """A live table under several cameras, whose pictures come evenly one after the other.

    Each is followed as in its own process, and what it showed is packed and unpacked on its way.
    """

    def __init__(self, plays: Sequence[Play]) -> None:
        self._several = SeveralCameras(
            [play.profile for play in plays],
            names=[f"camera {at}" for at in range(1, len(plays) + 1)],
            tag_layout=plays[0].tag_layout,
        )
        self._finders = [errand.finder() for errand in self._several.errands]
        self._readers = [errand.reader() for errand in self._several.errands]
        self._number = 0
        self._table = self._several.at(0.0)

    def step(self, pictures: Sequence[Grey]) -> int:
        """One picture of each; how many pieces are seen."""
        self._number += 1
        several = self._several
        for camera, picture in enumerate(pictures):
            seconds = (self._number + camera / len(pictures)) / HZ
            frame = Frame(
                number=self._number, seconds=seconds, name="", grey=picture, captured_s=seconds
            )
            self._finders[camera].look(frame)
            found = self._finders[camera].packed(turn=self._number, taken=self._number - 1)
            seen = self._readers[camera](found).told_by(Health())
            now_s = seconds + _LATE_S
            several.take(seen, now_s=now_s)
            if several.is_due(now_s):
                self._table = several.at(now_s)
        return sum(piece.state is PieceState.SEEN for piece in self._table.snapshot.pieces)


def several_live(effort: Effort) -> Iterator[Finding]:
    """What a moment costs, and how old its pictures are; each row comes once it is measured."""
    yield from _costs(effort)
    yield from several_ages(effort)


def _costs(effort: Effort) -> list[Finding]:
    """Processor time of a moment with all tags at rest, pictures unpacked and all."""
    plays = _plays(effort)
    packed = [_packed(play, count=effort.pick(6, small=2)) for play in plays]
    alone, together = [Watched(play) for play in plays], WatchedTogether(plays)

    def by_itself(camera: int, at: int) -> object:
        return alone[camera].step(_unpacked(packed[camera], at))

    def by_both(at: int) -> int:
        return together.step([_unpacked(each, at) for each in packed])

    works: list[Callable[[int], object]] = [partial(by_itself, 0), partial(by_itself, 1), by_both]
    with one_thread():
        for at in range(effort.pick(120, small=25)):
            for work in works:
                work(at)
        # In turn, as pictures come: whatever is left of a table in the processor's cache when the
        # next picture comes is as little for one camera as for two.
        first, second, both = _mean_ms(works, count=effort.pick(600, small=4))
        seen = by_both(0)
    missing = len(plays[0].tags) - seen
    measure = f"{len(plays[0].tags)} tags at rest, a picture of each of two cameras"
    wrong = (f"{missing} pieces not seen",) if missing else ()
    detail = "processor time, one thread, with unpacking the pictures, and what crosses"
    return [
        Finding(
            benchmark="several cameras, live",
            measure=f"{measure}, beside the mean of both",
            value=both,
            unit="ms",
            detail=detail,
            peer=f"a picture of one alone: {first:.2f} ms from above, {second:.2f} ms aslant",
            peer_value=(first + second) / 2,
            goals=(Goal(of="ratio", least=1 / MOST),),
            wrong=wrong,
        ),
        Finding(
            benchmark="several cameras, live",
            measure=f"{measure}, beside the first",
            value=both,
            unit="ms",
            detail=detail,
            peer="a picture of the camera from above, alone",
            peer_value=first,
        ),
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


def _mean_ms(works: Sequence[Callable[[int], object]], *, count: int) -> list[float]:
    """Of each, taken in turn."""
    spent = [0.0] * len(works)
    for at in range(count):
        for index, work in enumerate(works):
            start = time.process_time()
            work(at)
            spent[index] += time.process_time() - start
    return [each / count * 1e3 for each in spent]
