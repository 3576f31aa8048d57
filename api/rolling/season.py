"""Counts what everybody's dice brought over many battles, and says how far luck alone may go."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final

from api.battle_files.file import ENDING, ROLL
from api.battles.showing import dice_of
from api.errors import ExitCode, UserError
from api.review.record.looking import LookedAt, looking_at
from api.rolling.evidence import read_notes
from api.terminal.progress import watched
from rules.referee.log.entries import EntryKind
from rules.referee.toolkit.dice import FACES

_WIDE: Final = 2.64
"""Standard errors on either side: with fair dice all six faces lie within in 95 of 100 seasons."""
TRAY, TYPED, UMPIRE = "tray", "typed", "umpire"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownDie:
    """One die of a roll that stands."""

    by: str
    how: str
    """Read in the tray, typed, or rolled by the umpire."""
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceShare:
    """How often one face came."""

    face: int
    count: int
    low: float
    high: float
    """Between these the die's own share lies."""

    @property
    def is_fair(self) -> bool:
        """Whether a sixth is among what it may be."""
        return self.low <= 1 / FACES <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDice:
    """What one player's dice brought over a season, by where they were thrown."""

    by: str
    how: str
    count: int
    mean: float
    faces: tuple[FaceShare, ...]

    @property
    def says(self) -> str:
        odd = [str(each.face) for each in self.faces if not each.is_fair]
        told = f"{self.by}, {self.how}: {self.count} dice, {self.mean:.2f} on average"
        return f"{told}; more than luck: {', '.join(odd)}" if odd else f"{told}; as luck has it"


def interval(count: int, total: int) -> tuple[float, float]:
    """What the share may truly be (Wilson's interval).

    >>> [round(each, 3) for each in interval(10, 60)]
    [0.076, 0.326]
    >>> interval(0, 0)
    (0.0, 1.0)
    """
    if total == 0:
        return 0.0, 1.0
    share, square = count / total, _WIDE**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    spread = sqrt(share * (1 - share) / total + square / (4 * total**2))
    reach = _WIDE * spread / (1 + square / total)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def counted(thrown: Iterable[ThrownDie]) -> tuple[SeasonDice, ...]:
    """Every player's dice, by name and by how they were thrown."""
    found: dict[tuple[str, str], list[int]] = {}
    for each in thrown:
        found.setdefault((each.by, each.how), []).append(each.face)
    return tuple(
        SeasonDice(
            by=by,
            how=how,
            count=len(faces),
            mean=sum(faces) / len(faces),
            faces=tuple(_share(faces, face) for face in range(1, FACES + 1)),
        )
        for (by, how), faces in sorted(found.items())
    )


def _share(faces: list[int], face: int) -> FaceShare:
    low, high = interval(faces.count(face), len(faces))
    return FaceShare(face=face, count=faces.count(face), low=low, high=high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """What dice brought in many battles; rolls that were taken back do not count."""

    battles: int
    dice: tuple[SeasonDice, ...]
    unread: tuple[tuple[str, str], ...]
    """Files that could not be read as battles, by name, and why."""


def season(folder: Path) -> Season:
    """Of a folder; a UserError says why one of its battles cannot be read."""
    places = sorted(folder.glob(f"*{ENDING}"))
    if not places:
        message = f"{folder}: expected battle files, got none"
        raise UserError(message, ExitCode.BAD_INPUT)
    thrown: list[ThrownDie] = []
    for place in watched(places, what="Counting", total=len(places)):
        thrown += thrown_in(place)
    return Season(battles=len(places), dice=counted(thrown), unread=())


def season_of(places: Iterable[Path]) -> Season:
    """Of these battles, without those that cannot be read."""
    thrown: list[ThrownDie] = []
    unread: list[tuple[str, str]] = []
    battles = 0
    for place in places:
        try:
            thrown += thrown_in(place)
            battles += 1
        except UserError as why:
            unread.append((place.stem, why.message.replace(f"{place.parent}{os.sep}", "")))
    return Season(battles=battles, dice=counted(thrown), unread=tuple(unread))


def thrown_in(place: Path) -> list[ThrownDie]:
    """The dice of one battle; a UserError says why it cannot be read."""
    with looking_at(place) as found:
        return list(_thrown(found))


def _thrown(found: LookedAt) -> Iterable[ThrownDie]:
    battle, read = found.battle, read_notes(found.about)
    for entry in battle.entries:
        if entry.kind is not EntryKind.EVENT or not battle.stands(entry):
            continue
        is_tray = entry.sequence in read
        is_umpires = f"{ROLL}{entry.command}" in found.about
        how = TRAY if is_tray else UMPIRE if is_umpires else TYPED
        for face in dice_of(battle, entry):
            if 1 <= face <= FACES:
                yield ThrownDie(by=entry.author, how=how, face=face)
