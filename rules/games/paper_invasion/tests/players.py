"""What players of Paper Invasion do and say before they ask for something."""

import math
from dataclasses import dataclass, replace
from typing import Final

from rules.games.paper_invasion.board import middle_of
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Spot
from rules.referee.toolkit.game import Template
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches
from rules.testing.driver import Moved, Rng

WORDS: Final = (
    "undead",
    "bloody",
    "gross",
    "disgusting",
    "cantankerous",
    "feral",
    "jinx",
    "creeper",
    "flesh",
    "martian",
    "wasp",
    "goblin",
    "tentacle",
    "locust",
    "piranha",
    "gremlin",
    "kraken",
    "dew",
    "Ångström",
    "two words",
    "mob",
    "bat",
    "cad",
)
"""With three letters at least, so that each can be read in each way."""
OFF: Final = 0.5
"""Inches from the board at which an Enemy is laid down outside."""
SHEET: Final = (8.0, 6.0)
"""Where the middle of the sheet lies on the table."""


def on_table(spot: tuple[float, float]) -> tuple[float, float]:
    """A point of the sheet on the table, the sheet's top being north."""
    return SHEET[0] + spot[0] - 5.0, SHEET[1] + spot[1] - 3.0


def laid(piece: Piece, spot: tuple[float, float], *, heading: float = 90.0) -> Piece:
    """A piece at a point of the sheet."""
    x, y = on_table(spot)
    pose = Pose(
        x=Inches(round(x, 3)),
        y=Inches(round(y, 3)),
        heading=Degrees(heading),
        covariance=Covariance.round(Inches(0.01), Degrees(0.5)),
    )
    return replace(piece, pose=pose, state=PieceState.SEEN)


def off_board(state: State, zone: str, room: str) -> Spot:
    """A point outside a room on its side."""
    wall = next(w for w in state.map.walls if {w.one, w.other} == {zone, room})
    x, y = middle_of(wall)
    turn = math.radians({"out-N": 90, "out-E": 0, "out-S": 270, "out-W": 180}[zone])
    return Inches(x + OFF * math.cos(turn)), Inches(y + OFF * math.sin(turn))


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How these players behave; an instance is a sample's mover."""

    mode: str = ""
    own_tables: bool = False
    camera: bool = False
    """Whether tokens are laid where they stand, for a camera that sees them."""

    def __call__(self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
        """What they do before they ask for this."""
        if self.camera:
            snapshot = self._tidied(state, snapshot)
        match template.command:
            case "take_word":
                used = [word for _, word in state.used]
                word = rng.choice([each for each in WORDS if each.lower() not in used])
                return Moved(snapshot=snapshot, values={"word": word})
            case "remember_words":
                fresh = "".join(rng.choices("abcdefghij", k=9))
                return Moved(snapshot=snapshot, values={"words": [fresh]})
            case "choose_theme":
                return Moved(snapshot=snapshot, values=self._theme(template))
            case "take_board" if not template.holes[0].optional:
                return Moved(snapshot=snapshot, values={"rooms": []}, sure=False)
            case "cut_room":
                # Across the middle of a room; what comes of it may be too small.
                x, y = state.board.centre(rng.choice(state.board.names)) if state.board else (0, 0)
                line = [[x - 0.2, y], [x + 0.2, y]]
                return Moved(snapshot=snapshot, values={"line": line}, sure=False)
        return Moved(snapshot=snapshot)

    def _theme(self, template: Template) -> dict[str, object]:
        values: dict[str, object] = {"theme": "miners"}
        if self.mode and any(self.mode in hole.allowed for hole in template.holes):
            values["mode"] = self.mode
        return values

    def _tidied(self, state: State, snapshot: Snapshot) -> Snapshot:
        """Every token lies where the game has it, and nothing else lies on the sheet."""
        sheet = next((p for p in snapshot.pieces if p.kind == "game_sheet"), None)
        if sheet is not None and sheet.pose is None:
            snapshot = snapshot.moved(laid(sheet, (5.0, 3.0)))
        if state.board is None:
            return snapshot
        for name in state.names:
            token, piece = state.tokens.get(name), snapshot.piece(name)
            if token is None:
                if piece.pose is not None:
                    snapshot = snapshot.moved(replace(piece, pose=None, state=PieceState.LOST))
                continue
            spot = (
                off_board(state, token.place, token.attached)
                if is_zone(token.place)
                else state.board.centre(token.place)
            )
            after = laid(piece, spot)
            if after.pose != piece.pose:
                snapshot = snapshot.moved(after)
        return snapshot


hands: Final = Players()
"""They say everything, and no camera looks on."""
