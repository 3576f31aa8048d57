"""Reads a battle's drawn sheet: finds which sheet was printed for it, and keeps what it was read
from.
"""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from api.armies.samples import samples
from api.cameras.pictures import as_jpeg
from api.errors import ExitCode, UserError
from api.kit.kit_in_use import KitInUse
from api.locating.sheets import command_of, value_of
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError
from rules.table.roster import Roster
from vision.kit.describe import described
from vision.pictures.photograph import photograph_from_bytes
from vision.sheets.found_sheet import ROUND, straightened
from vision.sheets.plan import GAME_SHEET, SheetPlan
from vision.sheets.reading import NoReading, Reading, read_sheet

if TYPE_CHECKING:
    from api.cameras.desk import CameraDesk

Picture = NDArray[np.uint8]
MOST_KEPT: Final = 8
"""Battles whose sheet is shown over its photograph; older ones are shown on plain paper."""


class DrawnSheets:
    """The sheets of one server, each with the photograph that was read last. For any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pictures: dict[str, bytes] = {}

    def read(self, picture: Picture, *, plan: SheetPlan, battle: str) -> dict[str, Any]:
        """What is drawn in a picture, grey or in colour; a UserError says why nothing was read."""
        grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        # One after the other: a reading keeps a processor busy for a second.
        with self._guard:
            reading = read_sheet(np.asarray(grey, dtype=np.uint8), plan)
            if isinstance(reading, NoReading):
                raise UserError(reading.says, ExitCode.CANNOT_SEE)
            self._pictures.pop(battle, None)
            self._pictures[battle] = as_jpeg(_seen_from_above(picture, reading))
            while len(self._pictures) > MOST_KEPT:
                del self._pictures[next(iter(self._pictures))]
        return told(reading)

    def picture(self, battle: str) -> bytes | None:
        """The straightened photograph of the last reading, as JPEG."""
        return self._pictures.get(battle)


def _seen_from_above(picture: Picture, reading: Reading) -> Picture:
    if picture.ndim == 2:
        return straightened(picture, reading.sheet)
    layers = [straightened(np.asarray(each), reading.sheet) for each in cv2.split(picture)]
    return np.stack(layers, axis=2)


def told(reading: Reading) -> dict[str, Any]:
    """A reading as JSON, with what a command that takes a board is filled with."""
    filling = {name: value for name, value in command_of(reading).items() if name != "kind"}
    return {**value_of(reading), "filling": filling, "margin_in": ROUND}


def picture_of(data: bytes) -> Picture:
    """A photograph that was sent, in colour; a UserError says what is wrong with it."""
    try:
        return photograph_from_bytes(data, name="photograph").colour()
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.BAD_INPUT) from complaint


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """A sheet as it was printed, and the army that was printed with it."""

    plan: SheetPlan
    kit: KitInUse


def sheet_for(
    game: Game, roster: Roster, *, desk: "CameraDesk", games: Mapping[str, Game]
) -> PrintedSheet | None:
    """How the sheet was printed that a battle is played on; None where it is played on none.

    The army in use is asked first, then those that come with the game; one whose sheet has other
    tags than the battle's is not meant.
    """
    own = {tag.number for each in roster.entries if each.kind == GAME_SHEET for tag in each.tags}
    for kit in _kits(game, desk=desk, games=games):
        try:
            plan = SheetPlan.described(described(kit.kit))
        except BadInputError:
            continue
        if not own or own == set(plan.numbers):
            return PrintedSheet(plan=plan, kit=kit)
    return None


def _kits(game: Game, *, desk: "CameraDesk", games: Mapping[str, Game]) -> Iterator[KitInUse]:
    if desk.kit is not None and desk.kit.game in {"", game.slug}:
        yield desk.kit
    yield from (each.kit for each in samples(games) if each.game.slug == game.slug)
