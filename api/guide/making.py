"""Makes the guide's pages from the Markdown of a checkout, with its contents and search index."""

import json
import posixpath
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path, PurePosixPath
from typing import Final

from api.guide.marking import MarkedPage, marked
from api.guide.places import FRONT, RULINGS, address_of, sources

SEARCH: Final = "search.json"
FOR_MODELS: Final = "llms.txt"
ONLY_HEADINGS: Final = ("sentences.html", "changelog.html")
"""Long lists, which would bury what is looked for; each has headings enough to be found by."""
GROUPS: Final = (
    (
        "Play",
        ("index", "playing", "what-if", "odds", "dice", "settle-a-dispute", "after-the-battle"),
    ),
    (
        "Your table",
        (
            "installing",
            "setting-up",
            "cameras",
            "phone",
            "printing",
            "accuracy",
            "live-table",
            "synthetic-camera",
        ),
    ),
    (
        "Ask and build",
        (
            "cli",
            "measuring",
            "adjudicating",
            "api",
            "api-changes",
            "battle-file",
            "security",
            "corpus",
            "adding-a-game",
            "contributing",
        ),
    ),
)
GAMES, MORE = "Games", "How it is made"


class GuideMaker:
    """The guide of one checkout; a page is made when it is first asked for."""

    def __init__(self, repository: Path) -> None:
        self._repository = repository
        self._sources = sources(repository)
        self._marked = lru_cache(maxsize=None)(self._mark)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """All there is, pictures and indexes included."""
        return frozenset({*self._sources, SEARCH, FOR_MODELS})

    @cached_property
    def pages(self) -> tuple[str, ...]:
        return tuple(each for each in self._sources if each.endswith(".html"))

    def content(self, address: str) -> bytes:
        """What stands at one of the addresses."""
        if address == SEARCH:
            return self._search().encode()
        if address == FOR_MODELS:
            return self._for_models().encode()
        if address.endswith(".html"):
            return self._page(address).encode()
        return self._sources[address].read_bytes()

    def page(self, address: str) -> MarkedPage:
        """One page with its parts."""
        return self._marked(address)

    def _mark(self, address: str) -> MarkedPage:
        source = self._sources[address]
        inside = PurePosixPath(source.relative_to(self._repository).as_posix())

        def target(link: str) -> str | None:
            meant = PurePosixPath(posixpath.normpath(inside.parent / link))
            found = address_of(meant)
            if found is None or found not in self._sources:
                return None
            return posixpath.relpath(found, posixpath.dirname(address) or ".")

        return marked(source.read_text(encoding="utf-8"), target=target)

    def _page(self, address: str) -> str:
        page = self._marked(address)
        up = "../" * address.count("/")
        return _PAGE.format(
            title=escape(page.title),
            up=up,
            contents=self._contents(address, up=up),
            article=page.html,
        )

    def _contents(self, address: str, *, up: str) -> str:
        told = []
        for name, members in self._groups():
            rows = "".join(self._row(each, here=address, up=up) for each in members)
            told.append(f"<h2>{escape(name)}</h2><ul>{rows}</ul>")
        return "\n".join(told)

    def _row(self, address: str, *, here: str, up: str) -> str:
        title = escape(self._titled(address))
        if address != here:
            return f'<li><a href="{up}{address}">{title}</a></li>\n'
        parts = "".join(
            f'<li><a href="#{part.anchor}">{escape(part.heading)}</a></li>'
            for part in self._marked(here).parts
            if part.level == 2
        )
        inside = f"<ul>{parts}</ul>" if parts else ""
        return f'<li><a href="{up}{address}" aria-current="page">{title}</a>{inside}</li>\n'

    def _titled(self, address: str) -> str:
        """The first heading; read without making the page, as the contents need all of them."""
        with self._sources[address].open(encoding="utf-8") as file:
            for line in file:
                if line.startswith("# "):
                    return line.removeprefix("# ").strip().replace("`", "")
        return address

    def _groups(self) -> list[tuple[str, list[str]]]:
        grouped = [
            (name, [f"{each}.html" for each in members if f"{each}.html" in self._sources])
            for name, members in GROUPS
        ]
        slugs = [each for each in self.pages if each.startswith("games/")]
        names = [slug.removeprefix("games/") for slug in slugs]
        games = [
            each
            for name, slug in zip(names, slugs, strict=True)
            for each in (name, slug, RULINGS + name)
        ]
        games = [each for each in games if each in self._sources]
        known = {each for _, members in grouped for each in members} | set(games)
        more = [each for each in self.pages if each not in known]
        return [grouped[0], (GAMES, games), *grouped[1:], (MORE, more)]

    def _search(self) -> str:
        rows = [
            [
                address,
                self._marked(address).title,
                part.heading,
                part.anchor,
                "" if address.startswith(ONLY_HEADINGS) else part.words,
            ]
            # Of what is found alike, what explains comes before what was once ruled.
            for address in sorted(self.pages, key=lambda each: each.startswith(RULINGS))
            for part in self._marked(address).parts
        ]
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))

    def _for_models(self) -> str:
        lines = [f"# {self._marked(FRONT).title}", "", f"> {_first(self._marked(FRONT))}"]
        for name, members in self._groups():
            lines += ["", f"## {name}", ""]
            for address in members:
                said = _first(self._marked(address))
                tail = f": {said}" if said else ""
                lines.append(f"- [{self._titled(address)}](/guide/{address}){tail}")
        return "\n".join(lines) + "\n"


def build(repository: Path, folder: Path) -> int:
    """Write the whole guide into a folder, and count its files."""
    maker = GuideMaker(repository)
    for address in sorted(maker.addresses):
        place = folder / address
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(maker.content(address))
    return len(maker.addresses)


def _first(page: MarkedPage) -> str:
    """The first sentence of a page."""
    words = next((part.words for part in page.parts if part.words), "")
    sentence, end, _ = words.partition(". ")
    return sentence + end.strip()


_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{title} · Paper Umpire's guide</title>
  <link rel="icon" href="{up}../icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="{up}../style/tokens.css">
  <link rel="stylesheet" href="{up}guide.css">
  <script type="module" src="{up}guide.js"></script>
</head>
<body data-up="{up}">
<a class="skip" href="#text">To the text</a>
<header>
  <a class="home" href="{up}index.html">Paper Umpire <span>guide</span></a>
  <a class="to-contents" href="#contents">Contents</a>
  <div role="search" hidden><input type="search" aria-label="Search the guide"
    placeholder="Search the guide"></div>
</header>
<section id="found" aria-live="polite" aria-label="Found" hidden></section>
<main id="text" tabindex="-1">
{article}
</main>
<nav id="contents" aria-label="Contents">
{contents}
</nav>
</body>
</html>
"""
