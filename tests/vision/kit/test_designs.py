"""Tests where tags, arrows and words lie on the pieces, and what other programs are told."""

import itertools
import json
import math
import re

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from api.errors import UserError
from api.files.roster_file import roster_names
from tests.vision.kit.kits import detected, kit_of, sample
from vision.kit.battle import battle_roster
from vision.kit.describe import described
from vision.kit.drawing.fitting import outline_on_paper
from vision.kit.drawing.marks import Area, PrintedTag, Words, spots
from vision.kit.pages.panels import cutouts_of
from vision.kit.pages.printing import kit_pages
from vision.kit.paper.pdf import tag_rings
from vision.kit.paper.sheets import A4, LETTER, MARGIN, Paper
from vision.kit.wanted.kinds import Group
from vision.tags.dictionary import Family

SQUAD = '[[piece]]\nid = "S1"\nkind = "squad"\nside = "red"\nfootprint = "{}"\n'


@pytest.mark.parametrize(
    "footprint",
    ["disc 2.4", "rectangle 2.2 x 1.5", "square 2.3", "polygon 1.2,1 1.2,-1 -1.2,-1 -1.2,1"],
)
def test_before_and_behind_a_figure_is_a_tag_each(footprint: str) -> None:
    kit = kit_of(SQUAD.format(footprint))
    front, rear = kit.designs[0].faces[0].tags
    assert front.size == rear.size >= kit.view.least
    # Nothing of a tag or of its margin is under the figure.
    margin = front.size / kit.view.dictionary.cells
    assert front.centre[1] - front.size / 2 - margin >= 0.07 - 1e-4
    assert rear.centre[1] + rear.size / 2 + margin <= -0.07 + 1e-4
    assert front.top == rear.top == 90


@pytest.mark.parametrize("footprint", ["disc 2.4", "rectangle 2.2 x 1.5"])
def test_from_every_side_a_whole_tag_is_seen_past_an_upright_figure(footprint: str) -> None:
    """The figure, an inch wide and high, hides what lies in its shadow away from the camera."""
    tags = kit_of(SQUAD.format(footprint)).designs[0].faces[0].tags
    squares = [shapely.Polygon(tag.square(tag.size / 6)) for tag in tags]
    feet = [(-0.5, -0.04), (0.5, -0.04), (0.5, 0.04), (-0.5, 0.04)]
    for azimuth in range(0, 360, 5):
        for elevation in range(30, 90, 10):
            length = 1 / math.tan(math.radians(elevation))
            dx = length * math.cos(math.radians(azimuth))
            dy = length * math.sin(math.radians(azimuth))
            shadow = shapely.MultiPoint([*feet, *((x + dx, y + dy) for x, y in feet)]).convex_hull
            assert any(not shadow.intersects(square) for square in squares), (azimuth, elevation)


def test_a_battle_gets_the_pieces_with_their_numbers() -> None:
    kit = kit_of(
        SQUAD.format("disc 2.4") + 'tag_heights_in = [0.1]\n[[piece]]\nid = "c"\n'
        'kind = "tiger_card"\ncount = 2\n[[piece]]\nid = "smoke"\nkind = "smoke"\n'
    )
    roster = battle_roster(kit)
    assert [entry.id for entry in roster.entries] == ["S1", "c-1", "c-2", "smoke"]
    assert [(tag.number, tag.height) for tag in roster.entries[0].tags] == [(20, 0.1), (21, 0.1)]
    assert roster.entries[3].tags == ()
    found = next(each for each in roster.entries if 23 in {tag.number for tag in each.tags})
    assert found is not None
    assert found.id == "c-2"
    assert "stands" not in roster.entries[0].extra


def test_a_loose_squad_has_one_tagged_disc() -> None:
    kit = kit_of(SQUAD.format("disc 1.5") + 'stands = "loose"\n')
    (face,) = kit.designs[0].faces
    assert [role.role for role in face.roles] == ["only"]
    assert kit.warnings == ()


def test_too_small_a_base_for_a_figure_is_told_with_a_way_out() -> None:
    kit = kit_of(SQUAD.format("disc 1.8"))
    assert any("make its base 0.98 in wide and 2.09 in deep" in told for told in kit.warnings)
    assert any('stands = "loose"' in told for told in kit.warnings)


