"""Shows a server a table that a rendered camera sees: what a test carries, covers and knocks."""

from dataclasses import replace

import cv2
import numpy as np

from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from rules.table.snapshot import Health, Snapshot
from tests.vision.measured import TABLE, Thing, exact_profile, layout_of, table_scene
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Frame
from vision.locating.place_error import EXACT
from vision.pipeline import Pipeline
from vision.synthetic.described.scene import Bump, SceneHand, ScenePlace, Station
from vision.synthetic.render import Renderer

RATE_HZ = 10.0
SETTLES_S = 1.3
ALWAYS_S = 3600.0


class SeenTable:
    """Things on a table of 16 x 9 inches, from above; time passes while the camera looks."""

    def __init__(self, *things: Thing) -> None:
        self._scene = replace(table_scene(*things), rate_hz=RATE_HZ)
        # The mat is drawn once: only what lies on it is another scene.
        self._renderer = Renderer(self._scene, quality="fast")
        self._number = 0
        pipeline = Pipeline(exact_profile(), tag_layout=layout_of(*things), care=EXACT)
        ground = HandTable(Snapshot(table=TABLE))
        self.table = CameraTable(pipeline, ground=ground, clock=self.now)
        self.look()

    def now(self) -> float:
        return self._number / RATE_HZ

    def look(self, seconds: float = SETTLES_S) -> None:
        """Let the camera look on for so long."""
        for _ in range(round(seconds * RATE_HZ)):
            self._number += 1
            picture = self._renderer.frame(self._number).picture
            grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            now = self.now()
            frame = Frame(number=self._number, seconds=now, name="", grey=grey, captured_s=now)
            self.table.see(CameraLook(health=Health(), frame=frame, age_s=0.0, counts=Counts()))

    def carry(self, name: str, *, x: float, y: float, heading: float) -> None:
        """Put a piece elsewhere while nobody looks."""
        place = ScenePlace(x=x, y=y, heading=heading)
        pieces = tuple(
            replace(piece, place=place) if piece.id == name else piece
            for piece in self._scene.pieces
        )
        self._show(pieces=pieces)

    def cover(self, name: str) -> None:
        """Rest a hand on a piece."""
        at = next(piece.place for piece in self._scene.pieces if piece.id == name)
        rests = tuple(
            Station(at_s=at_s, place=replace(at, y=at.y - 0.5, heading=270.0))
            for at_s in (0.0, ALWAYS_S)
        )
        self._show(hands=(SceneHand(stations=rests),))

    def uncover(self) -> None:
        self._show(hands=())

    def knock(self, *, inches: float) -> None:
        """Push the camera aside, from now on."""
        self._show(bumps=(Bump(at_s=self.now(), shift_in=(inches, 0.0, 0.0)),))

    def straighten(self) -> None:
        """Put the camera back to where it was measured."""
        self._show(bumps=())

    def _show(self, **change: object) -> None:
        self._scene = replace(self._scene, **change)  # type: ignore[arg-type]
        self._renderer.scene = self._scene
        self.look()
