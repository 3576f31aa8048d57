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
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet

from api.battle_files.file import BattleFile, CommandRecord
from api.tables.source import FixedTable
from conftest import SoakCount
from rules.games.paper_tigers import GAME
from rules.referee.court.offers import offers
from rules.referee.facts.battle import Facts
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
    # All that may be told of odds is told, so that it has to keep the secret, too.
    text = script.read_text(encoding="utf-8").replace(
        '"options": {', '"options": {"odds": "all", ', 1
    )
    lines = text.replace('"options":{', '"options":{"odds":"all",', 1).splitlines()
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


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A battle in which one pick is made, and what is tried in it."""

    moment: Moment
    pick: Mapping[str, object]
    game: Game
    amended: tuple[Mapping[str, object], ...]
    everybody: bool
    """All others look, not the spectator alone."""


def witnessed(folder: Path, world: World) -> list[bytes]:
    """Everything that everybody but the one who picks receives."""
    folder.mkdir()
    moment, game = world.moment, world.game
    file = BattleFile.create(folder / "game.battle", moment.entries[0], about={"title": "game"})
    file.append(moment.entries[1:], sent=CommandRecord(id="recorded", asked=""))
    file.close()
    table = FixedTable(moment.snapshot)
    with served(table, folder, games=lambda: {GAME.slug: game}) as server:
        seats = [each.name for each in replayed(GAME, moment.entries).setup.seats]
        others = [name for name in seats if name != moment.seat and world.everybody]
        tokens = [*(server.invite("game", name) for name in others), server.invite("game")]
        mine = server.invite("game", moment.seat)

        def seen(token: str) -> list[bytes]:
            return _seen(server, token, mine=mine, world=world)

        return [each for token in tokens for each in seen(token)]


def _seen(server: Served, token: str, *, mine: str, world: World) -> list[bytes]:
    battle = "/api/v1/battles/game"
    seen: list[bytes] = []
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": token})
        body = {"id": "secret-pick", "command": dict(world.pick)}
        answer = server.post(f"{battle}/commands", body, token=mine)
        assert answer.json()["accepted"], answer.text
        seen += _asked(server, token, world)
        _comes_and_goes(server, mine, piece=world.moment.snapshot.pieces[0].id)
        socket.send_json({"type": "ping"})
        heard = ""
        while "pong" not in heard[:20]:
            heard = socket.receive_text()
            seen.append(heard.encode())
    return seen


def _comes_and_goes(server: Served, token: str, *, piece: str) -> None:
    """Whoever has picked opens a page, takes a piece in hand and leaves."""
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": token})
        socket.send_json({"type": "hold", "piece": piece})
        socket.send_json({"type": "ping"})
        while "pong" not in socket.receive_text()[:20]:
            pass


def _readable(server: Served, *, sequence: int, pieces: list[str]) -> list[str]:
    holes = {
        "battle": "game",
        "sequence": f"{sequence}",
        "name": f"e{sequence}",
        "slug": GAME.slug,
        "chapter": "firing",
        "case": "dice-to-fire",
        "ground": "crossroads",
        "clause": "REF-6",
        "what": "range",
        "piece": pieces[0],
        "unit": pieces[0],
        "side": "blue",
        "camera": "practice",
    }
    return readable(server, holes=holes, asked={"a": pieces[0], "b": pieces[-1], "what": "sight"})


def amendments(moment: Moment) -> list[Mapping[str, object]]:
    """Whatever may be amended, and of whom: what comes of it must not depend on what is secret."""
    pieces = [each.id for each in moment.snapshot.pieces]
    whose = ("", *pieces[:2], *(seat.name for seat in replayed(GAME, moment.entries).setup.seats))
    return [
        {"kind": "amend_state", "what": row.name, "of": of, "value": value, "reason": "to probe"}
        for row in GAME.amendable
        for of in whose
        for value in ("none", "1", "yes")
    ]


def _asked(server: Served, token: str, world: World) -> list[bytes]:
    """Every question that the others may put, and many that they may not."""
    moment = world.moment
    battle = "/api/v1/battles/game"
    commands: list[dict[str, Any]] = [
        *(dict(each) for each in moment.picks),
        {"kind": "roll", "dice": [3, 4]},
        {"kind": "turn_up", "cards": ["QH"]},
        {"kind": "fire", "target": "R1"},
        {"kind": "take_back", "entry": "e10000"},
        {"kind": "no such thing"},
        *(dict(each) for each in world.amended),
    ]
    pieces = [each.id for each in moment.snapshot.pieces]
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
        *_supposed(
            server, token, tries=commands[: len(moment.picks) + 5], units=(pieces[0], pieces[-1])
        ),
        *(
            server.post(f"{battle}/odds", {"command": each}, token=token)
            for each in commands
            if each["kind"] != "amend_state"
        ),
        server.post(
            f"{battle}/commands", {"id": "secret-pick", "command": {"kind": "rest"}}, token=token
        ),
    ]
    return [
        json.dumps([each.status_code, sorted(each.headers.items())]).encode() + each.content
        for each in answers
    ]


def _supposed(
    server: Served, token: str, *, tries: list[dict[str, Any]], units: tuple[str, str]
) -> list[Any]:
    """Maps of a ghost, and commands that are only tried."""
    battle, there = "/api/v1/battles/game", {"x_in": 12.0, "y_in": 9.0}
    tried = [
        server.post(f"{battle}/try", {"command": each, "unit": unit, **there}, token=token)
        for each in tries
        for unit in units
    ]
    kinds = ("sight", "fire", "reach", "threat")
    paths = [
        f"{battle}/maps/{unit}?kind={kind}&x_in=14&y_in=11&step=2"
        for unit in units
        for kind in kinds
    ]
    paths += [f"{battle}/maps/{units[0]}?kind={kind}&at_x_in=9&at_y_in=7" for kind in kinds]
    return [*tried, *(server.get(path, token=token) for path in paths)]


def differing(
    folder: Path,
    moment: Moment,
    *,
    rng: random.Random,
    amended: int,
    game: Game = GAME,
    everybody: bool = True,
) -> int:
    """How many of the others' messages tell the two worlds apart; so many amendments are tried."""
    tried = amendments(moment)
    tried = rng.sample(tried, min(amended, len(tried)))
    worlds = [
        World(moment=moment, pick=pick, game=game, amended=tuple(tried), everybody=everybody)
        for pick in rng.sample(moment.picks, 2)
    ]
    first, second = (
        witnessed(folder / name, world)
        for name, world in zip(("one", "other"), worlds, strict=True)
    )
    assert len(first) == len(second)
    assert len(first) > 40
    return sum(mine != theirs for mine, theirs in zip(first, second, strict=True))