def test_a_base_as_small_as_the_kit_tells_is_enough() -> None:
    for tilt in ("0", "30", "45"):
        told = " ".join(kit_of(SQUAD.format("disc 1.8"), tilt=tilt).warnings)
        base = re.search(r"make its base (\S+) in wide and (\S+) in deep", told)
        assert base is not None
        wide, deep = base.groups()
        assert kit_of(SQUAD.format(f"rectangle {deep} x {wide}"), tilt=tilt).warnings == ()


def test_a_roof_without_its_height_is_told() -> None:
    tank = '[[piece]]\nid = "T1"\nkind = "tank"\nfootprint = "rectangle 3 x 1.5"\n'
    assert any("line 1, tag_heights_in: T1" in told for told in kit_of(tank).warnings)
    assert kit_of(tank + "tag_heights_in = [1.1]\n").warnings == ()


@pytest.mark.parametrize("name", roster_names())
def test_every_unit_shows_its_front_and_its_id(name: str) -> None:
    for design in sample(name).designs:
        if design.piece.item.kind.group is not Group.UNITS:
            continue
        for face in design.faces:
            arrows = [m for m in face.marks if isinstance(m, Area) and len(m.points) == 3]
            assert arrows, design.piece.id
            for arrow in arrows:
                apex, *others = arrow.points
                assert all(apex[1] > y for _, y in others), "it points to the front"
                assert shapely.Polygon(face.outline).covers(shapely.Polygon(arrow.points))
            words = [m.text for m in face.marks if isinstance(m, Words)]
            assert any(design.piece.id in text for text in words)


def test_folding_a_square_turns_its_front_to_its_front() -> None:
    kit = kit_of('[[piece]]\nid = "L"\nkind = "large unit"\n')
    (cutout,) = cutouts_of(kit.designs[0])
    face, corpse = sorted(cutout.tags, key=lambda tag: -tag.centre[1])
    assert (cutout.width, cutout.height) == (2, 4)
    assert (face.top, corpse.top) == (90, 270)
    # Mirrored in the fold, the one lies on the other.
    assert face.centre[0] == corpse.centre[0]
    assert face.centre[1] - 2 == pytest.approx(2 - corpse.centre[1])


def test_a_large_template_is_printed_in_parts_and_no_tag_is_cut() -> None:
    kit = kit_of('[[piece]]\nid = "H"\nkind = "hill"\nfootprint = "disc 16"\n')
    cutouts = cutouts_of(kit.designs[0])
    assert len(cutouts) == 6
    assert sum(len(cutout.tags) for cutout in cutouts) == 2
    for cutout in cutouts:
        for tag in cutout.tags:
            for x, y in tag.square(tag.size / 6):
                assert 0 <= x <= cutout.width
                assert 0 <= y <= cutout.height
    first, second = (tag.centre for tag in kit.designs[0].faces[0].tags)
    assert math.dist(first, second) > 6


def test_names_in_other_letters_are_told() -> None:
    kit = kit_of('[[piece]]\nid = "C"\nname = "Тигр"\nkind = "character"\n')
    assert any("line 3, name: 'Тигр' of C is printed as 'Tigr'" in told for told in kit.warnings)


@pytest.mark.parametrize("family", list(Family))
def test_a_tag_is_drawn_as_opencv_draws_it(family: Family) -> None:
    for number in (0, 17, 46, 249):
        image = np.full((300, 300), 255, np.uint8)
        tag = PrintedTag(number=number, centre=(150.0, 150.0), size=160.0, top=90.0)
        area: BaseGeometry = shapely.Polygon()
        for ring in tag_rings(tag, family):
            area = area.symmetric_difference(shapely.Polygon(ring))
        shapely.prepare(area)
        ys, xs = np.mgrid[0:300, 0:300]
        inside = shapely.contains_xy(area, xs + 0.5, 300 - (ys + 0.5))
        image[inside] = 0
        assert [found for found, _ in detected(image, family.value)] == [number]


