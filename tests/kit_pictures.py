"""The pictures of printed pages in docs/printing.md, drawn from the pages themselves."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from api.files.roster_file import parse_army, roster_text
from vision.kit.drawing.marks import (
    Area,
    Circle,
    Ink,
    InkLine,
    Mark,
    PastedPicture,
    PrintedTag,
    Spot,
    Words,
    spots,
)
from vision.kit.making import Kit, kit_for
from vision.kit.pages.printing import kit_pages
from vision.kit.paper.pdf import tag_rings
from vision.kit.paper.sheets import A4, Page
from vision.kit.tags.sizes import TableView, camera_from_text, table_from_text
from vision.kit.wanted.kinds import Group
from vision.tags.dictionary import Family, dictionary_from_text

# File name: sample roster, part of its kit, page of that part.
KIT_PICTURES: Final = {
    "kit-guide.svg": ("paper-tigers", Group.GUIDE, 0),
    "kit-scale.svg": ("paper-tigers", Group.SCALE, 0),
    "kit-anchors.svg": ("paper-tigers", Group.ANCHORS, 0),
    "kit-units.svg": ("paper-tigers", Group.UNITS, 0),
    "kit-squares.svg": ("papercraft", Group.UNITS, 0),
    "kit-cards.svg": ("tossing-tiger", Group.CARDS, 0),
    "kit-sheet.svg": ("paper-invasion", Group.SHEET, 0),
}
UNIT: Final = 60
"""Of the picture, to the inch."""
SHOWN: Final = 0.15
"""Inches of paper around what is printed."""


def kit_pictures() -> dict[str, str]:
    """Every picture by its file name."""
    return {name: _picture(*of) for name, of in KIT_PICTURES.items()}


def _picture(roster: str, group: Group, /, index: int) -> str:
    kit = _kit(roster)
    page = kit_pages(kit, paper=A4, name=roster, only=[group])[index]
    return svg_of(page, family=kit.view.dictionary.family, title=f"{roster}: {page.title}")


def _kit(roster: str) -> Kit:
    army = parse_army(roster_text(roster).encode(), origin=roster, is_csv=False)
    wishes = army.wishes
    view = TableView(
        camera=camera_from_text(wishes["camera"]),
        table=table_from_text(wishes["table"]),
        dictionary=dictionary_from_text(wishes.get("dictionary", "4x4")),
    )
    return kit_for(army, view)


def svg_of(page: Page, *, family: Family, title: str) -> str:
    """The part of a page that has something on it, without its footer."""
    marks = [mark for placed in page.placed for mark in placed.marks]
    points = [spot for mark in marks for spot in spots(mark)]
    left = min(x for x, _ in points) - SHOWN
    right = max(x for x, _ in points) + SHOWN
    low = min(y for _, y in points) - SHOWN
    high = max(y for _, y in points) + SHOWN
    size = f"{_number((right - left) * UNIT)} {_number((high - low) * UNIT)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        *(_drawn(mark, corner=(left, high), family=family) for mark in marks),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _drawn(mark: Mark, *, corner: Spot, family: Family) -> str:
    match mark:
        case Area():
            return f'<path d="{_path([mark.points], corner)}" fill="{_colour(mark.ink)}"/>'
        case PrintedTag():
            return f'<path d="{_path(tag_rings(mark, family), corner)}" fill-rule="evenodd"/>'
        case InkLine():
            way = _path([mark.points], corner)
            way = way if mark.closed else way.removesuffix("Z")
            return f'<path d="{way}" {_pen(mark.ink, width=mark.width, dash=mark.dash)}/>'
        case Circle():
            (x, y), r = _place(mark.centre, corner), _number(mark.radius * UNIT)
            pen = f'fill="{_colour(mark.ink)}"'
            if mark.width:
                pen = _pen(mark.ink, width=mark.width, dash=mark.dash)
            return f'<circle cx="{x}" cy="{y}" r="{r}" {pen}/>'
        case Words():
            return _text(mark, corner)
        case PastedPicture():
            raise ValueError("no picture of the guide has a player's own picture in it")


def _text(words: Words, corner: Spot) -> str:
    x, y = _place(words.at, corner)
    anchor = {"start": "start", "middle": "middle", "end": "end"}[words.align]
    turn = f' transform="rotate({_number(-words.turn)} {x} {y})"' if words.turn else ""
    weight = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{x}" y="{y}" dy=".36em" font-family="Helvetica, Arial, sans-serif" '
        f'font-size="{_number(words.height * UNIT)}" text-anchor="{anchor}"{weight}{turn} '
        f'fill="{_colour(words.ink)}">{escape(words.text)}</text>'
    )


def _pen(ink: Ink, *, width: float, dash: float) -> str:
    dashes = f' stroke-dasharray="{_number(dash * UNIT)}"' if dash else ""
    return f'fill="none" stroke="{_colour(ink)}" stroke-width="{_number(width * UNIT)}"{dashes}'


def _path(rings: Sequence[Sequence[Spot]], corner: Spot) -> str:
    ways = []
    for ring in rings:
        places = [" ".join(_place(spot, corner)) for spot in ring]
        ways.append("M" + "L".join(places) + "Z")
    return "".join(ways)


def _place(spot: Spot, corner: Spot) -> tuple[str, str]:
    return _number((spot[0] - corner[0]) * UNIT), _number((corner[1] - spot[1]) * UNIT)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _colour(ink: Ink) -> str:
    return "#" + "".join(f"{round(share * 255):02x}" for share in ink)
