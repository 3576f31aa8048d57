"""Looks into the tray while a battle waits for dice, and gives them where that was agreed.

What it reads is a proposal: the seat that was asked gives the dice, as read or otherwise. Only
where all have agreed to it do they count by themselves, unless somebody objects.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from api.access.guard import LOG
from api.battles.session import Session
from api.rolling.asked import OpenRoll, open_roll
from api.rolling.evidence import ReadRoll, keep
from api.rolling.shots import OtherCameras, TrayShot, none_beside
from rules.referee.log.battle import CAMERA
from rules.referee.log.house_options import ASK, AT_ONCE, TRAY

if TYPE_CHECKING:
    # What sees is loaded with the first picture.
    from api.rolling.glance import DiceWanted, TrayEye
    from api.rolling.teaching import TrayLesson
    from vision.camera.source import Frame

OBJECTION_S: Final = 2.0
LOOK_S: Final = 0.1
IDLE_S: Final = 1.0
"""Where no tray is seen, or nothing is asked for: looking takes time from following the pieces."""

Told = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class _Waited:
    """The roll that one battle waits for."""

    session: Session
    roll: OpenRoll
    is_held: bool = False
    """Whether somebody objects to its being accepted by itself."""
    is_given: bool = False
    """Whether it was accepted by itself."""
    read_at: float = 0.0
    """When it was read, on the steady clock."""
    read: ReadRoll | None = None
    read_by: "_Looking | None" = None

    @property
    def name(self) -> str:
        return f"{self.session.name} {self.roll.key}"


@dataclass(slots=True, kw_only=True)
class _Looking:
    """One camera that may see the tray."""

    eye: "TrayEye"
    number: int = -1
    """Of the picture that was looked into."""
    again_s: float = 0.0
    """Before this it need not be looked into, while another camera sees the tray."""


class TrayDesk:
    """The tray of one server. For the event loop's thread; pictures are read in another."""

    def __init__(
        self,
        *,
        newest: "Callable[[], Mapping[str, Frame]]",
        sessions: Callable[[], Awaitable[Sequence[Session]]],
        tell: Callable[[Session, Told | None], None],
        steady: Callable[[], float],
        beside: OtherCameras = none_beside,
        dice: Path | None = None,
    ) -> None:
        """`newest` are the latest pictures of the cameras over the table, the one that is shown
        first; `sessions` are the battles that somebody watches, the one used last first; `tell`
        tells the watchers of one. `beside` are cameras that see no table, but may see the tray.
        `dice` is the file that keeps what is known of the table's own.
        """
        self._newest, self._sessions = newest, sessions
        self._tell, self._steady = tell, steady
        self._beside = beside
        self._looking: dict[str, _Looking] = {}
        self._over_table: tuple[str, ...] = ()
        """The cameras that look at the table, also while no picture of one comes."""
        self._waited: _Waited | None = None
        self._told: Told | None = None
        self._dice = dice
        self._lesson: TrayLesson | None = None

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            try:
                pause = await self.step()
            except Exception as failure:  # noqa: BLE001 - one bad picture must not end it
                LOG.error("fault while looking into the tray: %r", failure)
                LOG.debug("it happened here", exc_info=True)
                pause = IDLE_S
            await asyncio.sleep(pause)

    def told(self, session: Session) -> Told | None:
        """What is known of the roll that a battle waits for; None where no tray is seen."""
        waited = self._waited
        return self._told if waited is not None and waited.session is session else None

    def hold(self, session: Session) -> bool:
        """Somebody objects: it waits for the seat that rolls. False where there is no roll."""
        waited = self._waited
        if waited is None or self.told(session) is None:
            return False
        waited.is_held = True
        self._say()
        return True

    async def teach(self, faces: Sequence[int]) -> Told:
        """Read the tray as it lies there, and take in what somebody sees in it."""
        from api.rolling.glance import DiceWanted, TrayEye
        from vision.dice.reading import DiceDoubt

        wanted = DiceWanted(count=len(faces))
        readings = [
            await asyncio.to_thread(TrayEye().look, shot.jpeg, seconds=0.0, wanted=wanted)
            for shot in self._shots(is_wanted=True)
        ]
        seen = [each for each in readings if DiceDoubt.NO_TRAY not in each.doubts]
        if not seen:
            return self.lesson.told("No tray is in view of a camera.")
        says = self.lesson.tell(seen[0], faces)
        await asyncio.to_thread(self.lesson.keep)
        return self.lesson.told(says)

    @property
    def lesson(self) -> "TrayLesson":
        """What is known of the dice of this table."""
        if self._lesson is None:
            from api.rolling.teaching import TrayLesson

            self._lesson = TrayLesson(self._dice)
        return self._lesson

    async def step(self) -> float:
        """One look; how many seconds to wait until the next."""
        await self._follow()
        shots = self._shots(is_wanted=self._waited is not None)
        there = [*self._over_table, *(shot.camera for shot in shots)]
        self._looking = {name: self._looking[name] for name in there if name in self._looking}
        if not shots or (self._waited is None and not self._looking):
            self._show(None)
            return IDLE_S
        for shot in shots:
            await self._look(shot)
        self._say()
        await self._by_itself()
        now = self._seeing()
        return LOOK_S if self._waited is not None and now and now.eye.sees_tray else IDLE_S

    def _shots(self, *, is_wanted: bool) -> list[TrayShot]:
        """The latest picture of each camera that shows colours."""
        found, newest = [], self._newest()
        self._over_table = tuple(dict.fromkeys((*newest, *self._over_table)))
        for camera, frame in newest.items():
            if frame.jpeg is not None:
                at = self._steady() if frame.captured_s is None else frame.captured_s
                found.append(
                    TrayShot(camera=camera, number=frame.number, seconds=at, jpeg=frame.jpeg)
                )
        return [*found, *self._beside(is_wanted=is_wanted)]

    def _seeing(self) -> _Looking | None:
        """The camera that has read the roll, or the first that sees the tray: those over the table
        before any other.
        """
        if self._waited is not None and self._waited.read_by is not None:
            return self._waited.read_by
        known = list(self._looking.values())
        return next((each for each in known if each.eye.sees_tray), known[0] if known else None)

    async def _look(self, shot: TrayShot) -> None:
        looking = self._looking.get(shot.camera) or self._opened(shot.camera)
        now, seeing = self._steady(), self._seeing()
        is_other = seeing is not looking and seeing is not None and seeing.eye.sees_tray
        if shot.number == looking.number or (is_other and now < looking.again_s):
            return
        looking.number, looking.again_s = shot.number, now + IDLE_S
        await asyncio.to_thread(
            looking.eye.look, shot.jpeg, seconds=shot.seconds, wanted=self._wanted()
        )
        self._looked()

    def _wanted(self) -> "DiceWanted":
        from api.rolling.glance import DiceWanted

        known = self.lesson.known
        if self._waited is None:
            return DiceWanted(known=known)
        roll = self._waited.roll
        return DiceWanted(count=roll.count, parts=roll.counts, known=known)

    def _opened(self, camera: str) -> _Looking:
        from api.rolling.glance import TrayEye

        self._looking[camera] = opened = _Looking(eye=TrayEye())
        opened.eye.watch.want("" if self._waited is None else self._waited.name)
        return opened

    async def _follow(self) -> None:
        """Turn to the roll that is waited for now."""
        found = None
        for session in await self._sessions():
            roll = None if session.paused else open_roll(session.battle)
            if roll is not None:
                found = _Waited(session=session, roll=roll)
                break
        waited = self._waited
        if (waited and waited.name) == (found and found.name):
            return
        self._show(None)
        self._waited = found
        for each in self._looking.values():
            each.eye.watch.want("" if found is None else found.name)
        if waited is not None and waited.read is not None:
            await keep(waited.session, waited.roll, read=waited.read, by_itself=waited.is_given)

    def _looked(self) -> None:
        """Keep what was read at the moment when it was read."""
        waited, seeing = self._waited, self._seeing()
        if waited is None or seeing is None or waited.read is not None:
            return
        if (read := seeing.eye.read()) is not None:
            waited.read, waited.read_at, waited.read_by = read, self._steady(), seeing

    async def _by_itself(self) -> None:
        """Give the dice where all have agreed to that and nobody objects."""
        waited = self._waited
        if waited is None or waited.is_given or waited.read is None:
            return
        left = self._left_s(waited)
        if left is None or left > 0:
            return
        waited.is_given = True
        name = f"{CAMERA}-tray-{waited.session.battle.sequence}"
        body = waited.roll.command(waited.read.faces)
        answer = await waited.session.submit(author=waited.roll.seat, command_id=name, body=body)
        if answer.refusal is not None:
            # The seat has to see to it, and is told why when it tries.
            waited.is_held, waited.is_given = True, False

    def _left_s(self, waited: _Waited) -> float | None:
        """How long until it is accepted by itself; None where it is not."""
        policy = waited.session.battle.options.choice(TRAY)
        is_plain = waited.read_by is not None and waited.read_by.eye.watch.roll.is_plain
        if policy == ASK or waited.is_held or not is_plain:
            return None
        if policy == AT_ONCE:
            return 0.0
        return max(0.0, waited.read_at + OBJECTION_S - self._steady())

    def _say(self) -> None:
        waited, seeing = self._waited, self._seeing()
        if waited is None or seeing is None:
            self._show(None)
            return
        left = None if waited.read is None else self._left_s(waited)
        self._show(seeing.eye.told(waited.roll, held=waited.is_held, accepts_in_s=left))

    def _show(self, told: Told | None) -> None:
        before, self._told = self._told, told
        if self._waited is not None and _news(told) != _news(before):
            self._tell(self._waited.session, told)


def _news(told: Told | None) -> Told | None:
    """What is worth telling: not that time passes."""
    if told is None:
        return None
    return {**told, "accepts_in_s": told["accepts_in_s"] is not None}
