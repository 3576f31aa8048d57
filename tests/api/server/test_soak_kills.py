"""A server that is killed at any moment loses and doubles nothing it has acknowledged."""

import random
import threading
from http.client import HTTPException
from pathlib import Path

import pytest

from api.client import Client, ProblemAnswer
from conftest import SoakCount
from tests.api.forked import forked_serving
from tests.api.server.test_client import GAME

CLIENTS = 4
A_ROUND = 100
PARTS = 5
"""Each by itself, so that a soak that is stopped goes on with the next."""
# Pieces that are not on the table, so that somebody may vouch for them.
BATTLE = {
    **GAME,
    "roster": [
        {"id": "Q1", "side": "Red", "kind": "tank", "footprint": "rectangle 3 x 1.5"},
        {"id": "Q2", "side": "Blue", "kind": "tank", "footprint": "rectangle 3 x 1.5"},
    ],
}


class Player(threading.Thread):
    """Somebody who vouches for a piece and takes it back, as fast as the umpire answers."""

    def __init__(
        self, address: str, battle: str, *, name: str, answered: threading.Semaphore
    ) -> None:
        super().__init__(daemon=True)
        self._answered = answered
        self._address, self._battle, self._label = address, battle, name
        self.acknowledged: dict[str, list[str]] = {}
        """The events of each command that was acknowledged."""

    def run(self) -> None:
        client = Client(self._address, seconds=60.0, pause=lambda _: None)
        for number in range(100_000):
            command = vouching(number)
            name = f"{self._label}-{number:08}"
            try:
                told = client.command(self._battle, command, seat="Host", command_id=name)
            except ProblemAnswer as refused:
                # A host who plays all seats at once as fast as four phones asks for too much.
                if refused.kind != "too-many":
                    raise
                continue
            except (OSError, HTTPException):
                return
            assert told["accepted"], told
            self.acknowledged[name] = [each["id"] for each in told["events"]]
            self._answered.release()


class Hand(threading.Thread):
    """Somebody who moves a piece of the battle's own table, as fast as the umpire answers."""

    def __init__(self, address: str, battle: str, *, first: int) -> None:
        super().__init__(daemon=True)
        self._address, self._battle = address, battle
        self.acknowledged = first
        """The last step that was acknowledged; the one after it may have been done, too."""

    def run(self) -> None:
        with Client(self._address, seconds=60.0, pause=lambda _: None) as client:
            while True:
                number = self.acknowledged + 1
                try:
                    client.put_piece("X", battle=self._battle, x_in=step(number))
                except ProblemAnswer as refused:
                    if refused.kind != "too-many":
                        raise
                except (OSError, HTTPException):
                    return
                else:
                    self.acknowledged = number


def step(number: int) -> float:
    """Where the moved piece is after so many moves."""
    return 2.0 + number % 300 / 10


class Host(threading.Thread):
    """The host, who lets people in, sends them away again, and puts battles away."""

    def __init__(self, address: str, battle: str) -> None:
        super().__init__(daemon=True)
        self._address, self._battle = address, battle
        self.revoked: list[str] = []
        """Tokens that were revoked, and it was acknowledged."""
        self.archived: list[str] = []

    def run(self) -> None:
        client = Client(self._address, seconds=60.0, pause=lambda _: None)
        for number in range(100_000):
            try:
                let_in = client.invite(self._battle)
                client.revoke(str(let_in["grant"]))
                self.revoked.append(str(let_in["token"]))
                if number % 8 == 0:
                    other = str(client.create(BATTLE)["id"])
                    client.archive(other)
                    self.archived.append(other)
            except ProblemAnswer as refused:
                if refused.kind != "too-many":
                    raise
            except (OSError, HTTPException):
                return


def vouching(number: int) -> dict[str, object]:
    """A command that is accepted whenever it comes."""
    place = {"x_in": 1.0 + number % 30, "y_in": 5.0, "heading_deg": 0.0}
    return {"kind": "declare", "piece": ("Q1", "Q2")[number % 2], **place}


