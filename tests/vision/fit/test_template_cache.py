"""Tests that a picture kept for the next frame is the one that would be made for it."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.fit.pixels.template_cache import TemplateCache
from vision.fit.pixels.templates import Atlas, Singles, atlas_of
from vision.tags.tag_family import TagFamily

_FAMILY = TagFamily.of("DICT_4X4_250")
_SAMPLES = 8
_HALF_A_STEP = 0.0101
"""Of the blur's logarithm."""


def _patterns(numbers: list[int]) -> np.typing.NDArray[np.bool_]:
    return np.array([_FAMILY.pattern(number) for number in numbers])


def _picture(atlas: Atlas, at: int) -> Singles:
    first = int(atlas.places[at]) * atlas.rows
    return atlas.picture[first : first + atlas.rows]


def _blurs(count: int, *, blur: float = 0.2) -> np.typing.NDArray[np.float64]:
    return np.full((count, 2), blur)


@given(
    st.lists(st.integers(0, 249), min_size=1, max_size=6),
    st.floats(0.05, 1.0),
    st.floats(0.05, 1.0),
)
@settings(max_examples=25, deadline=None)
def test_a_picture_is_that_of_a_blur_at_most_half_a_step_away(
    numbers: list[int], across: float, down: float
) -> None:
    blur = np.array([(across, down)] * len(numbers))
    found = TemplateCache().atlas(_patterns(numbers), blur=blur, samples=_SAMPLES)
    assert (np.abs(found.over) <= _HALF_A_STEP).all()
    # What is told of the blur is the mean of both ways; alone they are told with one way.
    even = TemplateCache().atlas(
        _patterns(numbers), blur=blur[:, :1].repeat(2, axis=1), samples=_SAMPLES
    )
    real = blur[:, :1].repeat(2, axis=1) * np.exp(even.over)[:, None]
    exact = atlas_of(_patterns(numbers), blur=real, samples=_SAMPLES)
    for at in range(len(numbers)):
        assert np.allclose(_picture(even, at), _picture(exact, at), atol=2e-5)


def test_nothing_is_made_twice() -> None:
    cache = TemplateCache()
    first = cache.atlas(_patterns([3, 5, 3]), blur=_blurs(3), samples=_SAMPLES)
    assert cache.made == 2
    again = cache.atlas(_patterns([5, 3]), blur=_blurs(2, blur=0.2005), samples=_SAMPLES)
    assert cache.made == 2
    assert again.places.tolist() == [first.places[1], first.places[0]]
    cache.atlas(_patterns([5]), blur=_blurs(1, blur=0.25), samples=_SAMPLES)
    assert cache.made == 3


def test_what_stood_on_the_shelf_before_changes_no_picture() -> None:
    fresh, used = TemplateCache(), TemplateCache()
    for blur in (0.197, 0.2, 0.21):
        used.atlas(_patterns([7, 8, 9]), blur=_blurs(3, blur=blur), samples=_SAMPLES)
    one = fresh.atlas(_patterns([9]), blur=_blurs(1, blur=0.203), samples=_SAMPLES)
    other = used.atlas(_patterns([9]), blur=_blurs(1, blur=0.203), samples=_SAMPLES)
    assert np.array_equal(_picture(one, 0), _picture(other, 0))
    assert one.over.tolist() == other.over.tolist()


def test_a_full_shelf_is_begun_anew_and_spoils_nothing_that_is_in_use() -> None:
    cache = TemplateCache()
    held = cache.atlas(_patterns([1, 2]), blur=_blurs(2), samples=60)
    before = [_picture(held, at).copy() for at in range(2)]
    for number in range(3, 30):
        cache.atlas(_patterns([number]), blur=_blurs(1), samples=60)
    assert cache.made == 29
    again = cache.atlas(_patterns([1, 2]), blur=_blurs(2), samples=60)
    assert cache.made > 29, "the shelf was never full: this test shows nothing"
    for at in range(2):
        assert np.array_equal(_picture(held, at), before[at])
        assert np.array_equal(_picture(again, at), before[at])


def test_more_than_a_shelf_holds_is_made_for_the_moment() -> None:
    cache = TemplateCache()
    found = cache.atlas(_patterns(list(range(30))), blur=_blurs(30), samples=60)
    assert cache.made == 0
    assert found.places.tolist() == list(range(30))
