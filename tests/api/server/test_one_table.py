"""Map, measuring and referee read one table, whatever is played: a battle of every game."""

import random
import re
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.armies.samples import samples
from api.battles.session import Session
from api.demo.player import DemoPlayer, Turn
from api.files.games import games
from api.tables.hand import HandTable
from api.tables.ruled import stands_as_ruled
from api.tables.source import FixedTable
from conftest import SoakCount
from rules.referee.court.offers import offers
from rules.referee.log.battle import ended
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.vocabulary import written
from rules.table.files.snapshot_json import read_snapshot
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from tests.api.server.serving import ADDRESS, LIVE, Served, served
from tests.api.web.browsing import DUEL, duel_table

EMPTY = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)))
SAME_IN = 0.011
TAKEN_BACK = 0.12
"""How likely the last event is taken back again."""
ASKED = ("range edge", "range centre", "sight")
"""What Measure is asked about two pieces."""
UNSURE = "TOO_CLOSE_TO_CALL"
"""Nobody has to be sure of a line that another finds too close: each has a doubt of its own."""
Evidence = list[dict[str, Any]]
Measures = dict[tuple[str, str], dict[str, Any]]
"""What was told of two pieces, by what was asked."""


def begun(server: Served, game: Game) -> str:
    """A battle of the game's first sample; of a game without one, on what needs no camera.

    Two sides sit down: whoever is alone may lay slips of paper, which this table has none of.
    """
    found = next((each for each in samples(games()) if each.game.slug == game.slug), None)
    if found is not None:
        told = server.post(f"/api/v1/samples/{found.name}/battle", {})
        return str(told.json()["id"])
    assert game.unmeasured is not None
    shelf, setup = server.app.state.shelf, game.unmeasured(("Fox", "Owl"))
    portal = server.client.portal
    assert portal is not None
    session: Session = portal.call(partial(shelf.begin, game, setup, title=""))
    return session.name


