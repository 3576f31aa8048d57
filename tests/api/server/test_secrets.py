"""What is secret is in nobody else's bytes: two worlds that differ in it look the same.

A recorded battle is played to where somebody picks in secret who acts. From there on one world goes
with one pick and one with another. Everything that another player and a spectator receive, to the
last byte, has to be the same in both until the picks are shown.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from api.battles.file import BattleFile, CommandRecord
from api.tables.source import FixedTable
from conftest import SoakCount
from rules.games.paper_tigers import GAME
from rules.referee.court.offers import offers
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.log.entries import Entry
from rules.referee.script.adjudicating import Begun, Laid, Ruled, adjudicated
from rules.referee.toolkit.game import Game
from rules.table.snapshot import Snapshot
from tests.api.server.outlets import readable
from tests.api.server.serving import ADDRESS, LIVE, Served, served

GOLDEN = Path(__file__).parents[3] / "rules/games/paper_tigers/tests/golden"
SCRIPTS = sorted(GOLDEN.glob("*players*.script.jsonl"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A battle just before somebody picks in secret, and what they might pick."""

    entries: tuple[Entry, ...]
    snapshot: Snapshot
    seat: str
    picks: tuple[Mapping[str, object], ...]


@cache
def moments(script: Path) -> tuple[Moment, ...]:
    """Every moment of a recorded battle at which a pick stays secret for a while."""
    lines = script.read_text(encoding="utf-8").splitlines()
    told = adjudicated(
        lines, find=lambda _slug: GAME, now=lambda: "2026-11-21T19:00:00Z", umpire_version="test"
    )
    entries: tuple[Entry, ...] = ()
    snapshot: Snapshot | None = None
    battle: Battle | None = None
    found: list[Moment] = []
    for answer in told:
        if isinstance(answer, Laid):
            snapshot = answer.snapshot
        elif isinstance(answer, Begun):
            entries, battle = answer.entries, replayed(GAME, answer.entries)
        elif isinstance(answer, Ruled):
            fresh = answer.entries
            if answer.given.body.get("kind") == "pick" and len(fresh) == 1:
                assert battle is not None
                assert snapshot is not None
                picks = _picks(battle, snapshot, seat=answer.given.seat)
                if len(picks) > 1:
                    moment = Moment(
                        entries=entries, snapshot=snapshot, seat=answer.given.seat, picks=picks
                    )
                    found.append(moment)
            entries = (*entries, *fresh)
            assert battle is not None
            battle = applied(battle, fresh)
    return tuple(found)


def _picks(battle: Battle, snapshot: Snapshot, *, seat: str) -> tuple[Mapping[str, object], ...]:
    templates = offers(battle, snapshot, seat=seat)
    return tuple(
        {"kind": "pick", **each.fixed}
        for each in templates
        if each.command == "pick" and each.refusal is None
    )


def witnessed(folder: Path, moment: Moment, pick: Mapping[str, object], game: Game) -> list[bytes]:
    """Everything that everybody but the one who picks receives."""
    folder.mkdir()
    file = BattleFile.create(folder / "game.battle", moment.entries[0], about={"title": "game"})
    file.append(moment.entries[1:], sent=CommandRecord(id="recorded", asked=""))
    file.close()
    table = FixedTable(moment.snapshot)
    with served(table, folder, games=lambda: {GAME.slug: game}) as server:
        seats = [each.name for each in replayed(GAME, moment.entries).setup.seats]
        others = [server.invite("game", name) for name in seats if name != moment.seat]
        tokens = [*others, server.invite("game")]
        mine = server.invite("game", moment.seat)

        def seen(token: str) -> list[bytes]:
            return _seen(server, token, mine=mine, pick=pick, moment=moment)

        return [each for token in tokens for each in seen(token)]


def _seen(
    server: Served, token: str, *, mine: str, pick: Mapping[str, object], moment: Moment
) -> list[bytes]:
    battle = "/api/v1/battles/game"
    seen: list[bytes] = []
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": token})
        body = {"id": "secret-pick", "command": dict(pick)}
        answer = server.post(f"{battle}/commands", body, token=mine)
        assert answer.json()["accepted"], answer.text
        seen += _asked(server, token, moment)
        socket.send_json({"type": "ping"})
        heard = ""
        while "pong" not in heard[:20]:
            heard = socket.receive_text()
            seen.append(heard.encode())
    return seen


