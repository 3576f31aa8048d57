"""Leads one piece through its life, look by look, without any picture.

A move counts once the piece has rested in plain view. What is hidden keeps its last place and says
so; a place is never shown as seen that the last frame did not show.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.table.snapshot import PieceState, Pose
from vision.tracking.settings import DEFAULTS, TrackingSettings

_LONGEST_PATH: Final = 240
"""Steps of a path; a longer one loses every second step."""


class Life(StrEnum):
    """What the camera knows of a piece."""

    SEEN = "seen"
    """Seen for the first time, and not yet at rest."""
    MOVING = "moving"
    SETTLED = "settled"
    HIDDEN = "hidden"
    """A hand or a figure is over it; its last place is kept."""
    DOUBLED = "doubled"
    """Its number is in two places: neither is used."""
    LOST = "lost"
    """It is not where it was, and nobody knows where it is; the same for a piece never seen."""
    REMOVED = "removed"
    """Lost for so long that it counts as taken away."""

    @property
    def state(self) -> PieceState:
        """What the rules are told."""
        return _STATES[self]


_STATES: Final = {
    Life.SEEN: PieceState.MOVING,
    Life.MOVING: PieceState.MOVING,
    Life.SETTLED: PieceState.SEEN,
    Life.HIDDEN: PieceState.HIDDEN,
    Life.DOUBLED: PieceState.LOST,
    Life.LOST: PieceState.LOST,
    Life.REMOVED: PieceState.LOST,
}
_GONE: Final = frozenset({Life.LOST, Life.REMOVED})


class Absence(StrEnum):
    """Why a look has no pose."""

    COVERED = "covered"
    """Something is over it, or nobody can say."""
    BARE = "bare"
    """Its place shows the table without it."""
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceLook:
    """What one frame shows of a piece."""

    seconds: float
    """When the frame was taken."""
    pose: Pose | None = None
    face: str = ""
    """Which is up, where it has several."""
    is_calm: bool = True
    """Nothing changed about its place since the frame before, and nothing covers it in part."""
    absence: Absence = Absence.COVERED


Step = tuple[float, float, float]
"""Seconds, and x and y in inches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledMove:
    """A move that counts: from rest to rest."""

    start: Pose
    end: Pose
    left_s: float
    """When it was last seen at its start."""
    rested_s: float
    """Since when it rests at its end."""
    path: tuple[Step, ...]
    """Where it was seen in between; empty when it went under a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One piece so far."""

    life: Life = Life.LOST
    pose: Pose | None = None
    """Where it was last seen."""
    face: str = ""
    """Which was up then; one that was turned over has to rest before it counts."""
    seen_s: float | None = None
    """When; None for never."""
    rested: Pose | None = None
    """Where it came to rest; a creeping piece is judged by this and not by its last place."""
    candidate: Pose | None = None
    """Where it seems to rest now."""
    candidate_s: float = 0.0
    looks: int = 0
    """At rest at the candidate's place, in a row."""
    left_s: float = 0.0
    path: tuple[Step, ...] = ()
    since_s: float = 0.0
    """Since when it has its life."""
    bare_s: float | None = None

    def bound_in(self, now_s: float, *, settings: TrackingSettings = DEFAULTS) -> float:
        """How far a hidden piece may have come by now; nothing for one in view."""
        if self.life is not Life.HIDDEN or self.seen_s is None:
            return 0.0
        hidden_s = min(max(0.0, now_s - self.seen_s), settings.hidden_most_s)
        return settings.hidden_growth_in_per_s * hidden_s


def is_near(one: Pose, other: Pose, *, settings: TrackingSettings = DEFAULTS) -> bool:
    """Whether two poses are one place."""
    if math.hypot(one.x - other.x, one.y - other.y) > settings.same_place_in:
        return False
    turn = (one.heading - other.heading + 180.0) % 360.0 - 180.0
    return abs(turn) <= settings.same_heading_deg


def advanced(
    track: Track, look: PieceLook, *, settings: TrackingSettings = DEFAULTS
) -> tuple[Track, SettledMove | None]:
    """The piece after one more look, and the move that this look completes.

    >>> track, moved = advanced(Track(), PieceLook(seconds=0.0))
    >>> track.life, moved
    (<Life.LOST: 'lost'>, None)
    """
    if look.pose is None:
        return _unseen(track, look, settings=settings), None
    return _seen(track, look, pose=look.pose, settings=settings)


