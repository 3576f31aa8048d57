"""Joins tags that cameras placed together into the poses of their pieces."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.lens import Floats
from calibration.several.joint_fit import JointFit
from rules.table.snapshot import Pose, StandsAt, TableSize
from rules.table.units import Inches
from vision.locating.joint_table import JointPiece
from vision.locating.located import Flag, TagFault, turned
from vision.locating.piece_pose import two_faced
from vision.locating.place_error import Care, covariance_of
from vision.locating.rigid import STIFF, Bodies, SeenParts, bodies_of
from vision.locating.tag_faults import beside_the_table
from vision.locating.tag_layout import PieceTag, TaggedPiece

_FLAT = [0, 1, 3]
"""x, y and turn of x, y, height and turn."""
_DEGREES = np.diag([1.0, 1.0, 180 / np.pi])


@dataclass(frozen=True, slots=True, kw_only=True)
class JointTag:
    """A tag in the joint fit, and what the roster says of it."""

    index: int
    own_height: float
    is_measured: bool
    """Whether two cameras have measured its height."""


def joint_pieces(
    pieces: Sequence[TaggedPiece],
    *,
    tags: Mapping[int, JointTag],
    fit: JointFit,
    rest: float,
    care: Care,
    table: TableSize,
) -> list[JointPiece]:
    """Every piece with a number of its own; ``rest`` is what no shared error can say, in inches."""
    found: dict[str, JointPiece] = {}
    alike: dict[int, list[_Placed]] = {}
    for tagged in pieces:
        mine = [tag for tag in tagged.tags if tag.is_unique]
        if not mine:
            continue
        seen = [tag for tag in mine if tag.number in tags]
        found[tagged.entry.id] = _without(tagged)
        faces = sorted({tag.face for tag in seen})
        if len(faces) > 1:
            found[tagged.entry.id] = _without(tagged, two_faced(tagged, faces))
        elif seen:
            at = [tags[tag.number] for tag in seen]
            alike.setdefault(len(seen), []).append(_Placed(tagged=tagged, seen=seen, at=at))
    joined = _Joined(fit=fit, care=care, rest=rest, table=table, sigmas=fit.height_sigmas.tolist())
    for placed in alike.values():
        for piece in joined.pieces(placed):
            found[piece.entry.id] = piece
    return list(found.values())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Placed:
    """One piece and those of its tags that were placed."""

    tagged: TaggedPiece
    seen: Sequence[PieceTag]
    at: Sequence[JointTag]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Joined:
    """What all pieces are joined by."""

    fit: JointFit
    care: Care
    rest: float
    table: TableSize
    sigmas: Sequence[float]
    """Of each tag's height."""

    def pieces(self, placed: Sequence[_Placed]) -> list[JointPiece]:
        """Those of which as many tags each were placed, at once."""
        parts = self._parts(placed)
        bodies = bodies_of(parts)
        own = _DEGREES @ bodies.covariance @ _DEGREES
        whole = own + self._of_rig(placed, bodies)
        ruled = own + np.diag([self.rest**2, self.rest**2, 0.0])
        stiff = bodies.chi_square <= STIFF * max(bodies.spare, 1)
        rows = zip(
            placed,
            bodies.pose.tolist(),
            ruled.tolist(),
            whole.tolist(),
            stiff.tolist(),
            strict=True,
        )
        return [
            self._piece(one, pose, ruled=error, whole=most) if is_stiff else _bent(one)
            for one, pose, error, most, is_stiff in rows
        ]

    def _piece(
        self,
        placed: _Placed,
        pose: Sequence[float],
        *,
        ruled: Sequence[Sequence[float]],
        whole: Sequence[Sequence[float]],
    ) -> JointPiece:
        x, y, turn = pose
        if (beside := beside_the_table(x, y, table=self.table)) is not None:
            return _without(placed.tagged, beside)
        height, highest = max(
            ((float(self.fit.places[each.index, 2]), each) for each in placed.at),
            key=lambda each: each[0],
        )
        sigma = self.sigmas[highest.index]
        is_two_sided = len({tag.face for tag in placed.tagged.tags}) > 1
        return JointPiece(
            entry=placed.tagged.entry,
            pose=Pose(
                x=Inches(x),
                y=Inches(y),
                heading=turned(math.degrees(turn)),
                covariance=covariance_of(ruled),
                stands=self._stands(highest, height=height, sigma=sigma),
            ),
            whole_error=covariance_of(whole),
            height=Inches(height),
            height_sigma=sigma if highest.is_measured else None,
            face=placed.seen[0].face if is_two_sided else "",
            seen_by=tuple(sorted({c for each in placed.at for c in self.fit.seen_by[each.index]})),
        )

    def _stands(self, highest: JointTag, *, height: float, sigma: float) -> StandsAt | None:
        """By how much its highest tag is over where the roster has it, where that is measured."""
        if not highest.is_measured:
            return None
        care = self.care.raised_height_in if highest.own_height > 0 else self.care.flat_height_in
        over = height - highest.own_height
        return StandsAt(height=Inches(over), sigma=Inches(math.hypot(sigma, care)))

    def _parts(self, placed: Sequence[_Placed]) -> SeenParts:
        index = np.array([[each.index for each in one.at] for one in placed])
        own = self.fit.own[index][..., _FLAT, :][..., _FLAT]
        # What leans has its top beside its foot, for whoever looks.
        heights = np.array([[each.own_height for each in one.at] for one in placed])
        lean = math.radians(self.care.lean_deg) * np.maximum(heights, 0.0)
        own += lean[..., None, None] ** 2 * np.diag([1.0, 1.0, 0.0])
        if index.shape[1] > 1:
            glued, turned_by = self.care.glued_in, math.radians(self.care.glued_deg)
            own += np.diag([glued**2, glued**2, turned_by**2])
        places = [[(tag.x, tag.y, math.radians(tag.turn)) for tag in one.seen] for one in placed]
        return SeenParts(
            seen=self.fit.places[index][..., _FLAT], covariance=own, place=np.array(places)
        )

    def _of_rig(self, placed: Sequence[_Placed], bodies: Bodies) -> Floats:
        """What the cameras leave unsure of each piece, in inches and degrees."""
        index = np.array([[each.index for each in one.at] for one in placed])
        by_rig = _DEGREES @ (bodies.weights @ self.fit.by_rig[index][..., _FLAT, :]).sum(axis=1)
        found: Floats = by_rig @ self.fit.of_rig @ np.swapaxes(by_rig, 1, 2)
        return found


def _bent(placed: _Placed) -> JointPiece:
    names = " and ".join(str(tag.number) for tag in placed.seen)
    says = f"tags {names} do not lie to one another as they were printed: none is used"
    return _without(placed.tagged, Flag(fault=TagFault.DISAGREEING, says=says))


def _without(tagged: TaggedPiece, *flags: Flag) -> JointPiece:
    return JointPiece(entry=tagged.entry, pose=None, whole_error=None, flags=flags)
