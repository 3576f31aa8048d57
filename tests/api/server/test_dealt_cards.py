"""Cards that the umpire deals: promised, seen by their own seat alone, and opened afterwards."""

import random
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pytest

from api.roller import Commitment, ProvenRoll, check_roll
from api.tables.hand import HandTable
from rules.registry import games
from tests.api.server.serving import ADDRESS, LIVE, Served, problem, served
from tests.api.server.test_hand_table import first
from tests.api.web.browsing import DUEL, duel_table

MOST_COMMANDS = 4000
NOTHING: Final = MappingProxyType[str, str]({})
SELDOM = {"board", "name_objective", "decline", "follow", "use_slips"}
"""What leads nowhere again and again; it is given where nothing else is offered."""
GIVEN_UP = {"concede", "take_back", "change_option", "amend_state", "challenge", "declare"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(first()), tmp_path, games=games) as found:
        yield found


def begun(server: Served, sample: str = "tossing-tiger") -> str:
    told = server.post(f"/api/v1/samples/{sample}/battle", {"cards": "dealt"})
    assert told.status_code == 201, told.text
    return f"/api/v1/battles/{told.json()['id']}"


class Table:
    """Two seats of a battle that play whatever they are offered."""

    def __init__(
        self, server: Served, path: str, *, seed: str, likes: Mapping[str, str] = NOTHING
    ) -> None:
        """`likes` are commands that are given whenever they are offered, with a value of theirs."""
        self.likes = likes
        self.server, self.path, self.rng = server, path, random.Random(seed)
        self.seats = [each["name"] for each in server.get(f"{path}/seats").json()]
        self.sent = 0

    def give(self, seat: str, command: dict[str, Any]) -> Any:
        self.sent += 1
        body = {"id": f"played-{self.sent:05}", "seat": seat, "command": command}
        return self.server.post(f"{self.path}/commands", body).json()

    def cards(self, seat: str) -> Any:
        return self.server.get(f"{self.path}/cards?seat={seat}").json()

    @property
    def result(self) -> Any:
        return self.server.get(self.path).json()["view"]["result"]

    def offered(self) -> list[tuple[str, Any]]:
        return [
            (seat, each)
            for seat in self.seats
            for each in self.server.get(f"{self.path}/options?seat={seat}").json()
            if each["refusal"] is None and each["command"] not in GIVEN_UP
        ]

    def filled(self, offer: Any) -> dict[str, Any] | None:
        """A command of an offer; None where it wants what only hands can give."""
        command = {"kind": offer["command"], **offer["fixed"]}
        for hole in offer["holes"]:
            if hole["optional"]:
                continue
            if hole["kind"] == "dice":
                faces = [self.rng.randint(1, 6) for _ in range(hole["count"])]
                command[hole["name"]] = faces
            elif (liked := self.likes.get(offer["command"])) in hole["allowed"]:
                command[hole["name"]] = liked
            elif hole["allowed"]:
                command[hole["name"]] = self.rng.choice(hole["allowed"])
            else:
                return None
        return command

    def step(self) -> bool:
        """One command that is accepted; whether there was any."""
        offers = self.offered()
        self.rng.shuffle(offers)
        offers.sort(key=lambda each: each[1]["command"] in SELDOM)
        offers.sort(key=lambda each: each[1]["command"] not in self.likes)
        for seat, offer in offers:
            command = self.filled(offer)
            if command is not None and self.give(seat, command)["accepted"]:
                return True
        return False

    def play(self) -> None:
        for _ in range(MOST_COMMANDS):
            if self.result is not None:
                return
            assert self.step(), self.offered()
        raise AssertionError("no end")


def is_fair(pack: Any) -> str | None:
    """Nothing where an order is what was promised, by what docs/dice.md says."""
    shown = Commitment(**{name: pack[name] for name in ("digest", "nonce", "what", "asked")})
    roll = pack["opened"]
    return check_roll(
        shown,
        ProvenRoll(
            commitment=shown,
            seed=roll["seed"],
            contribution=roll["contribution"],
            results=tuple(roll["results"]),
        ),
    )


def verified(server: Served, path: str, folder: Path) -> Any:
    from api.review.record.reading import reading
    from api.review.record.verify import verified as check

    content = server.get(f"{path}/export.battle").content
    copy = folder / "copy.battle"
    copy.write_bytes(content)
    with reading(copy) as battles:
        return check(battles, games=games(), installed="test")


