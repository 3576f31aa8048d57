"""Leads each piece through its life by what all cameras show of it."""

import math
import operator
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

from rules.table.snapshot import Covariance, Pose
from vision.fusion.fused import FusedPiece
from vision.fusion.look_round import LookRound, ShownLook, Tags
from vision.fusion.moving import Flat, MetTags, PassingPose, best_of, passing
from vision.locating.located import Flag
from vision.locating.tag_layout import TaggedPiece, TagLayout
from vision.tracking.settings import TrackingSettings
from vision.tracking.track import (
    Absence,
    Life,
    PieceLook,
    SettledMove,
    Track,
    advanced,
    is_near,
    seen_again,
)

_SEEN_TOGETHER_S: Final = 0.02
_STANDING: Final = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Same:
    """A piece at rest of which nothing has changed."""

    basis: tuple[object, ...]
    cameras: frozenset[int]
    """Those that see it rest."""

    def is_of(self, basis: tuple[object, ...]) -> bool:
        return len(basis) == len(self.basis) and all(map(operator.is_, basis, self.basis))


class FusedBook:
    """The pieces of one battle that have numbers of their own."""

    def __init__(self, tag_layout: TagLayout, *, settings: TrackingSettings) -> None:
        self._settings = settings
        self.pieces = {
            tagged.entry.id: FusedPiece(tagged=tagged, track=Track())
            for tagged in tag_layout.pieces
            if any(tag.is_unique for tag in tagged.tags)
        }
        self._passed: dict[str, tuple[float, Flat, Flat]] = {}
        """When a moving piece was placed last, where, and how fast it was."""
        self._unique = {
            name: tuple(tag for tag in piece.tagged.tags if tag.is_unique)
            for name, piece in self.pieces.items()
        }
        self._owners = {tag.number: name for name, tags in self._unique.items() for tag in tags}
        self._met: dict[int, MetTags] = {}
        """What does not rest in each camera's picture, on the table."""
        self._same: dict[str, _Same] = {}
        """Pieces of which nothing is new but that they were seen again."""
        self._again: dict[frozenset[int], float] = {}
        """When those were last seen, by the cameras that see them rest: nearly all pieces rest, and
        none of them is made anew for that."""
        self._shown: ShownLook | None = None
        """What the last look was at."""

    def look(self, moment: LookRound) -> list[tuple[str, SettledMove]]:
        """One look at every piece; the moves that it completes."""
        moves = []
        self._meet(moment)
        before, self._shown = self._shown, ShownLook.of(moment)
        touched = self._touched(before, self._shown)
        for name, piece_before in self.pieces.items():
            same = self._same.get(name)
            if same is not None and name not in touched:
                continue
            seen = self._seen(name, moment)
            basis = self._basis(name, seen=seen, moment=moment)
            if same is not None and same.is_of(basis):
                continue
            piece = self._caught_up(piece_before)
            found = self._found(piece, seen=seen, moment=moment)
            if found is None:
                self._same.pop(name, None)
                continue
            look, flags, by = found
            track, moved = advanced(piece.track, look, settings=self._settings)
            if moved is not None:
                moves.append((name, moved))
            if track.life is Life.SETTLED and name in self._passed:
                del self._passed[name]
                moment.delays.rests(name)
            joint = moment.rested.pieces.get(name) if moment.rested else None
            # `replace` takes three times as long, and all may move at once.
            self.pieces[name] = FusedPiece(
                tagged=piece.tagged,
                track=track,
                seen_by=by,
                flags=flags,
                height=piece.height if joint is None else float(joint.height),
                height_sigma=None if joint is None else joint.height_sigma,
                sigma_in=None if joint is None else _sigma(joint.whole_error),
            )
            self._remember(self.pieces[name], look, seen=seen, basis=basis, moment=moment)
        self._see_again(moment)
        return moves

    # --- what has not changed --------------------------------------------------------------------

    def _touched(self, before: ShownLook | None, now: ShownLook) -> AbstractSet[str]:
        """The pieces of which anything is shown otherwise than before; all where it may be any."""
        changed = None if before is None else now.changed_since(before)
        if changed is None:
            return self.pieces.keys()
        names, numbers = changed
        return names | {self._owners[number] for number in numbers if number in self._owners}

    def _basis(
        self, name: str, *, seen: Mapping[int, Tags], moment: LookRound
    ) -> tuple[object, ...]:
        """All that the place of a piece at rest follows from: while it is the same, so is that."""
        found: list[object] = [moment.rested, moment.is_in_doubt]
        for camera, sight in moment.sights.items():
            sign = sight.pieces.get(name)
            found += [camera, sight.is_vouching]
            found += [None, None] if sign is None else [sign.is_calm, sign.absence]
            # Where it is at rest it is of no account how surely the camera sees it.
            found += [
                tag if moment.agreed.is_at(camera, sight) else sight
                for tag, sight in seen.get(camera, ())
            ]
        return tuple(found)

    def _remember(
        self,
        piece: FusedPiece,
        look: PieceLook,
        *,
        seen: Mapping[int, Tags],
        basis: tuple[object, ...],
        moment: LookRound,
    ) -> None:
        name, pose = piece.tagged.entry.id, piece.track.pose
        rests = piece.track.life is Life.SETTLED and look.is_calm and look.pose is not None
        joint = moment.rested.pieces.get(name) if moment.rested else None
        if rests and joint is not None and look.pose is joint.pose and pose is not None:
            resting = frozenset(c for c, tags in seen.items() if moment.is_resting(c, tags))
            self._same[name] = _Same(basis=basis, cameras=resting)
        else:
            self._same.pop(name, None)

    def _caught_up(self, piece: FusedPiece) -> FusedPiece:
        """With the time at which it was last seen to rest, before it is looked at otherwise."""
        name, seconds = piece.tagged.entry.id, self._confirmed_s(piece)
        if seconds is not None and seconds != piece.track.seen_s:
            track = seen_again(piece.track, seconds=seconds)
            piece = self.pieces[name] = replace(piece, track=track)
        return piece

    def _see_again(self, moment: LookRound) -> None:
        """All that rests as before rests in the newest pictures, too."""
        for cameras in {each.cameras for each in self._same.values()}:
            if cameras & moment.new:
                seconds = max(moment.taken_s(camera) for camera in cameras)
                self._again[cameras] = max(seconds, self._again.get(cameras, seconds))

    def confirmed(self) -> dict[str, float | None]:
        """When a picture last showed each piece, changed or not."""
        found = {name: piece.track.seen_s for name, piece in self.pieces.items()}
        for name, same in self._same.items():
            seconds, again_s = found[name], self._again.get(same.cameras)
            if seconds is not None and again_s is not None and again_s > seconds:
                found[name] = again_s
        return found

    def _confirmed_s(self, piece: FusedPiece) -> float | None:
        seconds, same = piece.track.seen_s, self._same.get(piece.tagged.entry.id)
        if same is None or seconds is None:
            return seconds
        return max(seconds, self._again.get(same.cameras, seconds))

    def _meet(self, moment: LookRound) -> None:
        """Place all that does not rest in the pictures."""
        for camera, sight in moment.sights.items():
            restless = [
                tag
                for tag in sight.tags.values()
                if moment.rested is None or not moment.agreed.is_at(camera, tag)
            ]
            met = self._met.setdefault(camera, MetTags())
            met.meet(restless, model=moment.rig.cameras[camera])

    # --- one piece -------------------------------------------------------------------------------

    def _seen(self, name: str, moment: LookRound) -> dict[int, Tags]:
        found: dict[int, Tags] = {}
        for camera, sight in moment.sights.items():
            mine = [
                (tag, sight.tags[tag.number])
                for tag in self._unique[name]
                if tag.number in sight.tags
            ]
            if mine:
                found[camera] = mine
        return found

    def _found(
        self, piece: FusedPiece, *, seen: Mapping[int, Tags], moment: LookRound
    ) -> tuple[PieceLook, tuple[Flag, ...], tuple[int, ...]] | None:
        """What the cameras show of a piece; None where nothing new is shown."""
        name = piece.tagged.entry.id
        absence = moment.absence(name)
        by = tuple(sorted(seen))
        if not seen or absence is Absence.DOUBLED:
            return PieceLook(seconds=moment.now_s, absence=absence), piece.flags, ()
        if not any(camera in moment.new for camera in seen):
            return None
        resting = [c for c, tags in seen.items() if moment.is_resting(c, tags)]
        others = {camera: tags for camera, tags in seen.items() if camera not in resting}
        joint = moment.rested.pieces.get(name) if moment.rested else None
        flags = () if joint is None else joint.flags
        if resting and joint is not None and joint.pose is None:
            return PieceLook(seconds=moment.now_s), flags, ()
        passed = self._passing(piece, seen=others, moment=moment)
        pose: Pose | None = joint.pose if joint is not None and resting else None
        if pose is not None and not self._has_left(pose, passed, resting=resting, moment=moment):
            cameras, is_at_rest = resting, True
        elif passed is None:
            return PieceLook(seconds=moment.now_s), flags, ()
        else:
            pose, cameras, is_at_rest = passed.pose(), [passed.camera], not resting
        seconds = max(moment.taken_s(camera) for camera in cameras)
        if not moment.new & set(cameras) or seconds < (piece.track.seen_s or seconds):
            # An older picture says nothing of what a newer one has shown.
            return None
        is_calm = all(moment.is_calm(camera, name) for camera in seen)
        is_calm = is_calm and is_at_rest and not moment.is_in_doubt
        home = piece.track.pose if piece.track.life is Life.SETTLED else None
        if not is_calm and home is not None and is_near(pose, home, settings=self._settings):
            # A tag that was just measured anew is no move.
            pose = home
        face = _face(piece.tagged, seen[cameras[0]])
        return PieceLook(seconds=seconds, pose=pose, face=face, is_calm=is_calm), flags, by

    def _has_left(
        self,
        pose: Pose,
        passed: PassingPose | None,
        *,
        resting: Sequence[int],
        moment: LookRound,
    ) -> bool:
        """Whether a camera sees it elsewhere, in a picture no older than those it rests in."""
        if passed is None:
            return False
        far = math.hypot(pose.x - passed.at[0], pose.y - passed.at[1])
        if far <= self._settings.same_place_in:
            return False
        newest = max(moment.taken_s(camera) for camera in resting)
        return moment.taken_s(passed.camera) >= newest - _SEEN_TOGETHER_S

    def _passing(
        self, piece: FusedPiece, *, seen: Mapping[int, Tags], moment: LookRound
    ) -> PassingPose | None:
        """The best place of a piece that moves, and word of it to the clocks."""
        if not seen:
            return None
        name = piece.tagged.entry.id
        found = []
        moving = {
            camera: tags
            for camera, tags in seen.items()
            if not all(sight.is_resting for _, sight in tags)
        }
        moving = {
            camera: sure
            for camera, tags in (moving or seen).items()
            if (sure := [each for each in tags if not each[1].is_doubted])
        }
        # Where one sees it move, another's picture in which it rests is older.
        for camera, tags in moving.items():
            one = passing(tags, met=self._met[camera], camera=camera)
            if one is None:
                continue
            found.append(one)
            if camera in moment.new:
                seconds = moment.sights[camera].seconds
                moment.delays.passed(camera, name, place=one.at, seconds=seconds)
        if not found:
            return None
        newest = max(moment.taken_s(each.camera) for each in found)
        late = {each.camera: newest - moment.taken_s(each.camera) for each in found}
        sigmas = {
            camera: math.hypot(moment.delays.of(camera).sigma, by) for camera, by in late.items()
        }
        before = self._passed.get(name)
        velocity = _STANDING if before is None else before[2]
        best = best_of(found, velocity=velocity, clock_sigmas=sigmas)
        seconds = moment.taken_s(best.camera)
        if before is None or seconds > before[0] + _SEEN_TOGETHER_S:
            self._passed[name] = (seconds, best.at, _velocity(before, best.at, seconds=seconds))
        return best


def _velocity(before: tuple[float, Flat, Flat] | None, at: Flat, *, seconds: float) -> Flat:
    if before is None:
        return _STANDING
    lasts = seconds - before[0]
    return (at[0] - before[1][0]) / lasts, (at[1] - before[1][1]) / lasts


def _sigma(whole: Covariance | None) -> float | None:
    return None if whole is None else math.sqrt(max(whole.xx, whole.yy))


def _face(tagged: TaggedPiece, tags: Tags) -> str:
    return tags[0][0].face if len({tag.face for tag in tagged.tags}) > 1 else ""
