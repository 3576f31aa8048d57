"""Reports what happens to cards and markers: which appeared, were turned over or taken, and where.

Whatever covers a card may hide another; so what is not seen is never told as taken before it is
sure, and nothing is told of a card that has not come to rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import shapely

from rules.table.outlines.outline import place as laid
from rules.table.snapshot import Piece, Pose
from vision.kit.wanted.kinds import KINDS, Group, kind_name
from vision.tracking.card_rows import places_in_rows
from vision.tracking.pieces import Tracked
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Life

_CARDS: Final = frozenset({Group.CARDS, Group.SLIPS})
_TOLD_OF: Final = _CARDS | {Group.MARKERS}
"""All other pieces are reported only when turned over: their moves are reported elsewhere."""
_GONE: Final = frozenset({Life.LOST, Life.REMOVED})
_NOWHERE: Final = _GONE | {Life.DOUBLED}


class PaperChange(StrEnum):
    """What became of a card or a marker."""

    APPEARED = "appeared"
    """It came to rest where the camera can read it."""
    TURNED = "turned"
    """Another face of it is up."""
    TAKEN = "taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperEvent:
    """One thing that happened to a card, a marker, or the face of a unit."""

    change: PaperChange
    what: str
    """The piece's id in the snapshot. That of a card's back is good while it is seen, no longer."""
    seconds: float
    place: Pose | None
    """Where it lies, or lay last."""
    kind: str = ""
    face: str = ""
    """That is up now; of one that was taken, that was."""
    before: str = ""
    """The face that was up before it was turned."""
    beside: str | None = None
    """Of a marker, the unit it lies at; None where two are about equally near."""
    row: int | None = None
    """Of a card among all cards that lie in view: 1 is the row nearest to the north."""
    order: int | None = None
    """In its row: 1 is the one farthest west."""
    over: tuple[str, ...] = ()
    """Of a card: the cards and backs that lay at its place and that it hides now. Whether it was
    turned over from that pile or laid on it, no camera can say."""


@dataclass(slots=True, kw_only=True)
class _Told:
    """What was last reported of a piece."""

    face: str
    kind: str
    place: Pose


class Papers:
    """What was reported of the cards and markers of one battle."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._told: dict[str, _Told] = {}

    def happened(self, pieces: Sequence[Tracked], *, seconds: float) -> tuple[PaperEvent, ...]:
        """What this frame completed; `pieces` are all that may be on the table."""
        events = self._gone(pieces, seconds=seconds)
        new = []
        for piece in pieces:
            pose, face = piece.track.pose, piece.track.face
            if piece.track.life is not Life.SETTLED or pose is None:
                continue
            told = self._told.get(piece.id)
            if told is not None and told.place is pose and told.face == face:
                continue
            kind = kind_name(piece.tagged.entry.kind)
            self._told[piece.id] = _Told(face=face, kind=kind, place=pose)
            if told is None and _group(piece) in _TOLD_OF:
                new.append((PaperChange.APPEARED, piece, ""))
            elif told is not None and told.face != face:
                new.append((PaperChange.TURNED, piece, told.face))
        if new:
            rows = places_in_rows([piece for piece in pieces if _group(piece) in _CARDS])
            events += [
                self._event(change, piece, before=before, pieces=pieces, rows=rows, seconds=seconds)
                for change, piece, before in new
            ]
        return tuple(events)

    def _gone(self, pieces: Sequence[Tracked], *, seconds: float) -> list[PaperEvent]:
        there = {piece.id for piece in pieces if piece.track.life not in _GONE}
        events = []
        for name in [each for each in self._told if each not in there]:
            told = self._told.pop(name)
            if told.kind in KINDS and KINDS[told.kind].group in _TOLD_OF:
                events.append(
                    PaperEvent(
                        change=PaperChange.TAKEN,
                        what=name,
                        seconds=seconds,
                        place=told.place,
                        kind=told.kind,
                        face=told.face,
                    )
                )
        return events

    def _event(
        self,
        change: PaperChange,
        piece: Tracked,
        *,
        before: str,
        pieces: Sequence[Tracked],
        rows: dict[str, tuple[int, int]],
        seconds: float,
    ) -> PaperEvent:
        group = _group(piece)
        row, order = rows.get(piece.id, (None, None))
        return PaperEvent(
            change=change,
            what=piece.id,
            seconds=seconds,
            place=piece.track.pose,
            kind=kind_name(piece.tagged.entry.kind),
            face=piece.track.face,
            before=before,
            beside=self._beside(piece, pieces) if group is Group.MARKERS else None,
            row=row,
            order=order,
            over=_covered(piece, pieces) if group in _CARDS else (),
        )

    def _beside(self, marker: Tracked, pieces: Sequence[Tracked]) -> str | None:
        area = _area(marker)
        near = sorted(
            (float(shapely.distance(area, _area(piece))), piece.id, piece.track.life)
            for piece in pieces
            if _group(piece) is Group.UNITS or _group(piece) is None
            if piece.track.life not in _NOWHERE and piece.track.pose is not None
            if piece.tagged.terrain_height is None
        )
        near = [each for each in near if each[0] <= self._settings.beside_in]
        if not near or near[0][2] is not Life.SETTLED:
            return None
        if len(near) > 1 and near[1][0] - near[0][0] < self._settings.beside_clear_in:
            return None
        return near[0][1]


def _group(piece: Tracked) -> Group | None:
    """None for a kind that no kit prints."""
    kind = KINDS.get(kind_name(piece.tagged.entry.kind))
    return None if kind is None else kind.group


def _area(piece: Tracked) -> shapely.Geometry:
    pose = piece.track.pose
    assert pose is not None
    stood = laid(Piece(id=piece.id, footprint=piece.tagged.entry.footprint, pose=pose))
    return shapely.buffer(stood.core(), stood.radius) if stood.radius else stood.core()


def _covered(card: Tracked, pieces: Sequence[Tracked]) -> tuple[str, ...]:
    """The hidden cards whose middle lies under this one."""
    area = _area(card)
    return tuple(
        piece.id
        for piece in pieces
        if piece is not card and piece.track.life is Life.HIDDEN and _group(piece) in _CARDS
        if (pose := piece.track.pose) is not None
        and shapely.intersects(area, shapely.Point(float(pose.x), float(pose.y)))
    )
