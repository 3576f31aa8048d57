"""Tests of which tag lies where on its piece, against the table that its kit describes."""

import math

import numpy as np
import pytest

from api.files.roster_file import roster_names
from tests.vision.kit.kits import sample
from vision.kit.describe import described
from vision.locating.rigid import SeenPart, body_of
from vision.locating.tag_layout import tag_layout_of
from vision.staging.staged import staged
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.tabletop.things import tag_sheet

ROSTERS = [name for name in roster_names() if name not in {"tossing-tiger", "paper-invasion"}]


@pytest.mark.parametrize("name", ROSTERS)
def test_a_tag_on_the_table_leads_back_to_the_pose_of_its_piece(name: str) -> None:
    kit = sample(name)
    tag_layout = tag_layout_of(kit)
    scene = scene_from_toml(staged(described(kit), seed=3), name=name)
    judged = 0
    for piece in scene.pieces:
        for tag in piece.tags:
            if tag.id not in tag_layout.of_number:
                assert piece.anchor or tag.id in tag_layout.class_sizes
                continue
            tagged, printed = tag_layout.of_number[tag.id]
            assert tagged.entry.id == piece.id
            assert printed.size == pytest.approx(tag.side_in)
            sheet = tag_sheet(piece, tag, light=scene.light)
            x, y, height = sheet.points(np.zeros((1, 2)))[0]
            assert height == pytest.approx(printed.height, abs=0.07)
            seen = np.array([x, y, math.radians(piece.place.heading + tag.turn_deg)])
            part = SeenPart(
                seen=seen,
                covariance=np.eye(3),
                x=printed.x,
                y=printed.y,
                turn=math.radians(printed.turn),
            )
            pose = body_of([part]).pose
            place = piece.place
            assert pose[:2] == pytest.approx([place.x, place.y], abs=1e-3)
            turn = math.remainder(pose[2] - math.radians(place.heading), 2 * math.pi)
            assert turn == pytest.approx(0.0, abs=1e-9)
            judged += 1
    assert judged >= 10


@pytest.mark.parametrize("name", roster_names())
def test_a_number_belongs_to_one_thing(name: str) -> None:
    tag_layout = tag_layout_of(sample(name))
    kinds = [set(tag_layout.anchors), set(tag_layout.of_number), set(tag_layout.class_sizes)]
    assert sum(map(len, kinds)) == len(tag_layout.numbers)
    assert len(tag_layout.anchors) == 8


@pytest.mark.parametrize(
    ("name", "means"),
    [
        ("paper-tigers", {8: "smoke", 9: "wreck", 12: "pack (back)", 14: "slip (back)"}),
        ("tossing-tiger", {13: "tiger card (back)"}),
        ("papercraft", {}),
    ],
)
def test_a_shared_number_is_called_what_its_pieces_have_in_common(
    name: str, means: dict[int, str]
) -> None:
    assert dict(tag_layout_of(sample(name)).class_names) == means
