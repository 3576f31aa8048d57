"""Turns followed tags into pieces, and leads each piece through its life.

Pieces that share their number with others are not in this book, but in `nameless`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.table.snapshot import Pose
from rules.table.units import Inches
from vision.locating.located import LocatedPiece, TagFault, turned
from vision.locating.piece_pose import TriedTag, located_piece
from vision.locating.place_error import as_covariance
from vision.locating.placing import Placer
from vision.locating.tag_faults import beside_the_table, duplicated
from vision.locating.tag_layout import TaggedPiece
from vision.tracking.following import FollowedTag
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Absence, Life, PieceLook, SettledMove, Track, advanced


@dataclass(slots=True, kw_only=True, eq=False)
class Tracked:
    """One piece of the roster: its life, and how the last frame that changed it showed it."""

    tagged: TaggedPiece
    track: Track
    located: LocatedPiece

    @property
    def id(self) -> str:
        return self.tagged.entry.id


Follows = Mapping[int, Sequence[FollowedTag]]


class PieceBook:
    """All pieces of a battle."""

    def __init__(
        self,
        tagged_pieces: Sequence[TaggedPiece],
        *,
        placer: Placer,
        settings: TrackingSettings = DEFAULTS,
    ) -> None:
        self._placer, self._settings = placer, settings
        self.pieces = {
            tagged.entry.id: Tracked(
                tagged=tagged, track=Track(), located=located_piece(tagged, (), placer=placer)
            )
            for tagged in tagged_pieces
            if any(tag.is_unique for tag in tagged.tags)
        }
        self.of_number = {
            tag.number: tagged.entry.id
            for tagged in tagged_pieces
            for tag in tagged.tags
            if tag.is_unique
        }
        self.restless = set(self.pieces)
        """All that are not settled."""
        self.active: set[str] = set()
        """Those that the last frame may have changed."""
        self.last_s = 0.0

    def looked(
        self,
        seconds: float,
        *,
        follows: Follows,
        touched: set[str],
        disturbed: set[str],
        bare: set[str],
    ) -> list[tuple[str, SettledMove]]:
        """One frame for all pieces: `touched` ones were measured anew, the others are as before.

        `disturbed` are those about which something moves, `bare` those whose place shows the table.
        """
        moves = []
        before, self.last_s = self.last_s, seconds
        self.active = touched | self.restless
        for name in self.active:
            piece = self.pieces[name]
            if name in touched:
                piece.located = self.located(piece.tagged, follows)
            pose = piece.located.pose
            if name not in self.restless:
                # It was not looked at while it rested: it was in place until the last frame.
                rest = PieceLook(seconds=before, pose=piece.track.pose, face=piece.track.face)
                piece.track, _ = advanced(piece.track, rest, settings=self._settings)
            look = PieceLook(
                seconds=seconds,
                pose=pose,
                face=piece.located.face,
                is_calm=name not in disturbed,
                absence=_absence(piece.located, is_bare=name in bare),
            )
            piece.track, moved = advanced(piece.track, look, settings=self._settings)
            if moved is not None:
                moves.append((name, moved))
            if piece.track.life is Life.SETTLED:
                self.restless.discard(name)
            else:
                self.restless.add(name)
        return moves

    def confirmed_s(self, piece: Tracked) -> float | None:
        """When a frame last showed it, changed or not."""
        return self.last_s if piece.id not in self.restless else piece.track.seen_s

    def located(self, tagged: TaggedPiece, follows: Follows) -> LocatedPiece:
        """The piece as the tags in view have it."""
        if len(tagged.tags) == 1:
            # Most pieces have one tag, and it is in one place.
            tag = tagged.tags[0]
            one = follows.get(tag.number, ())
            if tag.is_unique and len(one) == 1 and one[0].in_view:
                tried_alone = TriedTag(tag=tag, spot=one[0].spot(self._placer))
                return located_by_one(tagged, tried_alone, placer=self._placer)
        tried, flags = [], []
        for tag in tagged.tags:
            if not tag.is_unique:
                continue
            seen = [each for each in follows.get(tag.number, ()) if each.in_view]
            tried += [TriedTag(tag=tag, spot=each.spot(self._placer)) for each in seen]
            if len(seen) > 1:
                flags.append(duplicated(tag.number, count=len(seen)))
        if len(tried) == 1:
            return located_by_one(tagged, tried[0], placer=self._placer)
        return located_piece(tagged, tried, placer=self._placer, more=tuple(flags))


def located_by_one(tagged: TaggedPiece, tried: TriedTag, *, placer: Placer) -> LocatedPiece:
    """A piece by one tag alone: what `located_piece` says, but fast enough for every frame."""
    tag, place = tried.tag, tried.spot.place
    if place is None or tried.spot.flags:
        return located_piece(tagged, (tried,), placer=placer)
    x, y, own = place.tag.x_in, place.tag.y_in, place.own
    heading = place.tag.heading_deg - tag.turn
    if tag.x or tag.y:
        cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))
        across, up = cosine * tag.x - sine * tag.y, sine * tag.x + cosine * tag.y
        x, y = x - across, y - up
        slope = np.eye(3)
        slope[:2, 2] = math.radians(1.0) * up, -math.radians(1.0) * across
        own = slope @ own @ slope.T
        if beside_the_table(x, y, table=placer.table) is not None:
            return located_piece(tagged, (tried,), placer=placer)
    pose = Pose(
        x=Inches(x),
        y=Inches(y),
        heading=turned(heading),
        covariance=as_covariance(placer.place_errors.for_rules(own)),
    )
    has_faces = any(each.face != tag.face for each in tagged.tags)
    return LocatedPiece(
        entry=tagged.entry,
        pose=pose,
        whole_error=None,
        height=Inches(tried.spot.height),
        face=tag.face if has_faces else "",
    )


def _absence(located: LocatedPiece, *, is_bare: bool) -> Absence:
    if any(flag.fault is TagFault.DUPLICATED for flag in located.flags):
        return Absence.DOUBLED
    return Absence.BARE if is_bare else Absence.COVERED
