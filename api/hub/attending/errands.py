"""Runs a table's errands to the hub of its event, beside the battle, which never waits for them.

What the hub has not got yet is sent when it is there again; whatever is fetched twice is done once.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from api.battle_files.chain import LogLine
from api.battles.jobs import BusyError, NotSavedError
from api.battles.session import Session
from api.battles.surroundings import UnknownBattleError, UnopenedError
from api.hub.attending.calls_made import CallMade
from api.hub.attending.line import HubLine, HubSaysNoError
from api.hub.attending.membership import EventMember
from api.hub.intake.continuing import MOST_LINES
from api.hub.intake.courier import LONGEST_WAIT_SECONDS, Courier, NoHubError
from api.hub.intake.pictures import CallPictureFile
from api.routes.review.kept import from_file
from rules.referee.court.judged import is_written, judged
from rules.referee.log.battle import Battle
from rules.referee.log.clock_state import seconds_of
from rules.referee.log.entries import Entry, Stamp, written_line
from rules.referee.log.judge_words import AS_SAID, JUDGED, JudgeRuled

LOG: Final = logging.getLogger("umpire")
STEP_S: Final = 0.5
LOOK_S: Final = 3.0
"""How often the hub is asked for a ruling while a call is open."""
SELDOM_S: Final = 6.0
"""How often otherwise; what a log is answered with tells earlier that there is something."""
MOST_CHARACTERS: Final = 1_000_000
"""Of one parcel, whatever its lines hold."""
MOST_CALLS: Final = 100
OPEN: Final = frozenset({"on its way", "waiting", "taken", "appealed"})


class HubErrands:
    """What goes to the hub and what comes of it. For the event loop's thread."""

    def __init__(
        self,
        membership: EventMember,
        *,
        line: HubLine,
        opened: Callable[[], Awaitable[Sequence[object]]],
        session: Callable[[str], Awaitable[Session]],
        now: Callable[[], str],
        steady: Callable[[], float],
    ) -> None:
        """`opened` are the battles that are open now; `session` opens one."""
        self.membership = membership
        self._line, self._opened, self._session = line, opened, session
        self._now, self._steady = now, steady
        self._battles: dict[str, Battle] = {}
        self._couriers: dict[str, Courier] = {}
        self._due: dict[str, float] = {}
        self._look_at, self._wait = 0.0, 1.0
        self._calls: list[CallMade] = []
        self._refused: dict[str, str] = {}
        self._away_since = ""
        self._says_no = ""
        self._assignment: Mapping[str, Any] | None = None
        self._turn = asyncio.Lock()
        self._woken = asyncio.Event()
        self._deeds = 0

    def attend(self, session: Session) -> None:
        """A battle that is opened: whether it is one of the event's. For any thread."""
        began = session.battle.entries[0].time
        session.in_event = seconds_of(began) >= seconds_of(self.membership.since)
        if session.in_event:
            session.watch(lambda _: self._happened(session.name))

    def _happened(self, battle: str) -> None:
        """Something was written down; it goes to the hub at once, unless that is away."""
        if not self._away_since:
            self._due[battle] = 0.0
            self._woken.set()

    def call(self, call: CallMade) -> None:
        """Call a judge as soon as the hub is there."""
        if not any(each.id == call.id for each in self._calls):
            self._calls = [*self._calls[-MOST_CALLS + 1 :], call]
            self._look_soon()

    def appeal(self, id_: str, *, asked: str, says: str) -> bool:
        """Whether there is such a call of this table, ruled on and not by the head judge."""
        for each in self._calls:
            if each.id == id_ and (each.standing == "ruled" or each.appealed):
                each.appeals(id_=asked, says=says)
                self._look_soon()
                return True
        return False

    def _look_soon(self) -> None:
        self._look_at = 0.0
        self._woken.set()

    def told(self, battle: str) -> dict[str, Any]:
        """What the pages of a battle show of the hub."""
        away = self._away_since
        return {
            "event": self.membership.event,
            "table": self.membership.table,
            "hub": self._line.address,
            "away_since": away,
            "says_no": self._says_no or self._refused.get(battle, ""),
            "assignment": self._assignment,
            "calls": [
                {
                    "id": each.id,
                    "entry": each.entry,
                    "says": each.says,
                    "standing": each.standing,
                    "judge": each.judge,
                }
                for each in self._calls
                if each.battle == battle
            ],
        }

    async def run(self) -> None:
        """Go again and again, until cancelled."""
        with self._line.held():
            while True:
                try:
                    await self.step()
                except Exception:
                    LOG.exception("fault on an errand to the hub")
                with suppress(TimeoutError):
                    async with asyncio.timeout(STEP_S):
                        await self._woken.wait()
                self._woken.clear()

    async def step(self) -> None:
        """Send what is due, and ask what is new."""
        async with self._turn:
            await self._step()

    async def _step(self) -> None:
        for session in await self._opened():
            if isinstance(session, Session) and session.in_event:
                self._battles[session.name] = session.battle
        now = self._steady()
        for name in tuple(self._battles):
            if self._due.get(name, 0.0) <= now:
                self._due[name] = now + await self._carried(name)
        if self._look_at <= now or self._line.deeds != self._deeds:
            self._deeds = self._line.deeds
            self._look_at = now + await self._looked()

    async def _carried(self, name: str) -> float:
        courier = self._couriers.get(name)
        if courier is None:
            courier = self._couriers[name] = Courier(
                name, log=lambda first: self._lines(name, first), send=self._line.push
            )
        before = courier.state
        try:
            wait = await asyncio.to_thread(courier.step)
        except HubSaysNoError as failure:
            self._heard(says_no=str(failure))
            return LONGEST_WAIT_SECONDS
        self._refused[name] = courier.state.refused
        if courier.state is before:
            # Nothing was sent, so nothing is known of the hub.
            return wait
        if courier.state.is_reached:
            self._heard(says_no="")
        else:
            self._missed()
        return wait

    def _lines(self, name: str, first: int) -> tuple[LogLine, ...]:
        found: list[LogLine] = []
        size = 0
        for entry in self._battles[name].entries[first : first + MOST_LINES]:
            text = written_line(entry)
            size += len(text)
            if found and size > MOST_CHARACTERS:
                break
            found.append(LogLine(sequence=entry.sequence, hash=entry.hash, text=text))
        return tuple(found)

    async def _looked(self) -> float:
        """Send the calls, fetch the rulings; how long to wait with the next look."""
        try:
            for call in self._calls:
                if not call.number:
                    call.number = await asyncio.to_thread(self._line.call, call.body())
                    call.standing = "waiting"
                if call.appeal and call.number:
                    await self._appealed(call)
            mine = await asyncio.to_thread(self._line.mine)
        except NoHubError:
            self._missed()
            self._wait = min(2 * self._wait, LONGEST_WAIT_SECONDS)
            return self._wait
        except HubSaysNoError as failure:
            self._heard(says_no=str(failure))
            return LONGEST_WAIT_SECONDS
        self._wait = 1.0
        self._heard(says_no="")
        self._assignment = mine.get("assignment")
        standing = {int(each["call"]): each for each in mine.get("calls", ())}
        for call in self._calls:
            if call.number in standing:
                call.standing = str(standing[call.number]["standing"])
                call.judge = str(standing[call.number]["judge"])
        for ruling in mine.get("rulings", ()):
            await self._taken(ruling)
        for picture in mine.get("pictures", ()):
            await self._sent(picture)
        is_open = any(each.standing in OPEN for each in self._calls)
        return LOOK_S if is_open else SELDOM_S

    async def _appealed(self, call: CallMade) -> None:
        reason, call.appeal = call.appeal, ""
        try:
            await asyncio.to_thread(
                self._line.appeal, call.number, asked=call.appealed, reason=reason
            )
        except NoHubError:
            call.appeal = reason
            raise
        except HubSaysNoError as failure:
            # The head judge has ruled meanwhile, as the next look tells.
            LOG.warning("the hub does not take an appeal: %s", failure)

    async def _sent(self, told: Mapping[str, Any]) -> None:
        """Send the picture that a judge asked for; no other ever leaves the table."""
        number, entry = int(told["call"]), int(told["entry"])
        with suppress(UnknownBattleError, UnopenedError, BusyError, NoHubError):
            found = await self._picture(await self._session(str(told["battle"])), entry)
            # Each time that one is asked for it is another sending.
            asked = f"picture-{number}-{secrets.token_hex(4)}"
            try:
                await asyncio.to_thread(self._line.picture, number, asked=asked, found=found)
            except HubSaysNoError as failure:
                LOG.warning("the hub does not take a picture: %s", failure)
                none = f"{asked}-none"
                await asyncio.to_thread(self._line.picture, number, asked=none, found=None)

    async def _picture(self, session: Session, entry: int) -> CallPictureFile | None:
        found = await from_file(session, lambda archive: archive.picture_of(entry))
        if found is None:
            return None
        return CallPictureFile(media_type=found.media_type, content=found.content)

    async def _taken(self, told: Mapping[str, Any]) -> None:
        """Write a ruling into the log of its battle, and say so once it stands there."""
        ruling, entry = str(told["ruling"]), int(told["entry"])
        outcome = str(told.get("outcome") or AS_SAID)
        body = JudgeRuled(
            judge=str(told["judge"]),
            says=str(told["says"]),
            ruling=ruling,
            entry=f"e{entry}" if entry >= 0 else "",
            outcome=outcome if outcome in JUDGED else AS_SAID,
            is_final=bool(told.get("final")),
        )
        with suppress(UnknownBattleError, UnopenedError, NotSavedError, BusyError, NoHubError):
            session = await self._session(str(told["battle"]))

            def write(battle: Battle, stamp: Stamp) -> tuple[Entry, ...]:
                return judged(battle, body, snapshot=session.table(), stamp=stamp)

            await session.note(write)
            if is_written(session.battle, ruling):
                await asyncio.to_thread(self._line.taken, ruling)

    def _heard(self, *, says_no: str) -> None:
        self._away_since, self._says_no = "", says_no

    def _missed(self) -> None:
        self._away_since = self._away_since or self._now()


def errands_of(
    state: Any,
    membership: EventMember | None,
    *,
    now: Callable[[], str],
    steady: Callable[[], float],
) -> HubErrands | None:
    """The errands of a server whose `state` has, or will have, a shelf; none without an event."""
    if membership is None:
        return None

    async def opened() -> Sequence[object]:
        found: Sequence[object] = await state.shelf.all()
        return found

    async def session(name: str) -> Session:
        found: Session = await state.shelf.session(name)
        return found

    line = HubLine(membership.hub, token=membership.token)
    return HubErrands(membership, line=line, opened=opened, session=session, now=now, steady=steady)


def attended(state: Any) -> Callable[[Session], None]:
    """What hears of every battle that is opened, for the errands that `state` has."""

    def attend(session: Session) -> None:
        if state.errands is not None:
            state.errands.attend(session)

    return attend
