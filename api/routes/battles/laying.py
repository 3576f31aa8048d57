"""Lays what a battle begins with: the ground that is wanted, and the units in their zones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from api.armies.grounds import LARGEST_SEED, ground_named
from api.armies.laying import laid_out, zones_of
from api.battles.session import Session
from api.routes.problems import not_by_hand
from api.tables.held import HeldTable
from rules.referee.court.offers import view
from rules.referee.court.supposing.what_if import ruled_places
from rules.referee.log.battle import Battle
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

USUAL_TABLE: Final = TableSize(width=Inches(36.0), depth=Inches(36.0))


class GroundWanted(BaseModel):
    """What the battle's table is to be like where no camera looks: a bare one of a size, or one of
    the game's grounds, which may be laid on a larger table. `seed` is the number of one by chance.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"ground": "crossroads"}]}
    )

    ground: Annotated[str, Field(max_length=60)] = ""
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 0
    width_in: Annotated[float | None, Field(ge=6, le=300)] = None
    depth_in: Annotated[float | None, Field(ge=6, le=300)] = None


def laid_ground(game: Game, wanted: GroundWanted) -> tuple[Mapping[str, object], Snapshot]:
    """A table as it is wanted, and the options that its ground needs to count."""
    if (wanted.width_in is None) != (wanted.depth_in is None):
        raise BadInputError("table", expected="both width_in and depth_in", got="one of them")
    size = None
    if wanted.width_in is not None and wanted.depth_in is not None:
        size = TableSize(width=Inches(wanted.width_in), depth=Inches(wanted.depth_in))
    if not wanted.ground:
        return {}, Snapshot(table=size or USUAL_TABLE)
    ground = ground_named(game.slug, wanted.ground)
    laid = ground.laid(table=size, seed=wanted.seed)
    return ground.options, Snapshot(table=size or ground.table, terrain=laid)


def lay_out(session: Session, *, sides: Sequence[str], anew: bool) -> tuple[str, ...]:
    """Put the units of these sides, or of all, into their zones; returns who found no room.

    What has no place on the table now is left beside it.
    """
    hand, setup = session.by_hand, session.battle.setup
    if hand is None:
        raise not_by_hand()
    entries = [each for each in setup.roster.entries if each.side and _is_among(each, sides)]
    known = tuple(dict.fromkeys(each.side for each in setup.roster.entries if each.side))
    told = view(session.battle, seat="").get("state", {})
    shown = told.get("zones") if isinstance(told, Mapping) else None
    left: list[tuple[str, ...]] = []

    def change(held: HeldTable) -> HeldTable:
        own = {each.id for each in entries}
        rest = tuple(each for each in held.snapshot.pieces if not (anew and each.id in own))
        bare = replace(held.snapshot, pieces=rest)
        zones = zones_of(shown, sides=known, seats=setup.seats, snapshot=bare)
        off = off_table(session.battle)
        wanted = [each for each in entries if each.id not in off]
        laid, without = laid_out(bare, wanted, zones=zones)
        left.append(without)
        return replace(held, snapshot=laid)

    hand.edit(change)
    return left[0]


def off_table(battle: Battle) -> frozenset[str]:
    """The pieces that belong beside the table now: they come later, ride or were lost."""
    off = (each.pieces for each in ruled_places(battle).values() if each.spot is None)
    return frozenset(piece for pieces in off for piece in pieces)


def _is_among(entry: Entry, sides: Sequence[str]) -> bool:
    return not sides or entry.side in sides
