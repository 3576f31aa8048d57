"""Turns frames of a camera into numbered snapshots with the camera's health beside them.

It has no thread and no clock of its own: whoever has a camera calls `step` for each frame, and `at`
when none has come for a while.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.profile import CalibrationProfile
from rules.table.bad_input import BadInputError
from rules.table.snapshot import (
    Covariance,
    Health,
    Piece,
    PieceState,
    Pose,
    Snapshot,
    TableSize,
    Terrain,
)
from rules.table.units import Inches, Seconds
from vision.health import CameraHealth, HealthJudge, Signs
from vision.locating.located import Flag
from vision.locating.place_error import Care
from vision.locating.placing import TagPlacing
from vision.locating.tag_layout import TagLayout
from vision.tracking.frame import TableFrame
from vision.tracking.ground import FollowedTerrain
from vision.tracking.nameless import NamelessPieces
from vision.tracking.papers import PaperEvent, Papers
from vision.tracking.pieces import Tracked
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Life, SettledMove, Track
from vision.tracking.tracker import SeenFrame, Tracker

_LOCKED: Final = PieceState.HIDDEN
"""What a piece is while measuring is locked: nobody can see whether it is still there."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LivePiece:
    """What a snapshot does not hold: the life of one piece."""

    id: str
    life: Life
    camera: str
    """Which camera saw its pose."""
    since_s: float
    """Since when it has its life, on the clock of the frames."""
    bound_in: float
    """How far it may have come since it was hidden; nothing for one in view."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveTable:
    """One snapshot, and all that people see beside it."""

    snapshot: Snapshot
    health: CameraHealth
    pieces: tuple[LivePiece, ...]
    """In the order of the roster, terrain too; then the backs of cards, which it does not name.

    None of one of several cameras: its pieces are those of the table that all make together.
    """
    moves: tuple[tuple[str, SettledMove], ...] = ()
    """That this frame completed."""
    papers: tuple[PaperEvent, ...] = ()
    """What happened to cards and markers with this frame."""
    markers: tuple[TagPlacing, ...] = ()
    """Tags that many pieces share, where they lie now."""
    strangers: tuple[int, ...] = ()
    """Numbers that belong to nothing on this table."""
    warnings: tuple[str, ...] = ()

    def told_by(self, keeper: Health) -> "LiveTable":
        """With what only the camera's keeper knows of its health."""
        health = self.health.told_by(keeper)
        if (health.state, health.note) == (self.health.state, self.health.note):
            return self
        return replace(
            self, health=health, snapshot=replace(self.snapshot, health=health.for_rules())
        )