def test_a_toss_of_the_umpires_says_who_begins(server: Served) -> None:
    path = begun(server)
    table = Table(server, path, seed="toss")
    seats = table.seats
    for seat, edge in zip(seats, ("south", "north"), strict=True):
        assert table.give(seat, {"kind": "ready", "player": seat, "edge": edge})["accepted"]
    (offer,) = (
        each
        for each in server.get(f"{path}/options", params={"seat": seats[0]}).json()
        if each["command"] == "choose"
    )
    (hole,) = offer["holes"]
    assert (hole["by_chance"], hole["allowed"]) == (True, seats)
    sent = {"seat": seats[0], "command": {"kind": "choose", **offer["fixed"]}, "field": "choice"}

    def tossed(lots: list[str]) -> Any:
        wanted = {"count": 1, "what": offer["says"], "among": lots}
        digest = server.post(f"{path}/dice", wanted).json()["digest"]
        return server.post(f"{path}/dice/{digest}/roll", {"id": digest[:16], **sent}).json()

    # Nobody says that it was tossed for but whoever tosses.
    claimed = {**sent["command"], "choice": seats[0], "tossed": True}
    said = {"id": "a-claim-of-ours", "seat": seats[0], "command": claimed}
    assert "command.tossed" in problem(server.post(f"{path}/commands", said), 422)["detail"]
    # A lot that is no answer is drawn by nobody.
    assert not tossed([seats[0], "Nobody at all"])["accepted"]
    told = tossed(seats)
    assert told["accepted"]
    assert told["roll"]["results"][0] in seats
    says = f"A toss decides: {told['roll']['results'][0]} begins."
    assert says in [each["says"] for each in told["events"]]
    heard = server.get(f"{path}/events", params={"seat": seats[1]}).json()
    assert says in [each["says"] for each in heard["events"]]


@pytest.mark.long
def test_a_whole_tossing_tiger_battle_is_played_with_nothing_printed(
    server: Served, tmp_path: Path
) -> None:
    path = begun(server)
    table = Table(server, path, seed="tiger")
    table.play()
    told = table.cards(table.seats[0])
    assert [is_fair(each) for each in told["packs"]] == [None]
    assert verified(server, path, tmp_path).fault == ""


@pytest.mark.long
def test_a_whole_paper_tigers_battle_is_played_with_nothing_printed(
    server: Served, tmp_path: Path
) -> None:
    server.ask("PUT", "/api/v1/table", json=duel_table())
    duel = {**DUEL, "options": {"cards": "dealt"}}
    path = f"/api/v1/battles/{server.post('/api/v1/battles', duel).json()['id']}"
    table = Table(server, path, seed="tanks", likes={"assign": "", "choose_edge": "north"})
    table.play()
    packs = table.cards(table.seats[0])["packs"]
    assert len(packs) >= 2
    assert [is_fair(each) for each in packs] == [None] * len(packs)
    assert verified(server, path, tmp_path).fault == ""


def sat_down(server: Served, *, words: bool = False) -> Table:
    table = Table(server, begun(server), seed="sit")
    for seat in table.seats if words else ():
        assert table.give(seat, {"kind": "throw_in", "words": f"words of {seat}"})["accepted"]
    for seat, edge in zip(table.seats, ("south", "north"), strict=True):
        assert table.give(seat, {"kind": "ready", "edge": edge})["accepted"]
    return table


def hand(told: Any) -> list[str]:
    (found,) = (each for each in told["places"] if each["kind"] == "hand" and each["private"])
    return [each["card"] for each in found["cards"]]


def test_a_hand_is_shown_to_its_own_seat_alone(server: Served) -> None:
    table = sat_down(server)
    mine, theirs = (hand(table.cards(seat)) for seat in table.seats)
    assert (len(mine), len(theirs), set(mine) & set(theirs)) == (6, 6, set())
    spectator = server.invite(table.path.rpartition("/")[2])
    for told in (
        server.get(f"{table.path}/cards", token=spectator).text,
        server.get(table.path, token=spectator).text,
        server.get(f"{table.path}/events?limit=100", token=spectator).text,
    ):
        assert not [card for card in (*mine, *theirs) if f'"{card}"' in told.split("asked")[0]]
    assert not [card for card in theirs if f'"card":"{card}"' in str(table.cards(table.seats[0]))]


def test_words_of_the_players_decide_with_the_secret_until_cards_are_dealt(server: Served) -> None:
    table = sat_down(server, words=True)
    (pack,) = table.cards(table.seats[0])["packs"]
    assert pack["words"] == [f"words of {seat}" for seat in table.seats]
    assert (pack["takes_words"], pack["opened"]) == (False, None)
    late = table.give(table.seats[0], {"kind": "throw_in", "words": "late"})
    assert late["refusal"]["clause"] == "REF-15"


def to_the_piles(table: Table) -> tuple[str, Any]:
    """Played until somebody is to make piles."""
    for _ in range(20):
        making = [(seat, each) for seat, each in table.offered() if each["command"] == "lay_piles"]
        if making:
            return making[0]
        assert table.step()
    raise AssertionError("nobody makes piles")


