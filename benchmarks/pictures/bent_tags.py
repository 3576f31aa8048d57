"""Measures what becomes of tags on bent paper: flagged, or off by as much as they say."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.accuracy import detector_of
from benchmarks.pictures.accuracy_pictures import Grey
from benchmarks.pictures.accuracy_tables import (
    FAMILY,
    FULL_HD,
    Look,
    laid_on,
    look,
    told,
)
from benchmarks.pictures.bent_paper import Bend, LaidSheet, bent_picture, drawn_bend
from calibration.anchors import Calibrated, Floor, Layout, anchors_of
from calibration.camera_model import COUNT
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.locating.place_error import Care, PlaceErrors
from vision.locating.placing import KnownTag, Placer, TagPlacing
from vision.tags.tag_family import TagFamily

_ELLIPSE: Final = 5.991
"""Squared errors of two numbers that hold 95 of 100."""
_TAGS: Final = 20
"""Of a picture; half of them lie flat, as at a table."""
_VIEWS: Final = ((36.0, 0.0), (36.0, 35.0))


@dataclass(slots=True, kw_only=True)
class Bends:
    """What became of the sheets of one kind."""

    seen: int = 0
    flagged: int = 0
    squared: list[float] = field(default_factory=list)
    """Errors of those that were used, in their stated ones."""
    off: list[float] = field(default_factory=list)
    """Inches."""

    @property
    def share_flagged(self) -> float:
        return self.flagged / max(self.seen, 1)

    @property
    def inside(self) -> float:
        """Share of the used ones in their 95 % ellipse."""
        return float(np.mean(np.array(self.squared) < _ELLIPSE)) if self.squared else 1.0

    def take(self, sheet: LaidSheet, spot: TagPlacing) -> None:
        """Count one sheet that was found."""
        self.seen += 1
        if spot.place is None or spot.flags:
            self.flagged += 1
            return
        tag, own = spot.place.tag, spot.place.own[:2, :2]
        off = np.array([tag.x_in - sheet.tag.x_in, tag.y_in - sheet.tag.y_in])
        self.off.append(float(np.hypot(*off)))
        self.squared.append(float(off @ np.linalg.solve(own, off)))


def placer_over(view: Look) -> Placer:
    """As a calibration without a fault of its own has it."""
    table = TableSize(width=Inches(view.table[0]), depth=Inches(view.table[1]))
    rows = [(each.x, each.y, 0.0, 0.0) for each in anchors_of(table)[:4]]
    calibrated = Calibrated(
        model=told(view.eye()),
        layout=Layout(numbers=(0, 1, 2, 3), places=np.array(rows), size=2.2),
        covariance=np.eye(COUNT + 17) * 1e-14,
        floor=Floor(corner=0.02, shift=0.03),
        flatness=0.0,
    )
    errors = PlaceErrors(calibrated, table=table, care=Care())
    return Placer(place_errors=errors, table=table, family=TagFamily.of(FAMILY))


def sheets_on(view: Look, *, seed: int, kinds: Sequence[Bend] | None = None) -> list[LaidSheet]:
    """Every other sheet lies flat, the rest are bent in all ways in turn."""
    rng = np.random.default_rng(seed)
    bends = kinds or [each for each in Bend if each is not Bend.FLAT]
    return [
        LaidSheet(
            tag=tag,
            bent=drawn_bend(
                rng,
                bends[at // 2 % len(bends)] if at % 2 else Bend.FLAT,
                side_in=tag.side_in,
            ),
        )
        for at, tag in enumerate(laid_on(view, count=_TAGS, seed=seed))
    ]


def judged_bends(
    picture: Grey, sheets: Sequence[LaidSheet], *, placer: Placer, scores: dict[Bend, Bends]
) -> None:
    """Place every sheet that is seen, from the picture alone."""
    tags = [sheet.tag for sheet in sheets]
    by_number = {sheet.tag.number: sheet for sheet in sheets}
    known = [
        KnownTag(sighting=each, side=by_number[each.number].tag.side_in, own_height=0.0)
        for each in detector_of(tags).sightings(picture)
    ]
    for spot in placer.spots(picture, known).spots:
        sheet = by_number[spot.known.sighting.number]
        scores.setdefault(sheet.bent.how, Bends()).take(sheet, spot)


def bent_tags(effort: Effort) -> list[Finding]:
    """From above and at 35 degrees: who is flagged, and who of the others is where it is said."""
    findings = []
    for side, tilt in _VIEWS:
        view = look((side, side), tilt_deg=tilt, size=FULL_HD).part(0.5)
        placer, scores = placer_over(view), dict[Bend, Bends]()
        for seed in range(effort.pick(12, small=1)):
            sheets = sheets_on(view, seed=seed)
            picture = bent_picture(view.eye(), sheets, seed=seed)
            judged_bends(picture, sheets, placer=placer, scores=scores)
        for how in Bend:
            findings += _findings(view, how, found=scores.get(how, Bends()), effort=effort)
    return findings


def _findings(view: Look, how: Bend, *, found: Bends, effort: Effort) -> list[Finding]:
    is_flat = how is Bend.FLAT
    off = float(np.percentile(found.off, 95)) if found.off else 0.0
    return [
        Finding(
            benchmark="bent paper",
            measure=f"{view.name}: {how.value}, flagged",
            value=found.share_flagged,
            detail=f"{found.flagged} of {found.seen} that were read",
            goals=(Goal(most=effort.pick(0.01, small=0.2)),) if is_flat else (),
            cost=False,
        ),
        Finding(
            benchmark="bent paper",
            measure=f"{view.name}: {how.value}, used ones in their 95 % ellipse",
            value=found.inside,
            detail=f"{len(found.off)} used, 19 of 20 of them within {off:.4f} in",
            goals=(Goal(least=0.93),) if not effort.small else (),
            cost=False,
        ),
    ]
