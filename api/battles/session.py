"""One battle in play: a single writer commits first, then applies, answers and publishes.

Everything that touches the file is done by one thread, one job after the other. When a commit
fails nobody is told that it worked: the battle pauses and says so, and goes on when the disk
writes again. What the file then holds counts, also if it was the commit that seemed to fail.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from api.battle_files.file import BattleFile, CommandRecord
from api.battles.catalogue import over_noted
from api.battles.jobs import (
    MOST_WAITING,
    TRY_AGAIN_SECONDS,
    BattleChange,
    BusyError,
    CommandAnswer,
    Hear,
    Job,
    JobDone,
    Note,
    NotSavedError,
    Publish,
    ReusedIdError,
)
from api.battles.own_table import KEPT_AS, OwnTable
from api.battles.refusals_told import RefusalsTold, stated_by_the_file
from api.dealing.dealer import BY_ITSELF, Dealer
from api.tables.hand import HandTable
from rules.referee.court.asking import Ruling, ask
from rules.referee.court.proposals import automatic_id, sort_proposals
from rules.referee.dealing.rules_of_dealing import CardsShown
from rules.referee.log.battle import Battle, applied
from rules.referee.log.drafts import entered
from rules.referee.log.entries import Entry, Stamp, canonical, digest
from rules.referee.log.house_words import REFEREE_COMMANDS
from rules.referee.toolkit.game import Command, Refusal
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot


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
        own: OwnTable | None = None,
    ) -> None:
        """`own` is the battle's own table, for as long as no camera looks at one."""
        self.name = name
        self.title = title
        self.battle = battle
        self.recovered = recovered
        """What the file lost when it was opened, in words for the players; mostly nothing."""
        self.paused, self.in_event = "", False
        self._file = file
        self.own = own
        self._common = table
        self.now = now
        self._version = umpire_version
        self._refusals = RefusalsTold(file, now=now, umpire_version=umpire_version)
        self._watchers: dict[int, Publish] = {}
        self._hearers: list[Hear] = []
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"battle-{name}")
        self._jobs: asyncio.Queue[Job[object] | None] = asyncio.Queue(maxsize=MOST_WAITING)
        self._writer: asyncio.Task[None] | None = None
        self._looking = False
        self._is_working = False
        self._closed = False
        self._dealer = Dealer(keep=file.note, kept=file.about)

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

    async def whole(self) -> bytes:
        """The battle's file with everything in it, to be copied and mailed."""
        return await self._do(lambda: self._folded().whole())

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

    def table(self) -> Snapshot:
        """The table that this battle is judged on, as it is now. For any thread."""
        own = self.own
        return own.latest() if own is not None and own.in_play else self._common()

    @property
    def by_hand(self) -> HandTable | None:
        """The battle's own table, where that is what counts."""
        own = self.own
        return own.hand if own is not None and own.in_play else None

    def to_place(self, *, seat: str) -> tuple[Mapping[str, object], ...]:
        """Where pieces that the seat may see are to be put under a camera."""
        return () if self.own is None else self.own.to_be_put(self.battle, self.table, seat=seat)

    @property
    def is_behind(self) -> bool:
        """Whether its own table has to be moved to where rulings have the units."""
        return self.own is not None and self.own.is_behind(self.battle)

    @property
    def is_busy(self) -> bool:
        """Whether something waits for the writer, or for the disk."""
        return not self._jobs.empty() or bool(self.paused) or self._is_working

    def table_changed(self) -> None:
        """Apply what was agreed to what the camera proposes now; looks are never queued up."""
        if self._looking or self._closed or self._jobs.full():
            return
        self._looking = True
        self._put(Job(self._settle_proposals, asyncio.get_running_loop().create_future()))

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        self._closed = True
        if self._writer is not None:
            await self._jobs.put(None)
            await self._writer
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()

    async def _do(self, work: Callable[[], JobDone]) -> JobDone:
        done: asyncio.Future[JobDone] = asyncio.get_running_loop().create_future()
        self._put(Job(work, done))
        return await done

    def _put(self, job: Job[JobDone]) -> None:
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

    async def _next_job(self) -> Job[object] | None:
        """The next thing to do; while paused, trying the disk is one of them."""
        if not self.paused:
            return await self._jobs.get()
        try:
            return await asyncio.wait_for(self._jobs.get(), TRY_AGAIN_SECONDS)
        except TimeoutError:
            return Job(self._resumed, asyncio.get_running_loop().create_future())

    def _publish(self, before: Battle, paused: str) -> None:
        for each in self._refusals.fresh():
            for hear in self._hearers:
                hear(each)
        fresh = self.battle.entries[before.sequence :]
        if not fresh and paused == self.paused:
            return
        change = BattleChange(battle=self.battle, entries=fresh, paused=self.paused)
        for publish in tuple(self._watchers.values()):
            publish(change)

    def _folded(self) -> BattleFile:
        if self.own is not None:
            self.own.fold(self._file)
        return self._file

    def _let_go(self) -> None:
        # What could not be written stays beside the file.
        with suppress(sqlite3.Error, OSError):
            self._folded()
        self._file.close()

    def _tried(self, author: str, *, body: Mapping[str, object]) -> Refusal | None:
        filled = self._dealer.filled(self.battle, author=author, body=body)
        if isinstance(filled, Refusal):
            return filled
        command = Command(author=author, body=filled)
        made = self.stamp("trial")
        return ask(self.battle, command, snapshot=self.table(), stamp=made).refusal

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
            earlier = self._on_disk(lambda: self._refusals.before(command_id, asked=asked))
            if earlier is not None:
                return earlier
        if table is None and (barred := stated_by_the_file(body)) is not None:
            return CommandAnswer(refusal=barred)
        filled = body if known else self._dealer.filled(self.battle, author=author, body=body)
        if isinstance(filled, Refusal):
            return CommandAnswer(refusal=filled)
        command = Command(author=author, body=filled)
        snapshot = table or self.table()
        said = canonical({"author": author, "command": filled})
        sent = CommandRecord(id=command_id, asked=asked, body=said, roll=roll)
        ruling = self._carried_out(command, sent, snapshot=snapshot)
        if ruling.refusal is None:
            self._deal_on(snapshot)
            return CommandAnswer(entries=ruling.entries or ruling.before, says=ruling.says)
        answered = partial(self._refusals.answer, ruling.refusal, command, battle=self.battle)
        return self._on_disk(partial(answered, sent=sent, snapshot=snapshot))

    def _on_disk(self, job: Callable[[], JobDone]) -> JobDone:
        """Something that is asked of the file; the battle pauses where its disk fails."""
        try:
            return job()
        except (sqlite3.Error, OSError) as failure:
            raise self._pausing(failure) from failure

    def _carried_out(self, command: Command, sent: CommandRecord, *, snapshot: Snapshot) -> Ruling:
        ruling = ask(self.battle, command, snapshot=snapshot, stamp=self.stamp(sent.id))
        if ruling.entries:
            seen = snapshot if any(entry.evidence for entry in ruling.entries) else None
            self._kept(ruling.entries, sent=sent, seen=seen, after=ruling.after)
        return ruling

    def _kept(
        self,
        entries: tuple[Entry, ...],
        *,
        sent: CommandRecord | None,
        seen: Snapshot | None = None,
        after: Battle | None = None,
    ) -> None:
        """Commit entries, and only then go on from them."""
        followed = after or applied(self.battle, entries)

        def append(table: str | None) -> None:
            noted = over_noted(self.battle, followed) | ({} if table is None else {KEPT_AS: table})
            self._file.append(entries, sent=sent, seen=seen, noted=noted)

        def commit() -> None:
            if self.own is None:
                append(None)
            else:
                self.own.commit(followed, append, name=self.name)

        self._on_disk(commit)
        self.battle = followed
        self.recovered = self._file.mended or self.recovered

    def stamp(self, command_id: str) -> Stamp:
        """What is written down now."""
        return Stamp(time=self.now(), command_id=command_id, umpire_version=self._version)

    async def note(self, make: Note) -> None:
        """Have the umpire write something down by itself."""

        def noted() -> None:
            entries = make(self.battle, self.stamp(f"note-{self.battle.sequence}"))
            if entries and not self.paused:
                self._kept(entries, sent=None)

        await self._do(noted)

    async def deal(self) -> None:
        """Have the umpire do what leaves no choice, as when a battle begins."""
        await self._do(lambda: self._deal_on(self.table()))

    async def cards(self, seat: str) -> tuple[CardsShown, ...]:
        """The cards that the umpire deals, as a seat may see them."""
        return await self._do(lambda: self._dealer.shown(self.battle, seat=seat))

    def _deal_on(self, snapshot: Snapshot) -> None:
        """Promise, fix and open what is due, and give the commands that leave no choice."""
        while True:
            name = f"{BY_ITSELF}{self.battle.sequence}"
            if (draft := self._dealer.due(self.battle)) is not None:
                self._kept(entered(self.battle, (draft,), stamp=self.stamp(name)), sent=None)
                continue
            for seat, filled in self._dealer.unprompted(self.battle):
                command = Command(author=seat, body=filled)
                if self._by_itself(command, filled, name=name, snapshot=snapshot).entries:
                    break
            else:
                return

    def _by_itself(
        self, command: Command, body: object, *, name: str, snapshot: Snapshot
    ) -> Ruling:
        """A command that no client has sent."""
        said = canonical({"author": command.author, "command": body})
        sent = CommandRecord(id=name, asked="", body=said)
        return self._carried_out(command, sent, snapshot=snapshot)

    def _settle_proposals(self) -> None:
        self._looking = False
        if self.paused:
            return
        if self.own is not None and self.own.is_behind(self.battle):
            self.own.catch_up(self.battle, name=self.name)
        snapshot = self.table()
        found = sort_proposals(self.battle, snapshot)
        for command in (*found.to_do, *found.to_log):
            name, body = automatic_id(self.battle, command), REFEREE_COMMANDS.write(command.body)
            self._by_itself(command, body, name=name, snapshot=snapshot)

    def _resumed(self) -> None:
        """Whatever the file holds beyond what was applied has happened: the commit went through."""
        try:
            found = self._file.reopened()
            if found.fault:
                raise sqlite3.DatabaseError(found.fault)
            self._file.try_to_write()
            self.battle = applied(self.battle, found.entries)
            if self.own is not None:
                self.own.found(self._file, self.battle)
        except (sqlite3.Error, OSError, BadInputError) as failure:
            raise self._pausing(failure) from failure
        self.paused = ""
        self._deal_on(self.table())

    def _pausing(self, failure: Exception) -> NotSavedError:
        """The battle pauses; returns what whoever asked is told of it."""
        # Whoever asks is told what ails the disk, and not where on it the battle lies.
        said = getattr(failure, "strerror", None) or str(failure)
        self.paused = said or type(failure).__name__
        return NotSavedError(self.paused)
