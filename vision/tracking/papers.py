"""Knows what happens to cards and markers: which appeared, were turned over or taken, and where.

Whatever covers a card may hide another; so what is not seen is never told as taken before it is
sure, and nothing is told of a card that has not come to rest.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.table.snapshot import Pose
from rules.table.units import Inches
from vision.kit.kinds import KINDS, Group, kind_name
from vision.located import turned
from vision.placing import Placer, Spot
from vision.tracking.following import Follow
from vision.tracking.pieces import Tracked
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Absence, Life, Look, Track, advanced
from vision.worn import Battle

_BESIDE: Final = 3.0
"""Inches within which a marker belongs to the nearest unit."""
_SAME_PILE: Final = 1.0
"""Inches between a card and a card's back that lay there."""
_ROW: Final = 1.25
"""Inches up or down the table by which cards of one row may be off."""
_PAPERS: Final = frozenset({Group.CARDS, Group.SLIPS})
_GONE: Final = frozenset({Life.LOST, Life.REMOVED})


class PaperChange(StrEnum):
    """What became of a card or a marker."""

    APPEARED = "appeared"
    TURNED = "turned"
    """Another face of it is up."""
    TAKEN = "taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperEvent:
    """One thing that happened to a card, a marker, or the face of a unit."""

    change: PaperChange
    what: str
    """The piece's id; of a marker that many share, the names of its kind and face."""
    seconds: float
    place: Pose | None
    """Where it lies, or lay last."""
    face: str = ""
    before: str = ""
    """The face that was up before it was turned."""
    beside: str | None = None
    """The nearest unit within three inches."""
    row: int | None = None
    """Of a card among all cards that lie open: 1 is the row nearest to the north."""
    order: int | None = None
    """In its row: 1 is the one farthest west."""
    is_on_back: bool = False
    """A card's back lay at this place: it was turned over, or laid on a pile."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Shared:
    follow: Follow
    track: Track


class Papers:
    """The cards and markers of one battle."""

    def __init__(self, battle: Battle | None, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._names: dict[int, tuple[str, str]] = {}
        """Kind and face of each number that many share."""
        self._cards: set[str] = set()
        for wearer in battle.wearers if battle else ():
            kind = kind_name(wearer.entry.kind)
            if kind in KINDS and KINDS[kind].group in _PAPERS:
                self._cards.add(wearer.entry.id)
            for tag in wearer.tags:
                if not tag.is_unique:
                    self._names[tag.number] = (kind, tag.face)
        self._shared_numbers = frozenset(battle.class_sizes if battle else ())
        self._shared: dict[int, _Shared] = {}
        self._faces: dict[str, str] = {}
        self._told: set[str] = set()
        self._backs: list[tuple[Pose, float]] = []

    def happened(
        self,
        pieces: Mapping[str, Tracked],
        follows: Mapping[int, Sequence[Follow]],
        *,
        seconds: float,
    ) -> tuple[PaperEvent, ...]:
        """What this frame completed."""
        events = self._of_shared(follows, pieces=pieces, seconds=seconds)
        for name, piece in pieces.items():
            events += self._of_piece(name, piece, pieces=pieces, seconds=seconds)
        return tuple(events)

    def markers(
        self, follows: Mapping[int, Sequence[Follow]], *, placer: Placer
    ) -> tuple[Spot, ...]:
        """Every marker in view."""
        return tuple(
            each.spot(placer)
            for number in sorted(self._shared_numbers)
            for each in follows.get(number, ())
            if each.in_view
        )

    # --- pieces with a number of their own -----------------------------------------------------

    def _of_piece(
        self, name: str, piece: Tracked, *, pieces: Mapping[str, Tracked], seconds: float
    ) -> list[PaperEvent]:
        track, face = piece.track, piece.located.face
        is_card = name in self._cards
        if track.life in _GONE and name in self._told:
            self._told.discard(name)
            before = self._faces.pop(name, "")
            return [
                PaperEvent(
                    change=PaperChange.TAKEN, what=name, seconds=seconds, place=track.pose,
                    before=before,
                )
            ] if is_card else []  # fmt: skip
        if track.life is not Life.SETTLED or track.pose is None:
            return []
        before = self._faces.get(name, face)
        is_new = name not in self._told
        self._told.add(name)
        self._faces[name] = face
        if face != before and not is_new:
            change = PaperChange.TURNED
        elif is_new and is_card:
            change = PaperChange.APPEARED
        else:
            return []
        row, order = self._row(name, pieces) if is_card else (None, None)
        return [
            PaperEvent(
                change=change,
                what=name,
                seconds=seconds,
                place=track.pose,
                face=face,
                before=before if change is PaperChange.TURNED else "",
                row=row,
                order=order,
                is_on_back=is_card and self._was_back(track.pose),
            )
        ]

    def _row(self, name: str, pieces: Mapping[str, Tracked]) -> tuple[int | None, int | None]:
        """Rows from the north, each from the west; only of cards that rest in view."""
        lying = [
            (float(pose.y), float(pose.x), each)
            for each in sorted(self._cards)
            if pieces[each].track.life is Life.SETTLED
            and (pose := pieces[each].track.pose) is not None
        ]
        rows: list[list[tuple[float, float, str]]] = []
        for card in sorted(lying, reverse=True):
            if rows and rows[-1][0][0] - card[0] <= _ROW:
                rows[-1].append(card)
            else:
                rows.append([card])
        for number, row in enumerate(rows, start=1):
            names = [each for _, _, each in sorted(row, key=lambda card: card[1])]
            if name in names:
                return number, names.index(name) + 1
        return None, None

    def _was_back(self, pose: Pose) -> bool:
        return any(_apart(pose, back) <= _SAME_PILE for back, _ in self._backs)

    # --- numbers that many share -----------------------------------------------------------------

    def _of_shared(
        self,
        follows: Mapping[int, Sequence[Follow]],
        *,
        pieces: Mapping[str, Tracked],
        seconds: float,
    ) -> list[PaperEvent]:
        events: list[PaperEvent] = []
        mine = [each for number in self._shared_numbers for each in follows.get(number, ())]
        kept: dict[int, _Shared] = {}
        for follow in mine:
            one = self._shared.get(id(follow)) or _Shared(follow=follow, track=Track())
            kept[id(follow)] = one
            before = one.track.life
            look = Look(
                seconds=seconds,
                pose=_pose(follow),
                is_calm=follow.is_resting and follow.is_open,
                absence=Absence.COVERED,
            )
            if before is not Life.SETTLED or look.pose is None or not look.is_calm:
                one.track, _ = advanced(one.track, look, settings=self._settings)
            if one.track.life is Life.SETTLED and before in {Life.SEEN, Life.LOST}:
                events.append(
                    self._told_of(PaperChange.APPEARED, one, pieces=pieces, seconds=seconds)
                )
            elif one.track.life in _GONE and before not in _GONE and one.track.rested:
                events.append(self._told_of(PaperChange.TAKEN, one, pieces=pieces, seconds=seconds))
        self._shared = kept
        self._remember_backs(seconds)
        return events

    def _remember_backs(self, seconds: float) -> None:
        limit = seconds - self._settings.hidden_most_s
        now = [
            (pose, seconds)
            for one in self._shared.values()
            if self._names.get(one.follow.number, ("", ""))[1] == "back"
            and (pose := _pose(one.follow)) is not None
        ]
        old = [
            (pose, at)
            for pose, at in self._backs
            if at > limit and all(_apart(pose, each) > _SAME_PILE for each, _ in now)
        ]
        self._backs = now + old

    def _told_of(
        self, change: PaperChange, one: _Shared, *, pieces: Mapping[str, Tracked], seconds: float
    ) -> PaperEvent:
        kind, face = self._names.get(one.follow.number, ("marker", ""))
        place = one.track.pose
        near = [
            (_apart(place, pose), name)
            for name, piece in pieces.items()
            if place is not None and name not in self._cards
            and piece.wearer.terrain_height is None
            and piece.track.life is Life.SETTLED and (pose := piece.track.pose) is not None
        ]  # fmt: skip
        beside = min(near, default=(math.inf, ""))
        return PaperEvent(
            change=change,
            what=kind,
            seconds=seconds,
            place=place,
            face=face,
            beside=beside[1] if beside[0] <= _BESIDE else None,
        )


def _pose(follow: Follow) -> Pose | None:
    if not follow.in_view or follow.average is None or follow.flags:
        return None
    x, y, heading = follow.average.mean.tolist()
    return Pose(x=Inches(x), y=Inches(y), heading=turned(heading))


def _apart(one: Pose, other: Pose) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)
