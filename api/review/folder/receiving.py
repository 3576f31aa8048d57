"""Takes a battle file that is sent to a running umpire into its folder, and overwrites nothing."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.battle_files.file import ENDING
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.battles.surroundings import UnknownBattleError, UnopenedError
from api.errors import ExitCode, FileAdvice, FileError, FileInUseError, UserError
from api.live.hub import Hub
from api.review.folder.adding import Added, add_battle

MOST_BYTES: Final = 400_000_000
"""A battle of three hours with a camera stays under half of it."""
CHUNK_SECONDS: Final = 10.0
ADVISED: Final = {
    FileAdvice.NAME_IT: "",
    FileAdvice.OVERWRITE: (
        "; nothing was changed. Whoever keeps the umpire's folder moves that file elsewhere, then "
        "send it again"
    ),
    FileAdvice.RECOVER: (
        "; nothing was written. An umpire that finds it in its folder when it starts recovers what "
        "can be recovered"
    ),
}
"""What somebody can do who has no command line."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")


class TooLargeError(Exception):
    """More is sent than any battle has."""


class TooSlowError(Exception):
    """Nothing came for a while."""


async def received(
    chunks: AsyncIterator[bytes], shelf: Shelf, *, name: str, hub: Hub, most: int = MOST_BYTES
) -> Added:
    """Put what is sent into the folder of the umpire, and open it there.

    A UserError says why it is not taken; then nothing is there that was not there before.
    """
    folder = shelf.folder
    wanted = plain_name(name)
    with TemporaryDirectory(dir=folder, prefix=".sent-") as aside:
        source = Path(aside) / f"{wanted}{ENDING}"
        await _written(chunks, source, most=most)
        try:
            added = await _added(source, shelf, wanted=wanted, hub=hub)
        except FileError as failure:
            # Whoever sent it knows neither the folder nor where it lay meanwhile.
            within = {source.parent, folder}

            def named(place: Path) -> str:
                return place.name if place.parent in within else str(place)

            told = failure.told(named, advised=ADVISED)
            raise UserError(told, failure.exit_code) from failure
    await shelf.take_in(added.place)
    return added


def plain_name(name: str) -> str:
    """The name of a file without its ending, as it may stand in an address.

    >>> plain_name("Thursday, 2nd.battle"), plain_name("../../x.jsonl"), plain_name("ä")
    ('Thursday-2nd', 'x', 'battle')
    """
    stem = name.replace("\\", "/").rpartition("/")[2]
    stem = re.sub(r"(\.battle|\.jsonl)+$", "", stem)
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-")[:60].strip("-") or "battle"
    assert _NAME.fullmatch(plain)
    return plain


async def _written(chunks: AsyncIterator[bytes], place: Path, *, most: int) -> None:
    size = 0
    with place.open("wb") as file:
        while True:
            try:
                chunk = await asyncio.wait_for(anext(chunks), CHUNK_SECONDS)
            except StopAsyncIteration:
                break
            except TimeoutError:
                raise TooSlowError from None
            size += len(chunk)
            if size > most:
                raise TooLargeError
            await asyncio.to_thread(file.write, chunk)
    if size == 0:
        raise UserError("expected a battle, got an empty file", ExitCode.BAD_INPUT)


async def _added(source: Path, shelf: Shelf, *, wanted: str, hub: Hub) -> Added:
    def add() -> Added:
        return add_battle(source, shelf.folder, name=wanted)

    try:
        return await asyncio.to_thread(add)
    except FileInUseError as failure:
        place, in_use = failure.place, failure
    # It goes on from a battle that we have open ourselves: nobody may be in the middle of that.
    try:
        session = await shelf.session(place.stem)
    except (UnknownBattleError, UnopenedError):
        # Another umpire has it.
        raise in_use from None
    _refuse_watched(session, hub=hub)
    await shelf.let_go(place.stem)
    try:
        return await asyncio.to_thread(add)
    finally:
        await shelf.take_in(place)


def _refuse_watched(session: Session, *, hub: Hub) -> None:
    if hub.watches(session):
        message = (
            f"it goes on from {session.name}, which is open on a page just now; nothing was "
            "changed. Leave that battle on every page, and add it again"
        )
        raise UserError(message, ExitCode.USAGE)
