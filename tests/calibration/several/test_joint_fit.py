"""Tests that several cameras together are as sure as they say, and no surer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from calibration.anchors import PER_ANCHOR
from calibration.lens import Floats
from calibration.several.joint_error import joint_shared_error
from calibration.several.joint_fit import JointFit, joint_fit
from calibration.several.rig import rig_of
from conftest import SoakCount
from rules.table.bad_input import BadInputError
from rules.table.outlines.length_error import shared_variance
from tests.calibration.several.drawn import PLAN, DrawnRig, DrawnTags, drawn_rig, drawn_tags
from tests.chance import mean_square

NAMES = ("west", "east", "north")
ABOVE = (0.0, 200.0), (0.0, 20.0), (0.0, 110.0)
STEEP = (60.0, 200.0), (60.0, 20.0), (60.0, 110.0)
LEANING = (30.0, 200.0), (30.0, 20.0), (30.0, 110.0)
APART = (14.6, 0.0), (14.6, 180.0)
"""Two cameras 46 in up and 24 in apart, as both look at the middle of a table of 36 x 36 in."""


def fitted(drawn: DrawnRig, tags: DrawnTags) -> JointFit:
    rig = rig_of(drawn.calibrated, names=NAMES[: len(drawn.calibrated)])
    return joint_fit(tags.views, rig=rig, squares=tags.squares)


def errors(fit: JointFit, tags: DrawnTags) -> Floats:
    off: Floats = fit.places - tags.places
    off[:, 3] = (off[:, 3] + np.pi) % (2 * np.pi) - np.pi
    return off


QUICK = ((1, ABOVE), (2, STEEP), (3, LEANING))
"""So many cameras, as they lean; the long run has each with each."""
KINDS = {"places": (0, 1), "heights": (2,), "turns": (3,), "all": (0, 1, 2, 3)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """How errors compare with what is stated of them."""

    mean_square: float
    """Of errors in their own standard errors; 1 where the standard errors are right."""
    covered: float
    """The share that lies within 1.96 standard errors; 0.95 where they are right."""
    count: int

    def __str__(self) -> str:
        return (
            f"normalised error {self.mean_square:.3f}, {self.covered:.1%} within 95 %, "
            f"of {self.count:,}"
        )


def stated(drawn: Sequence[Floats]) -> Stated:
    """Of errors that are turned into chance of size one."""
    chance = np.concatenate(drawn)
    return Stated(
        mean_square=float((chance**2).mean()),
        covered=float((np.abs(chance) < 1.96).mean()),
        count=len(chance),
    )


def assert_as_stated(found: Mapping[str, Stated], *, is_full: bool) -> None:
    """Hold errors in their own standard errors, by kind, to what chance leaves of them."""
    for kind, each in found.items():
        low, high = mean_square(each.count, freedom=1)
        assert max(low, 0.8 if is_full else 0.0) < each.mean_square < high, kind
        if is_full:
            assert each.mean_square < 1.2, kind
            assert 0.93 < each.covered < 0.97, kind


def standardised(fit: JointFit, tags: DrawnTags, *, columns: Sequence[int]) -> Floats:
    """Errors of all tags of a table, turned by their joint covariance into chance of size one."""
    off = errors(fit, tags)
    kept = (PER_ANCHOR * np.arange(len(off))[:, None] + np.array(columns)).reshape(-1)
    lower = np.linalg.cholesky(fit.covariance[np.ix_(kept, kept)])
    found: Floats = np.linalg.solve(lower, off.reshape(-1)[kept])
    return found


@pytest.mark.soak
@pytest.mark.parametrize(
    ("cameras", "tilts", "moved_in"),
    [
        *(
            pytest.param(
                cameras,
                tilts,
                0.0,
                id=f"{cameras} at {tilts[0][0]:g} degrees",
                marks=() if (cameras, tilts) in QUICK else pytest.mark.long,
            )
            for cameras in (1, 2, 3)
            for tilts in (ABOVE, LEANING, STEEP)
        ),
        *(
            pytest.param(
                cameras,
                PLAN,
                moved_in,
                id=f"{cameras}, anchor moved {moved_in:g} in",
                marks=() if moved_in > 0.0 else pytest.mark.long,
            )
            for cameras in (2, 3)
            for moved_in in (0.0, 0.1)
        ),
    ],
)
def test_the_error_is_as_stated(
    cameras: int,
    tilts: Sequence[tuple[float, float]],
    moved_in: float,
    rng_seed: int,
    soak_count: SoakCount,
    record_property: Callable[[str, object], None],
) -> None:
    """For 1, 2 and 3 cameras at 0, 30 and 60 degrees; an anchor may move between calibrations."""
    count = soak_count(1, 150)
    rng = np.random.default_rng(rng_seed)
    drawn: dict[str, list[Floats]] = {kind: [] for kind in KINDS}
    for _ in range(count):
        rig = drawn_rig(rng, cameras=cameras, tilts=tilts, moved_in=moved_in)
        tags = drawn_tags(rng, rig, hidden=0.2)
        fit = fitted(rig, tags)
        for kind, columns in KINDS.items():
            drawn[kind].append(standardised(fit, tags, columns=columns))
    found = {kind: stated(each) for kind, each in drawn.items()}
    for kind, each in found.items():
        record_property("soak", f"{kind}: {each}")
    assert_as_stated(found, is_full=count > 1)


def test_the_heights_of_tags_are_measured(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2, tilts=APART)
    tags = drawn_tags(rng, drawn, count=40)
    tags = replace(
        tags, squares=tuple(replace(each, height=0.3, height_sigma=3.0) for each in tags.squares)
    )
    fit = fitted(drawn, tags)
    sigmas = np.sqrt([fit.covariance_of(index)[2, 2] for index in range(40)])
    assert sigmas.max() < 0.02
    assert np.abs(errors(fit, tags)[:, 2] / sigmas).max() < 5.0


def test_a_second_camera_takes_the_height_out_of_the_place(rng_seed: int) -> None:
    """A wrong height shifts a place that one camera sees; two cameras see the height."""
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2, tilts=LEANING)
    tags = drawn_tags(rng, drawn, height_sigma=0.0)
    higher = replace(
        tags,
        squares=tuple(
            replace(each, height=each.height + 0.25, height_sigma=3.0) for each in tags.squares
        ),
    )
    blind = replace(higher, views=(higher.views[0], ()))
    off = [np.hypot(*errors(fitted(drawn, each), tags)[:, :2].T) for each in (higher, blind)]
    assert np.median(off[1]) > 2 * np.median(off[0])


def test_an_anchor_that_was_moved_between_calibrations_ties_nothing(rng_seed: int) -> None:
    drawn = drawn_rig(np.random.default_rng(rng_seed), cameras=2, moved_in=0.1)
    assert len(rig_of(drawn.calibrated, names=NAMES[:2]).moved) == 1
    still = drawn_rig(np.random.default_rng(rng_seed), cameras=2)
    assert rig_of(still.calibrated, names=NAMES[:2]).moved == ()


def test_calibrations_of_two_tables_do_not_fit(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    one, other = (drawn_rig(rng, cameras=1).calibrated[0] for _ in range(2))
    with pytest.raises(BadInputError, match="of west and east: calibrate them again"):
        rig_of([one, other], names=NAMES[:2])


def test_a_second_camera_tightens_what_the_first_knows(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2)
    tags = drawn_tags(rng, drawn, hidden=0.0)
    both = fitted(drawn, tags)
    alone = joint_fit(
        tags.views[:1], rig=rig_of(drawn.calibrated[:1], names=NAMES[:1]), squares=tags.squares
    )
    for index in range(len(both.numbers)):
        more = alone.covariance_of(index) - both.covariance_of(index)
        assert np.linalg.eigvalsh(more).min() > -1e-6
        assert both.seen_by[index] == (0, 1)


def test_no_distance_is_understated(rng_seed: int) -> None:
    """What the rules are told, own errors and shared ones, covers what cameras leave unsure."""
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2)
    tags = drawn_tags(rng, drawn, count=30, hidden=0.4)
    fit = fitted(drawn, tags)
    assert {(0,), (1,), (0, 1)} == set(fit.seen_by)
    summary = joint_shared_error(fit, table=drawn.table)
    one, other = (each.ravel() for each in np.triu_indices(30, k=1))
    span = (fit.places[other] - fit.places[one])[:, :2]
    far = np.hypot(*span.T)
    kept = (far > 3) & (far < 40)
    by_rig = fit.by_rig[other, :2] - fit.by_rig[one, :2]
    along = np.einsum("ni,nip->np", span / far[:, None], by_rig)[kept]
    true = np.einsum("np,pq,nq->n", along, fit.of_rig, along)
    starts, ends = (fit.places[at, :2][kept] for at in (one, other))
    said = shared_variance(summary.shared, table=drawn.table, start=starts, end=ends)
    ratio = np.sqrt((said + 2 * summary.own**2) / true)
    assert ratio.min() > 0.9
    assert ratio.mean() < 4.0


@pytest.mark.parametrize("cameras", [1, 2, 3])
def test_a_fit_that_begins_near_ends_where_one_from_scratch_does(cameras: int) -> None:
    """Some tags were moved since, some seen anew, some are gone and some new."""
    rng = np.random.default_rng(cameras)
    drawn = drawn_rig(rng, cameras=cameras)
    rig = rig_of(drawn.calibrated, names=NAMES[:cameras])
    tags, other = drawn_tags(rng, drawn), drawn_tags(rng, drawn)
    before = joint_fit([view[3:] for view in tags.views], rig=rig, squares=tags.squares)
    views = [[*now[:10], *later[10:]] for now, later in zip(tags.views, other.views, strict=True)]
    squares = [*tags.squares[:10], *other.squares[10:]]
    scratch = joint_fit(views, rig=rig, squares=squares)
    near = joint_fit(views, rig=rig, squares=squares, near=before)
    again = joint_fit(views, rig=rig, squares=squares, near=near)
    for found in (near, again):
        assert found.numbers == scratch.numbers
        off = found.places - scratch.places
        off[:, 3] = (off[:, 3] + np.pi) % (2 * np.pi) - np.pi
        assert np.abs(off).max() < 1e-6
        sigmas = np.sqrt(found.covariance.diagonal() / scratch.covariance.diagonal())
        assert np.abs(sigmas - 1).max() < 1e-4
        assert found.misfits == pytest.approx(scratch.misfits, abs=1e-3)
        assert found.strain == pytest.approx(scratch.strain, abs=1e-3)
