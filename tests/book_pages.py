"""The book of rulings as pages of the documentation, made from the judged cases of each game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.corpus.book import BookCase, BookRuling, RulingBook, drawing, ruling_book
from api.corpus.kept_books import books

RULINGS: Final = Path(__file__).parents[1] / "docs" / "rulings"
INTRO: Final = """\
<!-- Written by `python -m tests.regenerate` from the judged cases in rules/corpus: edit those. -->

# The book of rulings: {title}

Each case says what is so, who asks for what, and what the rules say to it. The same, searched by
clause and word, is in the installed program at `/book`. [Judged cases](../corpus.md) has how they
are written; a ruling that looks wrong is one to dispute.
"""


def book_pages() -> dict[Path, str]:
    """Every page and drawing of the books, with the content that it should have."""
    files: dict[Path, str] = {}
    for slug in books():
        book, name = ruling_book(slug), slug.replace("_", "-")
        files[RULINGS / f"{name}.md"] = "\n".join(_lines(book, folder=name)) + "\n"
        for chapter in book.chapters:
            for case in chapter.cases:
                picture = drawing(slug, chapter=chapter.id, name=case.id) if case.drawn else None
                if picture is not None:
                    files[RULINGS / name / f"{chapter.id}-{case.id}.svg"] = picture
    return files


def _lines(book: RulingBook, *, folder: str) -> Iterator[str]:
    yield INTRO.format(title=book.title)
    if book.usual:
        yield f"Unless a case says otherwise: {'; '.join(book.usual)}.\n"
    for chapter in book.chapters:
        yield f"## {chapter.title}\n"
        for case in chapter.cases:
            picture = f"{folder}/{chapter.id}-{case.id}.svg" if case.drawn else ""
            yield from _case(case, picture=picture)
    yield "## Clauses\n"
    yield "| clause | what it says |\n| --- | --- |"
    yield from (f"| {clause} | {_cell(says)} |" for clause, says in book.clauses.items())


def _case(case: BookCase, *, picture: str) -> Iterator[str]:
    yield f"### {case.title}\n"
    about = " · ".join(each for each in (case.example, *case.options) if each)
    yield f"`{case.id}`{f' · {about}' if about else ''}\n"
    if case.situation:
        yield f"{'; '.join(case.situation)}.\n"
    if picture:
        yield f'<img src="{picture}" width="420" alt="The table: {_cell(case.title)}">\n'
    yield "| who | asks | ruling | why |\n| --- | --- | --- | --- |"
    yield from (_row(ruling) for ruling in case.rulings)
    yield ""


def _row(ruling: BookRuling) -> str:
    measured = f" Measured: {'; '.join(ruling.measured)}." if ruling.measured else ""
    then = f" Then: {'; '.join(ruling.then)}." if ruling.then else ""
    by = f"**{ruling.ruling}** {', '.join(ruling.clauses)}"
    why = _cell(f"{ruling.why}{measured}{then}")
    return f"| {ruling.seat} | {_cell(ruling.command)} | {by} | {why} |"


def _cell(text: str) -> str:
    """Text that ends no cell and begins no tag."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace('"', "&quot;")
