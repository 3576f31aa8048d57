"""Drawings on a printed kit: worth cutting out, to scale, and no tag is worse to read for them."""

from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest

from api.files.roster_file import parse_army, roster_text
from api.kit.work import KitChoices, drawings_for, planned_kit
from benchmarks.pictures.kit_recall import judged, kit_description, settled_reader, tables
from tests.vision.kit.kits import Image, detected, rasterised
from vision.kit.designs.art import Art, Look, art_from_text
from vision.kit.designs.figures import TALL, WIDE
from vision.kit.making import Kit
from vision.kit.pages.printing import kit_pages, kit_pdf
from vision.kit.paper.sheets import A4, Page
from vision.kit.wanted.kinds import Group, Stands
from vision.synthetic.render import Renderer

FACES = (Group.UNITS, Group.FIGURES, Group.MARKERS, Group.TERRAIN)
DPI = 75
SELDOM = (pytest.mark.soak, pytest.mark.soak_only)


@cache
def printed(name: str, art: str) -> tuple[Kit, tuple[Page, ...], tuple[Image, ...]]:
    """The pages with anything drawn on them, and how a printer sees them."""
    army = parse_army(roster_text(name).encode(), origin=name, is_csv=False)
    chosen = KitChoices(camera=None, table=None, dictionary=None, art=art)
    kit = planned_kit(army, chosen, roster=name)
    pages = kit_pages(kit, paper=A4, name=name, only=FACES)
    return kit, pages, tuple(rasterised(kit_pdf(kit, pages, name=name), dpi=DPI))


def darkest_around_tags(
    kit: Kit, pages: tuple[Page, ...], images: tuple[Image, ...]
) -> dict[tuple[str, int], int]:
    """The darkest pixel in the white of each tag, less a hair along its edges."""
    found: dict[tuple[str, int], int] = {}
    for page, image in zip(pages, images, strict=True):
        at = np.array([0, image.shape[0]])
        for tag in page.tags:
            cell = tag.size / kit.view.dictionary.cells
            white = np.zeros(image.shape, np.uint8)
            for grown, shade in ((0.9, 1), (0.1, 0)):
                corners = np.array(tag.square(grown * cell)) * DPI
                cv2.fillConvexPoly(white, np.round(at + corners * (1, -1)).astype(np.int32), shade)
            dark = int(image[white == 1].min())
            key = page.title, tag.number
            found[key] = min(dark, found.get(key, 255))
    return found


@pytest.mark.parametrize(
    ("name", "art"),
    [
        ("paper-tigers", "colour"),
        pytest.param("paper-tigers", "lines", marks=pytest.mark.long),
        pytest.param("papercraft", "colour", marks=pytest.mark.long),
    ],
)
def test_no_drawing_reaches_into_the_white_around_a_tag(name: str, art: str) -> None:
    plain_kit, plain_pages, plain_images = printed(name, "none")
    kit, pages, images = printed(name, art)
    assert [design.piece.faces for design in kit.designs] == [
        design.piece.faces for design in plain_kit.designs
    ]
    family = kit.view.dictionary.family.value
    wanted = Counter(tag.number for page in plain_pages for tag in page.tags)
    assert Counter(tag.number for page in pages for tag in page.tags) == wanted
    plain = darkest_around_tags(plain_kit, plain_pages, plain_images)
    for (title, number), dark in darkest_around_tags(kit, pages, images).items():
        # Arrows, and names where there is no other room, stand there on a plain kit as well.
        assert dark > min(175, plain[title, number] - 10), (title, number)
    for page, image in zip(pages, images, strict=True):
        seen = {number for number, _ in detected(image, family)}
        assert not seen - {tag.number for tag in page.tags}, page.title


def test_each_upright_piece_gets_a_figure_that_folds_and_stands() -> None:
    kit, pages, _ = printed("paper-tigers", "colour")
    upright = [each for each in kit.designs if each.piece.item.stands is Stands.UPRIGHT]
    (figures,) = [page for page in pages if page.title.startswith("figures")]
    found = [each.cutout for each in figures.placed if each.cutout.name]
    assert [each.name.partition(",")[0] for each in found] == [each.piece.id for each in upright]
    assert {(each.width, each.height > 2 * TALL) for each in found} == {(WIDE, True)}
    assert figures.tags == ()
    assert len(figures.placed) > len(found), "counters lie beside them"
    _, without, _ = printed("paper-tigers", "none")
    assert [page.title for page in without if page.title.startswith("figures")] == []


@pytest.mark.long
def test_saving_ink_saves_ink() -> None:
    used = {
        art: sum(int((255 - image).sum()) for image in printed("paper-tigers", art)[2])
        for art in Art
    }
    assert used[Art.NONE] < used[Art.LINES] < used[Art.COLOUR]
    assert used[Art.LINES] < 1.35 * used[Art.NONE]


def test_every_kind_of_a_roster_has_a_drawing() -> None:
    for name in ("paper-tigers", "paper-tigers-2", "papercraft", "paper-invasion"):
        army = parse_army(roster_text(name).encode(), origin=name, is_csv=False)
        look = Look(art=Art.LINES, drawings=drawings_for(army.wishes.get("game", "")))
        units = [item for item in army.items if item.kind.group is Group.UNITS]
        assert [item.entry.id for item in units if look.drawing(item) is None] == []
    assert set(drawings_for("papercraft")) < set(drawings_for("no such game"))


def test_a_large_army_with_drawings_is_still_short_enough_to_be_staged() -> None:
    kit = kit_description("paper-tigers-2", art=Art.COLOUR)
    assert next(iter(tables(kit, tilt=0.0, rounds=1, name="paper-tigers-2"))).pieces


def test_an_art_that_there_is_not_is_told() -> None:
    with pytest.raises(ValueError, match="none, lines, colour"):
        art_from_text("gold")


@pytest.mark.long
@pytest.mark.parametrize("name", ["paper-tigers", pytest.param("papercraft", marks=SELDOM)])
def test_a_camera_finds_as_many_drawn_pieces_as_plain_ones(name: str) -> None:
    found = {}
    for art in (Art.NONE, Art.COLOUR):
        kit = kit_description(name, art=art)
        scene = next(iter(tables(kit, tilt=30.0, rounds=1, name=name)))
        renderer = Renderer(scene)
        frames = [renderer.frame(number) for number in range(2)]
        found[art] = judged(frames, reader=settled_reader(scene))
    assert found[Art.COLOUR].false == 0
    assert found[Art.COLOUR].found >= found[Art.NONE].found - 1