PARTS = 20
"""Of a long run, which goes on after the last one that was done."""


def _parts() -> list[ParameterSet]:
    seldom = (pytest.mark.soak_only,)
    return [pytest.param(n, marks=() if n == 0 else seldom) for n in range(PARTS)]


@pytest.mark.soak
@pytest.mark.parametrize("part", _parts())
def test_two_worlds_that_differ_in_a_secret_look_the_same(
    tmp_path: Path, *, part: int, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(f"{rng_seed} {part}")
    scripts = rng.sample(SCRIPTS, soak_count(1, len(SCRIPTS)))
    known = [moment for script in scripts for moment in moments(script)]
    assert len(known) >= len(scripts)
    amended = soak_count(10, 100)
    for number in range(soak_count(1, 200 // PARTS)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert differing(folder, rng.choice(known), rng=rng, amended=amended) == 0


def _leaky_say(event: object) -> str:
    unit = getattr(event, "unit", "")
    return f"{GAME.say(event)} ({unit})" if type(event).__name__ == "Picked" else GAME.say(event)


def _leaky_view(state: Any, seat: str) -> Mapping[str, object]:
    return {**GAME.view(state, seat), "order": list(state.picks)}


def _leaky_facts(state: Any, seat: str) -> Facts:
    assert GAME.facts is not None
    return replace(GAME.facts(state, seat), notes=tuple(state.picks))


LEAKS: Final = {
    "say": {"say": _leaky_say},
    "view": {"view": _leaky_view},
    "facts": {"facts": _leaky_facts},
}


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(leak, id=name, marks=() if name == "say" else pytest.mark.long)
        for name, leak in LEAKS.items()
    ],
)
def test_the_harness_notices_a_leak(tmp_path: Path, rng_seed: int, leak: dict[str, Any]) -> None:
    moment = moments(SCRIPTS[0])[0]
    rng, game = random.Random(rng_seed), replace(GAME, **leak)
    assert differing(tmp_path, moment, rng=rng, amended=0, game=game, everybody=False) > 0
