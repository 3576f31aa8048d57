"""What every address of the hub works with: the event as somebody may know it, and its clock."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

from api.errors import ProblemError
from api.hub.entry.grants import HubGrants, HubHolder
from api.hub.entry.roles import UNDELAYED, HubRole
from api.hub.event.deeds import Deed
from api.hub.event.state import EventState
from api.hub.intake.logs import ArrivedLog, LogsKept
from api.hub.intake.pictures import PicturesKept
from api.hub.store.database import HubDatabase
from api.hub.store.keeping import DeedStamp, EventsKept, KeptDeed, NoSuchEventError
from api.hub.watching.battles_shown import BattlesShown, Games

Clock = Callable[[], datetime]
CurrentEvent = tuple[int, EventState]
"""How many deeds there are, and what the event has come to with them."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def written_time(moment: datetime) -> str:
    """Always as long, so that the order of the texts is the order of the times."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownEvent:
    """An event as far as somebody may know it."""

    name: str
    state: EventState
    deeds: int
    is_delayed: bool
    delay_minutes: int
    until: str | None
    """The moment up to which they see the tables; None for up to now."""
    at_s: float
    """The moment that it shows, in seconds since 1970: now, or as long ago as the delay."""
    late_s: float
    """How long ago that is."""


class HubDesk:
    """All that is kept, and one clock; any thread may use it."""

    def __init__(self, database: HubDatabase, *, games: Games, clock: Clock = utc_now) -> None:
        self.database = database
        self.events = EventsKept(database)
        self.logs = LogsKept(database)
        self.pictures = PicturesKept(database)
        self.grants = HubGrants(database)
        self.games = games
        self.battles = BattlesShown(self.logs, games=games)
        self._clock = clock

    def now(self) -> str:
        return written_time(self._clock())

    def now_s(self) -> float:
        """Seconds since 1970."""
        return self._clock().timestamp()

    def current(self, event: str, *, deeds: int | None = None) -> CurrentEvent:
        """An event as it is now, with all of its ``deeds``."""
        try:
            return self.events.current(event, deeds=deeds)
        except NoSuchEventError:
            raise unknown_event() from None

    def event_for(
        self, event: str, holder: HubHolder, *, current: CurrentEvent | None = None
    ) -> KnownEvent:
        """What this holder may know: spectators hear of everything later, players of tables."""
        try:
            deeds, state = current or self.current(event)
            until, delay = self.until(state, role=holder.role), state.delay_minutes
            if holder.role is HubRole.SPECTATOR and until is not None:
                deeds = self.events.heard(event, until=until)
                state = self.events.state_after(event, deeds)
        except NoSuchEventError:
            raise unknown_event() from None
        late_s = 60.0 * delay if holder.role is HubRole.SPECTATOR else 0.0
        return KnownEvent(
            name=event,
            state=state,
            deeds=deeds,
            is_delayed=until is not None,
            delay_minutes=delay,
            until=until,
            at_s=self.now_s() - late_s,
            late_s=late_s,
        )

    def until(self, state: EventState, *, role: HubRole) -> str | None:
        """The moment up to which somebody of this role sees the tables."""
        if role in UNDELAYED or not state.delay_minutes:
            return None
        return written_time(self._clock() - timedelta(minutes=state.delay_minutes))

    def logs_for(self, known: KnownEvent) -> tuple[ArrivedLog, ...]:
        return self.logs.arrived(known.name, until=known.until)

    def do(
        self,
        event: str,
        decide: Callable[[EventState], Deed],
        *,
        holder: HubHolder,
        asked: str,
    ) -> KeptDeed:
        """Keep a deed of somebody; `asked` is the id they sent, so that it is done once."""
        stamp = DeedStamp(id=f"{holder.grant}:{asked}", who=holder.told, at=self.now())
        return self.events.do(event, decide=decide, stamp=stamp)


def unknown_event() -> ProblemError:
    """The same answer whether there is none or it is not theirs."""
    return ProblemError(
        HTTPStatus.NOT_FOUND,
        kind="unknown-event",
        title="Unknown event",
        detail="there is no such event here",
    )


def hub_problem(status: HTTPStatus, *, kind: str, detail: str) -> ProblemError:
    return ProblemError(status, kind=kind, title=status.phrase, detail=detail)
