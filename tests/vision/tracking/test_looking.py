"""Tests what counts as a change, how parts are searched at once, and how a tag is averaged."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.measured import grey_of, rendered, table_scene, thing
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import crossing, pipeline_for, played, rows, scene_of, table_frame
from vision.detector import Detector
from vision.fit.placed import Fit, FitOutcome, PlacedTag
from vision.sighting import Grey, Sighting
from vision.synthetic.described.scene import Bump
from vision.tags.tag_family import TagFamily
from vision.tracking.atlas import Box, merged, once, searched
from vision.tracking.change_gate import ChangeGate
from vision.tracking.frame import TableFrame
from vision.tracking.resting.averaging import Averaged
from vision.tracking.searching.background import Background
from vision.tracking.searching.later_looks import LaterLooks
from vision.tracking.settings import DEFAULTS
from vision.tracking.track import Life


def noisy(*, seed: int, noise: float = 2.0, light: float = 1.0, step_px: float = 0.0) -> Grey:
    """A black square on grey, a little farther to the right by a share of a pixel."""
    picture = np.full((480, 960), 150.0)
    picture[200:260, 400:460] = 30.0
    picture[200:260, 400] += 120.0 * step_px
    picture[200:260, 460] -= 120.0 * step_px
    drawn = picture * light + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(np.round(drawn), 0, 255).astype(np.uint8)


def counted(before: Grey, after: Grey) -> tuple[int, int]:
    """Changed patches about the square, and elsewhere."""
    gate = ChangeGate()
    gate.look(before)
    whole = np.array([[0, 0, *gate.small.shape[::-1]]], dtype=np.int32)
    gate.understood(whole)
    gate.look(after)
    square = np.array([[[400.0, 200.0], [460.0, 200.0], [460.0, 260.0], [400.0, 260.0]]])
    near = int(gate.changed(gate.boxes(square, margin=0.2))[0])
    return near, int(gate.changed(whole)[0]) - near


@pytest.mark.parametrize("noise", [0.5, 2.0, 5.0])
@pytest.mark.parametrize("light", [1.0, 0.8, 1.1])
def test_noise_and_light_are_no_change(noise: float, light: float) -> None:
    counts = [
        counted(noisy(seed=seed, noise=noise), noisy(seed=seed + 50, noise=noise, light=light))
        for seed in range(5)
    ]
    assert max(max(pair) for pair in counts) < DEFAULTS.gate_least


def test_a_fifth_of_a_pixel_is_a_change_where_it_happens() -> None:
    near, elsewhere = counted(noisy(seed=1), noisy(seed=2, step_px=0.2))
    assert near >= 10
    assert elsewhere < DEFAULTS.gate_least


_STRIPS = tuple((0, top, 960, top + 60) for top in range(0, 480, 60))


@pytest.mark.parametrize("light", [0.3, 0.8, 1.2])
def test_motion_is_a_change_also_where_parts_were_looked_at_in_other_light(light: float) -> None:
    gate = ChangeGate()
    whole = np.array([[0, 0, 480, 240]], dtype=np.int32)
    gate.look(noisy(seed=0))
    gate.understood(whole)
    square = np.array([[[400.0, 200.0], [460.0, 200.0], [460.0, 260.0], [400.0, 260.0]]])
    place = gate.boxes(square, margin=0.2)
    for seed, (left, top, right, bottom) in enumerate(_STRIPS, start=1):
        gate.look(noisy(seed=seed, light=light))
        assert int(gate.changed(whole)[0]) < DEFAULTS.gate_least
        strip = np.array([[left, top, right, bottom]], dtype=np.int32) // gate.patch
        gate.understood(strip, kept=place)
        gate.look(noisy(seed=seed + 50, light=light, step_px=0.8))
        assert int(gate.changed(place)[0]) >= 10
        # What went on elsewhere is nothing: the square alone has moved.
        assert int(gate.changed(whole)[0]) == int(gate.changed(place)[0])


def test_a_search_does_not_take_what_creeps_for_what_was_measured() -> None:
    gate = ChangeGate()
    whole = np.array([[0, 0, 480, 240]], dtype=np.int32)
    square = np.array([[[400.0, 200.0], [460.0, 200.0], [460.0, 260.0], [400.0, 260.0]]])
    gate.look(noisy(seed=0, noise=1.0))
    place = gate.boxes(square, margin=0.2)
    gate.understood(whole)
    for step in range(1, 8):
        gate.look(noisy(seed=step, noise=1.0, step_px=0.04 * step))
        gate.understood(whole, kept=place)
    assert int(gate.changed(place)[0]) >= 10


def test_what_was_never_looked_at_has_changed() -> None:
    gate = ChangeGate()
    gate.look(noisy(seed=1))
    assert gate.changed_share == 1.0
    gate.look(noisy(seed=2))
    assert gate.changed_share == 1.0


boxes = st.lists(
    st.tuples(*[st.integers(0, 60)] * 2, *[st.integers(1, 20)] * 2).map(
        lambda at: (at[0], at[1], at[0] + at[2], at[1] + at[3])
    ),
    max_size=12,
)


@given(boxes)
def test_merged_boxes_cover_all_and_do_not_overlap(asked: list[Box]) -> None:
    cover = np.zeros((90, 90), dtype=int)
    for left, top, right, bottom in merged(asked):
        cover[top:bottom, left:right] += 1
    assert cover.max(initial=0) <= 1
    for left, top, right, bottom in asked:
        assert (cover[top:bottom, left:right] == 1).all()


def test_what_two_looks_have_read_at_one_place_is_one_tag() -> None:
    square = np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]])
    first, again, elsewhere, another = (
        Sighting(number=number, corners=square + np.array([x, 0.0]))
        for number, x in ((3, 0.0), (3, 0.6), (3, 40.0), (4, 0.0))
    )
    assert once([first, again, elsewhere, another]) == [first, elsewhere, another]
    assert once([]) == []


def test_another_picture_is_no_noise() -> None:
    """Cloth that has gone on everywhere differs by as much noise would."""
    rng = np.random.default_rng(0)
    gate = ChangeGate()
    for _ in range(2):
        gate.look(rng.integers(60, 200, (480, 960)).astype(np.uint8))
    assert gate.changed_share > 0.5


def test_pieces_come_to_rest_on_a_table_that_trembles() -> None:
    things = rows(14)
    scene = scene_of(*things, seconds=0.1)
    still = grey_of(renderer_of(scene, quality="fast").frame(0))
    pipeline = pipeline_for(*things, scene=scene)
    rng = np.random.default_rng(0)
    lives = set()
    for number in range(24):
        # As far as a webcam on its arm goes when somebody leans on the table.
        x, y = 0.15 * rng.normal(size=2)
        shift = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
        size = (still.shape[1], still.shape[0])
        grey = cv2.warpAffine(still, shift, size, borderMode=cv2.BORDER_REPLICATE)
        shaken = np.clip(grey + rng.normal(0, 1.0, grey.shape), 0, 255).astype(np.uint8)
        table = pipeline.step(
            TableFrame(number=number, seconds=number / 12, camera="west", grey=shaken)
        )
        lives = {piece.life for piece in table.pieces}
        assert not table.moves
    assert lives == {Life.SETTLED}


@pytest.mark.long
def test_a_finger_is_not_taken_for_the_tag_that_it_carries_off() -> None:
    """Its shading, a rim of the tag beside it: nine tenths of the picture were explained."""
    things = rows(14)
    scene = crossing(random.Random("135454769 630"), things)
    scene = replace(scene, seed=600)
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert [(one.frame.seconds, one.lies) for one in shown if one.lies] == []


def test_an_anchor_that_two_looks_have_read_is_no_second_one() -> None:
    """The only one left in view; taken for two it told of the bump later than the pieces did."""
    things = rows(7)
    bump = Bump(at_s=1.0, shift_in=(1.54, 0.63, 0.0))
    scene = replace(scene_of(*things, seconds=2.3, bumps=(bump,)), seed=117)
    shown = list(played(pipeline_for(*things, scene=scene), scene))
    assert not [each for one in shown for each in one.table.moves]
    assert shown[-1].table.health.is_locked


def test_an_atlas_finds_what_lies_wholly_within_its_parts_where_it_is() -> None:
    things = [thing(f"t{n}", 40 + n, at=(3.0 + 3 * n, 4.5, 20.0 * n)) for n in range(4)]
    grey = grey_of(rendered(table_scene(*things)))
    detector = Detector(TagFamily.of("DICT_4X4_250"))
    whole = {each.number: each for each in detector.sightings(grey)}

    def around(number: int, reach: int) -> Box:
        x, y = whole[number].centre.astype(int).tolist()
        return (x - reach, y - reach, x + reach, y + reach)

    found = searched(grey, [around(40, 60), around(42, 60), around(43, 18)], detector=detector)
    assert sorted(each.number for each in found) == [40, 42]
    for each in found:
        assert np.abs(each.corners - whole[each.number].corners).max() < 0.5


@pytest.mark.parametrize("rate_hz", [2.0, 12.0, 30.0, 60.0])
def test_everything_is_looked_at_again_before_it_can_count_and_never_all_in_one_frame(
    rate_hz: float,
) -> None:
    gate, background = ChangeGate(), Background()
    looks = np.zeros((480, 960), dtype=int)
    for number in range(1 + int(rate_hz * DEFAULTS.settle_s)):
        gate.look(noisy(seed=number))
        plan = background.plan(gate, seconds=number / rate_hz, largest_px=60.0)
        if number == 0:
            assert plan.boxes == ((0, 0, 960, 480),)
            gate.understood(np.array([[0, 0, *gate.small.shape[::-1]]], dtype=np.int32))
        for left, top, right, bottom in plan.again:
            looks[max(0, top) : bottom, max(0, left) : right] += 1
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in plan.again)
        parts = max(1, int(DEFAULTS.search_spread_s * rate_hz))
        assert area <= (480 // parts + 2 * 60) * 960
    # Two frames a second show the rest of half a second in two pictures.
    assert looks.min() >= (DEFAULTS.looks_again if rate_hz > 2 else 1)


@pytest.mark.long
def test_where_many_tags_move_a_second_look_waits_but_not_for_ever() -> None:
    looked_s: dict[bool, list[float]] = {False: [], True: []}
    for is_busy, seen in looked_s.items():
        gate, background = ChangeGate(), Background()
        for number in range(60):
            gate.look(noisy(seed=number))
            seconds = number / 30
            plan = background.plan(gate, seconds=seconds, largest_px=60.0, is_busy=is_busy)
            if number == 0:
                gate.understood(np.array([[0, 0, *gate.small.shape[::-1]]], dtype=np.int32))
            seen.extend([seconds] * len(plan.again))
    assert looked_s[False][0] < 0.3
    assert 1.0 <= looked_s[True][0] < 1.5


def placed(x: float, *, sigma: float = 0.001, kept: float = 1.0, heading: float = 0.0) -> PlacedTag:
    fit = Fit(
        outcome=FitOutcome.PLACED,
        explained=1.0,
        residual_ratio=1.0,
        kept=kept,
        last_step_px=0.0,
        moved_px=0.0,
        white=200.0,
        contrast=150.0,
    )
    corners = np.array([[0.0, 0.0], [30.0, 0.0], [30.0, 30.0], [0.0, 30.0]])
    covariance = np.diag([sigma**2, sigma**2, 0.01])
    return PlacedTag(
        number=1,
        x_in=x,
        y_in=5.0,
        heading_deg=heading,
        covariance=covariance,
        corners=corners,
        fit=fit,
    )


def test_the_mean_of_many_fits_is_surer_than_one() -> None:
    rng = np.random.default_rng(3)
    average = Averaged.begun(placed(4.0 + rng.normal(0, 0.001)))
    for _ in range(24):
        average, is_same = average.with_fit(placed(4.0 + rng.normal(0, 0.001)))
        assert is_same
    assert average.count == 25
    assert abs(average.tag.x_in - 4.0) < 0.0008
    assert average.tag.covariance[0, 0] == pytest.approx(0.001**2 / 25)


def test_headings_about_the_turn_average_the_short_way() -> None:
    average, is_same = Averaged.begun(placed(4.0, heading=179.9)).with_fit(
        placed(4.0, heading=-179.9)
    )
    assert is_same
    assert average.mean[2] == pytest.approx(180.0)


def test_another_place_begins_anew_and_a_covered_fit_changes_nothing() -> None:
    average = Averaged.begun(placed(4.0))
    covered, is_same = average.with_fit(placed(4.004, kept=0.7))
    assert (is_same, covered.tag.x_in) == (True, 4.0)
    moved, is_same = average.with_fit(placed(4.02))
    assert (is_same, moved.tag.x_in, moved.count) == (False, 4.02, 1)


def test_what_has_just_been_found_is_not_fitted_again_for_where_it_was_read() -> None:
    """The rim between where a tag was read and where it was fitted is no change of it."""
    things = rows(14)
    empty, full = (scene_of(*some, seconds=1.0) for some in ((), things))
    tracker = pipeline_for(*things, scene=full).tracker
    frames = [renderer_of(empty, quality="fast").frame(at) for at in range(2)]
    frames += [renderer_of(full, quality="fast").frame(at) for at in range(2, 9)]
    fitted = [tracker.look(table_frame(frame)).fitted for frame in frames]
    assert len(tracker.tags.all()[0]) == 14
    assert fitted == [0] * len(frames)


def test_where_things_changed_again_and_again_is_looked_at_in_time_and_not_once_for_each() -> None:
    """A hand goes over the table for three seconds; half a second later all is known."""
    gate, later = ChangeGate(), LaterLooks()
    gate.look(noisy(seed=1))
    looks = np.zeros((480, 960), dtype=int)
    rate_hz, hand_s = 12.0, 3.0
    for number in range(int(rate_hz * (hand_s + DEFAULTS.settle_s))):
        seconds = number / rate_hz
        for look in later.due(seconds=seconds, most_px=480 * 960 / 2, wider_px=60.0):
            left, top, right, bottom = look.core
            looks[top:bottom, left:right] += 1
            assert look.box == (left - 30, top - 30, right + 30, bottom + 30)
        if seconds < hand_s:
            left = 20 * number
            later.owe((left, 100, left + 300, 400), gate=gate, seconds=seconds)
    assert looks[:96].max() == 0
    touched = looks[112:384, 16:960]
    assert touched.min() >= DEFAULTS.looks_again
    # Fifteen changes of one part are no reason for thirty looks.
    assert touched.mean() < 2 * DEFAULTS.looks_again
    assert later.due(seconds=99.0, most_px=1e9, wider_px=60.0) == []
