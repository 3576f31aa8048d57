"""No file of the page names a game: what is drawn of one follows from what it tells."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.registry import games
from tests.api.umpire import REPOSITORY

WEB = REPOSITORY / "api" / "web"
KINDS = {".js", ".css", ".html"}


def names() -> set[str]:
    """What games are called, without regard to how the words are joined."""
    return {plain(name) for game in games().values() for name in (game.slug, game.title)}


def plain(text: str) -> str:
    r"""Letters and figures alone.

    >>> plain("Paper_Tigers 2"), plain("paper-tigers")
    ('papertigers2', 'papertigers')
    """
    return re.sub(r"[^a-z0-9]", "", text.lower())


def named(text: str) -> Iterator[str]:
    """The games that a text names, line by line."""
    known = names()
    for line in text.splitlines():
        yield from (name for name in known if name in plain(line))


def files() -> list[str]:
    """Every file of the page, as it is called under its folder."""
    found = (path for path in WEB.rglob("*") if path.suffix in KINDS)
    return sorted(path.relative_to(WEB).as_posix() for path in found)


@pytest.mark.parametrize("file", files())
def test_no_file_of_the_page_names_a_game(file: str) -> None:
    assert list(named((WEB / file).read_text(encoding="utf-8"))) == []


def test_a_game_that_was_named_would_be_found(tmp_path: Path) -> None:
    slug = next(iter(games()))
    file = tmp_path / "leak.js"
    file.write_text(f'if (game === "{slug}") draw();\n', encoding="utf-8")
    assert list(named(file.read_text(encoding="utf-8"))) == [plain(slug)]
