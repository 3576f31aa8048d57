"""Shows lens board, anchors and army as each is needed: a camera to practise with."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from api.cameras.practice_table import PiecesPut, PracticeTable
from api.files.scene_file import parse_scene
from vision.camera.rendered import NAME, Rendered
from vision.camera.source import Clock, Source
from vision.staging.practice import Practice, practice
from vision.synthetic.described.scene import TableScene

RATE_HZ: Final = 5.0
VIEW_FRAMES: Final = 5
"""For how many pictures each view of the lens board is held."""
FRAMES: Final = 1000
"""After so many pictures their noise repeats."""
LENS_VIEWS: Final = 15
PHOTOGRAPHS: Final = 5


class PracticeStage(StrEnum):
    """What is before the camera."""

    LENS = "lens"
    ANCHORS = "anchors"
    GAME = "game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Practised:
    """On its way to the process that renders it."""

    kit: str
    """What `umpire kit describe --json` tells of the roster."""
    stage: PracticeStage
    photograph: int = 0
    """Where it is taken from; the game is watched from where the last one was taken."""
    seed: int = 1
    is_second: bool = False
    """Another camera over the same table, that stands elsewhere."""
    table: PracticeTable | None = None
    """Where pieces of the game were put since they were lined up."""

    def __call__(self, *, clock: Clock) -> Source:
        del clock
        made = made_up(self.kit, seed=self.seed)
        if self.stage is PracticeStage.LENS:
            return Rendered([_live(t) for t in made.lens], frames_each=VIEW_FRAMES, quality="fast")
        last = len(made.anchors) - 1
        at = min(self.photograph, last)
        scene = _live(made.anchors[last - at if self.is_second else at])
        if self.stage is PracticeStage.GAME:
            # The camera stays where the last photograph was taken from.
            scene = replace(_live(made.game), camera=scene.camera)
        name = "second synthetic camera" if self.is_second else NAME
        if self.stage is not PracticeStage.GAME or self.table is None:
            return Rendered([scene], frames_each=FRAMES, quality="fast", name=name)
        laid = PiecesPut(self.table, kit=self.kit)
        return Rendered([scene], frames_each=FRAMES, quality="fast", name=name, laid=laid)


@cache
def made_up(kit: str, *, seed: int) -> Practice:
    """The same table each time it is asked for."""
    told: dict[str, Any] = json.loads(kit)
    return practice(told, seed=seed, lens_views=LENS_VIEWS, photographs=PHOTOGRAPHS)


def _live(text: str) -> TableScene:
    scene = parse_scene(text, origin="the practice camera", name="practice")
    return replace(scene, rate_hz=RATE_HZ)
