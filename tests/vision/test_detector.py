"""Tests that tags are found in real and drawn pictures, and nothing that is none."""

import cv2
import numpy as np
import pytest

from rules.table.bad_input import BadInputError
from tests.vision.desk_photographs import PHOTOGRAPHS, family_of, listed, photograph
from vision.detector import Detector, DetectorSettings
from vision.sighting import Floats, Grey
from vision.tags.dictionary import Family
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import is_shaded

SMALL = TagFamily.of("DICT_4X4_250")


def drawn(*tags: tuple[int, int, int, int], noise: float = 2.0, blur: float = 0.7) -> Grey:
    """White paper with tags: number, left, top, pixels to a cell."""
    picture = np.full((300, 400), 200.0)
    for number, left, top, cell in tags:
        cells = np.kron(SMALL.pattern(number), np.ones((cell, cell)))
        picture[top : top + len(cells), left : left + len(cells)] = 40 + 160 * cells
    soft = cv2.GaussianBlur(picture, (0, 0), blur)
    soft = np.asarray(soft) + np.random.default_rng(7).normal(0, noise, soft.shape)
    return np.asarray(np.clip(soft, 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_every_tag_of_a_photograph_is_found_and_nothing_else(name: str) -> None:
    found = Detector(family_of(name)).sightings(photograph(name))
    known = listed(name)
    assert sorted(seen.number for seen in found) == sorted(known)
    for seen in found:
        # The list is rounded to whole pixels: half of one, and the pixel that is allowed.
        assert np.abs(seen.corners - known[seen.number]).max() <= 1.5


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_another_family_is_not_seen_in_a_photograph(name: str) -> None:
    assert Detector(TagFamily.of(Family.LARGE)).sightings(photograph(name)) == ()


def test_only_allowed_numbers_are_told() -> None:
    picture = drawn((3, 40, 40, 6), (8, 160, 60, 6))
    allowed = Detector(SMALL.only((8, 99)))
    assert [seen.number for seen in allowed.sightings(picture)] == [8]


def test_two_tags_with_one_number_are_both_told() -> None:
    picture = drawn((5, 40, 40, 6), (5, 200, 100, 6))
    assert [seen.number for seen in Detector(SMALL).sightings(picture)] == [5, 5]


def half_in_shadow(*, dark: float, cell: int, turn_deg: float, aside: float) -> Grey:
    """Two tags; the hard edge of a shadow runs across each, so far aside of its middle."""
    places = ((5, 60, 60), (8, 220, 120))
    picture = drawn(*((*each, cell) for each in places), noise=1.5).astype(np.float64)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    turn, side = np.radians(turn_deg), 6 * cell
    for _, left, top in places:
        right, down = x - left - side / 2, y - top - side / 2
        is_dark = right * np.cos(turn) + down * np.sin(turn) > aside * side
        is_dark &= np.hypot(right, down) < 1.3 * side
        picture[is_dark] *= dark
    return np.asarray(picture, dtype=np.uint8)


def test_a_thorough_look_reads_tags_that_a_shadow_s_edge_crosses() -> None:
    detector, plain, thorough = Detector(SMALL), 0, 0
    for cell, dark in ((4, 0.5), (6, 0.4)):
        for turn_deg in (0.0, 75.0):
            picture = half_in_shadow(dark=dark, cell=cell, turn_deg=turn_deg, aside=0.1)
            plain += len({each.number for each in detector.sightings(picture)} & {5, 8})
            seen = detector.sightings(picture, is_thorough=True)
            thorough += len({each.number for each in seen} & {5, 8})
            at = np.array([[60, 60], [60 + 6 * cell, 60 + 6 * cell]], dtype=np.float64) - 0.5
            square = np.array([at[0], (at[1, 0], at[0, 1]), at[1], (at[0, 0], at[1, 1])])
            assert is_shaded(picture, square, pattern=SMALL.pattern(5))
            assert not is_shaded(drawn((5, 60, 60, cell)), square, pattern=SMALL.pattern(5))
    assert plain <= 2
    assert thorough == 8


def test_a_corrected_cell_is_told() -> None:
    picture = drawn((5, 40, 40, 6), (8, 200, 100, 6))
    row, column = np.argwhere(SMALL.pattern(8)[1:-1, 1:-1])[0] + 1
    top, left = 100 + 6 * row, 200 + 6 * column
    picture[top : top + 6, left : left + 6] = 40
    seen = Detector(SMALL).sightings(picture)
    assert [(each.number, each.wrong_cells) for each in seen] == [(5, 0), (8, 1)]


def test_corners_follow_the_print_as_it_is_turned() -> None:
    upright = drawn((17, 120, 100, 8))
    turned = np.ascontiguousarray(np.rot90(upright))
    (one,), (other,) = (Detector(SMALL).sightings(each) for each in (upright, turned))
    width = upright.shape[1]
    # A quarter to the left takes (x, y) to (y, width - 1 - x).
    expected: Floats = np.stack([one.corners[:, 1], width - 1 - one.corners[:, 0]], axis=1)
    assert np.abs(other.corners - expected).max() < 0.6


def test_noise_and_stripes_are_no_tags() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (400, 600), dtype=np.uint8)
    checks = np.kron(np.indices((25, 38)).sum(axis=0) % 2, np.ones((16, 16))) * 180 + 30
    assert Detector(SMALL).sightings(noise) == ()
    assert Detector(SMALL).sightings(checks.astype(np.uint8)) == ()


def test_a_coloured_picture_is_refused() -> None:
    with pytest.raises(BadInputError, match="grey"):
        Detector(SMALL).sightings(np.zeros((20, 20, 3), dtype=np.uint8))


def test_a_dictionary_file_is_read_bit_by_bit() -> None:
    family = family_of("gboriginal")
    assert (family.cells, len(family.numbers), family.least_distance) == (8, 35, 14)


def test_a_family_corrects_no_more_than_its_distance_allows() -> None:
    assert SMALL.least_distance == 3
    assert SMALL.book.maxCorrectionBits == 1
    assert TagFamily.of(Family.LARGE).book.maxCorrectionBits == 5


def cut_out(number: int) -> Grey:
    """One turned tag with little paper round it, on a dark mat, 3.2 pixels to a cell."""
    fine, cell, heading = 8, 3.2, 0.44
    sheet = np.pad(SMALL.pattern(number).astype(np.float32), 1, constant_values=1)
    large = np.kron(sheet, np.ones((16, 16), dtype=np.float32)) * 150 + 50
    across, aside = (cell * fine / 16 * way(heading) for way in (np.cos, np.sin))
    middle, half = 40 * fine, len(large) / 2
    way = np.array(
        [
            [across, -aside, middle - (across - aside) * half],
            [aside, across, middle - (aside + across) * half],
        ]
    )
    mat = np.full((80 * fine, 80 * fine), 90, dtype=np.float32)
    laid = cv2.warpAffine(large, way, mat.shape, dst=mat, borderMode=cv2.BORDER_TRANSPARENT)
    soft = cv2.GaussianBlur(laid, (0, 0), 0.7 * fine)
    seen = np.asarray(cv2.resize(soft, (80, 80), interpolation=cv2.INTER_AREA))
    noisy = seen + np.random.default_rng(number).normal(0, 1.5, seen.shape)
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)


def test_the_rim_of_the_paper_hides_no_tag() -> None:
    pictures = {number: cut_out(number) for number in SMALL.numbers}

    def lost(detector: Detector) -> list[int]:
        return [
            number
            for number, picture in pictures.items()
            if number not in {seen.number for seen in detector.sightings(picture)}
        ]

    assert lost(Detector(SMALL)) == []
    # As OpenCV has it, a tag, its paper and the dark rim round that are one square.
    assert len(lost(Detector(SMALL, settings=DetectorSettings(apart=0.125)))) >= 3
