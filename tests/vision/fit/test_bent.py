"""Tests that bent paper lies where its lowest part does, or is refused; flat paper is left."""

from functools import cache

import numpy as np
import pytest

from benchmarks.pictures.accuracy_pictures import Grey, Laid
from benchmarks.pictures.accuracy_tables import FULL_HD, Look, look, told
from benchmarks.pictures.bent_paper import Bend, LaidSheet, SheetBend, bent_picture
from benchmarks.pictures.bent_tags import Bends, judged_bends, placer_over, sheets_on
from conftest import SoakCount
from tests.chance import fewest, most
from tests.often import often
from vision.fit.on_plane import fit_on_plane
from vision.fit.placed import FitOutcome, PlacedTag, StartTag
from vision.fit.settings import BendSettings, FitSettings
from vision.locating.located import TagFault
from vision.locating.tag_faults import of_outcome
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of("DICT_4X4_250")
ARCHED = SheetBend(how=Bend.ARCH, turn_deg=30.0, rise_in=0.1)
CREASED = SheetBend(how=Bend.FOLD, turn_deg=80.0, from_in=0.1, angle_deg=30.0)
UNASKED = FitSettings(bend=BendSettings(of_new=False))


@cache
def view() -> Look:
    return look((36.0, 36.0), tilt_deg=30.0, size=FULL_HD).part(0.3)


def laid(number: int, *, x: float, y: float) -> Laid:
    return Laid(
        number=number,
        cells=FAMILY.pattern(number),
        side_in=0.9,
        height_in=0.0,
        x_in=x,
        y_in=y,
        heading_deg=25.0 * number,
    )


@cache
def drawn() -> tuple[tuple[LaidSheet, ...], Grey]:
    """Five that lie flat, one that arches, and one that is creased."""
    bends = (SheetBend(), SheetBend(), ARCHED, SheetBend(), SheetBend(), CREASED, SheetBend())
    sheets = tuple(
        LaidSheet(tag=laid(at + 3, x=2.5 + at % 3 * 2.9, y=2.2 + at // 3 * 3.2), bent=bent)
        for at, bent in enumerate(bends)
    )
    return sheets, bent_picture(view().eye(), list(sheets), seed=2)


def fitted(
    settings: FitSettings | None = None, *, trusted: bool = False, bent: bool = False
) -> tuple[PlacedTag, ...]:
    sheets, picture = drawn()
    starts = [
        StartTag(
            number=tag.number,
            side_in=tag.side_in,
            height_in=0.0,
            x_in=tag.x_in + 0.008,
            y_in=tag.y_in - 0.006,
            heading_deg=tag.heading_deg + 0.4,
            is_trusted=trusted,
            is_bent=bent,
        )
        for tag in (sheet.tag for sheet in sheets)
    ]
    camera = told(view().eye())
    return fit_on_plane(picture, starts, camera=camera, family=FAMILY, settings=settings).tags


def off(placed: PlacedTag, tag: Laid) -> float:
    return float(np.hypot(placed.x_in - tag.x_in, placed.y_in - tag.y_in))


def test_an_arched_tag_is_placed_where_its_edges_lie_and_says_how_unsure_that_is() -> None:
    sheets, _ = drawn()
    plain, straight = fitted(UNASKED)[2], fitted()[2]
    assert off(plain, sheets[2].tag) > 0.03
    assert np.sqrt(np.trace(plain.covariance[:2, :2])) < 0.003
    assert straight.fit.is_bent
    error = np.array([straight.x_in - sheets[2].tag.x_in, straight.y_in - sheets[2].tag.y_in])
    assert float(np.hypot(*error)) < 0.02
    assert error @ np.linalg.solve(straight.covariance[:2, :2], error) < 6.0


def test_a_creased_tag_is_refused_and_told_to_be_pressed_flat() -> None:
    placed = fitted()[5]
    assert not placed.is_placed
    told_of = of_outcome(FitOutcome.BENT, px_per_cell=5.0)
    assert told_of.fault is TagFault.TILTED
    assert "press it flat" in told_of.says


def test_flat_paper_keeps_its_place_and_its_error_beside_bent_paper() -> None:
    sheets, _ = drawn()
    for plain, asked, sheet in zip(fitted(UNASKED), fitted(), sheets, strict=True):
        if sheet.bent.how is Bend.FLAT:
            assert asked.is_placed
            assert not asked.fit.is_bent
            assert (asked.x_in, asked.y_in) == pytest.approx((plain.x_in, plain.y_in), abs=1e-9)
            assert off(asked, sheet.tag) < 0.001


def test_what_was_bent_before_is_measured_so_again_and_the_rest_is_not_asked() -> None:
    sheets, _ = drawn()
    again = fitted(UNASKED, trusted=True, bent=True)
    assert [tag.fit.is_bent for tag in again[:5]] == [False, False, True, False, False]
    assert off(again[2], sheets[2].tag) < 0.02
    assert not any(tag.fit.is_bent for tag in fitted(trusted=True))


@pytest.mark.soak
@pytest.mark.parametrize("tilt_deg", often((0.0, 35.0), quick=[35.0]))
def test_bent_tags_are_flagged_or_within_what_they_say(
    tilt_deg: float, soak_count: SoakCount, rng_seed: int
) -> None:
    table = look((36.0, 36.0), tilt_deg=tilt_deg, size=FULL_HD).part(0.5)
    placer, scores = placer_over(table), dict[Bend, Bends]()
    for trial in range(soak_count(1, 60)):
        seed = (rng_seed + trial) % 2**32
        sheets = sheets_on(table, seed=seed)
        picture = bent_picture(table.eye(), sheets, seed=seed)
        judged_bends(picture, sheets, placer=placer, scores=scores)
    flat = scores.pop(Bend.FLAT)
    assert flat.flagged <= most(flat.seen, share=0.01)
    squared = [each for found in scores.values() for each in found.squared]
    assert sum(each < 6.0 for each in squared) >= fewest(len(squared), share=0.93)
