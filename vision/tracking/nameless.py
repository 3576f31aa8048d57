"""Follows the pieces that share their number: smoke, wrecks, wall strips, the backs of cards.

Nobody can tell one from the next. A marker takes the first free name of its kind in the roster and
keeps it while it is followed; the back of a card gets a name of its own, for which card it is
would be a guess, and a secret.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from vision.kit.wanted.kinds import kind_name
from vision.locating.piece_pose import TriedTag, located_piece
from vision.locating.placing import Placer
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout
from vision.sighting import Floats
from vision.tracking.following import FollowedTag
from vision.tracking.pieces import Tracked, located_by_one
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Absence, Life, PieceLook, Track, advanced

IsBare = Callable[[Floats], bool]
"""Whether the table shows at these corners (4 x 2, pixels)."""

_TURNED_WITHIN_IN: Final = 1.0
"""A strip that vanished so near to where another face of its kind appeared was turned over."""
_GONE: Final = frozenset({Life.LOST, Life.REMOVED})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """What one shared number stands for."""

    tag: PieceTag
    tagged: TaggedPiece
    """Any of its pieces: they are printed alike."""
    is_named: bool
    """Its pieces have no number of their own, so each takes a free name of the roster."""

    @property
    def kind(self) -> str:
        return kind_name(self.tagged.entry.kind)


@dataclass(slots=True, kw_only=True, eq=False)
class _One:
    """One such piece, as long as it is followed."""

    follow: FollowedTag
    piece: Tracked
    basis: object = field(default=None)
    """What its place was worked out from."""


class NamelessPieces:
    """All pieces of one battle that share a number."""

    def __init__(
        self, tag_layout: TagLayout | None, *, placer: Placer, settings: TrackingSettings = DEFAULTS
    ) -> None:
        self._placer, self._settings = placer, settings
        self._shapes = _shapes(tag_layout)
        self._taken = {tagged.entry.id for tagged in tag_layout.pieces} if tag_layout else set()
        self.roster: dict[str, Tracked] = {
            tagged.entry.id: self._blank(tagged)
            for tagged in (tag_layout.pieces if tag_layout else ())
            if not any(tag.is_unique for tag in tagged.tags)
        }
        """Those that the roster names, on the table or not."""
        self._ones: dict[int, _One] = {}
        self._last_s = 0.0

    def _blank(self, tagged: TaggedPiece) -> Tracked:
        return Tracked(
            tagged=tagged, track=Track(), located=located_piece(tagged, (), placer=self._placer)
        )

    @property
    def others(self) -> tuple[Tracked, ...]:
        """Those on the table that the roster has no name for."""
        return tuple(one.piece for one in self._ones.values() if one.piece.id not in self.roster)

    def confirmed_s(self, piece: Tracked) -> float | None:
        """When a frame last showed it, changed or not."""
        return self._last_s if piece.track.life is Life.SETTLED else piece.track.seen_s

    def looked(
        self, follows: Mapping[int, Sequence[FollowedTag]], *, seconds: float, is_bare: IsBare
    ) -> None:
        """One frame for all of them."""
        self._last_s = seconds
        mine = [(number, each) for number in self._shapes for each in follows.get(number, ())]
        there = {id(each) for _, each in mine}
        for key, one in list(self._ones.items()):
            if one.piece.track.life in _GONE or key not in there:
                del self._ones[key]
                self._give_back(one.piece, seconds=seconds)
        for number, follow in mine:
            if id(follow) not in self._ones and not follow.in_view:
                continue
            one = self._ones.get(id(follow)) or self._begun(number, follow)
            self._advance(one, shape=self._shapes[number], seconds=seconds, is_bare=is_bare)

    def _give_back(self, piece: Tracked, *, seconds: float) -> None:
        if piece.id in self.roster:
            gone = Track(life=Life.LOST, since_s=seconds)
            self.roster[piece.id] = replace(self._blank(piece.tagged), track=gone)

    def _advance(self, one: _One, *, shape: _Shape, seconds: float, is_bare: IsBare) -> None:
        follow, piece = one.follow, one.piece
        is_seen = follow.in_view and not follow.flags
        if is_seen and one.basis is not follow.average:
            tried = TriedTag(tag=shape.tag, spot=follow.spot(self._placer))
            piece.located = located_by_one(piece.tagged, tried, placer=self._placer)
            one.basis = follow.average
        elif is_seen and follow.is_open and piece.track.life is Life.SETTLED:
            return
        bare = not follow.in_view and is_bare(follow.corners)
        look = PieceLook(
            seconds=seconds,
            pose=piece.located.pose if is_seen else None,
            face=piece.located.face,
            is_calm=follow.is_resting and follow.is_open,
            absence=Absence.BARE if bare else Absence.COVERED,
        )
        piece.track, _ = advanced(piece.track, look, settings=self._settings)

    def _begun(self, number: int, follow: FollowedTag) -> _One:
        shape = self._shapes[number]
        piece = self._turned_over(shape, follow) or self._unused(shape)
        one = self._ones[id(follow)] = _One(follow=follow, piece=piece)
        return one

    def _turned_over(self, shape: _Shape, follow: FollowedTag) -> Tracked | None:
        """One of this kind that lay here with another face up, and is out of sight now."""
        if follow.average is None or not shape.is_named:
            return None
        x, y = follow.average.mean[:2].tolist()
        for key, one in self._ones.items():
            pose = one.piece.track.pose
            is_other = one.follow.number != follow.number and not one.follow.in_view
            if pose is None or not is_other or kind_name(one.piece.tagged.entry.kind) != shape.kind:
                continue
            if (pose.x - x) ** 2 + (pose.y - y) ** 2 <= _TURNED_WITHIN_IN**2:
                del self._ones[key]
                return one.piece
        return None

    def _unused(self, shape: _Shape) -> Tracked:
        used = {one.piece.id for one in self._ones.values()}
        for name, piece in self.roster.items() if shape.is_named else ():
            if name not in used and kind_name(piece.tagged.entry.kind) == shape.kind:
                return piece
        name = next(each for each in _names(shape) if each not in used and each not in self._taken)
        entry = replace(shape.tagged.entry, id=name, name=name, side="")
        return self._blank(replace(shape.tagged, entry=entry))


def _names(shape: _Shape) -> Iterator[str]:
    words = [shape.kind, *([shape.tag.face] if not shape.is_named else [])]
    return (" ".join([*words, str(number)]) for number in count(1))


def _shapes(tag_layout: TagLayout | None) -> dict[int, _Shape]:
    """By shared number, in the roster's order."""
    found: dict[int, _Shape] = {}
    for tagged in tag_layout.pieces if tag_layout else ():
        is_named = not any(tag.is_unique for tag in tagged.tags)
        for tag in tagged.tags:
            if not tag.is_unique:
                found.setdefault(tag.number, _Shape(tag=tag, tagged=tagged, is_named=is_named))
    return found
