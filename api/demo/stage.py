"""Stages a demonstration: hands carry pieces over a table while a camera looks on.

The truth is the synthetic camera's own. The umpire gets nothing of it but pictures; what it makes
of them is held against the truth each time that everything is at rest.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.profile import CalibrationProfile
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot
from vision.locating.tag_layout import TagLayout
from vision.pipeline import LiveTable, Pipeline
from vision.synthetic.described.moments import place_at
from vision.synthetic.described.scene import SceneHand, SceneMove, ScenePlace, Station, TableScene
from vision.synthetic.render import RenderedFrame, Renderer
from vision.tracking.frame import TableFrame

RATE_HZ: Final = 10.0
COMES_S: Final = 0.4
LIFTS_S: Final = 0.2
CARRIES_S: Final = 0.7
RESTS_S: Final = 0.8
"""A move counts after half a second."""
LONGEST_S: Final = 6.0
"""After that something hides the piece for good."""
_OUTSIDE_IN: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """How far a place was off that the camera measured."""

    piece: str
    inches: float
    degrees: float
    sigma_in: float
    """What the umpire itself took for its standard error, in the worst direction."""


class DemoStage:
    """One table, its camera, and the umpire that looks through it."""

    def __init__(
        self, scene: TableScene, *, profile: CalibrationProfile, battle: TagLayout
    ) -> None:
        self._scene = replace(scene, rate_hz=RATE_HZ)
        self._renderer = Renderer(self._scene, quality="fast")
        self._pipeline = Pipeline(profile, tag_layout=battle)
        self._number = 0
        self._frame: RenderedFrame | None = None
        self._live: LiveTable | None = None
        self._misses: dict[tuple[str, float, float, float], Miss] = {}

    @property
    def table(self) -> Snapshot:
        """What the umpire sees."""
        if self._live is None:
            self.watch(RESTS_S + 0.4)
        assert self._live is not None
        return self._live.snapshot

    @property
    def frames(self) -> int:
        """How many pictures were taken."""
        return self._number

    @property
    def misses(self) -> tuple[Miss, ...]:
        """One for each place at which a piece came to rest and was seen."""
        return tuple(self._misses.values())

    def watch(self, seconds: float) -> None:
        """Let the camera look on for so long."""
        for _ in range(max(1, math.ceil(seconds * RATE_HZ))):
            self._step()
        self._compare()

    def carry(self, moves: Mapping[str, Pose]) -> None:
        """Hands carry pieces elsewhere, one after the other, and leave."""
        for name, pose in moves.items():
            self._carry(name, ScenePlace(x=pose.x, y=pose.y, heading=pose.heading))
        waited = 0.0
        while waited < LONGEST_S and not self._are_seen(moves):
            self.watch(RESTS_S)
            waited += RESTS_S

    # -----------------------------------------------------------------------------------------

    def _step(self) -> None:
        frame = self._renderer.frame(self._number)
        grey = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self._live = self._pipeline.step(
            TableFrame(number=self._number, seconds=frame.seconds, camera="synthetic", grey=grey)
        )
        self._frame = frame
        self._number += 1

    def _carry(self, name: str, end: ScenePlace) -> None:
        start = self._place(name)
        begins = self._number / RATE_HZ
        taken, put = begins + COMES_S + LIFTS_S, begins + COMES_S + LIFTS_S + CARRIES_S
        stations = (Station(at_s=taken, place=start), Station(at_s=put, place=end))
        hand = self._hand(start, end, begins=begins)
        self._show(moves=(SceneMove(piece=name, stations=stations),), hands=(hand,))
        self.watch(hand.stations[-1].at_s - begins + 0.1)
        pieces = tuple(
            replace(piece, place=place_at(stations, put, before=start))
            if piece.id == name
            else piece
            for piece in self._scene.pieces
        )
        self._scene = replace(self._scene, pieces=pieces)
        self._show()
        self.watch(RESTS_S)

    def _hand(self, start: ScenePlace, end: ScenePlace, *, begins: float) -> SceneHand:
        """From the nearer long edge, with the finger tips on the piece, and back."""
        is_south = start.y < self._scene.depth_in / 2
        sign, heading = (1.0, 90.0) if is_south else (-1.0, 270.0)
        out = -_OUTSIDE_IN if is_south else self._scene.depth_in + _OUTSIDE_IN

        def over(place: ScenePlace) -> ScenePlace:
            return ScenePlace(x=place.x, y=place.y + 0.4 * sign, heading=heading)

        times = np.cumsum([0.0, COMES_S, LIFTS_S, CARRIES_S, LIFTS_S, COMES_S]) + begins
        places = (
            ScenePlace(x=start.x, y=out, heading=heading),
            over(start),
            over(start),
            over(end),
            over(end),
            ScenePlace(x=end.x, y=out, heading=heading),
        )
        stations = tuple(
            Station(at_s=float(at), place=place) for at, place in zip(times, places, strict=True)
        )
        return SceneHand(stations=stations)

    def _show(
        self, *, moves: tuple[SceneMove, ...] = (), hands: tuple[SceneHand, ...] = ()
    ) -> None:
        # The mat is drawn once for the whole battle: only what moves is another scene.
        self._renderer.scene = replace(self._scene, moves=moves, hands=hands)

    def _place(self, name: str) -> ScenePlace:
        for piece in self._scene.pieces:
            if piece.id == name:
                return piece.place
        known = ", ".join(piece.id for piece in self._scene.pieces)
        raise BadInputError("move", expected=f"one of {known}", got=repr(name))

    def _are_seen(self, names: Mapping[str, Pose]) -> bool:
        return all(self.table.piece(name).state is PieceState.SEEN for name in names)

    def _compare(self) -> None:
        if self._frame is None or self._live is None:
            return
        true = {piece.id: piece for piece in self._frame.snapshot.pieces}
        for piece in self._live.snapshot.pieces:
            real = true.get(piece.id)
            if real is None or real.pose is None or piece.state is not PieceState.SEEN:
                continue
            key = (piece.id, real.pose.x, real.pose.y, real.pose.heading)
            self._misses[key] = _miss(piece, real.pose)


def _miss(piece: Piece, real: Pose) -> Miss:
    pose = piece.pose
    assert pose is not None
    own = pose.covariance
    worst = np.linalg.eigvalsh(np.array([[own.xx, own.xy], [own.xy, own.yy]]))[-1]
    return Miss(
        piece=piece.id,
        inches=math.hypot(pose.x - real.x, pose.y - real.y),
        degrees=abs((pose.heading - real.heading + 180.0) % 360.0 - 180.0),
        sigma_in=math.sqrt(max(0.0, float(worst))),
    )
