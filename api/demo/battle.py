"""Runs a whole demonstration: measures a table, plays a battle on it, and counts what happened.

Each command goes the way that a server's commands go: judged on what the camera sees, committed to
the battle file, then applied. Nothing in it knows which game it is.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.armies.samples import Sample
from api.battle_files.file import BattleFile
from api.battles.session import Session
from api.demo.calibrating import SetTable, set_table
from api.demo.player import DemoPlayer, Turn
from api.demo.stage import DemoStage, Miss
from api.errors import ExitCode, UserError
from api.version import version
from rules.referee.log.battle import Battle, begin, ended
from rules.referee.log.entries import EntryKind, Stamp
from rules.table.snapshot import Pose

MOST_COMMANDS: Final = 2000
RETRIES: Final = 3
"""How often a piece is put back a little when the camera measures that it was moved too far."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstrated:
    """What the demonstration came to."""

    game: str
    seed: int
    place: Path
    result: str | None
    """How the battle ended; None when it was stopped before."""
    events: int
    accepted: Counter[str]
    """By the kind of the command."""
    refused: Counter[str]
    """By the clause."""
    moves: int
    frames: int
    accuracy_in: float
    """What the calibration promises: two standard errors of a place, typical for the table."""
    misses: tuple[Miss, ...]
    is_stopped: bool = False
    """Whether somebody pressed Ctrl-C."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoAsked:
    """What to show."""

    sample: Sample
    seed: int
    place: Path
    most: int = MOST_COMMANDS


def demonstrate(asked: DemoAsked, *, say: Say, laid: SetTable | None = None) -> Demonstrated:
    """From an empty table to a result; Ctrl-C ends it, and what was committed stays.

    A table that was measured before may be given.
    """
    laid = laid or set_table(asked.sample.kit, seed=asked.seed, say=say)
    stage = DemoStage(laid.scene, profile=laid.done.profile, battle=asked.sample.kit.battle)
    say("looking at the table")
    battle = _begun(asked)
    about = {
        "id": asked.place.stem,
        "title": "A demonstration",
        "game": battle.game.slug,
        "created": battle.entries[0].time,
        "umpire": version(),
    }
    try:
        file = BattleFile.create(asked.place, battle.entries[0], about=about)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{asked.place}: cannot be written: {reason}", ExitCode.USAGE) from failure
    playing = _Playing(asked, battle, file=file, stage=stage, say=say)
    is_stopped = False
    try:
        asyncio.run(playing.whole())
    except KeyboardInterrupt:
        is_stopped = True
        file.close()
    return playing.counted(laid, is_stopped=is_stopped)


def _begun(asked: DemoAsked) -> Battle:
    stamp = Stamp(time=_now(), command_id="begin", umpire_version=version())
    return begin(asked.sample.game, asked.sample.setup(), stamp=stamp)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Playing:
    """A battle that is under way."""

    def __init__(
        self, asked: DemoAsked, battle: Battle, *, file: BattleFile, stage: DemoStage, say: Say
    ) -> None:
        self._asked = asked
        self._stage = stage
        self._say = say
        self._player = DemoPlayer(random.Random(asked.seed))
        self._session = Session(
            name=asked.place.stem,
            title="A demonstration",
            file=file,
            battle=battle,
            table=lambda: stage.table,
            now=_now,
            umpire_version=version(),
        )
        self._accepted: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._moves = self._given = 0

    async def whole(self) -> None:
        """Until there is a result, or nothing can be done any more."""
        try:
            while ended(self._session.battle) is None and self._given < self._asked.most:
                turn = self._player.turn(self._session.battle, self._stage.table)
                if turn is None:
                    break
                await self._done(turn)
        finally:
            await self._session.close()

    async def _done(self, turn: Turn) -> None:
        """Move what is to be moved, then ask; put back a little what was moved too far."""
        starts = {name: self._stage.table.piece(name).pose for name in turn.moves}
        moves = dict(turn.moves)
        for tried in range(RETRIES + 1):
            self._carried(moves)
            if await self._is_accepted(turn):
                return
            share = 1.0 if tried == RETRIES - 1 else 0.25
            moves = {
                name: _between(pose, start, share=share)
                for name, pose in moves.items()
                if (start := starts[name]) is not None
            }
            if not moves:
                return

    def _carried(self, moves: dict[str, Pose]) -> None:
        if moves:
            self._say(f"{', '.join(moves)} is moved")
            self._stage.carry(moves)
            self._moves += len(moves)

    async def _is_accepted(self, turn: Turn) -> bool:
        self._given += 1
        answer = await self._session.submit(
            author=turn.seat, command_id=f"demo-{self._given:05}", body=turn.body
        )
        if answer.refusal is not None:
            self._refused[answer.refusal.clause] += 1
            self._say(f"{turn.seat} is refused: {answer.refusal.reason}")
            return False
        self._accepted[str(turn.body["kind"])] += 1
        for sentence in answer.says:
            self._say(sentence)
        return True

    def counted(self, laid: SetTable, *, is_stopped: bool) -> Demonstrated:
        battle = self._session.battle
        history = laid.done.profile.history
        return Demonstrated(
            game=battle.game.title,
            seed=self._asked.seed,
            place=self._asked.place,
            result=ended(battle),
            events=sum(entry.kind is EntryKind.EVENT for entry in battle.entries),
            accepted=self._accepted,
            refused=self._refused,
            moves=self._moves,
            frames=self._stage.frames,
            accuracy_in=history[-1].error_in,
            misses=self._stage.misses,
            is_stopped=is_stopped,
        )


def _between(pose: Pose, start: Pose, *, share: float) -> Pose:
    """Back towards where it stood."""
    x = pose.x + share * (start.x - pose.x)
    y = pose.y + share * (start.y - pose.y)
    return Pose(x=type(pose.x)(x), y=type(pose.y)(y), heading=pose.heading)