@pytest.mark.soak
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_a_killed_server_has_lost_and_doubled_nothing(
    tmp_path: Path, rng_seed: int, soak_count: SoakCount, *, part: int
) -> None:
    left = soak_count(0 if part else 2, 5000 // PARTS)
    for start in range(0, left, A_ROUND):
        folder = tmp_path / f"{start}"
        folder.mkdir()
        rng = random.Random(f"{rng_seed} {part} {start}")
        _killed(folder, min(A_ROUND, left - start), rng=rng)


def _killed(folder: Path, kills: int, *, rng: random.Random) -> None:
    """One battle, in which the server is killed so many times."""
    owed: dict[str, list[str]] = {}
    revoked: list[str] = []
    archived: list[str] = []
    battle = ""
    hand: Hand | None = None
    for kill in range(kills):
        with forked_serving("--battles", "battles", cwd=folder) as (address, process):
            with Client(address, seconds=60.0) as host:
                battle = battle or begun(host)
                check(host, battle, owed)
                check_gone(address, revoked[-5:])
                check_moved(host, battle, hand)
                assert set(archived) <= set(host.archived())
            answered = threading.Semaphore(0)
            players = [
                Player(address, battle, name=f"kill{kill}-{number}", answered=answered)
                for number in range(CLIENTS)
            ]
            keeper = Host(address, battle)
            hand = Hand(address, battle, first=0 if hand is None else hand.acknowledged)
            for each in (*players, keeper, hand):
                each.start()
            # When so many were answered: at any moment of the next commit, for all we know.
            wanted = rng.randrange(1, 30)
            for _ in range(wanted):
                assert answered.acquire(timeout=30)
            process.kill()
            for player in players:
                player.join(timeout=30)
                owed |= player.acknowledged
            keeper.join(timeout=30)
            hand.join(timeout=30)
            revoked += keeper.revoked
            archived += keeper.archived
    with (
        forked_serving("--battles", "battles", cwd=folder) as (address, _),
        Client(address, seconds=60.0) as host,
    ):
        check(host, battle, owed)
        check_gone(address, revoked)
        assert set(archived) <= set(host.archived())
        assert host.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")["accepted"]


def begun(host: Client) -> str:
    """A battle with a piece that is moved by hand."""
    battle = str(host.create(BATTLE)["id"])
    disc = {"disc": {"radius_in": 1}}
    host.put_piece("X", battle=battle, x_in=step(0), y_in=20, footprint=disc)
    return battle


def check_moved(host: Client, battle: str, hand: Hand | None) -> None:
    """What a hand has moved lies where it was put last, whatever was ruled since."""
    if hand is None or hand.acknowledged == 0:
        return
    pieces = {each["id"]: each["pose"]["x_in"] for each in host.table(battle=battle)["pieces"]}
    assert pieces["X"] in {step(hand.acknowledged), step(hand.acknowledged + 1)}


def check_gone(address: str, tokens: list[str]) -> None:
    """Nobody who was sent away is let in again."""
    for token in tokens:
        with Client(address, token=token, seconds=60.0) as guest:
            try:
                told = guest.me()
            except ProblemAnswer as refused:
                assert refused.kind in {"who-are-you", "too-many"}  # noqa: PT017
            else:
                raise AssertionError(told)


def check(host: Client, battle: str, owed: dict[str, list[str]]) -> None:
    """Everything that was acknowledged is there, once and in its place, undamaged."""
    assert host.battle(battle)["recovered"] == ""
    told = [each["id"] for each in host.events(battle)]
    assert told == [f"e{number}" for number in range(len(told))]
    places = [event for events in owed.values() for event in events]
    assert len(places) == len(set(places)), "two commands have the same event"
    assert set(places) <= set(told), "an acknowledged event is lost"
    # The latest few are those that a phone would send again.
    for name in list(owed)[-5:]:
        command = vouching(int(name[-8:]))
        repeated = host.command(battle, command, seat="Host", command_id=name)
        assert [each["id"] for each in repeated["events"]] == owed[name]
