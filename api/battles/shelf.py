"""All battles in one folder: begun, found, opened in the background, and closed."""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from api.battles.file import ENDING, BattleFile
from api.battles.opening import open_battle
from api.battles.rosters import RostersInPlay
from api.battles.schema import Connect, connect
from api.battles.session import Session
from api.files.lock import InUseError
from rules.referee.log.battle import Battle, begin, replayed
from rules.referee.log.entries import Stamp
from rules.referee.toolkit.game import Game, Setup
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry
from rules.table.snapshot import Snapshot

MOST_BATTLES: Final = 200
"""Open at the same time: each keeps its file and its lock, and a program may open some 1,000."""
NAME_BYTES: Final = 5
LONGEST_TITLE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Unopened:
    """A file in the folder that is not in play, and why."""

    name: str
    why: str


class UnknownBattleError(KeyError):
    """There is no battle of that id."""


class UnopenedError(Exception):
    """The battle is there and cannot be opened; the message says why."""


class FullShelfError(Exception):
    """There are too many battles in the folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleSurroundings:
    """What a battle needs from outside: time, the table, the games, SQLite."""

    folder: Path
    games: Callable[[], Mapping[str, Game]]
    table: Callable[[], Snapshot]
    now: Callable[[], str]
    umpire_version: str
    game: Callable[[str], Game] | None = None
    """One game by itself, so that a battle need not wait for the others to load."""
    connect: Connect = connect
    most: int = MOST_BATTLES
    attend: Callable[[Session], None] = lambda _session: None
    """Called with every battle that is opened, before anything happens in it."""
    new_name: Callable[[], str] = lambda: secrets.token_hex(NAME_BYTES)


class Shelf:
    """The battles of one server. Its methods are for the event loop's thread."""

    def __init__(self, around: BattleSurroundings) -> None:
        self._around = around
        self._opening: dict[str, asyncio.Task[Session | Unopened]] = {}
        self._turn = asyncio.Lock()
        self._rosters = RostersInPlay()
        self._acting: dict[str, Session] = {}
        """Those that do something by themselves when the table changes."""

    def start(self) -> None:
        """Begin to open what lies in the folder, the latest first; nobody has to wait for it."""
        self._around.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        places = sorted(
            self._around.folder.glob(f"*{ENDING}"), key=lambda p: p.stat().st_mtime, reverse=True
        )
        most = self._around.most
        for place in places[:most]:
            self._opening[place.stem] = asyncio.create_task(self._open(place))
        for place in places[most:]:
            why = f"only the latest {most} battles are opened; move others to a folder of their own"
            left = Unopened(name=place.stem, why=why)
            self._opening[place.stem] = asyncio.create_task(_ready(left))

    async def begin(self, game: Game, setup: Setup, *, title: str) -> Session:
        """A new battle, on the disk before this returns."""
        if self.is_full:
            raise FullShelfError
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
        create = partial(
            BattleFile.create,
            around.folder / f"{name}{ENDING}",
            battle.entries[0],
            about=about,
            connect=around.connect,
        )
        file = await asyncio.to_thread(create)
        session = self._session(name, file, battle=battle, title=title)
        self._taken_up(session)
        self._opening[name] = asyncio.create_task(_ready(session))
        await self._opening[name]
        return session

    @property
    def folder(self) -> Path:
        """Where the battles lie."""
        return self._around.folder

    @property
    def is_full(self) -> bool:
        """Whether no other battle is opened."""
        return len(self._opening) >= self._around.most

    async def take_in(self, place: Path) -> None:
        """Open a battle that has come into the folder, unless it is open."""
        if place.stem not in self._opening:
            self._opening[place.stem] = asyncio.create_task(self._open(place))
        await asyncio.shield(self._opening[place.stem])

    async def let_go(self, name: str) -> None:
        """Close one battle, so that its file can be replaced; `take_in` opens it again."""
        found = await self._opening.pop(name)
        self._rosters.remove(name)
        self._acting.pop(name, None)
        if isinstance(found, Session):
            await found.close()

    def piece(self, name: str) -> Entry | None:
        """The piece of that name as an open battle has it, the one opened last first."""
        return self._rosters.piece(name)

    async def session(self, name: str) -> Session:
        """The battle of that id, once it is open."""
        if name not in self._opening:
            raise UnknownBattleError(name)
        found = await asyncio.shield(self._opening[name])
        if isinstance(found, Unopened):
            raise UnopenedError(found.why)
        return found

    def names(self) -> tuple[str, ...]:
        """The id of every battle."""
        return tuple(self._opening)

    async def all(self) -> tuple[Session | Unopened, ...]:
        """Every battle, once all are open."""
        return tuple(await asyncio.gather(*map(asyncio.shield, self._opening.values())))

    def table_changed(self) -> None:
        """Let every battle look at the table that acts by itself on what it sees there."""
        for session in self._acting.values():
            session.table_changed()

    async def close(self) -> None:
        """Finish what is under way and let go of every file."""
        for task in self._opening.values():
            found = await task
            if isinstance(found, Session):
                await found.close()
        self._opening.clear()

    async def _open(self, place: Path) -> Session | Unopened:
        # One after the other: the latest is the one that somebody waits for.
        async with self._turn:
            try:
                session = await asyncio.to_thread(self._opened, place)
            except (BadInputError, InUseError, sqlite3.Error, OSError) as failure:
                return Unopened(name=place.stem, why=f"{failure}")
        self._taken_up(session)
        return session

    def _taken_up(self, session: Session) -> None:
        self._rosters.add(session.name, session.battle.setup.roster)
        if session.acts_by_itself:
            self._acting[session.name] = session

    def _opened(self, place: Path) -> Session:
        around = self._around
        opened = open_battle(
            place, stamp=around.now().replace(":", "").replace("-", ""), connect=around.connect
        )
        try:
            game = self._game(opened.log.entries[0].versions.game)
            battle = replayed(game, opened.log.entries)
            about = opened.file.about()
        except BaseException:
            opened.file.close()
            raise
        told = "" if opened.recovery is None else opened.recovery.says
        title = about.get("title", "")
        return self._session(place.stem, opened.file, battle=battle, title=title, recovered=told)

    def _game(self, slug: str) -> Game:
        if self._around.game is not None:
            return self._around.game(slug)
        games = self._around.games()
        if slug not in games:
            raise BadInputError("game", expected=f"one of {', '.join(games)}", got=repr(slug))
        return games[slug]

    def _session(
        self, name: str, file: BattleFile, *, battle: Battle, title: str, recovered: str = ""
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
        )
        self._around.attend(session)
        return session


async def _ready(found: Session | Unopened) -> Session | Unopened:
    return found
