"""How a camera over the sheet comes into a test of Paper Invasion."""

import math
from dataclasses import replace

from rules.games.paper_invasion.seeing import OnSheet
from rules.games.paper_invasion.seeing import on_sheet as place_on_sheet
from rules.games.paper_invasion.tests.players import SHEET, laid
from rules.games.paper_invasion.tests.rosters import printed_roster
from rules.games.paper_invasion.tests.table_play import EMPTY, Play, new_game
from rules.table.snapshot import Piece, PieceState, Pose
from rules.table.units import Degrees, Inches


def on_sheet(game: Play) -> Play:
    """The same game with the tagged tokens of the print kit."""
    pieces = new_game(roster=printed_roster()).state.pieces
    return Play(replace(game.state, pieces=pieces))


def seen(
    game: Play, name: str, *, spot: tuple[float, float], face: str = "", turn: float = 90.0
) -> None:
    """A piece lies on the sheet, for the camera to see."""
    game.snapshot = replace(EMPTY, pieces=tuple(_pieces(name, spot=spot, face=face, turn=turn)))


def _pieces(name: str, *, spot: tuple[float, float], face: str, turn: float) -> list[Piece]:
    pieces = []
    for entry in printed_roster().entries:
        piece = Piece(
            id=entry.id,
            footprint=entry.footprint,
            pose=None,
            kind=entry.kind,
            state=PieceState.LOST,
        )
        if entry.kind == "game_sheet":
            piece = laid(piece, (5.0, 3.0))
        if entry.id == name:
            piece = replace(laid(piece, spot, heading=turn), face=face)
        pieces.append(piece)
    return pieces


def lying(game: Play, spot: tuple[float, float], *, sheet_turn: float) -> OnSheet:
    """Where a token is read that lies at a point of a sheet which is turned on the table."""
    seen(game, "V", spot=spot)
    turn = math.radians(sheet_turn - 90.0)
    moved = []
    for piece in game.snapshot.pieces:
        if piece.pose is None:
            moved.append(piece)
            continue
        x, y = piece.pose.x - SHEET[0], piece.pose.y - SHEET[1]
        pose = Pose(
            x=Inches(SHEET[0] + x * math.cos(turn) - y * math.sin(turn)),
            y=Inches(SHEET[1] + x * math.sin(turn) + y * math.cos(turn)),
            heading=Degrees(piece.pose.heading + sheet_turn - 90.0),
        )
        moved.append(replace(piece, pose=pose))
    found = place_on_sheet(replace(game.snapshot, pieces=tuple(moved)), "V")
    assert isinstance(found, OnSheet), found
    return found
