"""Runs several cameras over one table: each is followed by itself, and all are joined.

Following a picture takes long and needs nothing of the other cameras; joining is quick. A camera
with a process of its own is followed there, by its errand; whoever follows others in threads calls
`look` in each one's own. Everything else is called under one lock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.profile import CalibrationProfile
from rules.table.snapshot import Health, HealthState, Piece, Snapshot, Terrain
from vision.camera.errands.turns import board_for, own_processors
from vision.fusion.cameras import CameraState
from vision.fusion.follower import CameraFollower, FollowErrand
from vision.fusion.fused import Fused, FusedPiece
from vision.fusion.fusion import Fusion
from vision.fusion.one_look import OneLook
from vision.locating.located import LocatedPiece
from vision.locating.place_error import Care
from vision.locating.tag_layout import TagLayout
from vision.locating.together import check_alike
from vision.pipeline import LifeMaker, LivePiece, LiveTable, PieceMaker
from vision.tracking.frame import TableFrame
from vision.tracking.ground import FollowedTerrain
from vision.tracking.papers import PaperEvent, Papers
from vision.tracking.pieces import Tracked
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Life, Track


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JoinedTable(LiveTable):
    """The table as all cameras have it, and which of them saw what."""

    cameras: tuple[CameraState, ...]
    seen_by: dict[str, tuple[str, ...]]
    """The names of the cameras that see each piece now."""
    heights: dict[str, tuple[float, float]]
    """Of the highest tag of each piece whose height two cameras have measured: that, and one
    standard error of it, in inches."""
    lead: int
    """The camera whose picture is shown for all."""
    hidden_s: tuple[float, ...]
    """For how long so far each camera, while it was well, alone would not have seen a piece or more
    that another saw.
    """


@dataclass(slots=True, kw_only=True, eq=False)
class _Row:
    """What follows from one piece with a number of its own, as long as nothing is new of it."""

    fused: FusedPiece
    tracked: Tracked
    seen_by: tuple[str, ...]
    height: tuple[float, float] | None
    life: LivePiece | None = None
    """Where it does not change with time."""
    fresh: Piece | None = None
    """As the rules take it when the newest picture shows it."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Seen:
    """What follows from the pieces with numbers of their own alone: most of the time they are all
    as they were, and nothing of it is worked out anew.
    """

    pieces: tuple[FusedPiece, ...]
    rows: dict[str, _Row]
    seen_by: dict[str, tuple[str, ...]]
    heights: dict[str, tuple[float, float]]
    is_hidden: tuple[bool, ...]
    """Whether each camera does not see some of them, and another does."""
    tracked: tuple[Tracked, ...] = ()
    """In the roster's order, where every piece has a number of its own."""
    lives: tuple[LivePiece, ...] | None = None
    """The same, where all of them are in view; of the others it changes with time."""


