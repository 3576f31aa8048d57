"""Tests that terrain larger than a page comes out whole, and that its parts find each other."""

import pytest
import shapely

from tests.vision.kit.kits import kit_of
from vision.kit.designs.terrain_templates import template_cutouts
from vision.kit.drawing.marks import InkLine, Words
from vision.kit.pages.printing import kit_pages
from vision.kit.paper.sheets import A4
from vision.kit.wanted.kinds import Group

U = "polygon 0,0 15,0 15,2 3,2 3,4 15,4 15,6 0,6"
"""Two prongs on one page, with nothing between them."""


def terrain(footprint: str, *, name: str = "X") -> str:
    return f'[[piece]]\nid = "{name}"\nkind = "hill"\nfootprint = "{footprint}"\n'


@pytest.mark.parametrize(
    ("footprint", "area"),
    [(U, 66.0), ("rectangle 40 x 1.2", 48.0), ("rectangle 30 x 30", 900.0), ("disc 20", 314.1)],
)
def test_no_part_of_it_is_lost(footprint: str, area: float) -> None:
    (design,) = kit_of(terrain(footprint)).designs
    cut = [cutout.marks[0] for cutout in template_cutouts(design)]
    outlines = [shapely.Polygon(mark.points) for mark in cut if isinstance(mark, InkLine)]
    assert len(outlines) == len(cut)
    assert sum(outline.area for outline in outlines) == pytest.approx(area, rel=1e-3)


@pytest.mark.parametrize("footprint", [U, "rectangle 40 x 1.2", "rectangle 30 x 30", "disc 20"])
def test_each_seam_has_a_letter_of_its_own_on_both_its_sides(footprint: str) -> None:
    (design,) = kit_of(terrain(footprint, name="hill")).designs
    seen: dict[str, int] = {}
    seams = 0
    for cutout in template_cutouts(design):
        seams += sum(isinstance(mark, InkLine) and mark.dash == 0.15 for mark in cutout.marks)
        for mark in cutout.marks:
            if isinstance(mark, Words) and mark.text.isupper():
                seen[mark.text] = seen.get(mark.text, 0) + 1
    assert set(seen.values()) == {2}
    assert 2 * len(seen) == seams


def test_its_captions_are_in_letters_that_can_be_printed() -> None:
    pages = kit_pages(
        kit_of(terrain("disc 3", name="Холм")), paper=A4, name="a", only=[Group.TERRAIN]
    )
    words = [mark.text for page in pages for mark in page.marks if isinstance(mark, Words)]
    assert "Kholm: hill" in words
    assert all(text.isascii() for text in words)
