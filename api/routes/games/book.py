"""Serves the book of rulings: the judged cases of each game, and the drawings of their tables."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel

from api.access.admission import AdmittingRoute
from api.corpus.book import RulingBook, drawing, ruling_book
from api.corpus.kept_books import books
from api.errors import ProblemError
from api.files.games import games

router = APIRouter(prefix="/api/v1/book", tags=["games"], route_class=AdmittingRoute)
Name = Annotated[str, Path(max_length=100)]


class BookBrief(BaseModel):
    """A game that has judged cases."""

    game: str
    title: str


@router.get("", operation_id="books")
def all_books() -> list[BookBrief]:
    """The games that have judged cases."""
    return [BookBrief(game=slug, title=games()[slug].title) for slug in books()]


@router.get("/{slug}", operation_id="book")
def book(slug: Name) -> RulingBook:
    """Every judged case of a game, by chapter."""
    if slug not in books():
        raise _none(f"there are no judged cases of such a game; there are of {', '.join(books())}")
    return ruling_book(slug)


@router.get(
    "/{slug}/{chapter}/{case}/drawing.svg",
    operation_id="case_drawing",
    responses={200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
def case_drawing(*, slug: Name, chapter: Name, case: Name) -> Response:
    """The table of a judged case, with what its ruling measured."""
    found = drawing(slug, chapter=chapter, name=case) if slug in books() else None
    if found is None:
        raise _none("there is no such case with anything to draw")
    return Response(found, media_type="image/svg+xml")


def _none(detail: str) -> ProblemError:
    return ProblemError(404, kind="no-case", title="Not there", detail=detail)
