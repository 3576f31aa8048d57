"""The guide says what docs/ says, and messages name pages of it that are there."""

import ast
import json
import re
from pathlib import Path

import pytest

from api.corpus.kept_books import books
from api.guide.making import GuideMaker
from api.guide.marking import marked
from api.guide.named import guide_page
from tests.api.umpire import REPOSITORY
from tests.architecture.sources import package_sources

NAMED = re.compile(r"/guide/([\w./-]+\.html)(?:#([\w-]+))?")


def html(text: str) -> str:
    return marked(text, target=lambda link: "there.html" if link == "there.md" else None).html


def test_a_link_out_of_the_guide_stays_as_its_words() -> None:
    assert html("[in](there.md#b) and [out](../rules/x.py)") == (
        '<p><a href="there.html#b">in</a> and out</p>\n'
    )


def test_no_style_stands_in_a_page() -> None:
    told = html("| a | b |\n| --- | ---: |\n| 1 | 2 |\n")
    assert 'class="right"' in told
    assert "style" not in told


def test_comments_are_left_out_and_other_html_is_refused() -> None:
    assert html("<!-- from: x -->\n\nseen <kbd>F</kbd>\n") == "<p>seen <kbd>F</kbd></p>\n"
    with pytest.raises(ValueError, match="got HTML: <script>"):
        html("<script>x</script>\n")


def test_headings_are_linked_to_as_elsewhere() -> None:
    page = marked("# A `b`: c!\n\nWords\nhere.\n\n## Two\n\n## Two\n", target=lambda _: None)
    assert page.title == "A b: c!"
    assert [(part.anchor, part.words) for part in page.parts] == [
        ("a-b-c", "Words here."),
        ("two", ""),
        ("two-1", ""),
    ]


def test_a_page_of_the_checkout_is_made_as_it_is_now(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "README.md").write_text("# Front\n\n[a](docs/a.md)\n")
    (docs / "a.md").write_text("# Page & all\n\n## Part\n\n![x](b/p.svg)\n")
    (docs / "b").mkdir()
    (docs / "b" / "p.svg").write_text("<svg/>")
    maker = GuideMaker(tmp_path)
    told = maker.content("a.html").decode()
    assert '<img src="b/p.svg" alt="x" loading="lazy" />' in told
    assert 'href="a.html" aria-current="page">Page &amp; all</a><ul><li><a href="#part">' in told
    assert 'href="a.html">a</a>' in maker.content("index.html").decode()
    assert maker.content("b/p.svg") == b"<svg/>"


def test_the_books_of_rulings_are_in_it_with_their_drawings(tmp_path: Path) -> None:
    place = tmp_path / "docs" / "rulings"
    (place / "go").mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Front\n\nA ko.\n")
    picture = '<img src="go/a.svg" width="420" alt="The table: Ko">'
    (place / "go.md").write_text(
        f"# The book\n\n## Ko\n\n### A ko\n\n{picture}\n\n| who |\n| --- |\n"
    )
    (place / "go" / "a.svg").write_text("<svg/>")
    maker = GuideMaker(tmp_path)
    told = maker.content("rulings/go.html").decode()
    assert '<img src="go/a.svg" width="420" alt="The table: Ko" loading="lazy">' in told
    assert 'href="../index.html"' in told
    assert maker.content("rulings/go/a.svg") == b"<svg/>"
    rows = json.loads(maker.content("search.json"))
    assert [row[:3] for row in rows][-1] == ["rulings/go.html", "The book", "A ko"]


def test_every_game_with_judged_cases_has_its_book_beside_its_guide() -> None:
    told = GuideMaker(REPOSITORY).content("llms.txt").decode()
    games, _ = told.split("## Games")[1].split("\n## ", 1)
    for slug in books():
        assert f"/guide/rulings/{slug.replace('_', '-')}.html" in games


def strings(path: Path) -> list[str]:
    """The texts of a module that it may say; not what it says of itself."""
    text = (REPOSITORY / path).read_text(encoding="utf-8")
    if "docs/" not in text and "/guide/" not in text:
        return []
    tree = ast.parse(text)
    own = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in own
    ]


def test_messages_name_pages_of_the_guide_that_are_there() -> None:
    maker = GuideMaker(REPOSITORY)
    texts = [(path, text) for path in package_sources(REPOSITORY) for text in strings(path)]
    # What a script of the page says is a text as well.
    scripts = sorted((REPOSITORY / "api" / "web").rglob("*.js"))
    texts += [(path, path.read_text(encoding="utf-8")) for path in scripts]
    assert [
        (path, text[:80])
        for path, text in texts
        if "docs/" in text and ".md" in text and "api/guide" not in path.as_posix()
    ] == [], "say where the guide has it: guide_page() in a terminal, /guide/ on the page"
    named = [found for _, text in texts for found in NAMED.findall(text)]
    assert len(named) >= 2
    for address, anchor in named:
        assert address in maker.pages
        assert not anchor or anchor in {part.anchor for part in maker.page(address).parts}


def test_pages_named_in_a_terminal_are_there() -> None:
    calls = [
        re.findall(r"guide_page\(['\"](\w+)['\"]\)", (REPOSITORY / path).read_text("utf-8"))
        for path in package_sources(REPOSITORY)
    ]
    pages = {name for found in calls for name in found}
    assert "cameras" in pages
    for name in pages:
        assert Path(guide_page(name).removeprefix("file://")).is_file()
