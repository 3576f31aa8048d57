"""Tests that a scene which cannot be rendered is refused when read, and any other renders."""

from typing import Literal

import numpy as np
import pytest

from rules.table.bad_input import BadInputError
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.render import Renderer

TABLE = "[table]\nwidth_in = 20\ndepth_in = 16\n"
CAMERA = "[camera]\nposition_in = [10, 8, 25]\nlook_at_in = [10, 8, 0]\nsize = [160, 120]\n"
PIECE = '[[piece]]\nid = "T1"\nfootprint = "disc 2"\nat_in = [8, 6]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seed = -1\n" + TABLE + CAMERA, "seed: expected 0 or more, got -1"),
        (
            TABLE + CAMERA + "[[bump]]\nat_s = 1\nshift_in = [0, 0, -40]\n",
            "bump[0], camera.position_in[2]: expected 1 to 1000, got -15",
        ),
        (
            TABLE + CAMERA + "[[bump]]\nat_s = -1\n",
            "bump[0].at_s: expected 0 to 3600, got -1",
        ),
        (
            TABLE + CAMERA + PIECE + '[[move]]\npiece = "T1"\npath = [[0, 1, 1, 0]]\n' * 2,
            "moves: expected each piece once, with all of its path, got 'T1' twice",
        ),
    ],
)
def test_what_cannot_be_rendered_is_refused_at_once(text: str, told: str) -> None:
    with pytest.raises(BadInputError) as caught:
        scene_from_toml(text, name="bad")
    assert str(caught.value) == told


def test_the_second_of_two_knocks_counts_from_where_the_first_left_the_camera() -> None:
    knocks = "".join(f"[[bump]]\nat_s = {at}\nshift_in = [0, 0, -13]\n" for at in (1, 2))
    with pytest.raises(BadInputError, match=r"bump\[1\], camera.position_in\[2\]"):
        scene_from_toml(TABLE + CAMERA + knocks, name="bad")


@pytest.mark.parametrize("quality", ["full", "fast"])
def test_a_camera_that_looks_over_the_table_sees_the_room(
    quality: Literal["full", "fast"],
) -> None:
    """Rays that meet the table's plane miles away, or never, are nothing that takes time."""
    over = CAMERA.replace("[10, 8, 0]", "[10, 60, 24]")
    frame = Renderer(scene_from_toml(TABLE + over, name="over"), quality=quality).frame(0)
    above = frame.picture[:40].astype(np.float64)
    assert above.std(axis=(0, 1)).max() < 12
    assert (
        np.abs(frame.picture[100:].astype(np.float64).mean(axis=(0, 1)) - above.mean()).max() > 12
    )
