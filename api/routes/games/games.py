"""Serves the games: their options, their clauses, and their commands as schema."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel

from api.access.admission import AdmittingRoute
from api.answers.explained import ClauseText, clause_text
from api.corpus.kept_books import examples_of
from api.errors import ProblemError
from api.routes.games.game_schema import commands_schema, events_schema
from rules.referee.court.explaining import clause_explained, near_clauses
from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.book.clauses import Clauses
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

router = APIRouter(prefix="/api/v1/games", tags=["games"], route_class=AdmittingRoute)


class GameBrief(BaseModel):
    """A game in the list."""

    slug: str
    title: str
    says: str
    version: int


class OptionTold(BaseModel):
    """Something that players agree on before a battle, or change together in its midst."""

    name: str
    says: str
    default: bool | int | float | str
    choices: tuple[str, ...]
    least: float | None
    most: float | None
    fixed: str = ""
    """Why it cannot change once the battle has begun; empty where it can."""


class ClauseTold(BaseModel):
    """A clause of the rulebook."""

    id: str
    says: str
    standing: str
    reason: str


class ColumnTold(BaseModel):
    """A column that the game adds to a roster."""

    name: str


class GameTold(GameBrief):
    """A game with its rules reference."""

    options: tuple[OptionTold, ...]
    clauses: tuple[ClauseTold, ...]
    referee_clauses: tuple[ClauseTold, ...]
    """What the referee itself holds commands to, in every game."""
    roster_columns: tuple[ColumnTold, ...]
    proposals: tuple[str, ...]


def games_of(request: Request) -> Mapping[str, Game]:
    """The games that this server has."""
    found: Mapping[str, Game] = request.app.state.games()
    return found


Games = Annotated[Mapping[str, Game], Depends(games_of)]


def game_named(games: Mapping[str, Game], slug: str) -> Game:
    """The game of that slug, or the problem that there is none."""
    if slug not in games:
        raise ProblemError(
            404,
            kind="unknown-game",
            title="Unknown game",
            detail=f"there is no such game; there are: {', '.join(games)}",
            known=list(games),
        )
    return games[slug]


@router.get("", operation_id="games")
def games(found: Games) -> list[GameBrief]:
    """Every game that there is."""
    return [_brief(each) for each in found.values()]


@router.get("/{slug}", operation_id="game")
def game(found: Games, slug: Annotated[str, Path(max_length=100)]) -> GameTold:
    """A game with its options, and its clauses as the rules reference."""
    each = game_named(found, slug)
    return GameTold(
        **_brief(each).model_dump(),
        options=tuple(
            OptionTold(
                name=option.name,
                says=option.says,
                default=option.default,
                choices=option.choices,
                least=None if isinstance(option.default, bool | str) else option.least,
                most=None if isinstance(option.default, bool | str) else option.most,
                fixed=option.fixed,
            )
            for option in all_options(each)
        ),
        clauses=_told(each.clauses),
        referee_clauses=_told(REFEREE_CLAUSES),
        roster_columns=tuple(ColumnTold(name=column.name) for column in each.roster_schema),
        proposals=tuple(kind.says for kind in each.proposal_kinds),
    )


@router.get("/{slug}/clauses/{clause}", operation_id="clause")
def clause(
    found: Games,
    *,
    slug: Annotated[str, Path(max_length=100)],
    clause: Annotated[str, Path(max_length=100, examples=["PT1-C1a", "REF-6"])],
) -> ClauseText:
    """A clause in our words, the game's own or the referee's, and a judged case each way."""
    named = game_named(found, slug)
    try:
        told = clause_explained(named, clause)
        return clause_text(told, examples_of(slug, told.clause.id))
    except BadInputError as complaint:
        known = near_clauses(named, clause)
        raise ProblemError(
            404,
            kind="unknown-clause",
            title="Unknown clause",
            detail=str(complaint),
            known=list(known),
        ) from complaint


@router.get("/{slug}/commands", operation_id="game_commands")
def game_commands(found: Games, slug: Annotated[str, Path(max_length=100)]) -> dict[str, Any]:
    """JSON Schema of every command that may be given in this game."""
    return commands_schema(game_named(found, slug))


@router.get("/{slug}/events", operation_id="game_events")
def game_events(found: Games, slug: Annotated[str, Path(max_length=100)]) -> dict[str, Any]:
    """JSON Schema of the body of every event, as the exported log of a battle has it."""
    return events_schema(game_named(found, slug))


def _told(clauses: Clauses) -> tuple[ClauseTold, ...]:
    return tuple(
        ClauseTold(id=each.id, says=each.says, standing=str(each.standing), reason=each.reason)
        for each in clauses
    )


def _brief(game: Game) -> GameBrief:
    return GameBrief(slug=game.slug, title=game.title, says=game.says, version=game.version)
