"""Draws the one page of pictures that shows where the tags go."""

from collections.abc import Callable
from typing import Final

from vision.kit.drawing.cutouts import Cutout
from vision.kit.drawing.marks import GREY, PALE, InkLine, Mark, Words, all_placed, box, fitted
from vision.kit.making import Kit
from vision.kit.pages.guide_pictures import (
    anchors_picture,
    figure_picture,
    loose_picture,
    margin_picture,
    smoke_picture,
    square_picture,
    terrain_picture,
    vehicle_picture,
)
from vision.kit.scale.scale_page import HEIGHT, WIDTH
from vision.kit.wanted.kinds import Group

PANEL: Final = (3.52, 2.04)
_TOP: Final = 0.62
_GAP: Final = 0.12

_PANELS: Final[tuple[tuple[str, Callable[[], list[Mark]], tuple[str, ...]], ...]] = (
    (
        "The table",
        anchors_picture,
        (
            "Eight anchors, all with north up.",
            "Tape them down flat. The camera",
            "looks down and sees them all.",
        ),
    ),
    (
        "Paper",
        margin_picture,
        (
            "Cut along the thin line: the white",
            "around a tag is part of it.",
            "Matt paper, glued flat on card.",
        ),
    ),
    (
        "A figure that stands",
        figure_picture,
        (
            "One tag before it, one behind:",
            "from every side the camera sees",
            "one of the two.",
        ),
    ),
    (
        "A vehicle",
        vehicle_picture,
        (
            "Flat on the roof, arrow to the front.",
            "Measure how high the tag lies and",
            "write it down: tag_heights_in.",
        ),
    ),
    (
        "Loose figures",
        loose_picture,
        (
            "One tagged disc for the squad; the",
            "figures stand an inch away from it.",
            'In the roster: stands = "loose".',
        ),
    ),
    (
        "Smoke",
        smoke_picture,
        (
            "On its own flat tag beside the unit,",
            "touching it. Never on the roof tag:",
            "the unit would be lost from sight.",
        ),
    ),
    (
        "Unit squares",
        square_picture,
        (
            "Fold face and back together. Dead?",
            "Turn it over. The arrow is the front.",
            "Pictures go beside the tag.",
        ),
    ),
    (
        "Terrain",
        terrain_picture,
        (
            "The printed edge is the edge of the",
            "terrain. Trees stand where they like,",
            "but not on the two tags.",
        ),
    ),
)


def guide_cutout(kit: Kit) -> Cutout:
    """The guide; what it says of sizes is for this kit's camera."""
    view = kit.view
    told = (
        f"For {view.camera.name} over {view.table}: tags of {view.least:.2f} in or more. "
        "Print all pages at 100 %."
    )
    marks: list[Mark] = [
        Words(text="Where the tags go", at=(WIDTH / 2, HEIGHT - 0.15), height=0.26, bold=True),
        fitted(Words(text=told, at=(WIDTH / 2, HEIGHT - 0.45), height=0.12, ink=GREY), WIDTH),
    ]
    for index, (title, picture, lines) in enumerate(_PANELS):
        row, column = divmod(index, 2)
        x = column * (PANEL[0] + 2 * (WIDTH / 2 - PANEL[0]))
        y = HEIGHT - _TOP - (row + 1) * PANEL[1] - row * _GAP
        marks += all_placed(_panel(title, picture, lines=lines), by=(x, y))
    return Cutout(group=Group.GUIDE, name="", width=WIDTH, height=HEIGHT, marks=tuple(marks))


def _panel(title: str, picture: Callable[[], list[Mark]], *, lines: tuple[str, ...]) -> list[Mark]:
    width, height = PANEL
    frame = box(0, 0, width=width, height=height)
    marks: list[Mark] = [InkLine(points=frame, ink=PALE, width=0.012, closed=True)]
    heading = Words(text=title, at=(0.1, height - 0.16), height=0.15, bold=True, align="start")
    marks += [heading, *all_placed(picture(), by=(width / 2, 0.62 + (height - 0.9) / 2))]
    for index, line in enumerate(lines):
        at = (0.1, 0.48 - index * 0.165)
        marks.append(Words(text=line, at=at, height=0.115, align="start"))
    return marks