def _readable(server: Served, *, sequence: int, pieces: list[str]) -> list[str]:
    holes = {
        "battle": "game",
        "sequence": f"{sequence}",
        "name": f"e{sequence}",
        "slug": GAME.slug,
        "chapter": "firing",
        "case": "dice-to-fire",
        "clause": "REF-6",
        "what": "range",
        "piece": pieces[0],
        "camera": "practice",
    }
    return readable(server, holes=holes, asked={"a": pieces[0], "b": pieces[-1], "what": "sight"})


def _asked(server: Served, token: str, moment: Moment) -> list[bytes]:
    """Every question that the others may put, and many that they may not."""
    battle = "/api/v1/battles/game"
    commands: list[dict[str, Any]] = [
        *(dict(each) for each in moment.picks),
        {"kind": "roll", "dice": [3, 4]},
        {"kind": "turn_up", "cards": ["QH"]},
        {"kind": "fire", "target": "R1"},
        {"kind": "take_back", "entry": "e10000"},
        {"kind": "no such thing"},
    ]
    pieces = [each.id for each in moment.snapshot.pieces]
    whose = ("", *pieces[:2], *(seat.name for seat in replayed(GAME, moment.entries).setup.seats))
    # Whatever is amended, and of whom: what comes of it must not depend on what is secret.
    commands += [
        {"kind": "amend_state", "what": row.name, "of": of, "value": value, "reason": "to probe"}
        for row in GAME.amendable
        for of in whose
        for value in ("none", "1", "yes")
    ]
    answers = [
        *(
            server.get(path, token=token)
            for path in (
                f"{battle}/events?limit=500",
                f"{battle}?seat=Red",
                f"{battle}/options?seat=Blue",
                *_readable(server, sequence=len(moment.entries), pieces=pieces),
            )
        ),
        *(
            server.post(
                f"{battle}/commands", {"id": f"probe-{number:04}", "command": each}, token=token
            )
            for number, each in enumerate(commands)
        ),
        server.post(
            f"{battle}/commands", {"id": "secret-pick", "command": {"kind": "rest"}}, token=token
        ),
    ]
    return [
        json.dumps([each.status_code, sorted(each.headers.items())]).encode() + each.content
        for each in answers
    ]


def differing(folder: Path, moment: Moment, *, rng: random.Random, game: Game = GAME) -> int:
    """How many of the others' messages tell the two worlds apart."""
    one, other = rng.sample(moment.picks, 2)
    first = witnessed(folder / "one", moment, one, game)
    second = witnessed(folder / "other", moment, other, game)
    assert len(first) == len(second)
    assert len(first) > 40
    return sum(mine != theirs for mine, theirs in zip(first, second, strict=True))


@pytest.mark.soak
def test_two_worlds_that_differ_in_a_secret_look_the_same(
    tmp_path: Path, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    known = [moment for script in SCRIPTS for moment in moments(script)]
    assert len(known) > 20
    for number in range(soak_count(1, 100)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert differing(folder, rng.choice(known), rng=rng) == 0


def _leaky_say(event: object) -> str:
    unit = getattr(event, "unit", "")
    return f"{GAME.say(event)} ({unit})" if type(event).__name__ == "Picked" else GAME.say(event)


def _leaky_view(state: Any, seat: str) -> Mapping[str, object]:
    return {**GAME.view(state, seat), "order": list(state.picks)}


@pytest.mark.parametrize("leak", [{"say": _leaky_say}, {"view": _leaky_view}], ids=["say", "view"])
def test_the_harness_notices_a_leak(tmp_path: Path, rng_seed: int, leak: dict[str, Any]) -> None:
    moment = moments(SCRIPTS[0])[0]
    rng = random.Random(rng_seed)
    assert differing(tmp_path, moment, rng=rng, game=replace(GAME, **leak)) > 0
