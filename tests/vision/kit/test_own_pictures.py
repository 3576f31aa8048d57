"""Players' own pictures on their pieces: PNG and plain SVG, and what is refused."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from api.errors import UserError
from api.files.roster_file import read_army
from api.kit.work import AS_WRITTEN, planned_kit
from rules.table.bad_input import BadInputError
from tests.vision.kit.kits import rasterised
from vision.kit.describe import described
from vision.kit.designs.own_pictures import own_picture
from vision.kit.drawing.marks import Area, PastedPicture
from vision.kit.pages.printing import kit_pages, kit_pdf
from vision.kit.paper.sheets import A4
from vision.kit.wanted.kinds import Group
from vision.staging.staged import staged
from vision.synthetic.described.scene_toml import scene_from_toml

ROSTER = """
[[piece]]
id = "T1"
side = "red"
kind = "tank"
footprint = "rectangle 3 x 1.6"
tag_heights_in = [1.2]
picture = "{}"
"""
SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 40"><g fill="#008000">
<path d="M2 2h16v36H2z"/><circle cx="10" cy="20" r="4" fill="white"/></g>
<path d="M0 0C5 0 5 5 10 5Q15 5 15 0z" fill="#00f"/></svg>"""


def test_a_picture_of_ones_own_lies_on_the_roof_and_off_the_tag(tmp_path: Path) -> None:
    _, png = cv2.imencode(".png", np.full((60, 30, 3), (0, 160, 0), np.uint8))
    (tmp_path / "mine.png").write_bytes(png.tobytes())
    (tmp_path / "mine.svg").write_bytes(SVG)
    for name, kind in (("mine.png", PastedPicture), ("mine.svg", Area)):
        place = tmp_path / "army.toml"
        place.write_text(ROSTER.format(name), encoding="utf-8")
        kit = planned_kit(read_army(str(place)), AS_WRITTEN, roster=str(place))
        (face,) = kit.designs[0].faces
        assert any(isinstance(mark, kind) for mark in face.marks)
        pages = kit_pages(kit, paper=A4, name="army", only=[Group.UNITS])
        (image,) = rasterised(kit_pdf(kit, pages, name="army"), dpi=40)
        (tag,) = pages[0].tags
        x, y = (round(40 * each) for each in tag.centre)
        quiet = round(40 * tag.size * (0.5 + 0.9 / kit.view.dictionary.cells))
        assert image[image.shape[0] - y, x + quiet] > 250
        assert image[image.shape[0] - y + round(40 * 1.1), x] < 200


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"GIF89a", "a PNG, or a plain SVG"),
        (b"\x89PNG\r\n\x1a\n broken", "a PNG that can be read"),
        (b"<!DOCTYPE x><svg/>", "a plain SVG"),
        (b'<svg viewBox="0 0 4 4"><path d="M0 0A1 1 0 0 1 2 2z"/></svg>', "paths of M, L"),
        (b'<svg viewBox="0 0 4 4"><g transform="scale(2)"/></svg>', "no transform"),
        (b'<svg viewBox="0 0 4 4"><rect width="1" height="1" fill="url(#a)"/></svg>', "colours"),
        (b'<svg viewBox="0 0 4 4"/>', "filled shapes"),
    ],
)
def test_what_is_no_picture_is_told(data: bytes, told: str) -> None:
    with pytest.raises(BadInputError, match=told):
        own_picture(data, where="picture")


def test_a_picture_lies_beside_its_roster(tmp_path: Path) -> None:
    place = tmp_path / "army.toml"
    place.write_text(ROSTER.format("../mine.png"), encoding="utf-8")
    with pytest.raises(UserError, match="beside the roster"):
        planned_kit(read_army(str(place)), AS_WRITTEN, roster=str(place))


def test_a_table_full_of_pictures_can_be_shown_to_the_synthetic_camera(tmp_path: Path) -> None:
    patches = (f'<rect x="{x}" y="{y}" width="1" height="1"/>' for x in range(12) for y in range(9))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 9">{"".join(patches)}</svg>'
    (tmp_path / "mine.svg").write_text(svg, encoding="utf-8")
    place, count = tmp_path / "army.toml", 60
    roster = ROSTER.format("mine.svg") + f"count = {count}\n"
    place.write_text(f'[kit]\ntable = "72x48"\n{roster}', encoding="utf-8")
    kit = planned_kit(read_army(str(place)), AS_WRITTEN, roster=str(place))
    scene = scene_from_toml(staged(described(kit), is_scattered=True), name="full")
    assert sum(not each.anchor for each in scene.pieces) == count
