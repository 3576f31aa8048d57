"""Sets up the demonstration's camera from photographs of the anchors, as anybody would."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from api.calibrated.table import TableDone
from api.calibrating.print_checks import TapedEdge, bar_measured
from api.calibrating.table import AnchorPhoto, TableWork, calibrate_table
from api.files.scene_file import parse_scene
from api.kit.kit_in_use import KitInUse
from calibration.profile import CameraId
from vision.anchor_views import see_anchors
from vision.staging.practice import laid_by_hand, practice
from vision.synthetic.described.scene import TableScene
from vision.synthetic.render import Renderer
from vision.tags.tag_family import TagFamily

PHOTOGRAPHS: Final = 4
TAPE_IN: Final = 1 / 16
"""How finely a tape over a table is read, in inches."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SetTable:
    """A table with its army, and the camera over it as it was measured."""

    scene: TableScene
    done: TableDone


def set_table(kit: KitInUse, *, seed: int, say: Callable[[str], None]) -> SetTable:
    """Anchors laid by hand, photographed from some sides, a bar and an edge measured."""
    described: dict[str, Any] = json.loads(kit.told)
    made = practice(described, seed=seed, lens_views=1, photographs=PHOTOGRAPHS)
    family = TagFamily.of(kit.printed.dictionary)
    photos = []
    for number, text in enumerate(made.anchors, start=1):
        say(f"photograph {number} of {len(made.anchors)} of the anchors")
        frame = Renderer(_scene(text)).frame(number)
        grey = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        view = see_anchors(grey, family=family, numbers=kit.printed.anchor_numbers)
        photos.append(AnchorPhoto(name=f"photograph {number}", tags=view.tags))
    say("measuring the table")
    camera = described["camera"]
    work = TableWork(
        kit=kit.printed,
        camera=CameraId(
            name="synthetic camera", id="", width=camera["width_px"], height=camera["height_px"]
        ),
        photos=photos,
        measured=(bar_measured(6.0),),
    )
    one, other = work.anchors[:2]
    laid = {each["id"]: each["at_in"] for each in laid_by_hand(described, seed=seed)["anchors"]}
    apart = math.dist(laid[one.number], laid[other.number])
    read = round(apart / TAPE_IN) * TAPE_IN
    work = TableWork(
        kit=work.kit,
        camera=work.camera,
        photos=photos,
        measured=work.measured,
        edges=(TapedEdge(one=one, other=other, value=read),),
    )
    return SetTable(scene=_scene(made.game), done=calibrate_table(work))


def _scene(text: str) -> TableScene:
    return parse_scene(text, origin="the demonstration", name="demonstration")
