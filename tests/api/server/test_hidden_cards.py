"""No card leaves the server that the camera reads and that the rules show to nobody."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.referee.toolkit.game import Game
from rules.table.snapshot import Snapshot
from tests.api.server import card_tables
from tests.api.server.card_tables import NAME, ROLLED, WORLDS, ShownTable
from tests.api.server.outlets import readable
from tests.api.server.serving import ADDRESS, LIVE, Served, served

BATTLE = f"/api/v1/battles/{NAME}"
EVERYBODY = ("Guest", "spectator", "host")
PROBED = (*WORLDS[0][2:], *WORLDS[1][2:])
"""What somebody may ask about who has a guess."""
LAID = 19
"""The event by which the rows were laid, that was judged on a table."""
WHOLE = ("/export.battle", "/export.jsonl", "/bundle.zip")
"""Files that hold all secrets, which the host alone is given; docs/security.md says so."""

pytestmark = pytest.mark.long


def tokens_of(server: Served) -> dict[str, str]:
    found = {name: server.invite(NAME, name) for name in ("Host", "Guest")}
    return {**found, "spectator": server.invite(NAME), "host": server.host}


def heard(server: Served, token: str, *, table: ShownTable, then: Snapshot) -> list[bytes]:
    """The first messages on the socket, and those of a table that has changed."""
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": token, "battle": NAME})
        found = [socket.receive_text(), socket.receive_text()]
        table.show(then)
        found.append(socket.receive_text())
        socket.send_json({"type": "ping"})
        while "pong" not in found[-1][:20]:
            found.append(socket.receive_text())
    return [each.encode() for each in found]


def asked(server: Served, token: str) -> dict[str, bytes]:
    """What can be read of the table and its battle, and what probing for cards comes to."""
    last = server.get(BATTLE).json()["last"]
    found: dict[str, bytes] = {}
    for sequence in (LAID, last):
        holes = {
            "battle": NAME,
            "sequence": f"{sequence}",
            "name": f"e{sequence}",
            "clause": "REF-6",
            "slug": GAME.slug,
            "chapter": "table",
            "case": "rows",
            "ground": "crossroads",
            "what": "range",
            "piece": ROLLED[0],
            "unit": ROLLED[0],
            "side": "red",
            "camera": "practice",
        }
        questions = {"a": ROLLED[0], "b": ROLLED[1], "what": "range", "limit": "5"}
        for path in readable(server, holes=holes, asked=questions):
            if path not in found:
                found[path] = _bytes(server.get(path, token=token))
    for name in PROBED:
        for path in (
            f"/api/v1/table/pieces/{name}",
            f"/api/v1/measure/range?a={name}&b={ROLLED[0]}",
            f"/api/v1/measure/around?a={name}",
            *_maps(name),
            f"/api/v1/table/drawing.svg?what=near&a={name}",
            f"{BATTLE}/review/moments/{last}/measure/range?a={ROLLED[0]}&b={name}",
        ):
            found[path] = _bytes(server.get(path, token=token))
        supposed = {
            "what": "range",
            "a": ROLLED[0],
            "b": name,
            "moves": [{"piece": name, "x_in": 9, "y_in": 9}],
        }
        told = server.post(f"{BATTLE}/review/what-if", supposed, token=token)
        found[f"what if {name}"] = _bytes(told)
        found[f"try {name}"] = _bytes(server.post(f"{BATTLE}/try", _try(name), token=token))
        for kind in ("turn_up", "declare_unmoved"):
            wanted = {"command": {"kind": kind, "card": name}, "seat": "Guest"}
            what_if = server.post(f"{BATTLE}/odds", wanted, token=token)
            found[f"odds of {kind} {name}"] = _bytes(what_if)
        command = {"kind": "declare_unmoved", "piece": name}
        sent = {"id": f"probe-{name}", "command": command}
        found[f"vouch for {name}"] = _bytes(server.post(f"{BATTLE}/commands", sent, token=token))
    return found


def _maps(name: str) -> tuple[str, ...]:
    return (
        f"/api/v1/measure/map?a={name}&kind=threat",
        f"{BATTLE}/maps/{name}?kind=sight",
        f"{BATTLE}/maps/{ROLLED[0]}?kind=from&target={name}",
        f"{BATTLE}/maps/{ROLLED[0]}/numbers?x_in=9&y_in=9",
    )


def _try(name: str) -> dict[str, Any]:
    return {"command": {"kind": "roll", "dice": [3]}, "unit": name, "x_in": 9, "y_in": 9}


def _bytes(answer: Any) -> bytes:
    content: bytes = answer.content
    return json.dumps([answer.status_code, sorted(answer.headers.items())]).encode() + content


def world(
    folder: Path, names: tuple[str, ...], *, game: Game = GAME, who: tuple[str, ...] = EVERYBODY
) -> dict[str, bytes]:
    """Everything that these receive in one world."""
    battle = card_tables.war_until_rows()
    assert battle.sequence == LAID
    card_tables.keep(folder, battle)
    table = ShownTable(card_tables.before_rows(names))
    with served(table, folder, games=lambda: {GAME.slug: game}) as server:
        tokens = tokens_of(server)
        card_tables.rows_laid(server, battle, tokens=tokens)
        table.show(card_tables.in_battle(names))
        card_tables.rolled(server, tokens=tokens)
        found: dict[str, bytes] = {}
        for name in who:
            then, token = card_tables.in_battle(names), tokens[name]
            found[f"{name} live"] = b"".join(heard(server, token, table=table, then=then))
            found |= {f"{name} {what}": told for what, told in asked(server, token).items()}
    return found


def kept(received: Mapping[str, bytes]) -> dict[str, bytes]:
    """Without the files that are the host's; nobody else got one."""
    found = {}
    for what, told in received.items():
        if what.split("?")[0].endswith(WHOLE):
            assert what.startswith("host ") or told.startswith(b"[403"), what
        elif what != f"host {BATTLE}/grants":
            # Who was let in has names that are drawn anew in every world.
            found[what] = told
    return found


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    folder = tmp_path_factory.mktemp("worlds")
    return [
        kept(world(folder / f"{number}", names)) for number, names in enumerate(WORLDS, start=1)
    ]


