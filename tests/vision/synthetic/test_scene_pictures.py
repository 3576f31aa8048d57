"""Tests that the page of the synthetic camera shows every scene as it is rendered today."""

import pytest

from tests.scene_pictures import FOLDER, MOST_DIFFERENT, difference, picture_names
from vision.synthetic.described.packaged import packaged_scene, scene_names

PAGE = FOLDER.parent / "synthetic-camera.md"
MOST_BYTES = 250_000


def test_every_scene_is_shown_and_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in scene_names():
        assert f"**{name}** - {packaged_scene(name).says}" in text
        assert f"(scenes/{name}.jpg)" in text
    assert sorted(path.name for path in FOLDER.iterdir()) == [
        f"{name}.jpg" for name in sorted(picture_names())
    ]


def test_pictures_are_small() -> None:
    assert [path.name for path in FOLDER.iterdir() if path.stat().st_size > MOST_BYTES] == []


SELDOM = (pytest.mark.soak, pytest.mark.soak_only)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "clean-and-flat",
        pytest.param("kit-paper-tigers", marks=SELDOM),
        pytest.param("skirmish", marks=SELDOM),
        pytest.param("the-works", marks=SELDOM),
    ],
)
def test_pictures_show_what_is_rendered_today(name: str) -> None:
    assert difference(name) < MOST_DIFFERENT, "write them anew with: python -m tests.regenerate"
