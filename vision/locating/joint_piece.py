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
from vision.locating.place_error import Care, as_covariance
from vision.locating.rigid import STIFF, Body, SeenPart, body_of, weights_of
from vision.locating.tag_faults import beside_the_table
from vision.locating.tag_layout import PieceTag, TaggedPiece

_FLAT = (0, 1, 3)
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
    found = []
    for tagged in pieces:
        mine = [tag for tag in tagged.tags if tag.is_unique]
        if mine:
            seen = [tag for tag in mine if tag.number in tags]
            joined = _Joined(tagged=tagged, seen=seen, tags=tags, fit=fit, care=care)
            found.append(joined.piece(rest=rest, table=table))
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class _Joined:
    """One piece and those of its tags that were placed."""

    tagged: TaggedPiece
    seen: Sequence[PieceTag]
    tags: Mapping[int, JointTag]
    fit: JointFit
    care: Care

    def piece(self, *, rest: float, table: TableSize) -> JointPiece:
        faces = sorted({tag.face for tag in self.seen})
        unseen = JointPiece(entry=self.tagged.entry, pose=None, whole_error=None)
        if not self.seen:
            return unseen
        if len(faces) > 1:
            return _without(unseen, two_faced(self.tagged, faces))
        parts = [self._part(tag) for tag in self.seen]
        body = body_of(parts)
        if body.chi_square > STIFF * max(body.spare, 1):
            names = " and ".join(str(tag.number) for tag in self.seen)
            says = f"tags {names} do not lie to one another as they were printed: none is used"
            return _without(unseen, Flag(fault=TagFault.DISAGREEING, says=says))
        x, y, turn = body.pose.tolist()
        if (beside := beside_the_table(x, y, table=table)) is not None:
            return _without(unseen, beside)
        own = _DEGREES @ body.covariance @ _DEGREES
        whole = own + self._of_rig(parts, body)
        at = [self.tags[tag.number] for tag in self.seen]
        highest = max(at, key=lambda each: float(self.fit.places[each.index, 2]))
        variance = float(self.fit.covariance_of(highest.index)[2, 2])
        return JointPiece(
            entry=self.tagged.entry,
            pose=Pose(
                x=Inches(x),
                y=Inches(y),
                heading=turned(math.degrees(turn)),
                covariance=as_covariance(own + np.diag([rest**2, rest**2, 0.0])),
                stands=self._stands(highest, variance=variance),
            ),
            whole_error=as_covariance(whole),
            height=Inches(float(self.fit.places[highest.index, 2])),
            height_sigma=math.sqrt(variance) if highest.is_measured else None,
            face=faces[0] if len({tag.face for tag in self.tagged.tags}) > 1 else "",
            seen_by=tuple(sorted({one for each in at for one in self.fit.seen_by[each.index]})),
        )

    def _stands(self, highest: JointTag, *, variance: float) -> StandsAt | None:
        """By how much its highest tag is over where the roster has it, where that is measured."""
        if not highest.is_measured:
            return None
        is_raised = highest.own_height > 0
        care = self.care.raised_height_in if is_raised else self.care.flat_height_in
        height = float(self.fit.places[highest.index, 2]) - highest.own_height
        return StandsAt(height=Inches(height), sigma=Inches(math.hypot(math.sqrt(variance), care)))

    def _part(self, tag: PieceTag) -> SeenPart:
        joint = self.tags[tag.number]
        own = self.fit.own[joint.index][np.ix_(_FLAT, _FLAT)].copy()
        # What leans has its top beside its foot, for whoever looks.
        is_raised = joint.own_height > 0
        lean = math.radians(self.care.lean_deg) * joint.own_height if is_raised else 0.0
        own[:2, :2] += lean**2 * np.eye(2)
        if len(self.seen) > 1:
            glued, turned_by = self.care.glued_in, math.radians(self.care.glued_deg)
            own += np.diag([glued**2, glued**2, turned_by**2])
        return SeenPart(
            seen=self.fit.places[joint.index][list(_FLAT)],
            covariance=own,
            x=tag.x,
            y=tag.y,
            turn=math.radians(tag.turn),
        )

    def _of_rig(self, parts: Sequence[SeenPart], body: Body) -> Floats:
        """What the cameras leave unsure of the piece, in inches and degrees."""
        by_rig = np.zeros((3, len(self.fit.of_rig)))
        for tag, weight in zip(self.seen, weights_of(parts, body), strict=True):
            by_rig += weight @ self.fit.by_rig[self.tags[tag.number].index][list(_FLAT)]
        by_rig = _DEGREES @ by_rig
        found: Floats = by_rig @ self.fit.of_rig @ by_rig.T
        return found


def _without(piece: JointPiece, flag: Flag) -> JointPiece:
    return JointPiece(entry=piece.entry, pose=None, whole_error=None, flags=(flag,))
