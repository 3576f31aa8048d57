"""Makes a report one file of HTML that needs nothing else, in light and in dark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from api.drawing.svg import NAMESPACE, Element, element
from calibration.profile import CameraId

LOOKS: Final = """
:root { color-scheme: light dark;
  --paper: #fbf9f3; --ink: #26251f; --faint: #6d6858; --line: #d9d3c0; --panel: #ffffff;
  --good: #17723a; --odd: #c2185b; --mark: #0b7f91; --warm: #b36b00; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #1b1c1f; --ink: #e9e7df; --faint: #a5a196; --line: #3c3d40; --panel: #232427;
  --good: #6fce8f; --odd: #ff7aa8; --mark: #52c7d8; --warm: #f0b35a; } }
"""
PAGE_LOOKS: Final = """
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
p, li { max-width: 44rem; } .faint { color: var(--faint); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line); }
svg { display: block; width: 100%; height: auto; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; }
.big { font-size: 2rem; font-weight: 700; } li.odd, .odd-text { color: var(--odd); }
"""
PICTURE_LOOKS: Final = """
.ink { fill: var(--ink); } .faint-ink { fill: var(--faint); } text { font-family: system-ui,
  sans-serif; } .frame { fill: none; stroke: var(--line); } .paper { fill: var(--panel); }
.mark { stroke: var(--mark); fill: none; } .mark-fill { fill: var(--mark); }
.odd { stroke: var(--odd); fill: none; } .odd-fill { fill: var(--odd); }
.warm { stroke: var(--warm); fill: none; } .warm-fill { fill: var(--warm); }
.grid { stroke: var(--line); fill: none; }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading, some sentences, a picture and a table, whichever there are."""

    title: str
    says: Sequence[str] = ()
    picture: Element | None = None
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    odd: Sequence[str] = ()
    """What the reader should put right; a list in the colour of warnings."""


def report_page(*, title: str, number: str, meaning: str, sections: Sequence[Section]) -> str:
    """The whole file. ``number`` is what the report comes down to, ``meaning`` what it is."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", _on_one_line(f"{LOOKS}{PAGE_LOOKS}{PICTURE_LOOKS}")),
    )
    top = [
        element("h1", title),
        element("p", element("span", number, class_="big"), f" {meaning}"),
    ]
    body = element("body", *top, *(part for each in sections for part in _section(each)))
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _on_one_line(looks: str) -> str:
    """In HTML a style is literal text, which a line break written as an escape would break."""
    return " ".join(looks.split())


def camera_words(camera: CameraId) -> str:
    """The camera as far as it is known.

    >>> camera_words(CameraId(name="", id="", width=640, height=480))
    'a camera that does not tell its name, 640 x 480'
    """
    name = camera.name or "a camera that does not tell its name"
    return f"{name}, {camera.width} x {camera.height}"


def _section(section: Section) -> list[Element]:
    parts = [element("h2", section.title)]
    parts += [element("p", sentence) for sentence in section.says]
    if section.odd:
        parts.append(element("ul", *(element("li", each, class_="odd") for each in section.odd)))
    if section.picture is not None:
        parts.append(section.picture)
    if section.rows:
        head = element("tr", *(element("th", each) for each in section.heads))
        rows = [element("tr", *(element("td", each) for each in row)) for row in section.rows]
        parts.append(element("table", element("thead", head), element("tbody", *rows)))
    return parts


def picture(*inside: Element, width: float, height: float, title: str) -> Element:
    """An SVG picture whose colours are the page's."""
    return element(
        "svg",
        element("title", title),
        *inside,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
    )


def alone(drawn: Element) -> str:
    """The picture as a file of its own, with the page's colours in it."""
    looks = element("style", _on_one_line(f"{LOOKS.replace(':root', 'svg')}{PICTURE_LOOKS}"))
    whole = Element(drawn.tag, drawn.attributes, (*drawn.inside[:1], looks, *drawn.inside[1:]))
    return f"{whole}\n"
