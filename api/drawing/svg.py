"""Writes SVG: elements, numbers, and text that cannot break out of its place.

Looks are given by presentation attributes only. A `style` attribute or element would be blocked by
the content policy of the page that shows the drawing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from api.wording import UNSEEN

NAMESPACE: Final = "http://www.w3.org/2000/svg"
Spot = tuple[float, float]
"""A place on the drawing: inches to the right and down."""
Looks = dict[str, str | float | None]
"""Presentation attributes, to be handed to `element`."""


@dataclass(frozen=True, slots=True)
class Element:
    """One element with its attributes, inside it other elements and text."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    inside: tuple["Element | str", ...]

    def __str__(self) -> str:
        return "".join(_pieces(self))


def element(tag: str, *inside: Element | str, **attributes: str | float | None) -> Element:
    """An element; an attribute that is None is left out, and `_` in its name becomes `-`.

    >>> str(element("text", "a < b", x=1.50, text_anchor="middle", class_="label", fill=None))
    '<text x="1.5" text-anchor="middle" class="label">a &lt; b</text>'
    """
    written = tuple(
        (name.rstrip("_").replace("_", "-"), _value(value))
        for name, value in attributes.items()
        if value is not None
    )
    return Element(tag, written, inside)


def number(value: float) -> str:
    """A length of the drawing, to a thousandth of an inch.

    >>> number(2.0), number(-0.0001), number(1 / 3)
    ('2', '0', '0.333')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def printable(text: str) -> str:
    """The text with everything that XML cannot hold shown as the replacement sign.

    >>> printable("a" + chr(0) + "b" + chr(0xFFFF))
    'a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}'
    """
    return "".join(sign if _fits(ord(sign)) else "\N{REPLACEMENT CHARACTER}" for sign in text)


def path(spots: Iterable[Spot], *, closed: bool = True) -> str:
    """The `d` of straight lines from spot to spot."""
    lines = " L".join(f"{number(x)} {number(y)}" for x, y in spots)
    return f"M{lines}{' Z' if closed else ''}"


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)


def _fits(code: int) -> bool:
    return (
        code in {0x9, 0xA, 0xD}
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or 0x10000 <= code <= 0x10FFFF
    )


def _inert(written: str) -> str:
    """What would act on a terminal that shows the file, as references: the text is the same."""
    return UNSEEN.sub(lambda found: f"&#x{ord(found[0]):x};", written)


def _pieces(root: Element) -> Iterator[str]:
    attributes = "".join(
        f" {name}={_inert(quoteattr(printable(value)))}" for name, value in root.attributes
    )
    if not root.inside:
        yield f"<{root.tag}{attributes}/>"
        return
    yield f"<{root.tag}{attributes}>"
    for part in root.inside:
        if isinstance(part, Element):
            yield from _pieces(part)
        else:
            yield _inert(escape(printable(part)))
    yield f"</{root.tag}>"
