"""Describes a measured photograph to people: a line for each piece, and every flag."""

import math
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from api.wording import counted, shortened
from rules.table.snapshot import Covariance
from vision.kit.wanted.kinds import is_card
from vision.locating.located import Flag, Located, LocatedPiece, LocatedTag

_HEADS: Final = ("piece", "side", "x", "y", "heading", "error", "height", "state")
_LEFT: Final = frozenset({"piece", "side", "state", "tag", "marker", "by"})
NOTHING: Final = "-"


def largest_error(covariance: Covariance | None) -> float | None:
    """One standard error of the place in the direction in which it is largest, in inches.

    >>> largest_error(Covariance(xx=0.0009, yy=0.0016))
    0.04
    """
    if covariance is None:
        return None
    middle, half = (covariance.xx + covariance.yy) / 2, (covariance.xx - covariance.yy) / 2
    return math.sqrt(max(0.0, middle + math.hypot(half, covariance.xy)))


def located_lines(
    located: Located, *, name: str, has_roster: bool, notes: Sequence[str] = ()
) -> list[Text]:
    """A photograph's pieces below each other, then what is odd."""
    lines = [Text.assemble((name, "bold"), f": {_counts(located, has_roster=has_roster)}")]
    if located.refusal is not None:
        lines.append(Text.assemble(("  NOT MEASURED: ", "bold red"), located.refusal))
    shown = [piece for piece in located.pieces if piece.is_seen or has_flags(piece)]
    if shown:
        lines += table_lines(_HEADS, [_piece_row(piece) for piece in shown])
    unseen = [(piece.entry.id, piece.entry.kind) for piece in located.pieces if piece not in shown]
    lines += [Text(f"  {line}") for line in unseen_lines(unseen, word=unseen_word(located))]
    for what, tags in (("tag", located.strangers), ("marker", located.markers)):
        # Where nothing is measured they have no places, and the picture shows where they are.
        if tags and located.refusal is None:
            heads = (what, "x", "y", "heading", "error")
            lines += table_lines(heads, [_tag_row(tag) for tag in tags])
    told = [("bold yellow", says) for says in flag_sentences(located, has_roster=has_roster)]
    told += [("yellow", warning) for warning in (*further_warnings(located), *notes)]
    lines += [Text.assemble(("  ! ", style), says) for style, says in told]
    return lines


def further_warnings(located: Located) -> tuple[str, ...]:
    """All but the one that is stated at the top already."""
    return tuple(warning for warning in located.warnings if warning != located.refusal)


def unseen_word(located: Located) -> str:
    """What to call a piece without a place: in a refused picture it may well be seen."""
    return "not seen" if located.refusal is None else "not measured"


def unseen_lines(pieces: Sequence[tuple[str, str]], *, word: str) -> list[str]:
    """Who is missing, by id and kind; cards in the box or in a hand are no missing pieces."""
    cards = [name for name, kind in pieces if is_card(kind)]
    others = [name for name, kind in pieces if not is_card(kind)]
    told = [(word, others), ("cards in no picture", cards)]
    return [f"{what}: {', '.join(ranges(names))}" for what, names in told if names]


def has_flags(piece: LocatedPiece) -> bool:
    """Whether there is something to be said of a piece or of one of its tags."""
    return bool(piece.flags) or any(tag.flags for tag in piece.tags)


def ranges(names: Sequence[str]) -> list[str]:
    """Names that continue a count are joined into one, from the first to the last.

    >>> ranges(["T1", "pack-1", "pack-2", "pack-3", "S8"])
    ['T1', 'pack-1 to pack-3', 'S8']
    """
    found: list[list[str]] = []
    for name in names:
        if found and _follows(found[-1][-1], name):
            found[-1].append(name)
        else:
            found.append([name])
    told: list[str] = []
    for run in found:
        if len(run) < 3:
            told += map(shortened, run)
        else:
            told.append(f"{shortened(run[0])} to {shortened(run[-1])}")
    return told


