"""Serves the drawings of units: what each game has of its kinds, once for the whole page."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field, TypeAdapter

from api.access.admission import AdmittingRoute
from api.files.games import games, package_of
from api.routes.folded import folded
from api.routes.games.games import games_of
from rules import registry
from rules.referee.facts.silhouettes import Tone

router = APIRouter(prefix="/api/v1/silhouettes", tags=["games"], route_class=AdmittingRoute)


class SilhouettePartTold(BaseModel):
    """Filled outlines of one tone."""

    tone: Tone
    path: Annotated[str, Field(description="As in the `d` of an SVG's path: M, L, C and Z alone.")]


class SilhouetteTold(BaseModel):
    """One kind of unit or marker, seen from above, its front at the top of the box."""

    kind: Annotated[str, Field(description="As the `kind` of a unit in the facts of a battle.")]
    width: float
    height: float
    parts: tuple[SilhouettePartTold, ...]


class SilhouettesTold(BaseModel):
    """The drawings of one game; a kind without any is drawn by the shape of its base."""

    game: str
    drawings: tuple[SilhouetteTold, ...]


_ALL = TypeAdapter(list[SilhouettesTold])


@router.get(
    "",
    operation_id="silhouettes",
    response_model=list[SilhouettesTold],
)
def silhouettes(request: Request) -> Response:
    """What the units of every game look like from above."""
    told = _ALL.dump_json([_of_game(slug) for slug in games_of(request)])
    return folded(request, told, media_type="application/json")


@cache
def _of_game(slug: str) -> SilhouettesTold:
    drawings = tuple(
        SilhouetteTold(
            kind=each.kind,
            width=each.width,
            height=each.height,
            parts=tuple(SilhouettePartTold(tone=part.tone, path=part.path) for part in each.parts),
        )
        for each in (registry.silhouettes(package_of(slug)) if slug in games() else {}).values()
    )
    return SilhouettesTold(game=slug, drawings=drawings)
