"""Tables and hubs on virtual time: networks split for an hour, hubs die, and nothing is lost."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from random import Random

import pytest

from api.battle_files.chain import LogLine
from api.hub.event import acts
from api.hub.event.deeds import ResultGiven
from api.hub.event.state import EventState
from api.hub.intake.courier import Courier, NoHubError
from api.hub.intake.logs import LogsKept, Parcel, Receipt
from api.hub.intake.tables import HubTable
from api.hub.pairing.record import RoundScore
from api.hub.store.database import HubDatabase, Row, Statements, Waker
from api.hub.store.keeping import DeedStamp, EventsKept
from api.hub.store.opening import open_database
from conftest import SoakCount
from tests.api.hub.event.events import opening
from tests.api.hub.intake.logs_made import next_line

HOUR = 3600.0
EVENT_SECONDS = 30.0


class DiedError(Exception):
    """The process of a hub is gone, in the middle of what it did."""


class MortalDatabase:
    """A hub's way to its database, which ends after some statements of a transaction."""

    def __init__(self, database: HubDatabase, *, deaths: Iterator[int]) -> None:
        self._database = database
        self._deaths = deaths

    @contextmanager
    def transaction(self) -> Iterator[Statements]:
        with self._database.transaction() as statements:
            yield MortalStatements(statements, lives=next(self._deaths))

    def reading(self) -> object:
        return self._database.reading()

    def lock_for_migrating(self, statements: Statements) -> None:
        self._database.lock_for_migrating(statements)

    def waker(self) -> Waker:
        return self._database.waker()

    def close(self) -> None:
        self._database.close()


class MortalStatements:
    def __init__(self, statements: Statements, *, lives: int) -> None:
        self._statements = statements
        self._lives = lives

    def run(self, sql: str, values: Sequence[object] = ()) -> Iterable[Row]:
        if self._lives == 0:
            raise DiedError
        self._lives -= 1
        return self._statements.run(sql, values)