def test_piles_are_made_of_ones_own_hand_and_nobody_elses(server: Served) -> None:
    table = sat_down(server)
    seat, offer = to_the_piles(table)
    other = next(each for each in table.seats if each != seat)
    sizes = offer["holes"][0]["allowed"][0]
    mine, theirs = list(hand(table.cards(seat))), hand(table.cards(other))
    wrong = [theirs[:size] for size in sizes]
    command = {"kind": "lay_piles", "sizes": sizes, **offer["fixed"]}
    refused = table.give(seat, {**command, "cards": wrong})
    assert refused["refusal"]["clause"] == "TT-PIL-02"
    mine.reverse()
    piles = [[mine.pop() for _ in range(size)] for size in sizes]
    assert table.give(seat, {**command, "cards": piles})["accepted"]
    told = table.cards(seat)
    made = [
        sorted(card["card"] for card in each["cards"])
        for each in told["places"]
        if each["kind"] == "glimpse"
    ]
    assert made == [sorted(pile) for pile in piles]
    assert not [each for each in table.cards(other)["places"] if each["kind"] == "glimpse"]


def test_a_card_that_somebody_names_is_refused_where_the_umpire_deals(server: Served) -> None:
    table = sat_down(server)
    card = "tiger-1"
    told = table.give(table.seats[0], {"kind": "turn_up", "card": card})
    assert not told["accepted"]


def test_taking_back_brings_the_same_cards_again(server: Served) -> None:
    table = Table(server, begun(server), seed="back")
    one, other = table.seats
    assert table.give(one, {"kind": "ready", "edge": "south"})["accepted"]
    once = hand(table.cards(one))
    events = server.get(f"{table.path}/events?limit=100").json()["events"]
    sat = next(each["id"] for each in events if "sits in the" in each["says"])
    assert table.give(one, {"kind": "take_back", "entry": sat})["accepted"]
    (asked,) = server.get(table.path).json()["view"]["asks"]
    assert table.give(other, {"kind": "agree", "ask": asked["ask"]})["accepted"]
    late = table.give(one, {"kind": "throw_in", "words": "another order, please"})
    assert late["refusal"]["clause"] == "REF-15"
    assert table.give(other, {"kind": "ready", "edge": "north"})["accepted"]
    assert hand(table.cards(other)) == once, "the order stays; it is dealt to whoever sits down"


def test_a_battle_with_printed_cards_is_as_it_was(server: Served) -> None:
    told = server.post("/api/v1/samples/tossing-tiger/battle", {}).json()
    path = f"/api/v1/battles/{told['id']}"
    assert server.get(f"{path}/cards").json() == {"dealt": False, "places": [], "packs": []}
    assert server.get(f"{path}/events").json()["last"] == 0
    table = Table(server, path, seed="printed")
    refused = table.give(table.seats[0], {"kind": "throw_in", "words": "x"})
    assert refused["refusal"]["clause"] == "REF-15"


def test_nobody_takes_an_id_of_the_umpires_own(server: Served) -> None:
    path = begun(server)
    body = {"id": "dealt-000001", "seat": "Host", "command": {"kind": "ready", "edge": "south"}}
    problem(server.post(f"{path}/commands", body), 422)


def seen_by_others(server: Served, path: str, seat: str) -> list[bytes]:
    """What another seat and a spectator can read of a battle."""
    battle = path.rpartition("/")[2]
    told = []
    for token in (server.invite(battle, seat), server.invite(battle)):
        rests = ("", "/cards", "/events?limit=200", "/options", "/seats", "/dice", "/stood")
        told += [server.get(f"{path}{rest}", token=token).content for rest in rests]
        with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
            socket.send_json({"type": "hello", "token": token})
            told += [socket.receive_text().encode() for _ in range(2)]
    return told


def test_two_worlds_that_differ_in_what_a_pile_is_made_of_look_the_same(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    with served(HandTable(first()), one, games=games) as server:
        table = sat_down(server)
        seat, offer = to_the_piles(table)
        sizes = next(each for each in offer["holes"][0]["allowed"] if len(each) >= 1)
        cards = hand(table.cards(seat))
        path, watcher = table.path, next(each for each in table.seats if each != seat)
    shutil.copytree(one, other)
    worlds = []
    for folder, made_of in ((one, cards), (other, cards[::-1])):
        left = list(made_of)
        piles = [[left.pop() for _ in range(size)] for size in sizes]
        with served(HandTable(first()), folder, games=games) as server:
            table = Table(server, path, seed="same")
            table.sent = 500  # What was sent before has its ids already.
            command = {"kind": "lay_piles", "sizes": sizes, **offer["fixed"], "cards": piles}
            assert table.give(seat, command)["accepted"]
            worlds.append(seen_by_others(server, path, watcher))
    assert worlds[0] == worlds[1]
