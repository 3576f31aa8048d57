"""Makes a table of a photograph that a player took, as a second opinion beside the camera's.

Everything that sees is loaded when the first photograph comes.
"""

import math
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from api.review.pictures.caught import Caught
from calibration.lens import Floats
from calibration.profile import CalibrationProfile
from calibration.profile_json import profile_to_json
from rules.referee.court.disputing.second_opinion import SIGMAS, differ
from rules.table.snapshot import Covariance, Piece, PieceState, Snapshot
from rules.table.units import plain, plain_error
from vision.locating.located import Located, LocatedPiece
from vision.locating.photographed import photographed
from vision.locating.place_error import Care, PlaceErrors
from vision.locating.tag_layout import TagLayout
from vision.pictures.photograph import photograph_from_bytes

NAME: Final = "photograph"
MOST_TOLD: Final = 12
"""Pieces that differ, in one entry of the log; a table that was touched has them all."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SecondOpinion:
    """A photograph's table, and where it differs from the camera's."""

    table: Snapshot
    caught: Caught
    """The picture with its own calibration, to be kept as evidence."""
    apart: tuple[str, ...]
    """A sentence for each piece that differs by more than both errors."""
    seen: int
    """Pieces that it shows."""
    error_in: float
    """The largest error of a place in it, two standard errors."""
    notes: tuple[str, ...]


def second_opinion(
    data: bytes,
    *,
    profile: CalibrationProfile,
    tag_layout: TagLayout | None,
    live: Snapshot,
    hidden: AbstractSet[str] = frozenset(),
) -> SecondOpinion:
    """Measure a photograph by itself; a BadInputError says what is wrong with it.

    Nothing is said of the `hidden` pieces, though they are measured.
    """
    grey = photograph_from_bytes(data, name=NAME).upright()
    found = photographed(grey, profile=profile, tag_layout=tag_layout)
    located = found.located
    movers = _movers(located, tag_layout)
    table = replace(
        live,
        pieces=tuple(_piece(each) for each in movers),
        shared=located.shared,
    )
    told = [each for each in movers if each.entry.id not in hidden]
    errors = [_error(each) for each in movers if each.pose is not None]
    moved = ", ".join(str(a) for a in profile.anchors if a.number in found.moved)
    return SecondOpinion(
        table=table,
        caught=Caught(
            grey=grey,
            jpeg=None,
            model=found.profile.calibrated.model,
            snapshot=table,
            profile=profile_to_json(found.profile).encode(),
        ),
        apart=_apart(told, profile=profile, live=live),
        seen=len(errors),
        error_in=2 * max(errors, default=0.0),
        notes=(f"anchor {moved} lies elsewhere than when the table was measured",) if moved else (),
    )


def _movers(located: Located, tag_layout: TagLayout | None) -> list[LocatedPiece]:
    """What a snapshot has as pieces; terrain lies where the live table has it."""
    ground = {
        tagged.entry.id
        for tagged in (tag_layout.pieces if tag_layout else ())
        if tagged.terrain_height is not None
    }
    return [each for each in located.pieces if each.entry.id not in ground]


def _piece(found: LocatedPiece) -> Piece:
    """As the rules take it; what the photograph does not show nobody can measure by it."""
    entry = found.entry
    return Piece(
        id=entry.id,
        footprint=entry.footprint,
        pose=found.pose,
        side=entry.side,
        kind=entry.kind,
        state=PieceState.LOST if found.pose is None else PieceState.SEEN,
        face=found.face,
    )


def _apart(
    found: list[LocatedPiece], *, profile: CalibrationProfile, live: Snapshot
) -> tuple[str, ...]:
    """What differs, the farthest first."""
    errors = PlaceErrors(profile.calibrated, table=profile.table, care=Care())
    seen = {each.id: each for each in live.pieces if each.state is PieceState.SEEN}
    told = []
    for each in found:
        other = seen.get(each.entry.id)
        if each.pose is None or each.whole_error is None or other is None or other.pose is None:
            continue
        span = np.array([each.pose.x - other.pose.x, each.pose.y - other.pose.y])
        apart = float(np.hypot(*span))
        along = span / max(apart, 1e-12)
        own = _matrix(other.pose.covariance)
        whole = errors.whole_covariance(
            own, x=other.pose.x, y=other.pose.y, height=float(each.height)
        )
        sigma, other_sigma = _along(_matrix(each.whole_error), along), _along(whole, along)
        if differ(apart, sigma=sigma, other_sigma=other_sigma):
            allowed = SIGMAS * math.hypot(sigma, other_sigma)
            told.append((apart, allowed, each.entry.id))
    told.sort(reverse=True)
    return tuple(
        f"{name} is {plain(apart)} in apart, and their errors explain {plain_error(allowed)}."
        for apart, allowed, name in told[:MOST_TOLD]
    )


def _error(found: LocatedPiece) -> float:
    """The standard error of a place in its worst direction."""
    if found.whole_error is None:
        return 0.0
    return float(np.sqrt(np.linalg.eigvalsh(_matrix(found.whole_error)[:2, :2]).max()))


def _along(covariance: Floats, along: Floats) -> float:
    return float(np.sqrt(along @ covariance[:2, :2] @ along))


def _matrix(error: Covariance) -> Floats:
    xx, xy, yy, xh, yh, hh = error.xx, error.xy, error.yy, error.xh, error.yh, error.hh
    return np.array([[xx, xy, xh], [xy, yy, yh], [xh, yh, hh]])
