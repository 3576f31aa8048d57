"""Measures outlines of terrain on patterned mats: near the truth, told as doubtful, or refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import shapely

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.accuracy_tables import FULL_HD, look, told
from benchmarks.pictures.patterned_mats import MadeOf, MatKind, patterned_table
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.footprints.empty_table import EmptyTable
from vision.footprints.found_outline import outline_around
from vision.footprints.outlines import FoundOutline, NoOutline

_NAME: Final = "outlines"
_TILTS: Final = (0.0, 35.0)
_SIDE_IN: Final = 36.0
_PART: Final = 0.5
_HALF: Final = 0.5
"""Of the terrain's area: an outline that is wrong by it is of something else."""
_SIGMAS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedOutline:
    """What became of one piece of terrain."""

    is_found: bool
    is_told: bool = False
    """Whether it says that it is to be checked."""
    wrong: float = 0.0
    """Area on one side only, as a share of the terrain's."""
    sigmas: float = 0.0
    """How far its edge is off, in its standard errors."""


def judged_outline(found: FoundOutline | NoOutline, *, true: shapely.Polygon) -> JudgedOutline:
    """Beside the truth."""
    if isinstance(found, NoOutline):
        return JudgedOutline(is_found=False)
    seen = shapely.make_valid(shapely.Polygon(found.outline))
    off = seen.symmetric_difference(true).area
    return JudgedOutline(
        is_found=True,
        is_told=bool(found.warnings),
        wrong=float(off / true.area),
        sigmas=float(off / true.length / found.sigma),
    )


def outlines(effort: Effort) -> list[Finding]:
    """Every mat with everything on it, from above and aslant, without and with an empty table."""
    findings = []
    for has_bare in (False, True):
        judged = list(_judged(effort, has_bare=has_bare))
        findings += _findings(judged, where="beside the empty table" if has_bare else "alone")
    return findings


def _judged(effort: Effort, *, has_bare: bool) -> Iterator[JudgedOutline]:
    side = Inches(_SIDE_IN * _PART)
    seed = 0
    for tilt in effort.pick(_TILTS, small=_TILTS[:1]):
        view = look((_SIDE_IN, _SIDE_IN), tilt_deg=tilt, size=FULL_HD).part(_PART)
        eye = view.eye()
        camera = told(eye)
        for mat in effort.pick(list(MatKind), small=[MatKind.CHECKS, MatKind.COBBLES]):
            for marked in effort.pick(list(MadeOf), small=[MadeOf.RED, MadeOf.PALE_STRING]):
                seed += 1
                drawn = patterned_table(eye, side_in=side, mat=mat, marked=marked, seed=seed)
                found = outline_around(
                    drawn.shown,
                    camera=camera,
                    mark=drawn.middle,
                    table=TableSize(width=side, depth=side),
                    bare=EmptyTable(picture=drawn.bare, camera=camera) if has_bare else None,
                )
                yield judged_outline(found, true=shapely.Polygon(drawn.outline))


def _findings(judged: Sequence[JudgedOutline], *, where: str) -> list[Finding]:
    silent = [each for each in judged if each.is_found and not each.is_told]
    rows = {
        "wrong by half without a word": [each.wrong > _HALF for each in silent],
        "edges beyond two of their sigma without a word": [
            each.sigmas > _SIGMAS for each in silent
        ],
        "found and told as doubtful": [each.is_told for each in judged],
        "not found": [not each.is_found for each in judged],
    }
    return [
        Finding(
            benchmark=_NAME,
            measure=f"{where}: {what}",
            value=float(sum(counted)),
            detail=f"of {len(judged)}",
            goals=(Goal(most=0.0),) if what.endswith("word") else (),
            cost=False,
        )
        for what, counted in rows.items()
    ]
