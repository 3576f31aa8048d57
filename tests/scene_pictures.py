"""The pictures of packaged scenes in the documentation, and renders them anew.

They are JPEG files in `docs/scenes`. Another OpenCV may round a grey level otherwise, so a test
compares what they show and not their bytes.
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from api.files.roster_file import parse_army, roster_text
from vision.kit.describe import described
from vision.kit.making import kit_for
from vision.kit.tags.sizes import view_from_wishes
from vision.staging.staged import staged
from vision.synthetic.described.packaged import packaged_scene, scene_names
from vision.synthetic.described.scene import TableScene
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.render import Renderer

FOLDER: Final = Path(__file__).parents[1] / "docs" / "scenes"
WIDE_PX: Final = 960
QUALITY: Final = 80
KITS: Final = {"kit-paper-tigers": ("paper-tigers", 30.0)}
"""The roster of a printed army, and by how much the camera leans."""
MOST_DIFFERENT: Final = 3.0
"""Grey levels, on average, by which a picture may differ from what is rendered today."""
MOMENTS: Final = {
    "skirmish": 62,
    "hand-passes": 20,
    "motion-blur": 15,
    "the-works": 30,
    "bare-table": 12,
    "bumped-camera": 10,
}
"""The frame that shows what a scene is about, where it is not the first."""


def picture_names() -> tuple[str, ...]:
    """All packaged scenes, and an army of the print kit."""
    return (*scene_names(), *KITS)


def _scene(name: str) -> TableScene:
    if name not in KITS:
        return packaged_scene(name)
    roster, tilt = KITS[name]
    army = parse_army(roster_text(roster).encode(), origin=roster, is_csv=False)
    kit = described(kit_for(army, view_from_wishes(army.wishes)))
    return scene_from_toml(staged(kit, tilt_deg=tilt), name=name)


def picture_of(name: str) -> NDArray[np.uint8]:
    """A scene as the page shows it."""
    frame = Renderer(_scene(name)).frame(MOMENTS.get(name, 0))
    height, width = frame.picture.shape[:2]
    size = (WIDE_PX, round(height * WIDE_PX / width))
    small = cv2.resize(frame.picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def kept_picture(name: str) -> NDArray[np.uint8] | None:
    """The picture as it lies in the repository."""
    place = FOLDER / f"{name}.jpg"
    if not place.exists():
        return None
    return np.asarray(cv2.imread(str(place)), dtype=np.uint8)


def difference(name: str) -> float:
    """The mean difference in grey levels between the kept picture and today's."""
    kept, now = kept_picture(name), picture_of(name)
    if kept is None or kept.shape != now.shape:
        return 255.0
    return float(np.abs(kept.astype(int) - now).mean())


def renew() -> list[Path]:
    """Write the pictures that are missing or show something else, and say which."""
    written = []
    FOLDER.mkdir(exist_ok=True)
    for name in picture_names():
        if difference(name) > MOST_DIFFERENT:
            place = FOLDER / f"{name}.jpg"
            cv2.imwrite(str(place), picture_of(name), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            written.append(place)
    return written
