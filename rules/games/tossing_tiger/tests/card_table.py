"""Lays cards before the camera of a test: backs and faces, where it says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, overload

from rules.games.tossing_tiger.chapters.layout import RowsLaid, RowsToLay
from rules.games.tossing_tiger.deck import KIND
from rules.games.tossing_tiger.tests.war_play import Table
from rules.games.tossing_tiger.vocabulary import Role, SeatEdge
from rules.referee.toolkit.game import Refusal
from rules.table.shapes import Rectangle
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Inches

Place = tuple[float, float]
CARD: Final = Rectangle(length=Inches(3.15), width=Inches(2.25))
OPPOSITE: Final = (SeatEdge.SOUTH, SeatEdge.NORTH)
WAR_ROWS: Final = (((6, 8), (12, 8), (18, 8)), ((6, 16), (12, 16), (18, 16)))


def card(name: str, at: Place, *, face: str = "face") -> Piece:
    """A card at rest; a back has whatever name the camera gives it."""
    pose = Pose(x=Inches(at[0]), y=Inches(at[1]))
    return Piece(id=name, footprint=CARD, pose=pose, kind=KIND, face=face)


def backs(*places: Place) -> tuple[Piece, ...]:
    return tuple(
        card(f"{KIND} back {number}", at, face="back") for number, at in enumerate(places, start=1)
    )


def laid(*pieces: Piece, number: int = 2) -> Snapshot:
    """A table on which these cards lie."""
    table = TableSize(width=Inches(36.0), depth=Inches(24.0))
    return Snapshot(table=table, pieces=pieces, number=number)


def hidden(piece: Piece) -> Piece:
    return replace(piece, state=PieceState.HIDDEN)


@overload
def lay_rows(
    *,
    attacking: Sequence[Place] = ...,
    defending: Sequence[Place] = ...,
    edges: Sequence[SeatEdge] = ...,
    refused: Literal[True],
) -> Refusal: ...
@overload
def lay_rows(
    *,
    attacking: Sequence[Place] = ...,
    defending: Sequence[Place] = ...,
    edges: Sequence[SeatEdge] = ...,
    refused: Literal[False] = ...,
) -> Table: ...
def lay_rows(
    *,
    attacking: Sequence[Place] = WAR_ROWS[0],
    defending: Sequence[Place] = WAR_ROWS[1],
    edges: Sequence[SeatEdge] = OPPOSITE,
    refused: bool = False,
) -> Table | Refusal:
    """Two players whose piles lie there, in whatever order they are written."""
    table = to_lay(attacking, defending, edges=edges)
    ask = table.asked(RowsToLay)
    if refused:
        return table.refused(ask.seat, RowsLaid(ask=ask.id))
    table.rows()
    return table


def to_lay(
    attacking: Sequence[Place],
    defending: Sequence[Place],
    *others: Place,
    edges: Sequence[SeatEdge] = OPPOSITE,
) -> Table:
    """A war whose rows are to be laid, and what lies there; other backs may lie about."""
    table = Table(edges=edges, more_animals=True).sit()
    number = len(attacking)
    table.with_hands(4 * number, 4 * number)
    table.answer(str(number))
    table.lay(*((4,) * number), role=Role.ATTACKER)
    table.lay(*((4,) * number), role=Role.DEFENDER)
    table.snapshot = laid(*backs(*attacking, *defending, *others))
    return table


def rows_of(table: Table, war: int = 1) -> Mapping[Role, list[Place]]:
    """Where the umpire has the piles, by battle."""
    spots = table.state.war(war).spots
    return {
        role: [(float(each.x_in), float(each.y_in)) for each in row] for role, row in spots.items()
    }