@dataclass(slots=True, kw_only=True)
class World:
    """One evening: what every table has played, and a network that fails as chance has it."""

    chance: Random
    database: HubDatabase
    tables: int
    until: float
    splits_left: int
    kills_left: int
    kills: int = 0
    now: float = 0.0
    logs: dict[int, list[LogLine]] = field(default_factory=dict)
    cut_until: dict[int, float] = field(default_factory=dict)
    late: list[tuple[int, Parcel]] = field(default_factory=list)
    """Parcels that come a second time, or long after they were sent."""

    def deaths(self) -> Iterator[int]:
        while True:
            dies = self.kills_left > 0 and self.chance.random() < 0.05
            self.kills_left -= dies
            self.kills += dies
            yield self.chance.randint(0, 3) if dies else 1_000

    def hub(self) -> tuple[LogsKept, EventsKept]:
        """Any of the hubs behind one address; none remembers anything that another would need."""
        mortal = MortalDatabase(self.database, deaths=self.deaths())
        return LogsKept(mortal), EventsKept(mortal)  # type: ignore[arg-type]

    def reached(self, table: int) -> None:
        if self.now < self.cut_until.get(table, 0.0):
            raise NoHubError

    def deliver(self, table: int, parcel: Parcel) -> Receipt:
        self.reached(table)
        try:
            logs, _ = self.hub()
            receipt = logs.take(
                parcel, table=HubTable(event="cup", number=table), at=f"{self.now:.0f}"
            )
        except DiedError as error:
            raise NoHubError from error
        if self.chance.random() < 0.1:
            self.late.append((table, parcel))
        if self.chance.random() < 0.1:
            # The hub has it, and its answer is lost.
            raise NoHubError
        return receipt

    def echo(self) -> None:
        """Something that was sent before arrives once more."""
        if self.late and self.chance.random() < 0.2:
            table, parcel = self.late.pop(self.chance.randrange(len(self.late)))
            try:
                self.deliver(table, parcel)
            except NoHubError:
                return

    def send_result(self, table: int) -> None:
        self.reached(table)
        stamp = DeedStamp(id=f"result-{table}", who=f"table {table}", at=f"{self.now:.0f}")
        try:
            _, events = self.hub()
            events.do("cup", decide=result_of(table), stamp=stamp)
        except DiedError as error:
            raise NoHubError from error
        if self.chance.random() < 0.3:
            raise NoHubError

    def play(self) -> None:
        """Until every table has played, delivered its log and had its result acknowledged."""
        queue: list[tuple[float, int, Callable[[], float | None]]] = []
        for table in range(1, self.tables + 1):
            self.logs[table] = []
            courier = Courier(f"battle {table}", log=self.log_after(table), send=self.sender(table))
            heapq.heappush(queue, (0.0, len(queue), self.player(table)))
            heapq.heappush(queue, (0.1, len(queue), self.carrier(table, courier)))
        heapq.heappush(queue, (60.0, len(queue), self.splitter()))
        heapq.heappush(queue, (5.0, len(queue), self.echoer()))
        while queue:
            self.now, order, act = heapq.heappop(queue)
            assert self.now < 10 * self.until, "tables still wait for the hub"
            wait = act()
            if wait is not None:
                heapq.heappush(queue, (self.now + wait, order, act))

    def log_after(self, table: int) -> Callable[[int], Sequence[LogLine]]:
        return lambda since: self.logs[table][since:]

    def sender(self, table: int) -> Callable[[Parcel], Receipt]:
        return lambda parcel: self.deliver(table, parcel)

    def player(self, table: int) -> Callable[[], float | None]:
        def act() -> float | None:
            # Whether there is a hub or not: the table plays on.
            self.logs[table].append(next_line(self.logs[table], name=f"table {table}"))
            return EVENT_SECONDS if self.now < self.until else None

        return act

    def carrier(self, table: int, courier: Courier) -> Callable[[], float | None]:
        def act() -> float | None:
            wait = courier.step()
            assert courier.state.refused == ""
            is_played = self.now > self.until + EVENT_SECONDS
            if not is_played or courier.state.delivered < len(self.logs[table]):
                return max(wait, 0.01)
            try:
                self.send_result(table)
            except NoHubError:
                return 5.0
            return None

        return act

    def splitter(self) -> Callable[[], float | None]:
        def act() -> float | None:
            if self.splits_left == 0 or self.now > self.until:
                return None
            self.splits_left -= 1
            for table in self.chance.sample(range(1, self.tables + 1), self.tables // 2):
                self.cut_until[table] = self.now + HOUR
            return HOUR + 60.0

        return act

    def echoer(self) -> Callable[[], float | None]:
        def act() -> float | None:
            self.echo()
            return 10.0 if self.now < self.until + HOUR else None

        return act


def result_of(table: int) -> Callable[[EventState], ResultGiven]:
    def decide(state: EventState) -> ResultGiven:
        white, _ = state.rounds[0].draw.pairs[table - 1]
        score, other = RoundScore.WIN, RoundScore.LOSS
        result = ResultGiven(
            round=1, white=white, score=score, black_score=other, battle=f"battle {table}"
        )
        return acts.given(state, result)

    return decide


def begun(database: HubDatabase, tables: int) -> None:
    kept = EventsKept(database)
    when = "2026-11-24T18:00:00Z"
    kept.open_event("cup", deed=opening(), stamp=DeedStamp(id="open", who="o", at=when))
    for number in range(1, 2 * tables + 1):
        kept.do(
            "cup",
            decide=lambda state, n=number: acts.entered(  # type: ignore[misc]
                state, name=f"P {n}", club="", rating=0, army=""
            ),
            stamp=DeedStamp(id=f"p{number}", who="o", at=when),
        )
    kept.do("cup", decide=acts.drawn, stamp=DeedStamp(id="draw", who="o", at=when))


@pytest.mark.long
@pytest.mark.soak
def test_splits_of_an_hour_and_dying_hubs_lose_and_double_nothing(
    address: str, rng_seed: int, soak_count: SoakCount
) -> None:
    splits, tables = soak_count(1, 100), 6
    with closing(open_database(address)) as database:
        begun(database, tables)
        world = World(
            chance=Random(rng_seed),
            database=database,
            tables=tables,
            until=splits * (HOUR + 60.0) + 120.0,
            splits_left=splits,
            kills_left=5 * splits,
        )
        world.play()
        logs = LogsKept(database)
        for table, log in world.logs.items():
            assert list(logs.lines(f"battle {table}")) == log
        assert logs.refused("cup") == ()
        events = EventsKept(database)
        results = [each.deed for each in events.deeds("cup") if isinstance(each.deed, ResultGiven)]
        assert sorted(each.battle for each in results) == sorted(
            f"battle {each}" for each in range(1, tables + 1)
        )
        assert events.state("cup").finished_rounds == 1
    assert (world.splits_left, world.kills_left) == (0, 0)
    assert world.kills == 5 * splits