class Watched:
    """A battle that is played over HTTP, and what is looked at after every command."""

    def __init__(self, server: Served, game: Game, *, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        battle = begun(server, game)
        self.its = {"battle": battle}
        self.path = f"/api/v1/battles/{battle}"
        self.given = self.ranged = self.sighted = self.moved = self.back = 0
        self.last = ""

    @property
    def session(self) -> Session:
        found = self.server.app.state.shelf.opened(self.its["battle"])
        assert isinstance(found, Session)
        return found

    def map(self) -> Any:
        return self.server.get("/api/v1/table", params=self.its).json()

    def play(self, player: DemoPlayer) -> bool:
        """One command, and perhaps a take-back; whether anything could be done."""
        battle = self.session.battle
        if ended(battle) is not None:
            return False
        turn = player.turn(battle, self.session.table()) or self._laid_out(player)
        if turn is None:
            return False
        body = self._walked(turn)
        before = self.map()
        measured = self._measured(self._tried(body, seat=turn.seat))
        answer = self._sent("commands", {"command": body}, seat=turn.seat)
        after = self.map()
        if not answer["accepted"]:
            assert after == before
            return True
        self.given += 1
        self.moved += after["number"] != before["number"]
        self._look(after)
        found = [each for event in answer["events"] for each in event["evidence"]]
        assert {each["snapshot"] for each in found if "snapshot" in each} <= {before["number"]}
        self._compare(found, measured=measured)
        self._probe()
        if self.rng.random() < TAKEN_BACK and answer["events"]:
            entry = answer["events"][0]["id"]
            sent = {"entry": entry}
            self.back += self._sent("take-back", sent, seat=turn.seat)["accepted"]
            self._look(self.map())
        return True

    def _laid_out(self, player: DemoPlayer) -> Turn | None:
        """What can be done once all units stand in the zones that the game tells of by now."""
        told = self.server.post(f"{self.path}/lay-out", {"anew": True})
        assert told.status_code == 200, told.text
        return player.turn(self.session.battle, self.session.table())

    def _walked(self, turn: Turn) -> Mapping[str, object]:
        """The pieces where they are to stand: put there by hand, or named with the command."""
        if len(turn.moves) == 1 and self.rng.random() < 0.5:
            (pose,) = turn.moves.values()
            place = {"x_in": pose.x, "y_in": pose.y, "heading_deg": pose.heading}
            return {**turn.body, "to": place}
        for name, pose in turn.moves.items():
            put = {"x_in": pose.x, "y_in": pose.y, "heading_deg": pose.heading}
            path = f"/api/v1/table/pieces/{name}"
            told = self.server.ask("PUT", path, params=self.its, json=put)
            assert told.status_code == 200, told.text
        return turn.body

    def _sent(self, what: str, more: Mapping[str, object], *, seat: str) -> Any:
        self.last = f"sent-{len(self.last)}-{self.rng.getrandbits(60):x}"
        told = self.server.post(f"{self.path}/{what}", {"id": self.last, "seat": seat, **more})
        assert told.status_code == 200, told.text
        return told.json()

    def _look(self, table: Any) -> None:
        """The map, what measuring reads, and where the rulings have the units."""
        session = self.session
        assert session.table().number == table["number"]
        names = [each["id"] for each in table["pieces"] if each["pose"] is not None]
        if len(names) > 1:
            a, b = self.rng.sample(names, 2)
            asked = {"a": a, "b": b, **self.its}
            told = self.server.get("/api/v1/measure/range", params=asked).json()
            assert told["measurement"]["snapshot"] == table["number"]
        ruled = session.battle.game.ruled_places
        if ruled is not None:
            places = ruled(session.battle.state).items()
            # What comes later may lie there already: nobody has ruled on it.
            standing = {name: each for name, each in places if each.spot is not None}
            assert stands_as_ruled(session.table(), standing), self.last
        assert not session.own or not session.own.says

    def _probe(self) -> None:
        """Something that a seat might do, or might not, is tried without any consequence."""
        battle, table = self.session.battle, self.session.table()
        every = [
            (seat.name, template, hole)
            for seat in battle.setup.seats
            for template in offers(battle, table, seat=seat.name)
            for hole in template.holes
            if hole.kind == "unit" and any(isinstance(each, str) for each in hole.allowed)
        ]
        if not every:
            return
        seat, template, hole = self.rng.choice(every)
        value = self.rng.choice([*hole.allowed, *hole.greyed])
        filled = {each.name: each.allowed[0] for each in template.holes if each.allowed}
        fields = {**template.fixed, **filled, hole.name: value}
        body = {"kind": template.command, **{name: written(each) for name, each in fields.items()}}
        found = self._tried(body, seat=seat)
        self._compare(found, measured=self._measured(found))

    def _tried(self, body: Mapping[str, object], *, seat: str) -> Evidence:
        """What a command would be judged by."""
        told = self.server.post(f"{self.path}/try", {"seat": seat, "command": dict(body)})
        assert told.status_code == 200, told.text
        found: Evidence = told.json()["evidence"]
        return found

    def _measured(self, evidence: Evidence) -> Measures:
        """What Measure says of each two pieces of which a ruling speaks, on the table as it is."""
        now = self.map()
        there = {each["id"] for each in now["pieces"] if each["pose"] is not None}
        return {
            pair: {what: self._measure(what, *pair, number=now["number"]) for what in ASKED}
            for pair in {spoken_of(each["why"], there) for each in evidence}
            if pair is not None
        }

    def _measure(self, what: str, a: str, b: str, *, number: int) -> Any:
        kind, _, metric = what.partition(" ")
        asked = {"a": a, "b": b, **self.its, **({"metric": metric} if metric else {})}
        told = self.server.get(f"/api/v1/measure/{kind}", params=asked).json()["measurement"]
        assert told["snapshot"] == number
        return told["verdict"]["value_in"] if metric else told["answer"]

    def _compare(self, evidence: Evidence, *, measured: Measures) -> None:
        """What a ruling rests on is what Measure has told of the map that everybody saw."""
        there = {name for pair in measured for name in pair}
        for each in evidence:
            pair = spoken_of(each["why"], there)
            if pair is None or pair not in measured:
                continue
            found = measured[pair]
            # A way around what stands between is another length than the straight one.
            if each["what"] == "range" and not each.get("blockers") and each["value"] is not None:
                self.ranged += 1
                values = [found[what] for what in ASKED[:2]]
                assert min(abs(value - each["value"]) for value in values) < SAME_IN, (each, found)
            elif each["what"] == "sight" and UNSURE not in (each["answer"], found["sight"]):
                self.sighted += 1
                assert each["answer"] == found["sight"], (each, found)


def spoken_of(why: str, pieces: set[str]) -> tuple[str, str] | None:
    """The two pieces that a sentence names first; None where it does not name two."""
    named = [word for word in re.findall(r"[\w-]+", why) if word in pieces]
    one, *others = dict.fromkeys(named) or [""]
    return (one, others[0]) if others else None


@pytest.mark.soak
@pytest.mark.parametrize("slug", sorted(games()))
def test_map_measuring_and_referee_read_one_table(
    slug: str, tmp_path: Path, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(f"{rng_seed} {slug}")
    battles, turns = soak_count(1, 40), soak_count(10, 60)
    for number in range(battles):
        folder = tmp_path / str(number)
        with served(HandTable(EMPTY), folder, games=games) as server:
            played = Watched(server, games()[slug], rng=rng)
            player = DemoPlayer(random.Random(rng.random()))
            for _ in range(turns):
                if not played.play(player):
                    break
        assert played.given
        sys.stdout.write(
            f"{slug}: {played.given} commands, {played.moved} moved pieces, {played.back} taken "
            f"back, {played.ranged} ranges and {played.sighted} lines of sight compared\n"
        )


def test_a_piece_that_somebody_vouches_for_is_on_the_map_and_in_measure(tmp_path: Path) -> None:
    """What the referee rules on is what everybody sees, and the camera's own table stays."""
    laid = duel_table()
    laid["pieces"][1]["state"] = "hidden"
    table = FixedTable(read_snapshot(laid, ""))
    with served(table, tmp_path, games=games) as server:
        told = server.post("/api/v1/battles", DUEL)
        its = {"battle": told.json()["id"]}
        path = f"/api/v1/battles/{its['battle']}"

        def stands() -> tuple[str, str]:
            pieces = server.get("/api/v1/table/pieces", params=its).json()
            found = next(each for each in pieces if each["id"] == "T2")
            asked = {**its, "a": "T1", "b": "T2"}
            measured = server.get("/api/v1/measure/sight", params=asked).json()
            return found["state"], measured["measurement"]["answer"]

        assert stands() == ("hidden", "CANNOT_SEE")
        with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
            socket.send_json({"type": "hello", "token": server.host, **its})
            socket.receive_json()
            command = {"kind": "declare_unmoved", "piece": "T2"}
            sent = {"id": "vouched-for", "seat": "Host", "command": command}
            assert server.post(f"{path}/commands", sent).json()["accepted"]
            message = socket.receive_json()
            while message["type"] != "table":
                message = socket.receive_json()
        assert [each["state"] for each in message["table"]["pieces"]] == ["seen", "declared"]
        assert stands() == ("declared", "YES")
        other = server.get("/api/v1/table/pieces").json()[1]
        assert other["state"] == "hidden"
