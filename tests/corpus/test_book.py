"""Tests of the book of rulings: every case stands in it, and measured ones with a drawing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.corpus.book import drawing, ruling_book
from api.corpus.kept_books import books, kept_book
from api.tables.hand import HandTable
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_playing import seen
from tests.book_pages import book_pages


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path_factory.mktemp("battles")) as found:
        yield found


@pytest.mark.parametrize("slug", books())
def test_every_case_is_told_with_its_rulings(slug: str) -> None:
    told = [case for chapter in ruling_book(slug).chapters for case in chapter.cases]
    cases = kept_book(slug).cases
    assert [each.title for each in told] == [each.title for each in cases]
    assert all(len(one.rulings) == len(other.steps) for one, other in zip(told, cases, strict=True))
    cited = {clause for case in told for each in case.rulings for clause in each.clauses}
    assert cited == set(ruling_book(slug).clauses)


@pytest.mark.parametrize("slug", books())
def test_what_is_measured_on_a_table_is_drawn(slug: str) -> None:
    for chapter in ruling_book(slug).chapters:
        for case in chapter.cases:
            picture = drawing(slug, chapter=chapter.id, name=case.id)
            assert (picture is not None) == case.drawn, case.id
            assert picture is None or len(picture) < 20_000, case.id


def test_the_book_is_open_to_everybody(server: Served) -> None:
    listed = server.get("/api/v1/book", token="").json()
    assert [each["game"] for each in listed] == list(books())
    told = server.get(f"/api/v1/book/{listed[0]['game']}", token="").json()
    assert told["chapters"][0]["cases"][0]["rulings"]
    page = server.get("/book", token="")
    assert (page.status_code, "book.js" in page.text) == (200, True)
    assert server.get("/book/search.js", token="").status_code == 200


def test_a_drawing_is_served_and_what_is_not_there_is_told(server: Served) -> None:
    drawn = next(
        f"{slug}/{chapter.id}/{case.id}"
        for slug in books()
        for chapter in ruling_book(slug).chapters
        for case in chapter.cases
        if case.drawn
    )
    found = server.get(f"/api/v1/book/{drawn}/drawing.svg", token="")
    assert (found.status_code, found.headers["content-type"]) == (200, "image/svg+xml")
    for path in ("chess", "chess/ranges/x/drawing.svg", f"{drawn}-not/drawing.svg"):
        problem(server.get(f"/api/v1/book/{path}", token=""), 404)


def test_each_book_is_a_page_of_the_documentation() -> None:
    files = book_pages()
    pages = {place: text for place, text in files.items() if place.suffix == ".md"}
    assert len(pages) == len(books())
    for slug, text in zip(books(), pages.values(), strict=True):
        assert all(case.title in text for case in kept_book(slug).cases)
    linked = "".join(pages.values())
    pictures = {place.name for place in files if place.suffix == ".svg"}
    assert all(f"/{Path(name).name}" in linked for name in pictures)
