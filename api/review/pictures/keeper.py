"""Puts pictures into a battle: after the ruling, off its path, and never too many."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from api.battle_files.file import BattleFile, Picture
from api.battle_files.refusals import Refused
from api.battles.jobs import BattleChange, BusyError
from api.battles.session import Session
from api.review.pictures.caught import Caught, Still
from rules.referee.toolkit.evidence import Measured
from rules.table.bad_input import BadInputError

MOST_WAITING: Final = 4
"""Pictures that wait to be packed; a camera's next ones are left out until there is room."""

Catch = Callable[[], Caught | None]
"""What the camera sees at this moment; None where there is none. Takes no time."""


class PictureKeeper:
    """Keeps a picture with every measured ruling of the battles it attends to."""

    def __init__(self, catch: Catch, *, still: Still | None = None) -> None:
        self._catch = catch
        self._still = still or Still()
        self._waiting = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.left_out = 0
        """Rulings that got no picture because the computer was too busy."""

    def attend(self, session: Session) -> None:
        """From now on the rulings of this battle get their picture."""
        session.watch(partial(self._ruled, session))
        session.hear_refusals(partial(self._refused, session))

    async def settled(self) -> None:
        """Wait until every picture that was caught is in its file."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def _ruled(self, session: Session, change: BattleChange) -> None:
        # A refusal that is made known has the picture of when it was given, or none.
        measured = [
            entry
            for entry in change.entries
            if entry.evidence
            and entry.body.get("kind") != "command_refused"
            # A photograph that a player took is kept by whoever measured it.
            and not entry.body.get("photograph")
        ]
        if measured:
            evidence = tuple(found for entry in measured for found in entry.measured)
            self._picture(session, evidence, sequence=measured[0].sequence)

    def _refused(self, session: Session, refused: Refused) -> None:
        evidence, number = refused.refusal.evidence, refused.number
        self._picture(session, evidence, sequence=refused.after, refusal=number)

    def _picture(
        self,
        session: Session,
        evidence: tuple[Measured, ...],
        *,
        sequence: int,
        refusal: int | None = None,
    ) -> None:
        """Keep what the camera sees at this moment with an event, or with a refusal after it."""
        if self._still.most == 0 or session.by_hand is not None:
            # What the camera sees is not the table of a battle that is moved by hand.
            return
        caught = self._catch()
        if caught is None:
            return
        if self._waiting >= MOST_WAITING:
            self.left_out += 1
            return
        work = self._keep(session, caught, evidence=evidence, sequence=sequence, refusal=refusal)
        self._waiting += 1
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(
        self,
        session: Session,
        caught: Caught,
        *,
        evidence: tuple[Measured, ...],
        sequence: int,
        refusal: int | None,
    ) -> None:
        try:
            pictures = [
                replace(
                    await asyncio.to_thread(
                        _packed, each, evidence, sequence=sequence, still=self._still
                    ),
                    refusal=refusal,
                )
                # The last one that is kept is the one that is shown first.
                for each in (*reversed(caught.others), caught)
            ]
            # A battle that cannot be written to has worse worries than its pictures.
            with suppress(sqlite3.Error, OSError, BusyError, BadInputError):
                await session.read(partial(self._put, pictures=pictures, profile=caught.profile))
        finally:
            self._waiting -= 1

    def _put(self, file: BattleFile, *, pictures: Sequence[Picture], profile: bytes) -> None:
        if profile:
            file.keep_calibration(profile, since=pictures[-1].sequence)
        for picture in pictures:
            file.add_picture(picture)
        file.thin_pictures(most=self._still.most, most_bytes=self._still.most_bytes)


def _packed(
    caught: Caught, evidence: tuple[Measured, ...], *, sequence: int, still: Still
) -> Picture:
    # With a picture caught, what sees is loaded already; a server without a camera never loads it.
    from api.review.pictures.stills import picture_of

    return picture_of(caught, evidence, sequence=sequence, still=still)
