"""A table that is one drawn sheet under a camera: its own tags tell who lies where on it.

Nothing is calibrated, and nothing is followed from picture to picture: what two pictures in a row
show at one place lies there, and whatever has just been moved is not told before it rests.
"""

import threading
from dataclasses import replace
from typing import Final

from api.tables.source import Listener, Listeners, Unsubscribe
from rules.table.roster import Roster
from rules.table.snapshot import Health, HealthState, Piece, PieceState, Snapshot
from vision.camera.keeper import CameraLook
from vision.locating.tag_layout import TagLayout
from vision.sheets.found_sheet import NoSheet
from vision.sheets.plan import GAME_SHEET, SheetPlan
from vision.sheets.tokens import table_of, tokens_on_sheet

STILL_IN: Final = 0.06
"""Inches; a token that has shifted by less between two pictures has not moved."""
LEAST_S: Final = 0.4
"""Between two pictures that are looked at: a look takes a tenth of a second of a processor."""
UNSEEN: Final = Health(state=HealthState.LOST, note="no picture of the sheet has come yet")


class SheetTable:
    """The sheet under a camera. `see` belongs to the camera's thread, the rest to anybody."""

    def __init__(
        self,
        plan: SheetPlan,
        *,
        battle: TagLayout,
        first: int = 1,
    ) -> None:
        """`first` is the number of the first snapshot."""
        self._plan, self._battle = plan, battle
        self._guard = threading.Lock()
        self._listeners = Listeners()
        self._frame = -1
        self._looked_s = float("-inf")
        self._before: dict[str, Piece] = {}
        self._latest = replace(empty(plan, battle=battle), number=first, health=UNSEEN)

    def latest(self) -> Snapshot:
        return self._latest

    def subscribe(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def takes(self, roster: Roster) -> bool:
        return self._battle.has_most_of(roster)

    def see(self, look: CameraLook) -> None:
        """Take the camera's latest picture, or that none has come."""
        frame = look.ruling_frame
        if frame is None:
            if look.health.state is not HealthState.LIVE:
                self._take(self._hidden(look.health))
            return
        # A camera that was opened anew begins to count at 0.
        if frame.number == self._frame or abs(frame.seconds - self._looked_s) < LEAST_S:
            return
        self._frame, self._looked_s = frame.number, frame.seconds
        found = tokens_on_sheet(frame.grey, self._plan, tag_layout=self._battle)
        if isinstance(found, NoSheet):
            self._before = {}
            self._take(self._hidden(Health(state=HealthState.STALE, note=found.says)))
            return
        pieces = {piece.id: piece for piece in found.pieces}
        resting = tuple(_at_rest(piece, self._before.get(piece.id)) for piece in found.pieces)
        self._before = pieces
        self._take(replace(found, pieces=resting, health=Health()))

    def _hidden(self, health: Health) -> Snapshot:
        """Nothing may be ruled by what was seen before."""
        pieces = tuple(
            replace(piece, pose=None, state=PieceState.LOST) for piece in self._latest.pieces
        )
        return replace(self._latest, pieces=pieces, health=health)

    def _take(self, snapshot: Snapshot) -> None:
        with self._guard:
            before = self._latest
            if _content(snapshot) == _content(before):
                return
            self._latest = replace(snapshot, number=before.number + 1)
        self._listeners.tell()


def empty(plan: SheetPlan, *, battle: TagLayout) -> Snapshot:
    """The sheet's table with nothing seen on it."""
    pieces = tuple(
        Piece(
            id=each.entry.id,
            footprint=each.entry.footprint,
            pose=None,
            side=each.entry.side,
            kind=each.entry.kind,
            state=PieceState.LOST,
        )
        for each in battle.pieces
    )
    return Snapshot(table=table_of(plan), pieces=pieces)


def _at_rest(piece: Piece, before: Piece | None) -> Piece:
    """What lies where it lay a picture ago; the sheet itself is the frame, and never moves."""
    if piece.pose is None or piece.kind == GAME_SHEET:
        return piece
    old = None if before is None else before.pose
    if old is None:
        return replace(piece, state=PieceState.MOVING)
    moved = ((piece.pose.x - old.x) ** 2 + (piece.pose.y - old.y) ** 2) ** 0.5
    return piece if moved <= STILL_IN else replace(piece, state=PieceState.MOVING)


def _content(snapshot: Snapshot) -> tuple[object, ...]:
    """What makes a snapshot worth telling: the tremble of pixels does not."""
    pieces = tuple(
        (
            piece.id,
            piece.state,
            piece.face,
            None if piece.pose is None else (round(piece.pose.x, 1), round(piece.pose.y, 1)),
        )
        for piece in snapshot.pieces
    )
    return (pieces, snapshot.health.state, snapshot.health.note)
