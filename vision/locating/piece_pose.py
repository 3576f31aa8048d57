"""Joins the tags of a piece into its pose: one stiff body, or a flag that they disagree."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.table.snapshot import Covariance, Pose
from rules.table.units import Inches
from vision.locating.located import Flag, LocatedPiece, TagFault, turned
from vision.locating.place_error import as_covariance
from vision.locating.placing import Placer, TagPlace, TagPlacing
from vision.locating.rigid import STIFF, Body, SeenPart, body_of, misfits
from vision.locating.tag_faults import beside_the_table
from vision.locating.tag_layout import PieceTag, TaggedPiece
from vision.sighting import Floats

_RADIANS: Final = np.diag([1.0, 1.0, np.pi / 180])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TriedTag:
    """One tag of a piece, and what became of it."""

    tag: PieceTag
    spot: TagPlacing


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Usable:
    """A tag whose place nothing contradicts."""

    tag: PieceTag
    spot: TagPlacing
    place: TagPlace


def located_piece(
    tagged: TaggedPiece, tried: Sequence[TriedTag], *, placer: Placer, more: tuple[Flag, ...] = ()
) -> LocatedPiece:
    """The piece, from those of its tags that were seen; ``more`` are flags against all of them."""
    usable = [] if more else _usable(tried)
    faces = sorted({each.tag.face for each in usable})
    flags = list(more)
    if len(faces) > 1:
        flags.append(two_faced(tagged, faces))
        usable = []
    kept, disagreeing = _agreeing(usable, placer=placer)
    if disagreeing is not None:
        flags.append(disagreeing)
    pose, whole = (None, None) if not kept else _posed(kept, placer=placer)
    if pose is not None and (beside := beside_the_table(pose.x, pose.y, table=placer.table)):
        flags.append(beside)
        pose = whole = None
        kept = []
    used = {id(each.spot) for each in kept}
    return LocatedPiece(
        entry=tagged.entry,
        pose=pose,
        whole_error=whole,
        height=Inches(max((each.spot.height for each in kept), default=0.0)),
        face=faces[0] if len(faces) == 1 and len({tag.face for tag in tagged.tags}) > 1 else "",
        tags=tuple(placer.located(each.spot, is_used=id(each.spot) in used) for each in tried),
        flags=tuple(flags),
    )


def _usable(tried: Sequence[TriedTag]) -> list[Usable]:
    return [
        Usable(tag=each.tag, spot=each.spot, place=each.spot.place)
        for each in tried
        if each.spot.place is not None and not each.spot.flags
    ]


def two_faced(tagged: TaggedPiece, faces: Sequence[str]) -> Flag:
    """The flag of a piece that shows two of its faces."""
    return Flag(
        fault=TagFault.DISAGREEING,
        says=f"{tagged.entry.id} shows its faces {' and '.join(faces)} at once, expected one: a "
        "second copy lies on the table",
    )


def _parts(usable: Sequence[Usable], *, placer: Placer) -> list[SeenPart]:
    parts = []
    for each in usable:
        own, at = each.place.own, each.place.tag
        covariance = placer.place_errors.glued(own) if len(usable) > 1 else own
        seen = np.array([at.x_in, at.y_in, np.radians(at.heading_deg)])
        parts.append(
            SeenPart(
                seen=seen,
                covariance=_RADIANS @ covariance @ _RADIANS,
                x=each.tag.x,
                y=each.tag.y,
                turn=float(np.radians(each.tag.turn)),
            )
        )
    return parts


def _agreeing(usable: list[Usable], *, placer: Placer) -> tuple[list[Usable], Flag | None]:
    """The tags that one body explains; of three or more, one that does not may be left out."""
    if len(usable) < 2:
        return usable, None
    body = body_of(_parts(usable, placer=placer))
    if _is_stiff(body):
        return usable, None
    names = " and ".join(str(each.tag.number) for each in usable)
    if len(usable) > 2:
        for left_out in _worst_first(usable, body=body, placer=placer):
            rest = [each for each in usable if each is not left_out]
            if _is_stiff(body_of(_parts(rest, placer=placer))):
                says = (
                    f"tag {left_out.tag.number} is not where the others of its piece have it: it "
                    "is left out; is it bent or glued on wrongly?"
                )
                return rest, Flag(fault=TagFault.DISAGREEING, says=says)
    says = (
        f"tags {names} do not lie to one another as they were printed: none is used; is the piece "
        "bent, or do two copies of it lie on the table?"
    )
    return [], Flag(fault=TagFault.DISAGREEING, says=says)


def _worst_first(usable: list[Usable], *, body: Body, placer: Placer) -> list[Usable]:
    far = misfits(_parts(usable, placer=placer), body.pose)
    return [usable[index] for index in np.argsort(far)[::-1]]


def _is_stiff(body: Body) -> bool:
    return body.chi_square <= STIFF * max(body.spare, 1)


def _posed(kept: Sequence[Usable], *, placer: Placer) -> tuple[Pose, Covariance]:
    body = body_of(_parts(kept, placer=placer))
    to_degrees = np.linalg.inv(_RADIANS)
    own: Floats = to_degrees @ body.covariance @ to_degrees
    x, y, turn = body.pose.tolist()
    height = max(each.spot.height for each in kept)
    whole = placer.place_errors.whole_covariance(own, x=x, y=y, height=height)
    pose = Pose(
        x=Inches(x),
        y=Inches(y),
        heading=turned(float(np.degrees(turn))),
        covariance=as_covariance(placer.place_errors.for_rules(own)),
    )
    return pose, as_covariance(whole)


def of_paper(pose: Pose, tag: PieceTag) -> Pose:
    """Where a piece lies whose tag has this pose: its middle, and where its front looks."""
    heading = float(pose.heading) - float(tag.turn)
    cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    across, up = cosine * tag.x - sine * tag.y, sine * tag.x + cosine * tag.y
    slope = np.eye(3)
    slope[:2, 2] = math.radians(1.0) * up, -math.radians(1.0) * across
    told = pose.covariance
    own = np.array(
        [[told.xx, told.xy, told.xh], [told.xy, told.yy, told.yh], [told.xh, told.yh, told.hh]]
    )
    return Pose(
        x=Inches(pose.x - across),
        y=Inches(pose.y - up),
        heading=turned(heading),
        covariance=as_covariance(slope @ own @ slope.T),
    )