class Pipeline:
    """One camera over one table, for one battle or for none."""

    def __init__(
        self,
        profile: CalibrationProfile,
        *,
        tag_layout: TagLayout | None = None,
        care: Care | None = None,
        settings: TrackingSettings = DEFAULTS,
        is_alone: bool = True,
        news: str = "",
    ) -> None:
        """Another camera over the same table may vouch for one that is not alone. `news` of the
        calibration are told for a while.
        """
        self._profile, self.settings = profile, settings
        self._is_alone = is_alone
        self.tracker = Tracker(
            profile, tag_layout=tag_layout, care=care, settings=settings, is_alone=is_alone
        )
        self.ground = FollowedTerrain(settings=settings)
        self._nameless = NamelessPieces(tag_layout, placer=self.tracker.placer, settings=settings)
        self._roster = [tagged.entry.id for tagged in tag_layout.pieces] if tag_layout else []
        self._shared_numbers = tuple(sorted(tag_layout.class_sizes)) if tag_layout else ()
        self.papers = Papers(settings=settings)
        self._judge = HealthJudge(print_check=profile.print_check, news=news, settings=settings)
        self._number = 0
        self._camera = ""
        self._maker = PieceMaker(profile.table, settings=settings)
        self._lives = LifeMaker(settings=settings)
        self.terrain: tuple[Terrain, ...] = ()
        self.dropped = 0
        """Frames that came too late or twice."""

    @property
    def profile(self) -> CalibrationProfile:
        """With the camera as it stands now, if it drifts."""
        now = self.tracker.anchors.calibrated
        if now is not self._profile.calibrated:
            self._profile = replace(self._profile, calibrated=now)
        return self._profile

    def step(self, frame: TableFrame) -> LiveTable:
        """The table after one more frame; one from the past changes nothing."""
        seen = None
        try:
            seen = self.tracker.look(frame)
        except BadInputError as refused:
            if refused.where == "frame":
                self._judge.misfit(str(refused), seconds=frame.seconds)
            else:
                self.dropped += 1
        if seen is not None:
            self._camera = frame.camera
            self._judge.frame(self._signs(seen))
        return self._table(frame.seconds, seen=seen)

    def at(self, now_s: float) -> LiveTable:
        """The table at a time at which no frame has come, on the clock of the frames."""
        return self._table(now_s, seen=None)

    def go_on_from(self, before: "Pipeline") -> None:
        """Keep what was known of the table: ground that is locked, and cards that were told."""
        self.ground, self.papers, self.terrain = before.ground, before.papers, before.terrain

    @property
    def news_s(self) -> float:
        """When a picture last showed anything new, on the clock of the frames."""
        return self._judge.news_s

    def nameless(self) -> dict[str, tuple[Tracked, float | None]]:
        """The pieces that share their number, by name, and when each was last confirmed."""
        kept = [*self._nameless.roster.values(), *self._nameless.others]
        return {each.id: (each, self._nameless.confirmed_s(each)) for each in kept}

    def flags(self) -> dict[str, tuple[Flag, ...]]:
        """What is wrong with pieces, by name, where anything is."""
        return {each.id: flags for each in self._pieces() if (flags := each.located.flags)}

    # --- health ------------------------------------------------------------------------------

    def _signs(self, seen: SeenFrame) -> Signs:
        tags, anchors = self.tracker.tags, self.tracker.anchors
        corners = [*anchors.corners.values(), *(e.corners for e in tags.all()[0] if e.in_view)]
        cell = np.inf
        if corners:
            square = np.array(corners)
            sides = np.linalg.norm(square - np.roll(square, 1, axis=1), axis=2)
            cell = float(sides.min()) / self.tracker.placer.family.cells
        return Signs(
            frame=seen.frame,
            refusal=seen.refusal,
            bump=seen.bump,
            light=anchors.contrast if anchors.count_in_view else np.nan,
            blur_px=np.nan if tags.blur_px is None else tags.blur_px,
            cell_px=cell,
            flagged=self._flagged(seen),
            drift=anchors.drift_sentence,
        )

    def _flagged(self, seen: SeenFrame) -> int:
        pieces = self.tracker.book.pieces.values()
        count = sum(bool(tag.flags) for piece in pieces for tag in piece.located.tags)
        count += sum(bool(piece.located.flags) for piece in pieces)
        displaced = 0 if seen.bump is None else len(seen.bump.displaced)
        return count + len(self.tracker.tags.strangers) + displaced

    # --- the table ---------------------------------------------------------------------------

    def _table(self, now_s: float, *, seen: SeenFrame | None) -> LiveTable:
        health = self._judge.at(now_s)
        # Until a bump is sure nothing locks; but what may be elsewhere is not shown as seen.
        is_unseen = health.is_locked or self.tracker.anchors.is_contradicting
        papers: tuple[PaperEvent, ...] = ()
        if seen is not None and not health.is_locked:
            self._nameless.looked(
                self.tracker.tags.of_number,
                seconds=now_s,
                is_bare=self.tracker.shows_the_table,
            )
            pieces = self._pieces()
            hills = [piece for piece in pieces if piece.tagged.terrain_height is not None]
            self.terrain = self.ground.terrain(hills)
            if self._is_alone:
                papers = self.papers.happened(pieces, seconds=now_s)
        else:
            pieces = self._pieces()
        # Of several cameras only all together make a table.
        alone = pieces if self._is_alone else []
        movers = [piece for piece in alone if piece.tagged.terrain_height is None]
        self._number += 1
        snapshot = Snapshot(
            table=self._profile.table,
            pieces=tuple(
                self._maker.piece(
                    each,
                    now_s=now_s,
                    confirmed_s=self._confirmed_s(each),
                    is_locked=is_unseen,
                )
                for each in movers
            ),
            terrain=self.terrain,
            number=self._number,
            shared=self.tracker.placer.place_errors.shared,
            health=health.for_rules(),
        )
        moves = () if seen is None or health.is_locked else seen.moves
        return LiveTable(
            snapshot=snapshot,
            health=health,
            pieces=self._lives_of(alone, now_s=now_s),
            moves=moves,
            papers=papers,
            markers=() if is_unseen else self._markers(),
            strangers=tuple(sorted(self.tracker.tags.strangers)),
            warnings=self.ground.warnings,
        )

    def _pieces(self) -> list[Tracked]:
        """All pieces of the roster in its order, then those that the roster does not name."""
        named, nameless = self.tracker.book.pieces, self._nameless.roster
        return [
            *(named[each] if each in named else nameless[each] for each in self._roster),
            *self._nameless.others,
        ]

    def _lives_of(self, pieces: Sequence[Tracked], *, now_s: float) -> tuple[LivePiece, ...]:
        unseen = self.tracker.deep.told
        return self._lives.of_all(pieces, camera=self._camera, unseen=unseen, now_s=now_s)

    def _markers(self) -> tuple[TagPlacing, ...]:
        follows = self.tracker.tags.of_number
        return tuple(
            each.spot(self.tracker.placer)
            for number in self._shared_numbers
            for each in follows.get(number, ())
            if each.in_view
        )

    def _confirmed_s(self, piece: Tracked) -> float | None:
        book = self.tracker.book
        keeper = book if piece.id in book.pieces else self._nameless
        return keeper.confirmed_s(piece)


