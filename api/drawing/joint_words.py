"""Describes to people what photographs of several cameras show together."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from api.drawing.located_words import NOTHING, error_told, table_lines, unseen_lines
from api.wording import counted, shortened
from vision.locating.joint_table import JointPiece, JointTable

_HEADS: Final = ("piece", "side", "x", "y", "heading", "error", "height", "by", "state")


def joint_lines(joint: JointTable, *, names: Sequence[str], counts: Sequence[int]) -> list[Text]:
    """All pieces below each other, with the cameras that saw each, then what is odd."""
    seen = sum(piece.is_seen for piece in joint.pieces)
    says = f"{seen} of {len(joint.pieces)} pieces by {counted(len(names), 'camera')}"
    lines = [Text.assemble(("together", "bold"), f": {says}")]
    if joint.refusal is not None:
        lines.append(Text.assemble(("  NOT MEASURED: ", "bold red"), joint.refusal))
    shown = [piece for piece in joint.pieces if piece.is_seen or piece.flags]
    if shown:
        lines += table_lines(_HEADS, [_row(piece) for piece in shown])
    unseen = [(piece.entry.id, piece.entry.kind) for piece in joint.pieces if piece not in shown]
    lines += [Text(f"  {line}") for line in unseen_lines(unseen, word="not seen")]
    for number, (name, count) in enumerate(zip(names, counts, strict=True), start=1):
        told = f"  camera {number}: {name}, {counted(count, 'photograph')}"
        lines.append(Text(told, style="dim"))
    flags = [
        ("bold yellow", f"{shortened(piece.entry.id)}: {flag.says}")
        for piece in joint.pieces
        for flag in piece.flags
    ]
    flags += [("yellow", warning) for warning in joint.warnings]
    return lines + [Text.assemble(("  ! ", style), sentence) for style, sentence in flags]


def _row(piece: JointPiece) -> tuple[str, ...]:
    name, side = shortened(piece.entry.id, 24), shortened(piece.entry.side, 12) or NOTHING
    state = "seen" if piece.is_seen else "not seen"
    if piece.flags:
        state += ": " + ", ".join(dict.fromkeys(str(flag.fault) for flag in piece.flags))
    if piece.pose is None:
        return (name, side, *[NOTHING] * 6, state)
    pose, sigma = piece.pose, piece.height_sigma
    height = f"{piece.height:.2f}" + ("" if sigma is None else f" ± {sigma:.3f}")
    return (
        name,
        side,
        f"{pose.x:.2f}",
        f"{pose.y:.2f}",
        f"{pose.heading % 360:.0f}°",
        error_told(piece.whole_error),
        height,
        "+".join(str(camera + 1) for camera in piece.seen_by),
        state,
    )