def test_two_tables_that_differ_in_hidden_cards_look_the_same_to_all(
    worlds: list[dict[str, bytes]],
) -> None:
    one, other = worlds
    assert set(one) == set(other)
    assert len(one) > 200
    assert [what for what in one if one[what] != other[what]] == []


def test_no_outlet_names_a_hidden_card(worlds: list[dict[str, bytes]]) -> None:
    for names, received in zip(WORLDS, worlds, strict=True):
        for what, told in received.items():
            # An answer may name what its question named, and the book tells of other tables.
            if not any(name in what for name in PROBED) and "/api/v1/book" not in what:
                assert [name for name in names if name.encode() in told] == [], what


def test_what_lies_open_for_all_is_shown(worlds: list[dict[str, bytes]]) -> None:
    for what in (
        "Guest live",
        "spectator live",
        "host live",
        "Guest /api/v1/table",
        "host /api/v1/table/pieces",
    ):
        for name in ROLLED:
            assert name.encode() in worlds[0][what], what
    assert b"tiger_card back 1" in worlds[0]["Guest /api/v1/table"]
    assert worlds[0][f"Guest {BATTLE}/stood"].count(b"tiger_card back") == 6


def _shows_all(_state: Any, _snapshot: Snapshot, _seat: str) -> frozenset[str]:
    return frozenset()


def test_the_harness_notices_a_leak(tmp_path: Path) -> None:
    leaky = replace(GAME, hides=_shows_all)
    one, other = (
        kept(world(tmp_path / f"{number}", names, game=leaky, who=("Guest",)))
        for number, names in enumerate(WORLDS)
    )
    told = {what for what in one if one[what] != other.get(what)}
    for outlet in (
        "live",
        "/api/v1/table",
        "/api/v1/table/pieces",
        "/api/v1/table/drawing.svg",
        f"{BATTLE}/stood",
        f"{BATTLE}/options",
    ):
        found = [what for what in told if what.startswith("Guest") and outlet in what]
        assert found, outlet
