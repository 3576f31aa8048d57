"""Maps and tries over HTTP: what a unit sees, reaches and fears, and what would be allowed.

Nothing is written, and nobody else learns of it.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.answers.adjudged import plain_value
from api.answers.mapped import map_value, place_value
from api.battles.session import Session
from api.routes.battles.battles import InPlay, SeatAsked, Sitting, TheGrants, seat_asking
from api.routes.battles.playing import require_kind
from api.routes.problems import complaining
from api.routes.shown import TheTable
from api.shapes.shaped import Shaped
from api.shapes.what_if import NumbersThereTold, TriedTold, UnitMapTold
from rules.referee.court.supposing.numbers_there import numbers_there
from rules.referee.court.supposing.place_there import numbers_here
from rules.referee.court.supposing.trying import TriedCommand, tried
from rules.referee.court.supposing.what_if import (
    Ghost,
    MapKind,
    TableLook,
    safe_map,
    unit_map,
    unit_of,
)
from rules.referee.toolkit.game import Command
from rules.table.measuring.ranges import Range
from rules.table.snapshot import Snapshot
from rules.table.units import Degrees, Inches

router = APIRouter(
    prefix="/api/v1/battles/{battle}", tags=["measuring"], route_class=AdmittingRoute
)

Shown = dict[str, Any]
Unit = Annotated[str, Path(max_length=100)]
Place = Annotated[float | None, Field(ge=-10, le=1010)]


class MapStep(BaseModel):
    """How wide the cells are, and the seat that asks, which `Sitting` reads."""

    model_config = ConfigDict(extra="forbid")

    seat: SeatAsked = None
    step: Annotated[float, Field(ge=0.25, le=4, description="Inches a cell is wide.")] = 0.5


class GhostAsked(MapStep):
    """Where the unit is taken to stand; as it stands where that is left out."""

    x_in: Place = None
    y_in: Place = None
    heading_deg: Annotated[float | None, Field(ge=-720, le=720)] = None

    def ghost(self, unit: str) -> Ghost | None:
        if self.x_in is None or self.y_in is None:
            return None
        return ghost_of(unit, x_in=self.x_in, y_in=self.y_in, heading=self.heading_deg)


class MapAsked(GhostAsked):
    """Which map."""

    kind: MapKind = MapKind.SIGHT
    target: Annotated[str, Field(max_length=100, description="With `from`: whom it is to hit.")] = (
        ""
    )
    inches: Annotated[
        float | None, Field(ge=0, le=1000, description="How far it moves, if not as ruled.")
    ] = None
    cells: Annotated[bool, Field(description="Whether the answer holds every cell.")] = False
    at_x_in: Annotated[
        float | None,
        Field(ge=-10, le=1010, description="With `at_y_in`: tell of this place alone, in `here`."),
    ] = None
    at_y_in: Place = None

    def spot(self) -> tuple[float, float] | None:
        """The place that is asked about, if one is."""
        if self.at_x_in is None or self.at_y_in is None:
            return None
        return self.at_x_in, self.at_y_in


class TrySent(BaseModel):
    """A command, and where a unit is taken to stand."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {
                    "seat": "Host",
                    "command": {"kind": "fire", "target": "T2"},
                    "unit": "T1",
                    "x_in": 12.0,
                    "y_in": 8.5,
                }
            ]
        },
    )

    command: Annotated[
        dict[str, Any], Field(examples=[{"kind": "fire", "target": "T2"}], max_length=100)
    ]
    seat: Annotated[str | None, Field(max_length=100)] = None
    unit: Annotated[str, Field(max_length=100)] = ""
    x_in: Place = None
    y_in: Place = None
    heading_deg: Annotated[float | None, Field(ge=-720, le=720)] = None


def ghost_of(unit: str, *, x_in: float, y_in: float, heading: float | None) -> Ghost:
    """A unit where it does not stand."""
    turned = None if heading is None else Degrees(heading)
    return Ghost(unit=unit, x_in=Inches(x_in), y_in=Inches(y_in), heading_deg=turned)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLook:
    """Whose unit is looked at, by which seat, on the table as it lies now."""

    session: Session
    unit: str
    seat: str
    table: Snapshot

    def supposing(self, asked: GhostAsked, *, inches: float | None = None) -> TableLook:
        """The table with the unit where it is taken to stand."""
        return TableLook(
            self.table,
            battle=self.session.battle,
            seat=self.seat,
            ghost=asked.ghost(self.unit),
            inches=None if inches is None else Inches(inches),
        )


