"""Small parts from which the pages of a review are put together."""

from collections.abc import Iterable, Sequence
from typing import Final

from api.drawing.svg import Element, element
from api.wording import shown

NUMBER: Final = "n"


def document(title: str, *, looks: str, body: Sequence[Element]) -> str:
    """A page that needs nothing else."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        # Nothing in the page may fetch or run anything, whatever names a battle holds.
        element(
            "meta",
            http_equiv="Content-Security-Policy",
            content="default-src 'none'; style-src 'unsafe-inline'; img-src data:",
        ),
        element("title", title),
        element("style", " ".join(looks.split())),
    )
    return f"<!doctype html>\n{element('html', head, element('body', *body), lang='en')}\n"


def section(name: str, title: str, *inside: Element) -> Element:
    """A chapter that can be linked to."""
    return element("section", element("h2", title), *inside, id=name)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int] = ()
) -> Element:
    """A table that scrolls by itself where it is too wide; these columns hold numbers."""

    def looks(at: int) -> str | None:
        return NUMBER if at in numbers else None

    first = element("tr", *(element("th", each, class_=looks(at)) for at, each in enumerate(heads)))
    body = [
        element(
            "tr", *(element("td", shown(each), class_=looks(at)) for at, each in enumerate(row))
        )
        for row in rows
    ]
    whole = element("table", element("thead", first), element("tbody", *body))
    return element("div", whole, class_="scroll")


def said(text: str, *, class_: str | None = None) -> Element:
    """A sentence or a few."""
    return element("p", shown(text), class_=class_)


def folded(title: str, *inside: Element) -> Element:
    """A part that only few readers want, folded away."""
    return element("details", element("summary", title), *inside)


def counted(count: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "turn"), counted(0, "ruling"), counted(12000, "event")
    ('1 turn', 'no ruling', '12,000 events')
    """
    if count == 0:
        return f"no {what}"
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
