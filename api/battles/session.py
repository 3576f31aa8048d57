"""Knows one battle in play: one writer, which commits first, then applies, answers and publishes.

Everything that touches the file is done by one thread, one job after the other. When a commit
fails nobody is told that it worked: the battle pauses and says so, and goes on when the disk
writes again. What the file then holds counts, also if it was the commit that seemed to fail.
"""

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from api.battles.file import BattleFile, Sent
from rules.referee.battle import Battle, applied
from rules.referee.game import Command, Refusal
from rules.referee.house_words import REFEREE_COMMANDS
from rules.referee.log import Entry, Stamp, canonical, digest
from rules.referee.proposals import automatic_id, sort_proposals
from rules.referee.referee import Ruling, ask
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

T = TypeVar("T")

MOST_WAITING: Final = 64
"""Jobs for the writer; more than that cannot have come from people at a table."""
MOST_REFUSALS: Final = 512
"""Refusals that are remembered, so that a command that is sent again gets the same answer."""
TRY_AGAIN_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command got; the same for each time that it is sent."""

    entries: tuple[Entry, ...] = ()
    says: tuple[str, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What everybody who watches a battle is told."""

    battle: Battle
    entries: tuple[Entry, ...] = ()
    paused: str = ""
    """Why nothing can be saved now; nothing while the battle goes on."""


class NotSavedError(Exception):
    """The disk refuses; the command had no effect that anybody was told of."""


class BusyError(Exception):
    """Too many commands wait for the writer."""


class ReusedIdError(Exception):
    """The id belongs to another command."""


Publish = Callable[[Change], None]


