"""All battles of a folder: begun, found, opened when they are used, closed when nobody does."""

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from api.battle_files.file import ENDING, BattleFile
from api.battle_files.names import NamesIn, is_name
from api.battles.acting import acts_by_itself
from api.battles.catalogue import Catalogue, ListedBattle, note_over
from api.battles.clock_desk import found_running, stop_clock
from api.battles.opening import open_battle
from api.battles.own_table import KEPT_AS, OwnTable, beside, first_held, unwatched
from api.battles.rosters import RostersInPlay
from api.battles.session import Session
from api.battles.surroundings import (
    BattleSurroundings,
    FullShelfError,
    TakenNameError,
    UnknownBattleError,
    Unopened,
    UnopenedError,
)
from api.files.lock import InUseError
from api.tables.hand import HandTable
from api.tables.held import HeldTable, sealed_text
from rules.referee.log.battle import Battle, begin, ended
from rules.referee.log.entries import Stamp
from rules.referee.toolkit.game import Game, Setup
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry, Roster
from rules.table.snapshot import Snapshot

IDLE_SECONDS: Final = 300.0
SWEEP_SECONDS: Final = 30.0
ARCHIVE: Final = "archive"
LONGEST_TITLE: Final = 100


class Shelf:
    """The battles of one server. Its methods are for the event loop's thread."""

    def __init__(self, around: BattleSurroundings) -> None:
        self._around = around
        self._states = around.states
        self._opening: dict[str, asyncio.Task[Session | Unopened]] = {}
        """Those that are open, or about to be, the one used last at the end."""
        self._used: dict[str, float] = {}
        self._catalogue = Catalogue(around.folder, version=around.umpire_version)
        self._names = NamesIn(around.folder)
        self._turn = asyncio.Lock()
        self._rosters = RostersInPlay()
        self._acting: dict[str, Session] = {}
        """Those that do something by themselves when the table changes."""

    def make_folder(self) -> None:
        """Before anything else: the folder may not be there yet."""
        self._around.folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    async def start(self) -> None:
        """Open what somebody will ask for first: the battle played last, and, until one is found
        that goes on, those that hide something of the table from everybody.
        """
        names = self.names()
        await self._open_first(names)
        await asyncio.to_thread(self._catalogue.keep, frozenset(names))

    async def _open_first(self, names: Sequence[str]) -> None:
        for at, name in enumerate(names):
            listed = await asyncio.to_thread(self.listed, name)
            hides = listed is not None and await asyncio.to_thread(self._hides, listed.game)
            if at == 0 or hides:
                with suppress(UnknownBattleError, UnopenedError, FullShelfError):
                    session = await self.session(name)
                    if hides and ended(session.battle) is None:
                        return

    async def keep_few_open(self) -> None:
        """Close what nobody uses, again and again."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.close_idle()

    async def close_idle(self, *, seconds: float = IDLE_SECONDS) -> None:
        """Close every battle that nobody watches and nobody has used for so long."""
        before = self._around.steady() - seconds
        for name in [each for each, used in self._used.items() if used <= before]:
            if self._may_close(name):
                await self.let_go(name)

    def _may_close(self, name: str) -> bool:
        task = self._opening.get(name)
        if task is None or not task.done() or task.cancelled():
            return False
        found = task.result()
        return isinstance(found, Unopened) or not (found.is_busy or self._around.in_use(found))

    async def _make_room(self) -> None:
        """Close the battle that was used longest ago, where as many are open as may be."""
        while len(self._opening) >= self._around.most:
            name = next((each for each in self._opening if self._may_close(each)), None)
            if name is None:
                raise FullShelfError
            await self.let_go(name)

    def _hides(self, slug: str) -> bool:
        try:
            return self._game(slug).hides is not None
        except (BadInputError, LookupError):
            return False

    def listed(self, name: str) -> ListedBattle | None:
        """What a list says of a battle that is not open; None where it has to be opened for that.
        For any thread.
        """
        return self._catalogue.listed(self.place(name))

    def place(self, name: str) -> Path:
        """Where the file of a battle lies."""
        return self._around.folder / f"{name}{ENDING}"

    async def begin(
        self, game: Game, setup: Setup, *, title: str, ground: Snapshot | None = None
    ) -> Session:
        """A new battle, on the disk before this returns.

        `ground` is what lies on its table where no camera looks; else what lies there now.
        """
        await self._make_room()
        around = self._around
        name = around.new_name()
        stamp = Stamp(time=around.now(), command_id="begin", umpire_version=around.umpire_version)
        battle = await asyncio.to_thread(begin, game, setup, stamp=stamp)
        about = {
            "id": name,
            "title": title,
            "game": game.slug,
            "created": stamp.time,
            "umpire": around.umpire_version,
        }
        held = self._begun_on(ground, roster=setup.roster)
        if held is not None:
            about[KEPT_AS] = sealed_text(held)
        create = partial(
            BattleFile.create,
            around.folder / f"{name}{ENDING}",
            battle.entries[0],
            about=about,
            connect=around.connect,
        )
        file = await asyncio.to_thread(create)
        own = await asyncio.to_thread(self._own_table, name, file=file, battle=battle)
        session = self._session(name, file, battle=battle, title=title, own=own)
        self._taken_up(session)
        self._opening[name] = asyncio.create_task(_ready(session))
        self._used[name] = around.steady()
        await self._opening[name]
        await session.deal()
        return session

    def _begun_on(self, ground: Snapshot | None, *, roster: Roster) -> HeldTable | None:
        around = self._around
        if around.counted is None or around.counted(roster) is None:
            return None
        return HeldTable(snapshot=ground or self._laid(roster).snapshot)

    def _own_table(self, name: str, *, file: BattleFile, battle: Battle) -> OwnTable | None:
        around = self._around
        if around.counted is None:
            return None
        held = first_held(file, name=name, laid=partial(self._laid, battle.setup.roster))
        hand = HandTable(held, keep=beside(around.folder, name, entries=battle.sequence))
        counted = partial(around.counted, battle.setup.roster)
        return OwnTable(hand, battle, name=name, counted=counted)

    def _laid(self, roster: Roster) -> HeldTable:
        around = self._around
        found = around.table() if around.laid is None else around.laid(roster)
        return found if isinstance(found, HeldTable) else unwatched(found)

    @property
    def folder(self) -> Path:
        """Where the battles lie."""
        return self._around.folder

    async def take_in(self, place: Path) -> None:
        """Open a battle that has come into the folder, unless it is open."""
        with suppress(UnopenedError):
            await self.session(place.stem)

    async def let_go(self, name: str) -> None:
        """Close one battle, so that its file can be replaced; `take_in` opens it again."""
        task = self._opening.pop(name, None)
        self._used.pop(name, None)
        found = None if task is None else await task
        self._rosters.remove(name)
        self._acting.pop(name, None)
        if isinstance(found, Session):
            await stop_clock(found)
            await found.close()
            await asyncio.to_thread(self._states.keep, name, found.battle)

    def require(self, name: str) -> Path:
        """The file of a battle; an UnknownBattleError says that there is none."""
        if not is_name(name) or not self.place(name).exists():
            raise UnknownBattleError(name)
        return self.place(name)

    async def archive(self, name: str) -> None:
        """Close a battle and put its file away; a TakenNameError leaves it where it is."""
        await self._moved(self.require(name), self._archive / f"{name}{ENDING}")

    async def restore(self, name: str) -> None:
        """Take a battle out of the archive; a TakenNameError leaves it there."""
        if not is_name(name) or not (self._archive / f"{name}{ENDING}").exists():
            raise UnknownBattleError(name)
        await self._moved(self._archive / f"{name}{ENDING}", self.place(name))

    async def delete(self, name: str) -> None:
        """Close a battle and remove its file."""
        place = self.require(name)
        await self.let_go(name)
        self._states.forget(name)
        await asyncio.to_thread(beside(self._around.folder, name).remove)
        await asyncio.to_thread(place.unlink)
        await asyncio.to_thread(self._around.disk.sync, place.parent)

    def archived(self) -> tuple[str, ...]:
        """The id of every battle in the archive, the one that was written last first."""
        return NamesIn(self._archive).now() if self._archive.exists() else ()

    def archived_listed(self, name: str) -> ListedBattle | None:
        """What a list says of a battle in the archive; None where its file cannot be read. For any
        thread.
        """
        place = self._archive / f"{name}{ENDING}"
        if not is_name(name) or not place.exists():
            raise UnknownBattleError(name)
        return self._catalogue.listed(place)

    @property
    def _archive(self) -> Path:
        return self._around.folder / ARCHIVE

    async def _moved(self, source: Path, place: Path) -> None:
        if await asyncio.to_thread(place.exists):
            raise TakenNameError(place.stem)
        await self.let_go(source.stem)
        self._states.forget(source.stem)
        place.parent.mkdir(exist_ok=True, mode=0o700)
        self._around.disk.replace(source, place)
        # First where it is now: a power cut between the two leaves it in both, and loses nothing.
        for folder in (place.parent, source.parent):
            await asyncio.to_thread(self._around.disk.sync, folder)

    def piece(self, name: str) -> Entry | None:
        """The piece of that name as an open battle has it, the one opened last first."""
        return self._rosters.piece(name)

    async def session(self, name: str) -> Session:
        """The battle of that id, once it is open; it is opened where it is not."""
        task = self._opening.pop(name, None)
        if task is None:
            if not is_name(name) or not self.place(name).exists():
                raise UnknownBattleError(name)
            await self._make_room()
            # Somebody else may have asked for it meanwhile.
            task = self._opening.pop(name, None)
        if task is None:
            task = asyncio.create_task(self._open(self.place(name)))
        self._opening[name] = task
        self._used[name] = self._around.steady()
        found = await asyncio.shield(task)
        if isinstance(found, Unopened):
            # It is looked at anew by whoever asks next: the reason may be gone by then.
            if self._opening.get(name) is task:
                del self._opening[name]
            raise UnopenedError(found.why)
        return found

    def names(self) -> tuple[str, ...]:
        """The id of every battle in the folder, the one that was written last first."""
        return self._names.now()

    def opened(self, name: str) -> Session | None:
        """The battle of that id, if it is open now."""
        task = self._opening.get(name)
        if task is None or not task.done() or task.cancelled():
            return None
        found = task.result()
        return found if isinstance(found, Session) else None

    def now_open(self) -> tuple[Session, ...]:
        """Those that are open at this moment, without waiting for any."""
        found = map(self.opened, tuple(self._opening))
        return tuple(each for each in found if each is not None)

    async def all(self) -> tuple[Session | Unopened, ...]:
        """Every battle that is open now."""
        return tuple(await asyncio.gather(*map(asyncio.shield, tuple(self._opening.values()))))

    def table_changed(self) -> None:
        """Let every battle look at the table that acts by itself on what it sees there."""
        acting = (each for each in self._acting.values() if each.by_hand is None)
        for session in {*acting, *(each for each in self.now_open() if each.is_behind)}:
            session.table_changed()

    def own_table_changed(self, session: Session) -> None:
        """The same for a battle that has a table of its own."""
        if session.name in self._acting:
            session.table_changed()

    async def close(self) -> None:
        """Finish what is under way and let go of every file."""
        for name in tuple(self._opening):
            await self.let_go(name)

    async def _open(self, place: Path) -> Session | Unopened:
        # One after the other: the latest is the one that somebody waits for.
        async with self._turn:
            try:
                session = await asyncio.to_thread(self._opened, place)
            except (BadInputError, InUseError, sqlite3.Error, OSError) as failure:
                # Whoever asks is told the file, and not where on this computer it lies.
                why = f"{failure}".replace(f"{place.parent}{os.sep}", "")
                return Unopened(name=place.stem, why=why)
        self._taken_up(session)
        await found_running(session)
        return session

    def _taken_up(self, session: Session) -> None:
        self._rosters.add(session.name, session.battle.setup.roster)
        if acts_by_itself(session.battle):
            self._acting[session.name] = session

    def _opened(self, place: Path) -> Session:
        around = self._around
        opened = open_battle(
            place,
            stamp=around.now().replace(":", "").replace("-", ""),
            connect=around.connect,
            kept=self._states.found(place.stem),
        )
        try:
            game = self._game(opened.log.entries[0].versions.game)
            battle = opened.battle(game)
            if opened.kept is None or opened.kept.head != battle.head:
                self._states.keep(place.stem, battle)
            title = opened.file.about().get("title", "")
            note_over(opened.file, battle)
            own = self._own_table(place.stem, file=opened.file, battle=battle)
        except BaseException:
            opened.file.close()
            raise
        told = "" if opened.recovery is None else opened.recovery.says
        return self._session(
            place.stem, opened.file, battle=battle, title=title, recovered=told, own=own
        )

    def _game(self, slug: str) -> Game:
        if self._around.game is not None:
            return self._around.game(slug)
        games = self._around.games()
        if slug not in games:
            raise BadInputError("game", expected=f"one of {', '.join(games)}", got=repr(slug))
        return games[slug]

    def _session(
        self,
        name: str,
        file: BattleFile,
        *,
        battle: Battle,
        title: str,
        recovered: str = "",
        own: OwnTable | None,
    ) -> Session:
        session = Session(
            name=name,
            title=title,
            file=file,
            battle=battle,
            table=self._around.table,
            now=self._around.now,
            umpire_version=self._around.umpire_version,
            recovered=recovered,
            own=own,
        )
        self._around.attend(session)
        session.watch(self._states.following(name))
        return session


async def _ready(found: Session | Unopened) -> Session | Unopened:
    return found