class SeveralCameras:
    """All cameras over one table, for one battle or for none."""

    def __init__(
        self,
        profiles: Sequence[CalibrationProfile],
        *,
        names: Sequence[str],
        tag_layout: TagLayout | None = None,
        care: Care | None = None,
        settings: TrackingSettings = DEFAULTS,
        processors: int | None = None,
    ) -> None:
        """Where there are fewer processors than cameras, these look at pictures in turn."""
        check_alike(profiles, names=names)
        self.names, self.settings = tuple(names), settings
        self.tag_layout, self._care = tag_layout, care
        self._board = board_for(len(profiles), most=processors or own_processors())
        self.errands = [self._errand(at, profile) for at, profile in enumerate(profiles)]
        """What is to be done with the pictures of each, here or elsewhere; another one where a
        camera was put right.
        """
        self._followers: dict[int, CameraFollower] = {}
        """Of those whose pictures are followed here."""
        self.fusion = Fusion(
            [profile.calibrated for profile in profiles],
            names=names,
            table=profiles[0].table,
            tag_layout=tag_layout,
            care=care,
            tracking=settings,
        )
        self.ground = FollowedTerrain(settings=settings)
        self._table = profiles[0].table
        self._looks = [errand.unseen() for errand in self.errands]
        """The latest of each."""
        self._unseen = {} if tag_layout is None else _shared_unseen(tag_layout)
        self._papers = Papers(settings=settings)
        self._maker = PieceMaker(self._table, settings=settings)
        self._lives = LifeMaker(settings=settings)
        self._seen: _Seen | None = None
        self._told_of: tuple[Tracked, ...] = ()
        """The pieces of which all is told that became of papers."""
        self._new_s: dict[int, float] = {}
        """When the newest picture of each camera was taken, of those that came since the last
        time.
        """
        self._terrain: tuple[Terrain, ...] = ()
        self._number = 0
        self._joined_s: float | None = None
        self._is_news = True
        """Whether anything was shown or told since that does not only repeat it."""
        self._hidden_s = [0.0] * len(profiles)
        self.lead = 0

    def _errand(self, camera: int, profile: CalibrationProfile) -> FollowErrand:
        return FollowErrand(
            camera=camera,
            name=self.names[camera],
            profile=profile,
            tag_layout=self.tag_layout,
            care=self._care,
            settings=self.settings,
            place=None if self._board is None else self._board.place(camera),
        )

    def profile_of(self, camera: int) -> CalibrationProfile:
        """Of that camera, as it stands now."""
        return self.errands[camera].profile

    @property
    def profile(self) -> CalibrationProfile:
        """Of the first camera, whose frame is that of all."""
        return self.profile_of(0)

    @property
    def leading(self) -> OneLook:
        """The latest of the camera whose picture is shown for all."""
        return self._looks[self.lead]

    def follower(self, camera: int) -> CameraFollower:
        """That follows the camera's pictures here."""
        made, errand = self._followers.get(camera), self.errands[camera]
        if made is None or made.errand is not errand:
            made = self._followers[camera] = CameraFollower(errand)
        return made

    def look(self, camera: int, frame: TableFrame, *, keeper: Health) -> OneLook:
        """Follow one more picture of a camera here; it needs nothing of the others."""
        return self.follower(camera).look(frame, keeper=keeper)

    def is_of_now(self, look: OneLook) -> bool:
        """Whether its camera still stands as it did when this was followed."""
        return look.profile is self.profile_of(look.sight.camera)

    def take(self, look: OneLook, *, now_s: float) -> None:
        """What a picture showed, now that it is here."""
        camera, sight = look.sight.camera, look.sight
        before, self._looks[camera] = self._looks[camera].sight, look
        self._is_news = (
            self._is_news
            or before.health != sight.health
            or before.is_vouching != sight.is_vouching
            or before.tags != sight.tags
            or before.pieces != sight.pieces
        )
        self.fusion.take(sight, now_s=now_s)
        self._new_s[camera] = self.fusion.taken_s(sight)

    def told(self, camera: int, health: Health) -> None:
        """What the keeper of a camera says of it."""
        self._is_news = self.fusion.told(camera, health) or self._is_news

    def is_due(self, now_s: float) -> bool:
        """Whether the table has to be joined: something new is shown or told, or the last time was
        a while ago.
        """
        last = self._joined_s
        return self._is_news or last is None or now_s - last >= self.fusion.settings.together_s

    def at(self, now_s: float) -> JoinedTable:
        """The table at this time, by all cameras that are well."""
        fused = self.fusion.at(now_s)
        self._is_news = False
        for camera in fused.righted:
            found = replace(self.profile_of(camera), calibrated=self.fusion.calibrated(camera))
            self.errands[camera] = self._errand(camera, found)
            self._looks[camera] = replace(self._looks[camera], nameless=(), confirmed={})
        well = [index for index, state in enumerate(fused.cameras) if state.is_well]
        self.lead = self.lead if self.lead in well or not well else well[0]
        table = self._joined(fused, now_s=now_s)
        self._new_s.clear()
        return table

    # --- the table -------------------------------------------------------------------------------

    def _joined(self, fused: Fused, *, now_s: float) -> JoinedTable:
        leading = self.leading
        health = replace(leading.health, state=fused.health.state, note=fused.health.note)
        seen = self._seen_by_all(fused.pieces)
        nameless = {**self._unseen, **{each.id: each for each in leading.nameless}}
        pieces = self._pieces(seen, nameless=nameless)
        confirmed = {**fused.confirmed, **dict.fromkeys(self._unseen), **leading.confirmed}
        papers: tuple[PaperEvent, ...] = ()
        if not health.is_locked and pieces is not self._told_of:
            papers = self._papers.happened(pieces, seconds=now_s)
            self._told_of = seen.tracked
        return JoinedTable(
            snapshot=self._snapshot(fused, seen=seen, pieces=pieces, confirmed=confirmed),
            health=health,
            pieces=self._lives_of(pieces, seen=seen, now_s=now_s),
            moves=fused.moves,
            papers=papers,
            markers=() if health.is_locked else leading.markers,
            strangers=tuple(sorted({n for one in self._looks for n in one.strangers})),
            warnings=self.ground.warnings,
            cameras=fused.cameras,
            seen_by=seen.seen_by,
            heights=seen.heights,
            lead=self.lead,
            hidden_s=self._hidden(seen, fused.cameras, now_s=now_s),
        )

    def _seen_by_all(self, pieces: tuple[FusedPiece, ...]) -> _Seen:
        before = self._seen
        if before is not None and before.pieces == pieces:
            return before
        kept = {} if before is None else before.rows
        rows = {}
        for each in pieces:
            row = kept.get(name := each.tagged.entry.id)
            rows[name] = row if row is not None and row.fused is each else self._row(each)
        seen_by = {name: row.seen_by for name, row in rows.items()}
        if before is not None and before.seen_by == seen_by:
            seen_by, is_hidden = before.seen_by, before.is_hidden
        else:
            shown = [each for each in seen_by.values() if each]
            is_hidden = tuple(any(camera not in by for by in shown) for camera in self.names)
        heights = {name: row.height for name, row in rows.items() if row.height is not None}
        self._seen = _Seen(
            pieces=pieces, rows=rows, seen_by=seen_by, heights=heights, is_hidden=is_hidden
        )
        return self._seen

    def _row(self, fused: FusedPiece) -> _Row:
        by, sigma = fused.seen_by, fused.height_sigma
        located = LocatedPiece(
            entry=fused.tagged.entry,
            pose=fused.track.pose if by else None,
            whole_error=None,
            face=fused.track.face,
            flags=fused.flags,
        )
        return _Row(
            fused=fused,
            tracked=Tracked(tagged=fused.tagged, track=fused.track, located=located),
            seen_by=tuple(self.names[camera] for camera in by),
            height=(fused.height, sigma) if sigma is not None and by else None,
        )

    def _hidden(
        self, seen: _Seen, cameras: tuple[CameraState, ...], *, now_s: float
    ) -> tuple[float, ...]:
        since = 0.0 if self._joined_s is None else max(0.0, now_s - self._joined_s)
        self._joined_s = now_s
        for camera, (is_hidden, state) in enumerate(zip(seen.is_hidden, cameras, strict=True)):
            self._hidden_s[camera] += since if is_hidden and state.is_well else 0.0
        return tuple(self._hidden_s)

    def _snapshot(
        self,
        fused: Fused,
        *,
        seen: _Seen,
        pieces: Sequence[Tracked],
        confirmed: Mapping[str, float | None],
    ) -> Snapshot:
        is_locked = fused.health.state is not HealthState.LIVE
        movers = [piece for piece in pieces if piece.tagged.terrain_height is None]
        if not is_locked:
            hills = [piece for piece in pieces if piece.tagged.terrain_height is not None]
            self._terrain = self.ground.terrain(hills)
        self._number += 1
        # As with one camera, what the newest picture shows is no older than that picture.
        new = [at for camera, at in self._new_s.items() if fused.cameras[camera].is_well]
        now_s = min(max(new), fused.seconds) if new else fused.seconds
        found = []
        for each in movers:
            row, seen_s = seen.rows.get(name := each.id), confirmed[name]
            is_fresh = row is not None and not is_locked and seen_s is not None and seen_s >= now_s
            if row is not None and is_fresh and row.fresh is not None:
                found.append(row.fresh)
                continue
            piece = self._maker.piece(each, now_s=now_s, confirmed_s=seen_s, is_locked=is_locked)
            if row is not None and is_fresh and each.track.life is not Life.HIDDEN:
                row.fresh = piece
            found.append(piece)
        return Snapshot(
            table=self._table,
            pieces=tuple(found),
            terrain=self._terrain,
            number=self._number,
            shared=fused.shared,
            health=fused.health,
        )

    def _pieces(self, seen: _Seen, *, nameless: Mapping[str, Tracked]) -> tuple[Tracked, ...]:
        """In the roster's order, then those that it does not name."""
        if seen.tracked and not nameless:
            return seen.tracked
        others = dict(nameless)
        order = self.tag_layout.pieces if self.tag_layout is not None else ()
        found = []
        for tagged in order:
            row = seen.rows.get(name := tagged.entry.id)
            found.append(others.pop(name) if row is None else row.tracked)
        pieces = (*found, *others.values())
        seen.tracked = () if nameless else pieces
        return pieces

    def _lives_of(
        self, pieces: tuple[Tracked, ...], *, seen: _Seen, now_s: float
    ) -> tuple[LivePiece, ...]:
        if seen.lives is not None and pieces is seen.tracked:
            return seen.lives
        lives = tuple(self._life(each, row=seen.rows.get(each.id), now_s=now_s) for each in pieces)
        if pieces is seen.tracked and all(seen.seen_by.values()):
            seen.lives = lives
        return lives

    def _life(self, piece: Tracked, *, row: _Row | None, now_s: float) -> LivePiece:
        if row is not None and row.life is not None:
            return row.life
        cameras = (self.names[self.lead],) if row is None else row.seen_by
        flags = piece.located.flags
        if not cameras and not flags:
            # Why nobody sees it, as each camera has it by itself.
            alone = (look.flags.get(piece.id, ()) for look in self._looks)
            flags = tuple(dict.fromkeys(flag for each in alone for flag in each))
        life = self._lives.life(piece, camera=" and ".join(cameras), flags=flags, now_s=now_s)
        if row is not None and cameras and piece.track.life is not Life.HIDDEN:
            row.life = life
        return life


def _shared_unseen(tag_layout: TagLayout) -> dict[str, Tracked]:
    """The pieces of the roster without a number of their own, as long as none shows them."""
    return {
        tagged.entry.id: Tracked(
            tagged=tagged,
            track=Track(),
            located=LocatedPiece(entry=tagged.entry, pose=None, whole_error=None),
        )
        for tagged in tag_layout.pieces
        if not any(tag.is_unique for tag in tagged.tags)
    }
