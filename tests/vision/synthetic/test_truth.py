"""Tests of the file that is written beside a frame."""

import json
from dataclasses import replace

import pytest

from rules.table.files.snapshot_json import read_snapshot
from tests.vision.synthetic.small_scenes import ABOVE, frame, scene, tagged
from vision.synthetic.described.scene import Patch


def test_the_truth_is_json_with_a_snapshot_that_reads_back() -> None:
    outline = ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0))
    wood = Patch(id="W", kind="woods", outline_in=outline, trees=2)
    anchor = replace(tagged(9, 16.0, 11.0), anchor=True)
    whole = scene(tagged(1, 9.0, 6.5, heading=30.0), anchor, terrain=(wood,))
    truth = frame(whole, 4).truth
    document = json.loads(truth.to_json())
    assert document["format"] == "paper-umpire/synthetic-truth/1"
    assert document["frame"] == 4
    assert document["seconds"] == pytest.approx(0.4)
    assert [tag["id"] for tag in document["tags"]] == [1, 9]
    assert [tag["anchor"] for tag in document["tags"]] == [False, True]
    assert len(document["tags"][0]["corners_px"]) == 4
    assert document["camera"]["width"] == 960
    snapshot = read_snapshot(document["snapshot"], "snapshot")
    assert snapshot == truth.snapshot
    assert [piece.id for piece in snapshot.pieces] == ["T1"]
    assert snapshot.number == 4
    pose = snapshot.piece("T1").pose
    assert pose is not None
    assert (pose.x, pose.y, pose.heading) == (9.0, 6.5, 30.0)
    assert [area.id for area in snapshot.terrain] == ["W"]


def test_a_tag_outside_of_the_frame_is_told_and_not_visible() -> None:
    near = replace(ABOVE, position_in=(3.0, 3.0, 8.0), look_at_in=(3.0, 3.1, 0.0))
    truth = frame(scene(tagged(1, 3.0, 3.0), tagged(2, 16.0, 11.0), camera=near)).truth
    assert truth.tag(1).visible == 1.0
    assert truth.tag(2).visible == 0.0


def test_a_tag_that_the_frame_cuts_is_visible_in_part() -> None:
    near = replace(ABOVE, position_in=(3.0, 3.0, 8.0), look_at_in=(3.0, 3.1, 0.0))
    share = frame(scene(tagged(1, 6.7, 3.0), camera=near)).truth.tag(1).visible
    assert 0.2 < share < 0.9