def _turned(track: Track, life: Life, *, at: float) -> Track:
    return track if track.life is life else replace(track, life=life, since_s=at)


def _unseen(track: Track, look: PieceLook, *, settings: TrackingSettings) -> Track:
    now = look.seconds
    bare = None
    if look.absence is Absence.BARE:
        bare = now if track.bare_s is None else track.bare_s
    kept = replace(track, candidate=None, looks=0, bare_s=bare)
    if track.seen_s is None:
        return kept if look.absence is not Absence.DOUBLED else _turned(kept, Life.DOUBLED, at=now)
    if look.absence is Absence.DOUBLED:
        return _turned(kept, Life.DOUBLED, at=now)
    if track.life in _GONE:
        is_long = now - track.since_s >= settings.removed_s
        return _turned(kept, Life.REMOVED, at=now) if is_long else kept
    is_bare = bare is not None and now - bare >= settings.bare_s
    if is_bare or now - track.seen_s >= settings.hidden_most_s:
        return _turned(kept, Life.LOST, at=now)
    return _turned(kept, Life.HIDDEN, at=now)


def _seen(
    track: Track, look: PieceLook, *, pose: Pose, settings: TrackingSettings
) -> tuple[Track, SettledMove | None]:
    now, rested = look.seconds, track.rested
    is_home = rested is not None and is_near(pose, rested, settings=settings)
    if is_home and look.face == track.face and track.life in {Life.SETTLED, Life.HIDDEN}:
        return _at_rest(track, look, pose=pose, rested=rested), None
    candidate, since, looks = _resting(track, look, pose=pose, settings=settings)
    if now - since >= settings.settle_s and looks >= settings.least_looks:
        moved = None
        if rested is not None and not is_home:
            path = tuple(step for step in track.path if step[0] < since)
            moved = SettledMove(
                start=rested, end=pose, left_s=track.left_s, rested_s=since, path=path
            )
        return _at_rest(track, look, pose=pose, rested=rested if is_home else pose), moved
    life = Life.SEEN if rested is None else Life.MOVING
    path = track.path if is_home else _longer(track.path, (now, float(pose.x), float(pose.y)))
    # `replace` takes three times as long, and all may move at once.
    return (
        Track(
            life=life,
            since_s=track.since_s if track.life is life else now,
            pose=pose,
            face=look.face,
            seen_s=now,
            rested=rested,
            candidate=candidate,
            candidate_s=since,
            looks=looks,
            left_s=track.left_s,
            path=path,
        ),
        None,
    )


def seen_again(track: Track, *, seconds: float) -> Track:
    """A piece at rest that was just seen to rest where it does."""
    return Track(
        life=Life.SETTLED,
        since_s=track.since_s,
        pose=track.pose,
        face=track.face,
        seen_s=seconds,
        rested=track.rested,
        left_s=seconds,
    )


def _at_rest(track: Track, look: PieceLook, *, pose: Pose, rested: Pose | None) -> Track:
    now = look.seconds
    return Track(
        life=Life.SETTLED,
        since_s=track.since_s if track.life is Life.SETTLED else now,
        pose=pose,
        face=look.face,
        seen_s=now,
        rested=rested,
        left_s=now,
    )


def _resting(
    track: Track, look: PieceLook, *, pose: Pose, settings: TrackingSettings
) -> tuple[Pose, float, int]:
    """Where it seems to rest, since when and in how many looks; with this look, or from it on."""
    candidate, before = track.candidate, track.seen_s
    is_same = candidate is not None and is_near(pose, candidate, settings=settings)
    is_same &= look.face == track.face
    is_followed = before is not None and look.seconds - before <= settings.longest_gap_s
    if candidate is not None and is_same and is_followed and look.is_calm:
        return candidate, track.candidate_s, track.looks + 1
    return pose, look.seconds, 1


def _longer(path: tuple[Step, ...], step: Step) -> tuple[Step, ...]:
    if len(path) >= _LONGEST_PATH:
        path = path[::2]
    return (*path, step)