class Session:
    """A battle that is open. All methods are for the event loop's thread, but for `battle`."""

    def __init__(
        self,
        *,
        name: str,
        title: str,
        file: BattleFile,
        battle: Battle,
        table: Callable[[], Snapshot],
        now: Callable[[], str],
        umpire_version: str,
        recovered: str = "",
    ) -> None:
        self.name = name
        self.title = title
        self.battle = battle
        self.recovered = recovered
        """What the file lost when it was opened, in words for the players; mostly nothing."""
        self.paused = ""
        self._file = file
        self._table = table
        self._now = now
        self._version = umpire_version
        self._refusals: OrderedDict[str, tuple[str, Refusal]] = OrderedDict()
        self._watchers: dict[int, Publish] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"battle-{name}")
        self._jobs: asyncio.Queue[_Job[object] | None] = asyncio.Queue(maxsize=MOST_WAITING)
        self._writer: asyncio.Task[None] | None = None
        self._looking = False

    def watch(self, publish: Publish) -> Callable[[], None]:
        """Hear of every change from now on, in order, until what this returns is called."""
        key = max(self._watchers, default=0) + 1
        self._watchers[key] = publish

        def stop() -> None:
            self._watchers.pop(key, None)

        return stop

    async def submit(
        self,
        *,
        author: str,
        command_id: str,
        body: Mapping[str, object],
        roll: str = "",
        table: Snapshot | None = None,
    ) -> Answer:
        """Judge a command; a NotSavedError, BusyError or ReusedIdError means no effect.

        `roll` is what its dice were worked out from, where the referee rolled them; `table` is the
        one to judge it on, where that is not the one that lies there now.
        """
        return await self._do(
            lambda: self._ruled(author, command_id=command_id, body=body, roll=roll, table=table)
        )

    async def trial(self, *, author: str, body: Mapping[str, object]) -> Refusal | None:
        """What a command would be refused for; nothing comes of it."""
        return await self._do(lambda: self._tried(author, body=body))

    async def read(self, job: Callable[[BattleFile], T]) -> T:
        """Something that is asked of the file, between two commits."""
        return await self._do(lambda: job(self._file))

    async def resume(self) -> None:
        """Try at once whether the disk writes again; a NotSavedError says that it does not."""
        await self._do(self._resumed)

    def table_changed(self) -> None:
        """Do what was agreed for what the camera proposes now; looks are never queued up."""
        if self._looking or self._jobs.full():
            return
        self._looking = True
        self._put(_Job(self._settle_proposals, asyncio.get_running_loop().create_future()))

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        if self._writer is not None:
            await self._jobs.put(None)
            await self._writer
        await asyncio.get_running_loop().run_in_executor(self._thread, self._file.close)
        self._thread.shutdown()

    # --- the writer ------------------------------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(_Job(work, done))
        return await done

    def _put(self, job: "_Job[T]") -> None:
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())
        try:
            self._jobs.put_nowait(job)  # type: ignore[arg-type]
        except asyncio.QueueFull:
            raise BusyError from None

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while (job := await self._next_job()) is not None:
            before, paused = self.battle, self.paused
            try:
                result = await loop.run_in_executor(self._thread, job.work)
            except Exception as failure:  # noqa: BLE001 - handed on to whoever asked
                job.fail(failure)
            else:
                job.succeed(result)
            self._publish(before, paused)

    async def _next_job(self) -> "_Job[object] | None":
        """The next thing to do; while paused, trying the disk is one of them."""
        if not self.paused:
            return await self._jobs.get()
        try:
            return await asyncio.wait_for(self._jobs.get(), TRY_AGAIN_SECONDS)
        except TimeoutError:
            return _Job(self._resumed, asyncio.get_running_loop().create_future())

    def _publish(self, before: Battle, paused: str) -> None:
        fresh = self.battle.entries[before.sequence :]
        if not fresh and paused == self.paused:
            return
        change = Change(battle=self.battle, entries=fresh, paused=self.paused)
        for publish in tuple(self._watchers.values()):
            publish(change)

    # --- in the writer's thread ------------------------------------------------------------------

    def _tried(self, author: str, *, body: Mapping[str, object]) -> Refusal | None:
        stamp = Stamp(time=self._now(), command_id="trial", umpire_version=self._version)
        command = Command(author=author, body=body)
        return ask(self.battle, command, snapshot=self._table(), stamp=stamp).refusal

    def _ruled(
        self,
        author: str,
        *,
        command_id: str,
        body: Mapping[str, object],
        roll: str,
        table: Snapshot | None = None,
    ) -> Answer:
        said = canonical({"author": author, "command": body})
        asked = digest(said)
        if self.paused:
            self._resumed()
        known = self._file.asked.get(command_id)
        if known not in {None, "", asked}:
            raise ReusedIdError
        if command_id in self._refusals:
            earlier, refusal = self._refusals[command_id]
            if earlier != asked:
                raise ReusedIdError
            return Answer(refusal=refusal)
        command = Command(author=author, body=body)
        ruling = self._carried_out(
            command,
            Sent(id=command_id, asked=asked, body=said, roll=roll),
            snapshot=table or self._table(),
        )
        if ruling.refusal is not None:
            self._refusals[command_id] = (asked, ruling.refusal)
            while len(self._refusals) > MOST_REFUSALS:
                self._refusals.popitem(last=False)
        entries = ruling.entries or ruling.before
        return Answer(entries=entries, says=ruling.says, refusal=ruling.refusal)

    def _carried_out(self, command: Command, sent: Sent, *, snapshot: Snapshot) -> Ruling:
        stamp = Stamp(time=self._now(), command_id=sent.id, umpire_version=self._version)
        ruling = ask(self.battle, command, snapshot=snapshot, stamp=stamp)
        if ruling.entries:
            is_evidence = any(entry.evidence for entry in ruling.entries)
            after = applied(self.battle, ruling.entries)
            try:
                self._file.append(ruling.entries, sent=sent, seen=snapshot if is_evidence else None)
            except (sqlite3.Error, OSError) as failure:
                self.paused = str(failure) or type(failure).__name__
                raise NotSavedError(self.paused) from failure
            self.battle = after
        return ruling

    def _settle_proposals(self) -> None:
        self._looking = False
        if self.paused:
            return
        snapshot = self._table()
        found = sort_proposals(self.battle, snapshot)
        for command in (*found.to_do, *found.to_log):
            name = automatic_id(self.battle, command)
            body = canonical(
                {"author": command.author, "command": REFEREE_COMMANDS.write(command.body)}
            )
            self._carried_out(command, Sent(id=name, asked="", body=body), snapshot=snapshot)

    def _resumed(self) -> None:
        """Whatever the file holds beyond what was applied has happened: the commit came through."""
        try:
            found = self._file.reopened()
            if found.fault:
                raise sqlite3.DatabaseError(found.fault)
            self._file.try_to_write()
            self.battle = applied(self.battle, found.entries)
        except (sqlite3.Error, OSError, BadInputError) as failure:
            self.paused = str(failure) or type(failure).__name__
            raise NotSavedError(self.paused) from failure
        self.paused = ""


@dataclass(slots=True, eq=False)
class _Job(Generic[T]):
    work: Callable[[], T]
    done: asyncio.Future[T]

    def succeed(self, result: T) -> None:
        # Whoever asked may have gone.
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, failure: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(failure)
            # Nobody waits for what the umpire does by itself.
            self.done.exception()