def unit_looked_at(session: InPlay, *, unit: Unit, seat: Sitting, shown: TheTable) -> UnitLook:
    """A unit by its own name, or by that of one of its pieces."""
    with complaining():
        name = unit_of(session.battle, unit)
        return UnitLook(
            session=session, unit=name, seat=seat, table=shown.latest(session, seat=seat)
        )


Looked = Annotated[UnitLook, Depends(unit_looked_at)]


@router.get("/maps/{unit}", operation_id="unit_map")
def mapped(
    looked: Looked, *, asked: Annotated[MapAsked, Query()]
) -> Annotated[Shown, Shaped(UnitMapTold)]:
    """What a unit sees, could hit, reaches or fears, or from where it could hit a target."""
    with complaining():
        look = looked.supposing(asked, inches=asked.inches)
        target = unit_of(looked.session.battle, asked.target)
        there = asked.spot()
        if there is not None:
            here = numbers_here(look, looked.unit, kind=asked.kind, spot=there, target=target)
            return place_value(here, look, unit=looked.unit, kind=asked.kind)
        found = unit_map(look, looked.unit, kind=asked.kind, step=Inches(asked.step), target=target)
        return map_value(found, cells=asked.cells)


@router.get("/maps/{unit}/numbers", operation_id="numbers_there")
def numbers(
    looked: Looked, *, asked: Annotated[GhostAsked, Query()]
) -> Annotated[Shown, Shaped(NumbersThereTold)]:
    """Range and sight to every other unit, from where a unit stands or could stand."""
    with complaining():
        look, unit = looked.supposing(asked), looked.unit
        found = numbers_there(look, unit)
    return {
        "unit": unit,
        "snapshot": look.table.number,
        "others": [
            {
                "unit": each.unit,
                "foe": each.foe,
                "range_answer": str(each.range.verdict.answer),
                "range_in": _rounded(each.range.verdict.value),
                "sight_answer": None if each.sight is None else str(each.sight.verdict.answer),
                "line_in": _line(each.range),
                "says": each.says,
            }
            for each in found
        ],
    }


@router.get("/sides/{side}/map", operation_id="side_map")
def side_mapped(
    session: InPlay,
    *,
    side: Annotated[str, Path(max_length=100)],
    seat: Sitting,
    shown: TheTable,
    asked: Annotated[MapStep, Query()],
) -> Annotated[Shown, Shaped(UnitMapTold)]:
    """Which places a side could hit in its next action: elsewhere one is safe from it."""
    with complaining():
        look = TableLook(shown.latest(session, seat=seat), battle=session.battle, seat=seat)
        return map_value(safe_map(look, side, step=Inches(asked.step)))


@router.post("/try", operation_id="try_command")
def try_command(
    who: Who,
    *,
    session: InPlay,
    grants: TheGrants,
    shown: TheTable,
    sent: Annotated[TrySent, Body()],
) -> Annotated[Shown, Shaped(TriedTold)]:
    """Ask what a command would get, were a unit elsewhere. Nothing comes of it."""
    require_kind(sent.command)
    seat = seat_asking(who, sent.seat, session=session, grants=grants)
    ghost = None
    if sent.unit and sent.x_in is not None and sent.y_in is not None:
        unit = unit_of(session.battle, sent.unit)
        ghost = ghost_of(unit, x_in=sent.x_in, y_in=sent.y_in, heading=sent.heading_deg)
    with complaining():
        now = shown.latest(session, seat=seat)
        command = Command(author=seat, body=sent.command)
        found = tried(session.battle, now, command=command, ghost=ghost)
    return _tried_shown(found)


def _line(found: Range) -> list[tuple[float, float]]:
    if found.start is None or found.end is None:
        return []
    return [(round(x, 3), round(y, 3)) for x, y in (found.start, found.end)]


def _tried_shown(found: TriedCommand) -> Shown:
    near = found.nearest
    return {
        "allowed": found.refusal is None,
        "says": found.says,
        "clause": None if found.refusal is None else found.refusal.clause,
        "reason": None if found.refusal is None else found.refusal.reason,
        "waivable": found.refusal is not None and found.refusal.waivable,
        "evidence": [plain_value(each) for each in found.evidence],
        "nearest": None
        if near is None
        else {
            "x_in": near.x_in,
            "y_in": near.y_in,
            "away_in": round(near.away_in, 3),
            "says": near.says,
        },
        "rolls": list(found.rolls),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