def _follows(one: str, other: str) -> bool:
    start, dash, number = one.rpartition("-")
    return bool(dash) and number.isdecimal() and other == f"{start}-{int(number) + 1}"


def _counts(located: Located, *, has_roster: bool) -> str:
    anchors = counted(len(located.anchors), "anchor")
    if not has_roster:
        return f"{counted(len(located.strangers), 'tag')}, {anchors} (no roster: tags only)"
    seen = sum(piece.is_seen for piece in located.pieces)
    more = f", {counted(len(located.strangers), 'stranger')}" if located.strangers else ""
    return f"{seen} of {len(located.pieces)} pieces, {anchors}{more}"


def _piece_row(piece: LocatedPiece) -> tuple[str, ...]:
    side = shortened(piece.entry.side, 12) or NOTHING
    name = shortened(piece.entry.id, 24)
    state = "seen" if piece.is_seen else "not seen"
    flags = piece.flags if piece.is_seen else (*piece.flags, *_of_tags(piece))
    if flags:
        state += ": " + ", ".join(dict.fromkeys(str(flag.fault) for flag in flags))
    if piece.pose is None:
        return (name, side, *[NOTHING] * 5, state)
    pose = piece.pose
    return (
        name,
        side,
        f"{pose.x:.2f}",
        f"{pose.y:.2f}",
        f"{pose.heading % 360:.0f}°",
        error_told(piece.whole_error),
        f"{piece.height:.2f}",
        state,
    )


def _of_tags(piece: LocatedPiece) -> list[Flag]:
    return [flag for tag in piece.tags for flag in tag.flags]


def _tag_row(tag: LocatedTag) -> tuple[str, ...]:
    name = marker_name(tag)
    if tag.pose is None:
        return (name, *[NOTHING] * 4)
    pose = tag.pose
    return (
        name,
        f"{pose.x:.2f}",
        f"{pose.y:.2f}",
        f"{pose.heading % 360:.0f}°",
        error_told(pose.covariance),
    )


def marker_name(tag: LocatedTag) -> str:
    """Its number, and what that means where the roster says so."""
    return f"{tag.number} {shortened(tag.meaning, 24)}" if tag.meaning else f"{tag.number}"


def error_told(covariance: Covariance | None) -> str:
    """The largest error in inches, to the third place."""
    error = largest_error(covariance)
    if error is None:
        return NOTHING
    return f"{error:.3f}"


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Text]:
    """Rows under their heads, each column as wide as its widest."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    lines = [Text(f"  {_row(heads, heads=heads, widths=widths)}", style="dim")]
    return [*lines, *(Text(f"  {_row(row, heads=heads, widths=widths)}") for row in rows)]


def _row(row: Sequence[str], *, heads: Sequence[str], widths: Sequence[int]) -> str:
    cells = (
        cell.ljust(width) if head in _LEFT else cell.rjust(width)
        for cell, head, width in zip(row, heads, widths, strict=True)
    )
    return "  ".join(cells).rstrip()


def flag_sentences(located: Located, *, has_roster: bool) -> list[str]:
    """What is odd, each with what it is about. Without a roster all tags are strange."""
    found: list[tuple[str, Flag]] = []
    for piece in located.pieces:
        name = shortened(piece.entry.id)
        found += [(name, flag) for flag in piece.flags]
        # A piece's flag may be its tag's as well.
        own = {flag.says for flag in piece.flags}
        found += [
            (f"{name}, tag {tag.number}", flag)
            for tag in piece.tags
            for flag in tag.flags
            if flag.says not in own
        ]
    found += [(f"anchor {tag.number}", flag) for tag in located.anchors for flag in tag.flags]
    strange = (*located.strangers, *located.markers) if has_roster else located.markers
    found += [(f"tag {tag.number}", flag) for tag in strange for flag in tag.flags]
    return list(dict.fromkeys(f"{what}: {flag.says}" for what, flag in found))