@pytest.mark.parametrize("name", roster_names())
def test_the_description_says_all_and_nothing_twice(name: str) -> None:
    told = described(sample(name))
    assert json.loads(json.dumps(told)) == told
    assert told["format"] == "paper-umpire/kit/1"
    unique = [
        tag["id"]
        for piece in told["pieces"]
        for face in piece["faces"]
        for tag in face["tags"]
        if tag["unique"]
    ]
    fixed = [anchor["id"] for anchor in told["anchors"]] + told["board"]["ids"]
    fixed += [tag["id"] for tag in told["scale_page"]["tags"]]
    assert len(set(unique + fixed)) == len(unique + fixed)
    assert all(0 <= number < told["dictionary"]["ids"] for number in unique + fixed)
    cells = told["dictionary"]["cells"]
    assert {str(number) for number in unique + fixed} <= set(told["patterns"])
    for rows in told["patterns"].values():
        assert [len(row) for row in rows] == [cells] * cells


def test_the_description_says_how_far_the_camera_leans() -> None:
    told = described(kit_of(SQUAD.format("disc 2.4"), tilt="45"))
    assert told["tilt_deg"] == 45
    assert told["far_px_per_in"] < 0.5 * told["px_per_in"]
    assert told["least_far_px_per_cell"] == 2.25
    (tag, _) = told["pieces"][0]["faces"][0]["tags"]
    share = tag["far_px_per_cell"] / tag["px_per_cell"]
    assert share == pytest.approx(told["far_px_per_in"] / told["px_per_in"], rel=0.01)
    above = described(kit_of(SQUAD.format("disc 2.4"), tilt="0"))
    assert above["far_px_per_in"] == above["px_per_in"] == told["px_per_in"]


def test_the_description_has_pieces_in_their_own_frame() -> None:
    kit = kit_of(SQUAD.format("rectangle 2.2 x 1.5") + "tag_heights_in = [0.1]\n")
    (piece,) = described(kit)["pieces"]
    assert piece["footprint"] == {"rectangle": {"length_in": 2.2, "width_in": 1.5}}
    assert piece["figure"] == {"width_in": 1.0, "height_in": 1.0, "strip_in": 0.14}
    front, rear = piece["faces"][0]["tags"]
    assert (front["role"], rear["role"]) == ("front", "rear")
    assert front["at_in"][0] > 0.5
    assert front["at_in"][1] == 0
    assert rear["at_in"][0] < -0.5
    assert front["top_deg"] == 0
    assert front["height_in"] == rear["height_in"] == 0.1
    assert piece["faces"][0]["paper"] == piece["footprint"]


def test_a_polygon_keeps_its_left_side_left() -> None:
    kit = kit_of('[[piece]]\nid = "W"\nkind = "woods"\nfootprint = "polygon 4,1 -4,3 -4,-1 4,-1"\n')
    outline = outline_on_paper(kit.plan.pieces[0].item.footprint)
    # Front left (+x, +y) is up and to the left on paper.
    assert outline[1] == (-3.0, -4.0)


sizes = st.floats(0.9, 9.9).map(lambda value: round(value, 2))


@st.composite
def rosters(draw: st.DrawFn) -> str:
    rows = []
    kinds = ("tank", "squad", "gun", "counter", "woods", "hill", "road", "smoke", "hero", "slip")
    for index in range(draw(st.integers(1, 8))):
        kind = draw(st.sampled_from(kinds))
        row = f'[[piece]]\nid = "P{index}"\nname = "A name of some length"\nkind = "{kind}"\n'
        if kind not in {"smoke", "hero", "slip"}:
            shape = draw(st.sampled_from(("disc {0}", "square {0}", "rectangle {0} x {1}")))
            row += f'footprint = "{shape.format(draw(sizes), draw(sizes))}"\n'
        rows.append(row)
    return "".join(rows)


@given(roster=rosters(), paper=st.sampled_from((A4, LETTER)))
def test_whatever_is_printed_is_whole_and_apart(roster: str, paper: Paper) -> None:
    try:
        kit = kit_of(roster)
    except UserError as refused:
        if "expected room" in refused.message or "fits on a page" in refused.message:
            return
        raise
    for page in kit_pages(kit, paper=paper, name="any"):
        boxes = []
        for placed in page.placed:
            points = [spot for mark in placed.marks for spot in spots(mark)]
            boxes.append(shapely.box(*shapely.MultiPoint(points).bounds))
        sheet = shapely.box(0, 0, page.paper.width, page.paper.height).buffer(
            -MARGIN + 1e-6, join_style="mitre"
        )
        assert all(sheet.covers(box) for box in boxes)
        for one, other in itertools.combinations(boxes, 2):
            assert one.intersection(other).area < 1e-6
