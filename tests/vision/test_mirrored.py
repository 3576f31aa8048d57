"""Tests that a mirrored picture is told from one without tags, where a player will read it."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.measured import exact_profile, grey_of, rendered, table_scene, thing
from vision.anchor_views import see_anchors
from vision.detector import Detector
from vision.locating.locate import Locator
from vision.mirrored import MIRRORED, is_mirrored
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of(exact_profile().dictionary)
NUMBERS = tuple(anchor.number for anchor in exact_profile().anchors)


@pytest.fixture(scope="module")
def table() -> Grey:
    return grey_of(rendered(table_scene(thing("T1", 20, at=(6.0, 4.0, 20.0)))))


def mirrored(grey: Grey) -> Grey:
    return np.ascontiguousarray(grey[:, ::-1])


def test_only_a_mirrored_picture_is_called_one(table: Grey) -> None:
    detector = Detector(FAMILY)
    assert is_mirrored(mirrored(table), detector=detector, numbers=NUMBERS)
    assert not is_mirrored(table, detector=detector, numbers=NUMBERS)
    assert not is_mirrored(np.full_like(table, 128), detector=detector, numbers=NUMBERS)


def test_measuring_says_so_and_measures_nothing(table: Grey) -> None:
    found = Locator(exact_profile()).located(mirrored(table))
    assert found.refusal == MIRRORED
    assert found.warnings[0] == MIRRORED
    blank = Locator(exact_profile()).located(np.full_like(table, 128))
    assert blank.refusal is not None
    assert blank.refusal != MIRRORED


@pytest.mark.parametrize(("turn", "expected"), [(mirrored, True), (np.array, False)])
def test_looking_for_anchors_says_so(
    table: Grey, *, turn: Callable[[Grey], Grey], expected: bool
) -> None:
    assert see_anchors(turn(table), family=FAMILY, numbers=NUMBERS).is_mirrored is expected
