"""Adds a battle from elsewhere to a folder: once, and over nothing that is there.

What has the same first event is the same battle. Of two copies the longer one is kept, when it is
the other one played on; two that went their own ways stay where they are, and that is said.
"""

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from api.battle_files.file import ENDING
from api.errors import ExitCode, FileAdvice, FileError, FileInUseError, UserError
from api.files.games import games
from api.files.lock import IN_USE, FileLock, InUseError
from api.files.new_folder import check_new, writing
from api.files.synced import sync_folder
from api.review.exports.lines import LONGEST_LINE, BattleContents, read_lines
from api.review.folder.making import copy_battle, make_battle
from api.review.record.looking import looking_at
from api.review.record.reading import reading, sound
from api.review.record.verify import game_of
from api.wording import squeezed
from rules.referee.log.battle import replayed
from rules.referee.log.entries import Entry
from rules.table.bad_input import BadInputError

ASIDE: Final = ".shorter"


class Deed(StrEnum):
    """What was done with a battle from elsewhere."""

    ADDED = "added"
    THERE = "there already"
    LONGER = "played on"
    """The copy that was there was shorter; it lies beside the longer one now."""
    SHORTER = "shorter"
    """The copy that is there has been played on; nothing was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What became of a file."""

    deed: Deed
    place: Path
    events: int

    @property
    def says(self) -> str:
        match self.deed:
            case Deed.ADDED:
                return f"added as {self.place.name}: {self.events:,} events"
            case Deed.THERE:
                return f"is there already as {self.place.name}; nothing was done"
            case Deed.LONGER:
                aside = f"{self.place.name}{ASIDE}"
                return f"goes on from {self.place.name}, and replaces it; the old one is {aside}"
            case Deed.SHORTER:
                return f"is a shorter copy of {self.place.name}; nothing was done"


def add_battle(source: Path, folder: Path, *, name: str = "") -> Added:
    """Take a battle file, or a battle as JSON Lines, into a folder."""
    if not folder.is_dir():
        raise FileError(folder, ": there is no such folder", exit_code=ExitCode.USAGE)
    if name and (Path(name).name != name or name.startswith(".")):
        raise UserError(f"{name!r} is no name for a file", ExitCode.USAGE)
    contents = None if _is_battle(source) else _from_lines(source)
    entries = contents.entries if contents is not None else _entries(source)
    wanted = name or _own_name(source, contents)
    there = _same_battle(folder, entries[0], but=source)
    if there is not None:
        return _beside(source, contents, entries=entries, there=there)
    place = folder / f"{wanted}{ENDING}"
    if place.exists():
        says = (
            " is another battle under the same name: nothing was written. Give the new one a name "
            "of its own"
        )
        raise FileError(place, says, exit_code=ExitCode.USAGE, advice=FileAdvice.NAME_IT)
    _put(source, contents, place=place)
    return Added(deed=Deed.ADDED, place=place, events=len(entries))


def _is_battle(source: Path) -> bool:
    try:
        with source.open("rb") as file:
            return file.read(1) not in {b"{", b"\xef", b"\n", b" "}
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise FileError(
            source, f": cannot be read: {reason}", exit_code=ExitCode.BAD_INPUT
        ) from failure


def _entries(source: Path) -> tuple[Entry, ...]:
    with looking_at(source) as found:
        try:
            found.archive.check_blobs()
        except BadInputError as complaint:
            says = f": {squeezed(str(complaint))}; nothing was written"
            raise FileError(source, says, exit_code=ExitCode.BAD_INPUT) from complaint
        return tuple(found.battle.entries)


def _from_lines(source: Path) -> BattleContents:
    if source.stat().st_size > 64 * LONGEST_LINE:
        raise FileError(source, ": is far too large for a battle", exit_code=ExitCode.BAD_INPUT)
    try:
        with source.open(encoding="utf-8-sig") as file:
            contents = read_lines(file)
        replayed(game_of(games(), contents.entries), contents.entries)
    except BadInputError as complaint:
        says = f": {squeezed(str(complaint))}; nothing was written"
        raise FileError(source, says, exit_code=ExitCode.BAD_INPUT) from complaint
    except UnicodeDecodeError as failure:
        raise FileError(
            source, ": expected text in UTF-8", exit_code=ExitCode.BAD_INPUT
        ) from failure
    return contents


def _own_name(source: Path, contents: BattleContents | None) -> str:
    if contents is None:
        return source.name.removesuffix(ENDING)
    own = contents.about.get("id", "")
    plain = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in own)[:60]
    return plain.strip("-") or contents.entries[0].hash[:10]


def _same_battle(folder: Path, header: Entry, *, but: Path) -> Path | None:
    """The file that begins with the same event."""
    for place in sorted(folder.glob(f"*{ENDING}")):
        if place.resolve() == but.resolve():
            raise FileError(but, " lies in that folder already", exit_code=ExitCode.USAGE)
        try:
            with reading(place) as found:
                first = found.log.entries[:1]
        except UserError:
            continue
        if first and first[0].hash == header.hash:
            return place
    return None


def _beside(
    source: Path, contents: BattleContents | None, *, entries: tuple[Entry, ...], there: Path
) -> Added:
    with reading(there) as found:
        sound(there, found)
        own = found.log.entries
    for mine, theirs in zip(own, entries, strict=False):
        if mine.hash != theirs.hash:
            says = (
                " are one battle that was played on in two ways: they part at "
                f"{mine.id}. Nothing was written; keep both, in two folders"
            )
            raise FileError(source, " and ", there, says, exit_code=ExitCode.UNEXPECTED)
    if len(own) >= len(entries):
        deed = Deed.THERE if len(own) == len(entries) else Deed.SHORTER
        return Added(deed=deed, place=there, events=len(own))
    _replace(source, contents, there=there)
    return Added(deed=Deed.LONGER, place=there, events=len(entries))


def _replace(source: Path, contents: BattleContents | None, *, there: Path) -> None:
    """Put the longer copy in the place of the shorter one, which stays beside it."""
    aside = there.with_name(f"{there.name}{ASIDE}")
    check_new(aside, force=False)
    fresh = there.with_name(f"{there.name}.longer")
    try:
        lock = FileLock(there)
    except InUseError as failure:
        raise FileInUseError(there, IN_USE) from failure
    try:
        _put(source, contents, place=fresh)
        with writing(there):
            # The old one has two names for a moment, and so is never without one.
            aside.hardlink_to(there)
            os.replace(fresh, there)
            sync_folder(there.parent)
    finally:
        fresh.unlink(missing_ok=True)
        lock.release()


def _put(source: Path, contents: BattleContents | None, *, place: Path) -> None:
    if contents is not None:
        make_battle(contents, place)
    else:
        copy_battle(source, place)
