"""A small army on a small table, and what was rendered of it."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from api.files.scene_file import parse_scene
from tests.vision.picture_files import exif, with_exif
from vision.staging.places import lined_up
from vision.staging.practice import laid_by_hand, poses_around
from vision.staging.writing import scene_text
from vision.synthetic.develop import as_jpeg
from vision.synthetic.render import Renderer


def small_roster() -> str:
    """Three tanks that a camera of 640 x 480 sees well enough."""
    tanks = (("T1", "red", 1.2), ("T2", "red", 1.0), ("T7", "blue", 1.1))
    pieces = [
        f'[[piece]]\nid = "{name}"\nside = "{side}"\nkind = "tank"\n'
        f'footprint = "rectangle 3 x 1.8"\ntag_heights_in = [{height}]\n'
        for name, side, height in tanks
    ]
    return '[kit]\ntable = "18x14"\ncamera = "640x480"\n\n' + "\n".join(pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Practised:
    """Where the photographs are, and what was made of them."""

    folder: Path
    roster: Path

    @property
    def lens_views(self) -> Path:
        return self.folder / "lens"

    @property
    def anchors(self) -> Path:
        return self.folder / "anchors"

    @property
    def game(self) -> Path:
        return self.folder / "game.jpg"

    @property
    def lens(self) -> Path:
        return self.folder / "lens.json"

    @property
    def profile(self) -> Path:
        return self.folder / "table.json"

    @property
    def report(self) -> Path:
        return self.folder / "report"

    def truth(self) -> dict[str, tuple[float, float, float]]:
        """Where each piece of the game really stands: x, y and heading."""
        text = (self.folder / "game.json").read_text(encoding="utf-8")
        pieces = json.loads(text)["snapshot"]["pieces"]
        return {
            each["id"]: (each["pose"]["x_in"], each["pose"]["y_in"], each["pose"]["heading_deg"])
            for each in pieces
        }

    def changed(self, place: Path, **fields: Any) -> str:
        """The profile with other values in its JSON, in a file of its own."""
        value = json.loads(self.profile.read_text(encoding="utf-8"))
        value.update(fields)
        place.write_text(json.dumps(value), encoding="utf-8")
        return str(place)

    def by_camera(self, place: Path, model: bytes) -> str:
        """The photograph of the game as another camera signs it."""
        place.write_bytes(with_exif(self.game.read_bytes(), exif(make=b"Acme", model=model)))
        return str(place)

    def from_north(self, place: Path) -> None:
        """The game as the camera of the first photograph of the anchors has it."""
        kit = json.loads((self.folder / "kit.json").read_text(encoding="utf-8"))
        laid = laid_by_hand(kit, seed=1)
        stands, _ = lined_up(laid, seed=1)
        pose = poses_around(laid, count=3)[0]
        says = "The same army, from the north."
        text = scene_text(laid, stands=stands, pose=pose, seed=1, says=says)
        frame = Renderer(parse_scene(text, origin="north", name="north")).frame(40)
        place.write_bytes(frame.jpeg or as_jpeg(frame.picture, 92))

    def smaller(self, place: Path) -> str:
        """The photograph of the game at half its size."""
        image = cv2.imread(str(self.game))
        assert image is not None
        cv2.imwrite(str(place), cv2.resize(image, None, fx=0.5, fy=0.5))
        return str(place)

    def without_anchors(self, place: Path, *, but: int) -> str:
        """The photograph of the game with paper over all anchors but the first few."""
        image = cv2.imread(str(self.game))
        assert image is not None
        text = (self.folder / "game.json").read_text(encoding="utf-8")
        anchors = [tag for tag in json.loads(text)["tags"] if tag["anchor"]]
        for tag in sorted(anchors, key=lambda each: int(each["id"]))[but:]:
            middle = np.mean(tag["corners_px"], axis=0)
            centre = (round(float(middle[0])), round(float(middle[1])))
            cv2.circle(image, centre, 38, (120, 140, 130), -1)
        cv2.imwrite(str(place), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        return str(place)


def z_of(piece: dict[str, Any], truth: tuple[float, float, float]) -> float:
    """How many of its own standard errors a piece was measured off."""
    xx, xy, yy = piece["whole_covariance"][:3]
    off = np.array([piece["pose"]["x_in"] - truth[0], piece["pose"]["y_in"] - truth[1]])
    return math.sqrt(float(off @ np.linalg.solve(np.array([[xx, xy], [xy, yy]]), off)) / 2)
