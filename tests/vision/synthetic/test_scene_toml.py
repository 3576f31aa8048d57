"""Tests of scene files: the packaged ones, and what is said of wrong ones."""

import pytest

from rules.table.bad_input import BadInputError
from tests.often import often
from vision.synthetic.described.packaged import packaged_scene, scene_names, scene_text
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.render import Renderer

SMALL = """
[table]
width_in = 20
depth_in = 20

[camera]
position_in = [10, 0, 30]
look_at_in = [10, 10, 0]
"""
PIECE = """
[[piece]]
id = "T1"
footprint = "square 1.5"
at_in = [5, 5]
tags = [{ id = 3 }]
"""


def test_a_dozen_scenes_come_with_the_program() -> None:
    assert len(scene_names()) >= 12
    assert {"clean-and-flat", "skirmish", "the-works"} <= set(scene_names())
    with pytest.raises(KeyError, match="clean-and-flat"):
        scene_text("none")


@pytest.mark.parametrize("name", often(scene_names(), quick=scene_names()[::4]))
def test_a_packaged_scene_says_what_it_is_and_renders(name: str) -> None:
    scene = packaged_scene(name)
    assert scene.says.endswith(".")
    from dataclasses import replace

    small = replace(scene, camera=scene.camera.at_size(480, 270))
    renderer = Renderer(small, quality="fast")
    last = renderer.frame(scene.frames - 1)
    assert last.picture.shape == (270, 480, 3)
    assert last.picture.std() > 10
    assert bool(last.truth.tags) == (name != "bare-table")
    numbers = [tag.id for tag in last.truth.tags]
    assert len(set(numbers)) == len(numbers)


def test_the_demo_has_two_armies_terrain_and_eight_anchors() -> None:
    scene = packaged_scene("skirmish")
    assert sum(piece.anchor for piece in scene.pieces) == 8
    assert {piece.side for piece in scene.pieces if not piece.anchor} == {"red", "blue"}
    assert len(scene.terrain) >= 4
    assert scene.hands
    assert scene.frames > 60


def test_a_troop_counts_ids_and_tags_up() -> None:
    text = (
        SMALL
        + """
[[troop]]
id = "R"
footprint = "disc 1.2"
at_in = [3, 4]
columns = 2
rows = 2
step_in = [2.5, 3]
tag = { id = 20 }
"""
    )
    pieces = scene_from_toml(text, name="t").pieces
    assert [piece.id for piece in pieces] == ["R1", "R2", "R3", "R4"]
    assert [piece.tags[0].id for piece in pieces] == [20, 21, 22, 23]
    assert [(piece.place.x, piece.place.y) for piece in pieces] == [
        (3, 4),
        (5.5, 4),
        (3, 7),
        (5.5, 7),
    ]


WRONG = {
    "no TOML": ("[table", "scene: expected TOML"),
    "no camera": ("[table]\nwidth_in = 3\ndepth_in = 3", "camera: expected this field"),
    "unknown at the top": (SMALL + "\n[sky]\n", "sky: expected one of"),
    "unknown in a part": (SMALL + "\n[lens]\nk9 = 1\n", "lens.k9: expected one of k1, k2"),
    "not a number": (SMALL + '\n[lens]\nk1 = "a"\n', "lens.k1: expected a number, got 'a'"),
    "out of bounds": (SMALL + "\n[lens]\nk1 = 7\n", "lens.k1: expected -1 to 1, got 7"),
    "size": (SMALL + 'size = "8k"\n', "camera.size: expected one of 720p, 1080p"),
    "mat": (SMALL.replace("[table]", '[table]\nmat = "ice"'), "table.mat: expected one of grass"),
    "tag of no dictionary": (
        SMALL + PIECE.replace("id = 3", 'id = 3, dictionary = "DICT_9X9"'),
        "T1.tags[0].dictionary: expected one of",
    ),
    "tag too high": (
        SMALL + PIECE.replace("id = 3", 'id = 50, dictionary = "DICT_4X4_50"'),
        "T1.tags[0].id: expected 0 to 49 in DICT_4X4_50, got 50",
    ),
    "id twice": (SMALL + PIECE + PIECE, "pieces: expected an id of its own, got 'T1' twice"),
    "tag's side": (
        SMALL + PIECE.replace("id = 3", "id = 3, side_in = 0"),
        "piece[0].tags[0].side_in: expected 0.1 to 20, got 0",
    ),
    "footprint": (
        SMALL + PIECE.replace("square 1.5", "blob"),
        "piece[0].footprint: expected 'disc DIAMETER'",
    ),
    "move of nothing": (
        SMALL + PIECE + '\n[[move]]\npiece = "X"\npath = [[0, 1, 1, 0]]\n',
        "moves: expected one of T1, got 'X'",
    ),
    "time backwards": (
        SMALL + "\n[[hand]]\npath = [[2, 1, 1, 0], [1, 1, 1, 0]]\n",
        "hand[0].path[1]: expected later than 2 s, got 1 s",
    ),
    "numbers missing": (
        SMALL.replace("[10, 0, 30]", "[10, 0]"),
        "camera.position_in: expected 3 numbers, got 2",
    ),
    "colour": (
        SMALL + PIECE.replace("at_in", 'colour = "mauve"\nat_in'),
        "piece[0].colour: expected [red, green, blue] or one of",
    ),
    "true is no number": (
        SMALL + "\n[light]\nambient = true\n",
        "light.ambient: expected a number",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_scene_is_turned_down_with_where_and_why(fault: str) -> None:
    text, said = WRONG[fault]
    with pytest.raises(BadInputError) as caught:
        scene_from_toml(text, name="wrong")
    assert said in str(caught.value)
