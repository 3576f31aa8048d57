"""Shows lens board, anchors and army as each is needed: a camera to practise with."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from api.files.scene_file import parse_scene
from api.tables.practice_table import PiecesPut, PracticeTable
from vision.camera.rendered import NAME, Rendered
from vision.camera.source import Clock, Source
from vision.kit.wanted.kinds import Group
from vision.staging.practice import Practice, practice
from vision.synthetic.described.scene import TableScene

RATE_HZ: Final = 5.0
VIEW_FRAMES: Final = 5
"""For how many pictures each view of the lens board, or of the army in the roll-call, is held."""
FRAMES: Final = 1000
"""After so many pictures their noise repeats."""
BEGUN_WITH: Final = frozenset({Group.UNITS, Group.TERRAIN})
LENS_VIEWS: Final = 15
PHOTOGRAPHS: Final = 5


class PracticeStage(StrEnum):
    """What is before the camera."""

    LENS = "lens"
    ANCHORS = "anchors"
    CHECK = "check"
    """All that was printed, side by side and face by face, for the roll-call."""
    GAME = "game"
    """What a battle begins with; slips and markers lie in their box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Practised:
    """On its way to the process that renders it."""

    kit: str
    """What `umpire kit describe --json` tells of the roster."""
    stage: PracticeStage
    table: PracticeTable
    """Where pieces were put since they were lined up."""
    photograph: int = 0
    """Where it is taken from; the game is watched from where the last one was taken."""
    seed: int = 1
    is_second: bool = False
    """Another camera over the same table, that stands elsewhere."""

    def __call__(self, *, clock: Clock) -> Source:
        del clock
        made = made_up(self.kit, seed=self.seed)
        if self.stage is PracticeStage.LENS:
            return Rendered([_live(t) for t in made.lens], frames_each=VIEW_FRAMES, quality="fast")
        last = len(made.anchors) - 1
        at = min(self.photograph, last)
        scene = _live(made.anchors[last - at if self.is_second else at])
        name = "second synthetic camera" if self.is_second else NAME
        if self.stage is PracticeStage.ANCHORS:
            return Rendered([scene], frames_each=FRAMES, quality="fast", name=name)
        # The camera stays where the last photograph was taken from.
        if self.stage is PracticeStage.CHECK:
            shown = [replace(_live(each), camera=scene.camera) for each in made.check]
            return Rendered(shown, frames_each=VIEW_FRAMES, quality="fast", name=name)
        army = replace(_live(made.game), camera=scene.camera)
        laid = PiecesPut(self.table, kit=self.kit, box=in_the_box(self.kit))
        return Rendered([army], frames_each=FRAMES, quality="fast", name=name, laid=laid)


@cache
def made_up(kit: str, *, seed: int) -> Practice:
    """The same table each time it is asked for."""
    told: dict[str, Any] = json.loads(kit)
    return practice(told, seed=seed, lens_views=LENS_VIEWS, photographs=PHOTOGRAPHS)


def in_the_box(kit: str) -> frozenset[str]:
    """The pieces that lie on no table when a battle begins; of cards alone all are played."""
    pieces = json.loads(kit)["pieces"]
    if not any(each["group"] == Group.UNITS for each in pieces):
        return frozenset()
    return frozenset(each["id"] for each in pieces if each["group"] not in BEGUN_WITH)


def _live(text: str) -> TableScene:
    scene = parse_scene(text, origin="the practice camera", name="practice")
    return replace(scene, rate_hz=RATE_HZ)
