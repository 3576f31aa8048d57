"""Keeps where the pieces of the table that is drawn to practise with were put, and draws them so.

The camera is a process of its own, which may be started anew at any time; a file tells it.
"""

import json
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from api.files.new_folder import write_whole
from api.tables.camera import CameraTable
from rules.table.snapshot import PieceState, Snapshot
from vision.synthetic.described.scene import ScenePlace, TableScene

Places = Mapping[str, ScenePlace | None]
"""By piece; None for one in the box."""
_SPOILED: Final = (
    OSError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    OverflowError,
    RecursionError,
)
_PUTTING: Final = threading.Lock()
SEEN_S: Final = 10.0
"""The longest that the camera is waited for: it takes five pictures a second and lets each piece
settle, and a busy computer draws them more slowly."""
LOOK_S: Final = 0.05
NEAR_IN: Final = 0.12
NEAR_DEG: Final = 4.0
"""Within which a piece is where it was put."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeTable:
    """The places in one file, for the army that they were put for."""

    file: Path

    def put(self, piece: str, place: ScenePlace, *, kit: str) -> None:
        """Let a piece of this kit lie there from the next picture on."""
        self._lies(piece, place, kit=kit)

    def take(self, piece: str, *, kit: str) -> None:
        """Let it lie in the box from the next picture on."""
        self._lies(piece, None, kit=kit)

    def _lies(self, piece: str, place: ScenePlace | None, *, kit: str) -> None:
        with _PUTTING:
            places = {**self.places(kit=kit), piece: place}
            told = {
                name: None if each is None else [each.x, each.y, each.heading]
                for name, each in places.items()
            }
            content = json.dumps({"kit": _mark(kit), "places": told}).encode()
            write_whole(content, place=self.file, force=True)

    def clear(self) -> None:
        """From now on all stand where they were lined up."""
        with _PUTTING:
            self.file.unlink(missing_ok=True)

    def places(self, *, kit: str) -> Places:
        """Of the pieces that were moved or taken off; what cannot be read counts as none."""
        try:
            told = json.loads(self.file.read_bytes())
            if told["kit"] != _mark(kit):
                return {}
            return {str(name): _place(at) for name, at in told["places"].items()}
        except _SPOILED:
            return {}


class PiecesPut:
    """Draws a scene with its pieces where they were put; the file is read when it has changed.

    Those of the `box` lie in it until they are put on the table.
    """

    def __init__(
        self, table: PracticeTable, *, kit: str, box: frozenset[str] = frozenset()
    ) -> None:
        self._table, self._kit, self._box = table, kit, box
        self._written = 0
        self._places: Places = {}

    def __call__(self, scene: TableScene) -> TableScene:
        written = self._changed()
        if written != self._written:
            self._written = written
            self._places = self._table.places(kit=self._kit) if written else {}
        if not (self._places or self._box):
            return scene
        boxed = dict.fromkeys(self._box)
        lying = (
            (each, {each.id: each.place, **boxed, **self._places}[each.id]) for each in scene.pieces
        )
        pieces = tuple(replace(each, place=place) for each, place in lying if place is not None)
        return replace(scene, pieces=pieces)

    def _changed(self) -> int:
        try:
            return self._table.file.stat().st_mtime_ns
        except OSError:
            return 0


def seen_there(table: CameraTable, piece: str, *, place: ScenePlace) -> Snapshot | None:
    """The table once its camera sees the piece rest there; None where it does not in a while.

    It is put there before this is called.
    """
    drawn = _DrawnSince(table)
    until = time.monotonic() + SEEN_S
    while True:
        before = drawn.before
        snapshot = table.latest()
        # Several cameras are joined into a snapshot only a while after their pictures have come.
        is_new = before is not None and snapshot.number > before
        if is_new and _is_there(snapshot, piece, place=place):
            return snapshot
        if time.monotonic() > until:
            return None
        time.sleep(LOOK_S)


class _DrawnSince:
    """Waits until every camera has shown pictures that were drawn since this was made."""

    def __init__(self, table: CameraTable) -> None:
        self._table = table
        self._since = table.now()
        self._first: dict[str, int] = {}
        """By camera, the first picture that came since: it may have been drawn before."""
        self._before: int | None = None

    @property
    def before(self) -> int | None:
        """The snapshot after which each shows them; None as long as that is not known."""
        if self._before is None and self._have_come():
            self._before = self._table.latest().number
        return self._before

    def _have_come(self) -> bool:
        views = self._table.views()
        for each in views:
            if (each.frame.captured_s or 0.0) > self._since:
                self._first.setdefault(each.name, each.frame.number)
        # The next one is drawn while the first is still shown.
        found = [(self._first.get(each.name), each.frame.number) for each in views]
        return all(first is not None and now > first + 1 for first, now in found)


def _is_there(snapshot: Snapshot, piece: str, *, place: ScenePlace) -> bool:
    found = next((each for each in snapshot.pieces if each.id == piece), None)
    if found is None or found.pose is None or found.state is not PieceState.SEEN:
        return False
    turned = (found.pose.heading - place.heading + 180.0) % 360.0 - 180.0
    apart = math.hypot(found.pose.x - place.x, found.pose.y - place.y)
    return apart < NEAR_IN and abs(turned) < NEAR_DEG


def _place(at: object) -> ScenePlace | None:
    if at is None:
        return None
    x, y, heading = (float(each) for each in at)  # type: ignore[attr-defined]
    if not all(map(math.isfinite, (x, y, heading))):
        raise ValueError
    return ScenePlace(x=x, y=y, heading=heading)


def _mark(kit: str) -> str:
    return sha256(kit.encode()).hexdigest()
