"""Turns one page of Markdown into HTML: links within the guide, headings to link to, its words."""

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

_ALIGNED: Final = {"text-align:right": "right", "text-align:center": "centre"}
_ELSEWHERE: Final = re.compile(r"[a-z]+:")
_KEYS: Final = re.compile(r"</?kbd>")
_PICTURE: Final = re.compile(r'<img src="([^"]+)" width="(\d+)" alt="([^"]*)">')
"""The one kind of HTML that may stand in a page: Markdown's pictures have no width."""
_DRAWN: Final = '<p><img src="{source}" width="{width}" alt="{alt}" loading="lazy"></p>\n'
_MARKS: Final = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePart:
    """A heading, with what is said under it up to the next one."""

    level: int
    heading: str
    anchor: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedPage:
    title: str
    html: str
    parts: tuple[GuidePart, ...]


def marked(text: str, *, target: Callable[[str], str | None]) -> MarkedPage:
    """The page; `target` says where a relative link leads, None where it leads out of the guide."""
    tokens = _PARSER.parse(text)
    anchors: dict[str, int] = {}
    title = ""
    for place, token in enumerate(tokens):
        _plain_attributes(token)
        if token.type == "heading_open":
            heading = _said(tokens[place + 1])
            title = title or heading
            token.attrSet("id", _anchor(heading, taken=anchors))
        if found := _PICTURE.fullmatch(token.content.strip()):
            source = _followed(found[1], target=target) or ""
            token.content = _DRAWN.format(source=source, width=found[2], alt=found[3])
            token.type = "drawn"
        if token.children:
            token.children = list(_linked(token.children, target=target))
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return MarkedPage(title=title, html=html, parts=tuple(_parts(tokens)))


def _made_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.add_render_rule("drawn", lambda *given: given[1][given[2]].content)
    # A page that scrolls sideways on a phone cannot be read; what is wide scrolls by itself.
    parser.add_render_rule(
        "table_open",
        lambda *_: '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n',
    )
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    parser.add_render_rule("html_block", _little_html)
    parser.add_render_rule("html_inline", _little_html)
    return parser


def _little_html(*given: Any) -> str:
    """Comments say where a part comes from, and are for us."""
    _renderer, tokens, place, *_ = given
    content: str = tokens[place].content.strip()
    if _KEYS.fullmatch(content):
        return content
    if not (content.startswith("<!--") and content.endswith("-->")):
        raise ValueError(f"expected Markdown, got HTML: {content[:60]}")
    return ""


def _plain_attributes(token: Token) -> None:
    """No style stands in the page itself: the server's policy forbids it."""
    style = token.attrGet("style")
    if style is not None:
        del token.attrs["style"]
        if kind := _ALIGNED.get(str(style)):
            token.attrSet("class", kind)


def _anchor(heading: str, *, taken: dict[str, int]) -> str:
    """As the places that show Markdown make it, so that a link works there and here."""
    plain = _MARKS.sub("", heading.lower()).replace(" ", "-")
    again = taken.get(plain, 0)
    taken[plain] = again + 1
    return f"{plain}-{again}" if again else plain


def _linked(tokens: list[Token], *, target: Callable[[str], str | None]) -> Iterator[Token]:
    open_links: list[bool] = []
    for token in tokens:
        if token.type == "link_close" and not open_links.pop():
            continue
        if token.type == "link_open":
            href = _followed(str(token.attrGet("href")), target=target)
            open_links.append(href is not None)
            if href is None:
                continue
            token.attrSet("href", href)
        if token.type == "image":
            source = _followed(str(token.attrGet("src")), target=target)
            token.attrSet("src", source or "")
            token.attrSet("loading", "lazy")
        yield token


def _followed(link: str, *, target: Callable[[str], str | None]) -> str | None:
    if _ELSEWHERE.match(link) or link.startswith("#"):
        return link
    path, hash_mark, anchor = link.partition("#")
    found = target(posixpath.normpath(path))
    if found is None or found.startswith("/"):
        return found
    return f"{found}{hash_mark}{anchor}"


def _said(token: Token) -> str:
    children = token.children or []
    return "".join(
        " " if each.type in {"softbreak", "hardbreak"} else each.content
        for each in children
        if each.type in {"text", "code_inline", "softbreak", "hardbreak", "image"}
    )


def _parts(tokens: Sequence[Token]) -> Iterator[GuidePart]:
    level, heading, anchor = 1, "", ""
    words: list[str] = []
    is_heading = False
    for token in tokens:
        if token.type == "heading_open":
            if heading:
                yield _part(heading, level=level, anchor=anchor, words=words)
            level, anchor, words, is_heading = int(token.tag[1]), str(token.attrGet("id")), [], True
        elif token.type == "inline" and is_heading:
            heading, is_heading = _said(token), False
        elif token.type == "inline":
            words.append(_said(token))
        elif token.type in {"fence", "code_block"}:
            words.append(token.content)
    if heading:
        yield _part(heading, level=level, anchor=anchor, words=words)


def _part(heading: str, *, level: int, anchor: str, words: list[str]) -> GuidePart:
    said = " ".join(" ".join(words).split())
    return GuidePart(level=level, heading=heading, anchor=anchor, words=said)


_PARSER: Final = _made_parser()
