"""One battle in play: a single writer commits first, then applies, answers and publishes.

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
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from api.battles.file import BattleFile, CommandRecord
from api.battles.refusals import Refused
from rules.referee.court.asking import Ruling, ask
from rules.referee.court.proposals import automatic_id, sort_proposals
from rules.referee.log.battle import Battle, applied
from rules.referee.log.drafts import refused
from rules.referee.log.entries import Entry, Stamp, canonical, digest
from rules.referee.log.house_words import REFEREE_COMMANDS
from rules.referee.toolkit.game import Command, Refusal
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

JobDone = TypeVar("JobDone")

MOST_WAITING: Final = 64
"""Jobs that may wait for the writer; people at a table cannot send more than that."""
MOST_REFUSALS: Final = 512
"""Refusals that are remembered, so that a command that is sent again gets the same answer."""
TRY_AGAIN_SECONDS: Final = 2.0
BY_THE_FILE: Final = MappingProxyType(
    {
        "challenge_refusal": "A refusal is disputed as it is kept: "
        "POST .../refusals/NUMBER/challenge.",
        "measure_again": "What is measured again is what was asked for then, as it is kept: "
        "POST .../review/measure-again.",
    }
)
"""Commands that state what another one was. Whoever gives one plainly could bring up a command that
never was, so what they say is only taken from the file.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """What a command got; the same for each time that it is sent."""

    entries: tuple[Entry, ...] = ()
    says: tuple[str, ...] = ()
    refusal: Refusal | None = None
    kept: str = ""
    """What the refusal is called in the file, where it rests on measuring and can be disputed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleChange:
    """What everybody who watches a battle is told."""

    battle: Battle
    entries: tuple[Entry, ...] = ()
    paused: str = ""
    """Why nothing can be saved now; nothing while the battle goes on."""


class NotSavedError(Exception):
    """The disk refuses; the command had no effect that anybody has been told of."""


class BusyError(Exception):
    """Too many commands wait for the writer."""


class ReusedIdError(Exception):
    """The id belongs to another command."""


Publish = Callable[[BattleChange], None]
Hear = Callable[[Refused], None]


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
        self._refusals: OrderedDict[str, tuple[str, CommandAnswer]] = OrderedDict()
        self._fresh_refusals: list[Refused] = []
        self._watchers: dict[int, Publish] = {}
        self._hearers: list[Hear] = []
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"battle-{name}")
        self._jobs: asyncio.Queue[_Job[object] | None] = asyncio.Queue(maxsize=MOST_WAITING)
        self._writer: asyncio.Task[None] | None = None
        self._looking = False
        self._is_working = False
        self._closed = False

    def watch(self, publish: Publish) -> Callable[[], None]:
        """Hear of every change from now on, in order, until what this returns is called."""
        key = max(self._watchers, default=0) + 1
        self._watchers[key] = publish

        def stop() -> None:
            self._watchers.pop(key, None)

        return stop

    def hear_refusals(self, hear: Hear) -> None:
        """Hear of every refusal that is kept. Nobody else may learn of one from whoever hears."""
        self._hearers.append(hear)

    async def submit(
        self,
        *,
        author: str,
        command_id: str,
        body: Mapping[str, object],
        roll: str = "",
        table: Snapshot | None = None,
    ) -> CommandAnswer:
        """Judge a command; a NotSavedError, BusyError or ReusedIdError means no effect.

        `roll` is what its dice were worked out from, where the referee rolled them; `table` is the
        one to judge it on, where that is not the one that lies there now.
        """
        return await self._do(
            lambda: self._ruled(author, command_id=command_id, body=body, roll=roll, table=table)
        )

    async def trial(self, *, author: str, body: Mapping[str, object]) -> Refusal | None:
        """What a command would be refused for; it has no effect."""
        return await self._do(lambda: self._tried(author, body=body))

    async def read(self, job: Callable[[BattleFile], JobDone]) -> JobDone:
        """Something that is asked of the file, between two commits."""
        return await self._do(lambda: job(self._file))

    async def rename(self, title: str) -> None:
        """Call the battle something else."""
        await self._do(lambda: self._file.note("title", title))
        self.title = title

    async def resume(self) -> None:
        """Try at once whether the disk writes again; a NotSavedError says that it does not."""
        await self._do(self._resumed)

    @property
    def is_busy(self) -> bool:
        """Whether something waits for the writer, or for the disk."""
        return not self._jobs.empty() or bool(self.paused) or self._is_working

    def table_changed(self) -> None:
        """Apply what was agreed to what the camera proposes now; looks are never queued up."""
        if self._looking or self._closed or self._jobs.full():
            return
        self._looking = True
        self._put(_Job(self._settle_proposals, asyncio.get_running_loop().create_future()))

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        self._closed = True
        if self._writer is not None:
            await self._jobs.put(None)
            await self._writer
        await asyncio.get_running_loop().run_in_executor(self._thread, self._file.close)
        self._thread.shutdown()

    # --- the writer ------------------------------------------------------------------------------

    async def _do(self, work: Callable[[], JobDone]) -> JobDone:
        done: asyncio.Future[JobDone] = asyncio.get_running_loop().create_future()
        self._put(_Job(work, done))
        return await done

    def _put(self, job: "_Job[JobDone]") -> None:
        if self._closed:
            # Nobody would ever carry it out.
            raise BusyError
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
            self._is_working = True
            try:
                result = await loop.run_in_executor(self._thread, job.work)
            except Exception as failure:  # noqa: BLE001 - handed on to whoever asked
                job.fail(failure)
            else:
                job.succeed(result)
            self._is_working = False
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
        heard, self._fresh_refusals = self._fresh_refusals, []
        for each in heard:
            for hear in self._hearers:
                hear(each)
        fresh = self.battle.entries[before.sequence :]
        if not fresh and paused == self.paused:
            return
        change = BattleChange(battle=self.battle, entries=fresh, paused=self.paused)
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
    ) -> CommandAnswer:
        said = canonical({"author": author, "command": body})
        asked = digest(said)
        if self.paused:
            self._resumed()
        known = self._file.asked.get(command_id)
        if known not in {None, "", asked}:
            raise ReusedIdError
        if known is None:
            earlier = self._refused_before(command_id, asked)
            if earlier is not None:
                return earlier
        how = BY_THE_FILE.get(str(body.get("kind", "")))
        if table is None and how is not None:
            return CommandAnswer(refusal=refused("REF-12", how))
        command = Command(author=author, body=body)
        snapshot = table or self._table()
        sent = CommandRecord(id=command_id, asked=asked, body=said, roll=roll)
        ruling = self._carried_out(command, sent, snapshot=snapshot)
        if ruling.refusal is None:
            return CommandAnswer(entries=ruling.entries or ruling.before, says=ruling.says)
        answer = self._refused(ruling.refusal, command, sent=sent, snapshot=snapshot)
        self._refusals[command_id] = (asked, answer)
        while len(self._refusals) > MOST_REFUSALS:
            self._refusals.popitem(last=False)
        return answer

    def _refused_before(self, command_id: str, asked: str) -> CommandAnswer | None:
        """What the same command was answered when it was refused, also before a restart."""
        if command_id in self._refusals:
            earlier, answer = self._refusals[command_id]
        else:
            try:
                kept = self._file.refused(command_id)
            except (sqlite3.Error, OSError) as failure:
                raise self._pausing(failure) from failure
            if kept is None:
                return None
            earlier, answer = kept.asked, CommandAnswer(refusal=kept.refusal, kept=kept.name)
        if earlier != asked:
            raise ReusedIdError
        return answer

    def _refused(
        self, refusal: Refusal, command: Command, *, sent: CommandRecord, snapshot: Snapshot
    ) -> CommandAnswer:
        """The answer of a refusal; one that rests on measuring is on the disk before it is told."""
        battle = self.battle
        body = command.body
        kind = body.get("kind") if isinstance(body, Mapping) else None
        is_game = isinstance(kind, str) and kind in battle.game.commands.kinds
        if not refusal.evidence or not is_game:
            return CommandAnswer(refusal=refusal)
        assert isinstance(body, Mapping)
        found = Refused(
            number=0,
            command_id=sent.id,
            time=self._now(),
            author=command.author,
            command=body,
            after=battle.sequence - 1,
            head=battle.head,
            refusal=refusal,
            umpire=self._version,
        )
        try:
            kept = self._file.refuse(found, seen=snapshot)
        except (sqlite3.Error, OSError) as failure:
            raise self._pausing(failure) from failure
        self._fresh_refusals.append(kept)
        return CommandAnswer(refusal=kept.refusal, kept=kept.name)

    def _carried_out(self, command: Command, sent: CommandRecord, *, snapshot: Snapshot) -> Ruling:
        stamp = Stamp(time=self._now(), command_id=sent.id, umpire_version=self._version)
        ruling = ask(self.battle, command, snapshot=snapshot, stamp=stamp)
        if ruling.entries:
            is_evidence = any(entry.evidence for entry in ruling.entries)
            after = ruling.after or applied(self.battle, ruling.entries)
            try:
                self._file.append(ruling.entries, sent=sent, seen=snapshot if is_evidence else None)
            except (sqlite3.Error, OSError) as failure:
                raise self._pausing(failure) from failure
            self.battle = after
            self.recovered = self._file.mended or self.recovered
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
            self._carried_out(
                command, CommandRecord(id=name, asked="", body=body), snapshot=snapshot
            )

    def _resumed(self) -> None:
        """Whatever the file holds beyond what was applied has happened: the commit went through."""
        try:
            found = self._file.reopened()
            if found.fault:
                raise sqlite3.DatabaseError(found.fault)
            self._file.try_to_write()
            self.battle = applied(self.battle, found.entries)
        except (sqlite3.Error, OSError, BadInputError) as failure:
            raise self._pausing(failure) from failure
        self.paused = ""

    def _pausing(self, failure: Exception) -> NotSavedError:
        """The battle pauses; returns what whoever asked is told of it."""
        # Whoever asks is told what ails the disk, and not where on it the battle lies.
        said = getattr(failure, "strerror", None) or str(failure)
        self.paused = said or type(failure).__name__
        return NotSavedError(self.paused)


@dataclass(slots=True, eq=False)
class _Job(Generic[JobDone]):
    work: Callable[[], JobDone]
    done: asyncio.Future[JobDone]

    def succeed(self, result: JobDone) -> None:
        # Whoever asked may have gone.
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, failure: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(failure)
            # Nobody waits for what the umpire does by itself.
            self.done.exception()
