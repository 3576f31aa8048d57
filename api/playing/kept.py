"""A battle that one terminal plays: judged, taken back, and kept if there is a file."""

import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final, Self

from api.battle_files.file import BattleFile, CommandRecord
from api.battles.opening import open_battle
from api.errors import ExitCode, UserError
from api.files.lock import InUseError
from api.version import version
from rules.referee.court.asking import Ruling, ask
from rules.referee.court.corrections import last_standing
from rules.referee.court.offers import offers
from rules.referee.log.battle import Battle, applied, begin, ended, replayed
from rules.referee.log.entries import Stamp, canonical, digest
from rules.referee.toolkit.game import Command, Game, Setup, Template
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

TABLE: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)))
"""A table on which nothing lies: nothing in such a game is measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChoice:
    """Something that may be done now, and by whom."""

    seat: str
    template: Template
    others: tuple[str, ...] = ()
    """Further seats that may do the very same."""

    @property
    def who(self) -> str:
        """All who may do it."""
        return " or ".join((self.seat, *self.others))


class KeptBattle:
    """One battle in play."""

    def __init__(self, battle: Battle, file: BattleFile | None = None) -> None:
        self.battle = battle
        self._file = file
        self._numbers = count(battle.sequence)

    @classmethod
    def new(cls, game: Game, setup: Setup, *, place: Path | None) -> Self:
        """A new battle, on the disk at once where it is to be kept."""
        stamp = Stamp(time=now(), command_id="begin", umpire_version=version())
        try:
            battle = begin(game, setup, stamp=stamp)
        except BadInputError as complaint:
            raise UserError(str(complaint), ExitCode.USAGE) from complaint
        if place is None:
            return cls(battle)
        about = {
            "id": place.stem,
            "title": game.title,
            "game": game.slug,
            "created": stamp.time,
            "umpire": version(),
        }
        try:
            return cls(battle, BattleFile.create(place, battle.entries[0], about=about))
        except (sqlite3.Error, OSError) as failure:
            raise _unwritable(place, failure) from failure

    @classmethod
    def again(cls, game: Game, place: Path) -> Self:
        """A battle that goes on where it was left."""
        stamp = now().replace(":", "").replace("-", "")
        try:
            opened = open_battle(place, stamp=stamp)
        except (BadInputError, InUseError, sqlite3.Error, OSError) as failure:
            message = f"{place}: cannot be opened: {failure}"
            raise UserError(message, ExitCode.BAD_INPUT) from failure
        entries = opened.log.entries
        played = entries[0].versions.game
        try:
            if played == game.slug:
                return cls(replayed(game, entries), opened.file)
        except BadInputError as complaint:
            opened.file.close()
            raise UserError(f"{place}: {complaint}", ExitCode.BAD_INPUT) from complaint
        opened.file.close()
        message = f"{place}: expected a battle of {game.slug}, got one of {played}"
        raise UserError(message, ExitCode.BAD_INPUT)

    def close(self) -> None:
        """Let others have the file."""
        if self._file is not None:
            self._file.close()

    @property
    def over(self) -> str | None:
        """How it ended, or None while it goes on."""
        return ended(self.battle)

    def choices(self, *, together: bool = False) -> tuple[OpenChoice, ...]:
        """All that anybody here may do now, the game's own first; or what they change together."""
        found = [
            OpenChoice(seat=seat.name, template=template)
            for seat in self.battle.setup.seats
            for template in offers(self.battle, TABLE, seat=seat.name)
            if template.command != "take_back" and (template.command in TOGETHER) == together
        ]
        own = self.battle.game.commands.kinds
        once: list[OpenChoice] = []
        for choice in found:
            same = next((n for n, each in enumerate(once) if each.template == choice.template), -1)
            if same < 0 or choice.template.command not in own:
                once.append(choice)
            else:
                once[same] = replace(once[same], others=(*once[same].others, choice.seat))
        return tuple(sorted(once, key=lambda choice: choice.template.command not in own))

    def give(self, seat: str, body: object) -> Ruling:
        """Ask the referee, and keep what comes of it before anything else."""
        fields = body if isinstance(body, dict) else self.battle.game.commands.write(body)
        name = f"play-{next(self._numbers)}"
        stamp = Stamp(time=now(), command_id=name, umpire_version=version())
        ruling = ask(self.battle, Command(author=seat, body=body), snapshot=TABLE, stamp=stamp)
        if not ruling.entries:
            return ruling
        after = applied(self.battle, ruling.entries)
        if self._file is not None:
            said = canonical({"author": seat, "command": fields})
            sent = CommandRecord(id=name, asked=digest(said), body=said)
            try:
                self._file.append(ruling.entries, sent=sent)
            except (sqlite3.Error, OSError) as failure:
                raise _unwritable(self._file.path, failure) from failure
        self.battle = after
        return ruling

    def undo(self) -> Ruling | None:
        """Take back the last command; None where there is none."""
        last = last_standing(self.battle)
        if last is None:
            return None
        seats = [seat.name for seat in self.battle.setup.seats]
        author = last.author if last.author in seats else seats[0]
        return self.give(author, {"kind": "take_back", "entry": last.id})


TOGETHER: Final = frozenset({"amend_state", "change_option"})
"""What may be asked for at any time, and seldom is."""


def _unwritable(place: Path, failure: Exception) -> UserError:
    return UserError(f"{place}: cannot be written: {failure}", ExitCode.BAD_INPUT)


def now() -> str:
    """The time in the form that logs use."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
