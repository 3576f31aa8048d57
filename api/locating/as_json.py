"""Writes measured photographs as JSON for programs: `paper-umpire/located/1`, and together.

docs/cli.md explains each field; `_in` is inches, `_deg` degrees, `_px` pixels of the photograph.
"""

import math
from collections.abc import Sequence
from typing import Any, Final

from api.drawing.located_words import largest_error
from rules.table.snapshot import Covariance, Pose
from vision.locating.joint_table import JointPiece, JointTable
from vision.locating.located import Flag, Located, LocatedPiece, LocatedTag

FORMAT: Final = "paper-umpire/located/1"
TOGETHER: Final = "paper-umpire/located-together/1"


def located_document(photographs: Sequence[dict[str, Any]], *, profile: str) -> dict[str, Any]:
    """All photographs of one command."""
    return {"format": FORMAT, "profile": profile, "photographs": list(photographs)}


def together_document(
    photographs: Sequence[dict[str, Any]], *, together: dict[str, Any]
) -> dict[str, Any]:
    """Photographs of a table at rest, and what they show together."""
    return {
        "format": TOGETHER,
        "photographs": list(photographs),
        "together": together,
    }


def located_value(
    located: Located, *, name: str, size: tuple[int, int], notes: Sequence[str] = ()
) -> dict[str, Any]:
    """One photograph as plain JSON values."""
    shared = located.shared
    return {
        "photograph": name,
        "width_px": size[0],
        "height_px": size[1],
        "refusal": located.refusal,
        "warnings": [*located.warnings, *notes],
        "table": {"width_in": float(located.table.width), "depth_in": float(located.table.depth)},
        "shared": {"scale_sigma": _rounded(shared.scale), "plane_sigma_in": _rounded(shared.plane)},
        "blur_px": _known(located.blur_px),
        "light": _known(located.light),
        "pieces": [_piece(piece) for piece in located.pieces],
        "anchors": [_tag(tag) for tag in located.anchors],
        "strangers": [_tag(tag) for tag in located.strangers],
        "markers": [{"means": tag.meaning, **_tag(tag)} for tag in located.markers],
    }


def joint_value(
    joint: JointTable, *, names: Sequence[str], photographs: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """What all photographs show together, as plain JSON values."""
    shared = joint.shared
    return {
        "cameras": [
            {"profile": name, "photographs": list(mine)}
            for name, mine in zip(names, photographs, strict=True)
        ],
        "refusal": joint.refusal,
        "warnings": list(joint.warnings),
        "shared": {"scale_sigma": _rounded(shared.scale), "plane_sigma_in": _rounded(shared.plane)},
        "pieces": [_joint_piece(piece, names=names) for piece in joint.pieces],
    }


def _joint_piece(piece: JointPiece, *, names: Sequence[str]) -> dict[str, Any]:
    entry, sigma = piece.entry, piece.height_sigma
    return {
        "id": entry.id,
        "name": entry.name,
        "side": entry.side,
        "kind": entry.kind,
        "seen": piece.is_seen,
        "seen_by": [names[camera] for camera in piece.seen_by],
        "pose": _pose(piece.pose),
        "error_in": _error(piece.whole_error),
        "whole_covariance": _covariance(piece.whole_error),
        "height_in": _rounded(piece.height),
        "height_sigma_in": None if sigma is None else _rounded(sigma),
        "face": piece.face,
        "flags": _flags(piece.flags),
    }


def failed_value(name: str, *, error: str) -> dict[str, Any]:
    """A photograph that could not be measured at all."""
    return {"photograph": name, "error": error}


def _piece(piece: LocatedPiece) -> dict[str, Any]:
    entry = piece.entry
    return {
        "id": entry.id,
        "name": entry.name,
        "side": entry.side,
        "kind": entry.kind,
        "seen": piece.is_seen,
        "pose": _pose(piece.pose),
        "error_in": _error(piece.whole_error),
        "whole_covariance": _covariance(piece.whole_error),
        "height_in": _rounded(piece.height),
        "face": piece.face,
        "flags": _flags(piece.flags),
        "tags": [_tag(tag) for tag in piece.tags],
    }


def _tag(tag: LocatedTag) -> dict[str, Any]:
    return {
        "id": tag.number,
        "used": tag.is_used,
        "corners_px": [[round(float(each), 3) for each in corner] for corner in tag.corners_px],
        "height_in": _rounded(tag.height),
        "pose": _pose(tag.pose),
        "flags": _flags(tag.flags),
    }


def _pose(pose: Pose | None) -> dict[str, Any] | None:
    if pose is None:
        return None
    return {
        "x_in": _rounded(pose.x),
        "y_in": _rounded(pose.y),
        "heading_deg": round(float(pose.heading) % 360.0, 3) % 360.0,
        "covariance": _covariance(pose.covariance),
    }


def _covariance(error: Covariance | None) -> list[float] | None:
    """In the order of a snapshot's poses."""
    if error is None:
        return None
    values = (error.xx, error.xy, error.yy, error.xh, error.yh, error.hh)
    return [float(f"{value:.6g}") for value in values]


def _error(error: Covariance | None) -> float | None:
    largest = largest_error(error)
    return None if largest is None else _rounded(largest)


def _flags(flags: Sequence[Flag]) -> list[dict[str, str]]:
    return [{"fault": str(flag.fault), "says": flag.says} for flag in flags]


def _known(value: float) -> float | None:
    """None where there was no tag to tell it by."""
    return _rounded(value) if math.isfinite(value) else None


def _rounded(value: float) -> float:
    return round(float(value), 5) + 0.0