class PieceMaker:
    """Makes pieces as the rules take them; what has not changed is not made anew."""

    def __init__(self, table: TableSize, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._table, self._settings = table, settings
        self._made: dict[str, Piece] = {}
        self._poses: dict[str, Pose | None] = {}

    def piece(
        self, tracked: Tracked, *, now_s: float, confirmed_s: float | None, is_locked: bool
    ) -> Piece:
        """Where measuring is locked, nothing is seen."""
        track, entry = tracked.track, tracked.tagged.entry
        state = track.life.state
        if is_locked and state in {PieceState.SEEN, PieceState.MOVING}:
            state = _LOCKED
        age = 0.0 if confirmed_s is None else max(0.0, now_s - confirmed_s)
        pose = None if state is PieceState.LOST else track.pose
        bound = track.bound_in(now_s, settings=self._settings)
        made = self._made.get(entry.id)
        is_as_made = (
            made is not None
            and made.state is state
            and made.age == age == bound == 0.0
            and made.face == track.face
            and self._poses.get(entry.id) is pose
        )
        if made is not None and is_as_made:
            return made
        self._poses[entry.id] = pose
        made = self._made[entry.id] = Piece(
            id=entry.id,
            footprint=entry.footprint,
            pose=None if pose is None else _shown(pose, bound=bound, table=self._table),
            side=entry.side,
            kind=entry.kind,
            state=state,
            age=Seconds(age),
            face=track.face,
        )
        return made


class LifeMaker:
    """Tells of the lives of pieces; what has not changed is not made anew."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._made: dict[str, tuple[Track, LivePiece]] = {}

    def of_all(
        self,
        pieces: Sequence[Tracked],
        *,
        camera: str,
        unseen: Mapping[str, tuple[Flag, ...]],
        now_s: float,
    ) -> tuple[LivePiece, ...]:
        """As one camera sees them all; of `unseen` ones it is known why they have no place."""

        def flags(piece: Tracked) -> tuple[Flag, ...]:
            own = piece.located.flags
            return own if own or piece.located.is_seen else unseen.get(piece.id, ())

        return tuple(
            self.life(each, camera=camera, flags=flags(each), now_s=now_s) for each in pieces
        )

    def life(
        self, piece: Tracked, *, camera: str, flags: tuple[Flag, ...], now_s: float
    ) -> LivePiece:
        """A hidden piece may have come farther with every moment."""
        track, name = piece.track, piece.id
        if track.life is not Life.HIDDEN and name in self._made:
            basis, made = self._made[name]
            if basis is track and made.camera == camera and made.flags == flags:
                return made
        made = LivePiece(
            id=name,
            life=track.life,
            camera=camera,
            since_s=track.since_s,
            bound_in=track.bound_in(now_s, settings=self._settings),
            flags=flags,
        )
        self._made[name] = (track, made)
        return made


def _shown(pose: Pose, *, bound: float, table: TableSize) -> Pose:
    """On the table, which a piece may hang over by a hair, and with the bound in its error."""
    x, y = min(max(pose.x, 0.0), table.width), min(max(pose.y, 0.0), table.depth)
    if not bound and (x, y) == (pose.x, pose.y):
        return pose
    own = pose.covariance
    # The bound is two standard errors, as every bound that the rules take.
    wider = (bound / 2) ** 2
    covariance = Covariance(
        xx=own.xx + wider, xy=own.xy, yy=own.yy + wider, xh=own.xh, yh=own.yh, hh=own.hh
    )
    return replace(pose, x=Inches(x), y=Inches(y), covariance=covariance if bound else own)
