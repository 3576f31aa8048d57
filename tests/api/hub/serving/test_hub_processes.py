"""Two hub processes behind one address are killed while tables play: nothing is lost or doubled."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from random import Random

import httpx2
import pytest

from api.battle_files.chain import LogLine
from api.hub.attending.line import HubLine
from api.hub.entry.grants import HubGrants
from api.hub.event.deeds import ResultGiven
from api.hub.intake.courier import Courier
from api.hub.intake.logs import LogsKept, Parcel, Receipt
from api.hub.intake.tables import HubTable
from api.hub.store.keeping import EventsKept
from api.hub.store.opening import open_database
from conftest import SoakCount
from tests.api.hub.intake.logs_made import next_line
from tests.api.hub.intake.test_splits import begun
from tests.api.hub.serving.test_hub_command import serving

TABLES = 3
UNHEARD_SECONDS = 0.02
Logs = dict[int, list[LogLine]]
LINES_A_LIFE = 6


class OneAddress:
    """Hubs that come and go; whoever asks is passed on to any of them, as by a proxy."""

    def __init__(self, address: str, chance: Random) -> None:
        self._address, self._chance = address, chance
        self._hubs: list[tuple[str, ExitStack]] = []

    def start(self) -> None:
        stack = ExitStack()
        client, process = stack.enter_context(serving("--database", self._address))
        stack.callback(process.kill)
        self._hubs.append((str(client.base_url), stack))

    def kill(self) -> None:
        """One of them, in the middle of whatever it does; another takes its place."""
        _, stack = self._hubs.pop(self._chance.randrange(len(self._hubs)))
        stack.close()
        self.start()

    def line(self, token: str) -> HubLine:
        origin, _ = self._chance.choice(self._hubs)
        return HubLine(origin.rstrip("/"), token=token)

    def close(self) -> None:
        for _, stack in self._hubs:
            stack.close()


@contextmanager
def two_hubs(address: str, chance: Random) -> Iterator[OneAddress]:
    with closing(OneAddress(address, chance)) as hubs:
        for _ in range(2):
            hubs.start()
        yield hubs


def courier(hubs: OneAddress, logs: Logs, *, table: int, token: str) -> Courier:
    def send(parcel: Parcel) -> Receipt:
        return hubs.line(token).push(parcel)

    return Courier("b1", log=lambda since: logs[table][since:], send=send)


def send_unheard(hubs: OneAddress, logs: Logs, *, table: int, token: str) -> None:
    """The latest lines, whose sender does not wait for the answer as the hub dies."""
    body = {"battle": "b1", "from": 0, "lines": [each.text for each in logs[table]]}
    headers = {"authorization": f"Bearer {token}"}
    with suppress(httpx2.TransportError):
        httpx2.post(
            f"{hubs.line(token).address}/hub/v1/tables/me/log",
            json=body,
            headers=headers,
            timeout=UNHEARD_SECONDS,
        )


def give_result(hubs: OneAddress, token: str) -> None:
    """Once, however often, and through whichever hub it is sent."""
    line = hubs.line(token)
    (white, _) = line.mine()["assignment"]["players"]
    body = {"id": "result", "round": 1, "white": white["number"]}
    line.asked("POST", "/events/cup/results", body={**body, "score": "win", "black_score": "loss"})


@pytest.mark.long
@pytest.mark.soak
def test_hubs_that_are_killed_behind_one_address_lose_and_double_nothing(
    address: str, rng_seed: int, soak_count: SoakCount
) -> None:
    chance = Random(rng_seed + 3)
    with closing(open_database(address)) as database:
        begun(database, TABLES)
        grants = HubGrants(database).tables
        tokens = {
            each: grants.join(grants.invite(HubTable(event="cup", number=each)))[1]
            for each in range(1, TABLES + 1)
        }
    logs: Logs = {each: [next_line([], name=f"table {each}")] for each in tokens}
    with two_hubs(address, chance) as hubs:
        couriers = {each: courier(hubs, logs, table=each, token=tokens[each]) for each in tokens}
        for _ in range(soak_count(2, 60)):
            # A parcel is on its way through one hub as it, or the other one, dies.
            for table, token in tokens.items():
                fresh = chance.randint(1, LINES_A_LIFE)
                for _ in range(fresh):
                    logs[table].append(next_line(logs[table], name=f"table {table}"))
                send_unheard(hubs, logs, table=table, token=token)
            hubs.kill()
            for each in couriers.values():
                each.step()
        for table, each in couriers.items():
            while each.state.delivered < len(logs[table]):
                each.step()
            for _ in range(2):
                give_result(hubs, tokens[table])
    with closing(open_database(address)) as database:
        kept = LogsKept(database)
        for table, log in logs.items():
            assert list(kept.lines(f"cup/{table}/b1")) == log
        assert kept.refused("cup") == ()
        deeds = [each.deed for each in EventsKept(database).deeds("cup")]
        assert sum(isinstance(each, ResultGiven) for each in deeds) == TABLES
        assert EventsKept(database).state("cup").finished_rounds == 1
