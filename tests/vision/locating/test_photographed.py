"""Tests that a photograph by any telephone is measured by its own lens, as surely as it says."""

from collections.abc import Callable

import numpy as np
import pytest

from rules.table.bad_input import BadInputError
from tests.chance import most
from tests.vision.drawn_stills import CHI_95, LONG, SHORT, drawn_still
from vision.locating.photographed import photographed

pytestmark = pytest.mark.long


@pytest.mark.soak
def test_the_stated_error_holds_for_lenses_that_nobody_has_measured(
    soak_count: Callable[[int, int], int], rng_seed: int
) -> None:
    tables = soak_count(4, 200)
    inside, count, bad = 0, 0, 0
    for number in range(tables):
        still = drawn_still(np.random.default_rng([rng_seed, number, 28]))
        assert sorted(still.grey.shape) == [SHORT, LONG]
        found = photographed(still.grey, profile=still.profile, tag_layout=still.tag_layout)
        assert found.moved == ()
        squared = still.squared(found.located)
        assert len(squared) >= 10, "all lie in the open"
        held = sum(each < CHI_95 for each in squared)
        inside, count, bad = inside + held, count + len(squared), bad + (2 * held < len(squared))
    share = inside / count
    # The pieces of one table share its errors, so that a few tables prove little.
    assert bad <= most(tables, share=0.05)
    if tables >= 200:
        assert 0.93 <= share <= 0.98


def test_an_anchor_that_was_knocked_is_named_and_does_not_count() -> None:
    still = drawn_still(np.random.default_rng(5), knocked={6: 0.1})
    found = photographed(still.grey, profile=still.profile, tag_layout=still.tag_layout)
    assert found.moved == (6,)
    assert np.mean(still.squared(found.located)) < 2 * CHI_95


def test_a_photograph_of_another_table_is_refused() -> None:
    still = drawn_still(np.random.default_rng(5), knocked={2: 0.5, 5: 0.3, 7: 0.4})
    with pytest.raises(BadInputError, match="some that lie elsewhere"):
        photographed(still.grey, profile=still.profile, tag_layout=still.tag_layout)
