"""Explains one ruling on a page: drawing, picture, numbers, and how near it was."""

import base64

from api.battle_files.file import Picture
from api.drawing.svg import Element, element
from api.review.evidence.evidence import Evidence
from api.review.pages.page_looks import LOOKS
from api.review.pages.page_parts import document, said, section, table
from api.review.pictures.caught import camera_of, read_marks
from rules.table.units import plain, plain_error

MORE: str = """
.drawing { display: block; width: 100%; border: 1px solid var(--line); border-radius: 6px; }
figure { margin: 0 0 1.4rem; position: relative; }
"""


def evidence_page(found: Evidence, *, drawing: str, title: str) -> str:
    """The whole page; it needs nothing else."""
    case = found.case
    first = case.entries[0]
    again = "It is ruled the same again." if found.same else "It would be ruled otherwise now."
    head = element(
        "header",
        said(f"{title} · e{case.number} · {first.time}", class_="kicker"),
        element("h1", " ".join(found.says)),
        said(f"{again} Ruled by umpire {first.versions.umpire}.", class_="faint"),
    )
    source = "data:image/svg+xml;base64," + base64.b64encode(drawing.encode()).decode()
    figure = element("figure", element("img", src=source, alt="The table", class_="drawing"))
    parts = [section("table", "The table", figure)]
    for index, picture in enumerate(found.pictures):
        name = camera_of(picture)
        title_of = f"What the camera {name} saw" if name else "What the camera saw"
        of_it = "picture" if index == 0 else f"picture-{index + 1}"
        parts.append(section(of_it, title_of, *_photograph(picture)))
    parts += [
        section("numbers", "What was measured", _numbers(found)),
        section("near", "How near it was", *_near(found)),
        section("readings", "Other readings of the rules", *_readings(found)),
    ]
    return document(
        f"{title}: e{case.number}", looks=LOOKS + MORE, body=[head, element("main", *parts)]
    )


def _numbers(found: Evidence) -> Element:
    rows = [
        (
            each.what,
            each.answer.replace("_", " ").lower(),
            "" if each.value is None else plain(each.value),
            "" if each.limit is None else plain(each.limit),
            "" if each.sigma is None else plain_error(2 * each.sigma),
            each.why,
        )
        for each in found.measured
    ]
    heads = ("what", "answer", "measured", "limit", "error", "why")
    return table(heads, rows, numbers=(2, 3, 4))


def _near(found: Evidence) -> list[Element]:
    if not found.changes:
        return [said("Nothing within half an inch would change it.")]
    return [element("ul", *(element("li", f"It {each.says}.") for each in found.changes))]


def _readings(found: Evidence) -> list[Element]:
    if not found.readings:
        return [said("No other reading of an ambiguous rule changes it.")]
    rows = [
        (
            each.ambiguity,
            each.option,
            f"{each.value}".lower() + (" (agreed)" if each.agreed else ""),
            each.then,
        )
        for each in found.readings
    ]
    return [table(("question", "option", "reading", "ruling"), rows)]


def _photograph(picture: Picture) -> list[Element]:
    source = f"data:{picture.media_type};base64,{base64.b64encode(picture.content).decode()}"
    marks = read_marks(picture)
    sees = [] if marks is None else [str(each) for each in marks.get("sees", ())]
    told = [said(f"It saw {', '.join(sees)}.", class_="faint")] if sees else []
    if marks is None:
        return [element("img", src=source, alt="The photograph", class_="drawing")]
    width, height = marks["size"]
    drawn = [element("image", href=source, x=0, y=0, width=width, height=height)]
    looks = {"fill": "none", "stroke": "#ffd400", "stroke_width": max(2.0, width / 500)}
    drawn += [
        element("polygon", points=_points(each["outline"]), **looks) for each in marks["pieces"]
    ]
    line = {**looks, "stroke": "#ff2d55"}
    drawn += [
        element("polyline", points=_points(each["points"]), **line) for each in marks["lines"]
    ]
    whole = element("svg", *drawn, viewBox=f"0 0 {width} {height}", role="img", class_="drawing")
    return [whole, *told]


def _points(spots: list[list[float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in spots)
