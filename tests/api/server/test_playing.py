"""Battles are begun, played, corrected and read over HTTP, each command once."""

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.battles.opening import open_battle
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from conftest import SoakCount
from rules.referee.log.house_words import REFEREE_COMMANDS
from rules.referee.log.text import verify
from rules.table.snapshot import Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import disc, table

BATTLE: dict[str, Any] = {
    "game": "counting",
    "name": "Thursday",
    "seats": [{"name": "Red", "sides": ["red"]}, {"name": "Blue", "sides": ["blue"]}],
    "roster": [{"id": "C1", "side": "red", "kind": "counter", "footprint": "disc 1"}],
}


def seen(x: float = 10) -> Snapshot:
    return parse_snapshot(json.dumps(table(disc("C1", x, 10))), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        assert found.post("/api/v1/battles", BATTLE).status_code == 201
        yield found


def path(rest: str = "") -> str:
    return f"/api/v1/battles/battle1{rest}"


def roll(server: Served, die: int, *, name: str, seat: str = "Red") -> Any:
    body = {"id": name, "seat": seat, "command": {"kind": "roll", "die": die}}
    return server.post(path("/commands"), body)


def test_a_battle_is_begun_and_listed(server: Served, tmp_path: Path) -> None:
    (brief,) = server.get("/api/v1/battles").json()
    assert brief == {
        "id": "battle1",
        "name": "Thursday",
        "game": "counting",
        "title": "Counting",
        "began": "2026-11-21T19:00:00Z",
        "seats": ["Red", "Blue"],
        "last": 0,
        "paused": "",
        "recovered": "",
        "unopened": "",
        "over": False,
    }
    assert (tmp_path / "battle1.battle").exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seats": []}, "seats"),
        ({"seats": [{"name": "camera", "sides": ["red"]}]}, "a name of its own"),
        ({"options": {"cap": 99999}}, "cap"),
        ({"options": {"hat": 1}}, "unknown field 'hat'"),
        ({"roster": [{"id": "C1"}]}, "piece 1.footprint"),
        ({"roster_toml": ""}, "either this or roster_toml"),
        ({"scenario": "river"}, "scenario"),
        ({"name": "two\nlines"}, "on one line"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_and_leaves_no_file(
    server: Served, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    assert told in problem(server.post("/api/v1/battles", {**BATTLE, **change}), 422)["detail"]
    assert [each.name for each in tmp_path.glob("*.battle")] == ["battle1.battle"]


def test_an_unknown_game_is_told_with_those_there_are(server: Served) -> None:
    told = problem(server.post("/api/v1/battles", {**BATTLE, "game": "chess"}), 404)
    assert told["known"] == ["counting"]


def test_a_command_is_ruled_on_and_is_in_the_file_by_then(server: Served, tmp_path: Path) -> None:
    told = roll(server, 3, name="phone-001").json()
    assert told["accepted"]
    assert [each["says"] for each in told["events"]] == ["Red rolls a 3.", "The sum is 3."]
    assert told["events"][0]["evidence"][0]["value"] == 3
    copy = tmp_path / "copy" / "copy.battle"
    copy.parent.mkdir()
    copy.write_bytes((tmp_path / "battle1.battle").read_bytes())
    opened = open_battle(copy, stamp="now")
    assert [each.body["kind"] for each in opened.log.entries[1:]] == ["rolled", "added"]
    assert opened.file.snapshot_of(1) == seen()
    opened.file.close()


def test_a_refusal_names_its_clause_and_changes_nothing(server: Served) -> None:
    told = roll(server, 6, name="phone-001").json()
    assert not told["accepted"]
    assert told["refusal"]["clause"] == "C-2"
    assert told["refusal"]["reason"] == "6 is more than 4."
    assert server.get(path()).json()["last"] == 0


def test_a_command_that_is_sent_again_gets_the_same_answer_once(server: Served) -> None:
    first = roll(server, 3, name="phone-001")
    roll(server, 2, name="phone-002", seat="Blue")
    assert [roll(server, 3, name="phone-001").content for _ in range(3)] == [first.content] * 3
    assert server.get(path()).json()["view"]["state"]["sum"] == 5


@pytest.mark.soak
def test_commands_that_are_sent_often_and_out_of_order_count_once(
    server: Served, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    answers: dict[str, bytes] = {}
    count = soak_count(20, 500)
    for number in range(count):
        name, seat = f"phone-{number:05}", ("Red", "Blue")[number % 2]
        answers[name] = roll(server, 1, name=name, seat=seat).content
        for earlier in rng.choices(range(number + 1), k=rng.randrange(5)):
            name, seat = f"phone-{earlier:05}", ("Red", "Blue")[earlier % 2]
            assert roll(server, 1, name=name, seat=seat).content == answers[name]
    told = server.get(path()).json()
    assert (told["view"]["state"]["sum"], told["last"]) == (count, 2 * count)


def test_a_refusal_that_is_asked_for_again_is_the_same(server: Served) -> None:
    early = roll(server, 2, name="phone-001", seat="Blue")
    assert early.json()["refusal"]["clause"] == "C-1"
    roll(server, 3, name="phone-002")
    # By now it would be accepted; but this is the same request, whose answer was lost on its way.
    assert roll(server, 2, name="phone-001", seat="Blue").content == early.content
    assert roll(server, 2, name="phone-003", seat="Blue").json()["accepted"]


@pytest.mark.parametrize("first", [3, 6])
def test_an_id_is_for_one_command(server: Served, first: int) -> None:
    roll(server, first, name="phone-001")
    assert problem(roll(server, 4, name="phone-001"), 409)["type"].endswith("reused-id")
    assert problem(roll(server, first, name="phone-001", seat="Blue"), 409)


@pytest.mark.parametrize("name", ["", "short", "a" * 101, "with space", "ünïcode-id", "../../etc"])
def test_an_id_is_short_and_plain(server: Served, name: str) -> None:
    problem(roll(server, 3, name=name), 422)


def test_a_command_without_a_seat_or_for_a_strange_one_is_refused(server: Served) -> None:
    body = {"id": "phone-001", "command": {"kind": "roll", "die": 3}}
    assert "expected the seat" in problem(server.post(path("/commands"), body), 422)["detail"]
    told = problem(roll(server, 3, name="phone-001", seat="Green"), 404)
    assert told["known"] == ["Red", "Blue"]


def test_what_may_be_asked_for_is_told_by_seat(server: Served) -> None:
    red = server.get(path("/options?seat=Red")).json()
    together = ["amend_state", "change_option"]
    assert [each["command"] for each in red] == ["roll", *together]
    assert red[0]["holes"][0]["allowed"] == [1, 2, 3, 4]
    blue = server.get(path("/options?seat=Blue")).json()
    assert [each["command"] for each in blue] == together


def test_taking_back_needs_the_other_side(server: Served) -> None:
    roll(server, 3, name="phone-001")
    sent = {"id": "phone-002", "seat": "Red", "entry": "e1", "reason": "a slip"}
    told = server.post(path("/take-back"), sent).json()
    assert told["events"][0]["says"].startswith("Red asks to take back (a slip).")
    agreed = {"id": "phone-003", "seat": "Blue", "command": {"kind": "agree", "ask": "e3"}}
    assert server.post(path("/commands"), agreed).json()["accepted"]
    events = server.get(path("/events")).json()["events"]
    assert [each["taken_back"] for each in events] == [False, True, True, False, False, False]
    assert server.get(path()).json()["view"]["state"]["sum"] == 0


def test_what_is_changed_together_stands_in_the_log_and_can_be_taken_back(server: Served) -> None:
    def give(name: str, seat: str, **command: object) -> dict[str, Any]:
        body = {"id": name, "seat": seat, "command": command}
        told: dict[str, Any] = server.post(path("/commands"), body).json()
        return told

    asked = give("phone-001", "Red", kind="change_option", option="cap", value=6)
    ask = asked["events"][0]["id"]
    assert server.get(path()).json()["view"]["options"]["cap"] == 4
    assert give("phone-002", "Blue", kind="agree", ask=ask)["accepted"]
    assert server.get(path()).json()["view"]["options"]["cap"] == 6
    events = server.get(path("/events")).json()["events"]
    assert [each["may_fall"] for each in events] == [False, False, False, True]
    assert roll(server, 5, name="phone-003").json()["accepted"]
    refused = give("phone-004", "Red", kind="change_option", option="rounds", value=2)
    assert refused["refusal"]["clause"] == "REF-13"
    options = server.get("/api/v1/games/counting").json()["options"]
    assert {each["name"]: each["fixed"] for each in options if each["fixed"]} == {
        "rounds": "It is counted from the first."
    }
    wrong = give("phone-005", "Red", kind="amend_state", what="sum", value=30, reason="misread")
    assert give("phone-006", "Blue", kind="agree", ask=wrong["events"][0]["id"])["accepted"]
    assert server.get(path()).json()["view"]["state"]["sum"] == 30


def test_what_was_refused_by_measuring_may_pass_by_agreement(server: Served) -> None:
    sent = {
        "id": "phone-001",
        "seat": "Red",
        "clause": "C-2",
        "reason": "house rule",
        "command": {"kind": "roll", "die": 6},
    }
    assert "Red asks to let it pass" in server.post(path("/override"), sent).text
    agreed = {"id": "phone-002", "seat": "Blue", "command": {"kind": "agree", "ask": "e1"}}
    assert server.post(path("/commands"), agreed).json()["accepted"]
    assert server.get(path()).json()["view"]["state"]["sum"] == 6


def test_a_proposal_is_accepted_or_rejected(server: Served) -> None:
    def moved(x: float) -> str:
        assert (
            server.ask(
                "PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": x}
            ).status_code
            == 200
        )
        (found,) = server.get(path("/proposals")).json()
        assert (found["subject"], found["seat"], found["can_be_done"]) == ("C1", "Red", True)
        return str(found["id"])

    name = moved(21)
    sent = {"id": "phone-001", "seat": "Blue"}
    told = server.post(path(f"/proposals/{name}/accept"), sent).json()
    assert told["refusal"]["reason"].startswith("It is for Red to accept")
    sent = {"id": "phone-002", "seat": "Red"}
    assert server.post(path(f"/proposals/{name}/accept"), sent).json()["accepted"]
    assert server.get(path("/proposals")).json() == []
    sent = {"id": "phone-003", "seat": "Blue"}
    told = server.post(path(f"/proposals/{moved(23)}/reject"), sent).json()
    assert "dismisses" in told["events"][0]["says"]
    assert server.get(path("/proposals")).json() == []


def test_what_is_agreed_to_be_accepted_is_done_by_itself(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        options = {"on_shifted": "accept"}
        server.post("/api/v1/battles", {**BATTLE, "options": options})
        server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 21})
        # The look at the table stands in the queue before this, which is answered after it.
        server.post(path("/resume"), {})
        events = server.get(path("/events?after=0")).json()["events"]
        assert [each["author"] for each in events] == ["camera", "Red"]
        assert events[1]["says"] == "C1 is at 21 in."


def test_events_are_read_piece_by_piece(server: Served) -> None:
    for number in range(5):
        roll(server, 1, name=f"phone-00{number}", seat=("Red", "Blue")[number % 2])
    found: list[int] = []
    after = -1
    while True:
        told = server.get(path(f"/events?after={after}&limit=4")).json()
        found += [each["sequence"] for each in told["events"]]
        after = told["last"]
        if not told["more"]:
            break
    assert found == list(range(11))
    assert server.get(path("/events?after=99")).json() == {"events": [], "last": 10, "more": False}


def test_the_exports_hold_the_whole_battle(server: Served, tmp_path: Path) -> None:
    roll(server, 3, name="phone-001")
    log = server.get(path("/export.jsonl"))
    assert verify(log.text) is None
    place = tmp_path / "mailed.battle"
    told = server.get(path("/export.battle"))
    assert told.headers["content-disposition"] == 'attachment; filename="battle1.battle"'
    place.write_bytes(told.content)
    opened = open_battle(place, stamp="now")
    assert "".join(f"{each.text}\n" for each in opened.log.lines) == log.text
    opened.file.close()


def test_a_battle_goes_on_after_the_server_was_started_again(tmp_path: Path) -> None:
    with served(FixedTable(seen()), tmp_path) as server:
        server.post("/api/v1/battles", BATTLE)
        first = roll(server, 3, name="phone-001").content
    (tmp_path / "letter.battle").write_bytes(b"Dear Sir")
    with served(FixedTable(seen()), tmp_path) as server:
        assert roll(server, 3, name="phone-001").content == first
        assert roll(server, 2, name="phone-002", seat="Blue").json()["accepted"]
        unopened = [each for each in server.get("/api/v1/battles").json() if each["unopened"]]
        assert [each["id"] for each in unopened] == ["letter"]
        told = problem(server.get("/api/v1/battles/letter"), 503)
        assert "expected a battle of Paper Umpire" in told["detail"]


def test_a_damaged_battle_says_what_it_lost(tmp_path: Path) -> None:
    with served(FixedTable(seen()), tmp_path) as server:
        server.post("/api/v1/battles", BATTLE)
        for number in range(4):
            roll(server, 1, name=f"phone-00{number}", seat=("Red", "Blue")[number % 2])
    place = tmp_path / "battle1.battle"
    connection = sqlite3.connect(place)
    connection.execute("DROP TRIGGER events_stay_delete")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("DELETE FROM events WHERE sequence = 5")
    connection.commit()
    connection.close()
    damaged = place.read_bytes()
    with served(FixedTable(seen()), tmp_path) as server:
        told = server.get(path()).json()
        assert told["recovered"].endswith("battle1.battle.damaged-20261121T190000Z.")
        assert "recovered to event 5 of 9" in told["recovered"]
        assert told["view"]["state"]["sum"] == 2
        # What was lost with its events is a new command again; what is there is not.
        assert roll(server, 1, name="phone-001", seat="Blue").json()["events"][0]["id"] == "e3"
        assert roll(server, 1, name="phone-002", seat="Red").json()["events"][0]["id"] == "e5"
    assert (tmp_path / "battle1.battle.damaged-20261121T190000Z").read_bytes() == damaged


def test_a_second_umpire_leaves_the_battle_to_the_first(server: Served, tmp_path: Path) -> None:
    with served(FixedTable(seen()), tmp_path) as second:
        told = problem(second.get(path()), 503)
        assert "another Paper Umpire is using" in told["detail"]
        # The name of the file, and not where on this computer it lies.
        assert "battle1.battle" in told["detail"]
        assert str(tmp_path) not in told["detail"]
    assert roll(server, 3, name="phone-001").json()["accepted"]


def test_the_games_tell_their_rules_and_their_commands(server: Served) -> None:
    assert [each["slug"] for each in server.get("/api/v1/games").json()] == ["counting"]
    told = server.get("/api/v1/games/counting").json()
    assert {"cap", "take_back", "on_shifted"} <= {each["name"] for each in told["options"]}
    assert told["clauses"][0] == {
        "id": "C-1",
        "says": "Rule C-1.",
        "standing": "done",
        "reason": "",
    }
    schema = server.get("/api/v1/games/counting/commands").json()
    assert schema["$defs"]["roll"]["properties"] == {
        "kind": {"const": "roll"},
        "die": {"type": "integer"},
        "counter": {"type": "string", "default": "C1"},
    }
    assert schema["$defs"]["roll"]["required"] == ["kind", "die"]
    assert schema["$defs"]["override"]["properties"]["command"] == {"type": "object"}
    whose = {name: each["x-whose"] for name, each in schema["$defs"].items()}
    own = {name for name in whose if whose[name] == "game"}
    assert own == {"roll", "shift", "put_back", "rest"}
    assert whose.keys() - own == REFEREE_COMMANDS.kinds.keys()
    assert schema["oneOf"] == [{"$ref": f"#/$defs/{name}"} for name in whose]
    problem(server.get("/api/v1/games/chess"), 404)


def test_the_table_of_the_latest_ruling_is_told_to_put_it_back(server: Served) -> None:
    assert server.get(path("/stood")).json() == {"sequence": None, "table": None}
    assert roll(server, 3, name="phone-001").json()["accepted"]
    sequence = server.get(path()).json()["last"]
    server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 21})
    told = server.get(path("/stood")).json()
    assert told["sequence"] == sequence
    assert [each["pose"]["x_in"] for each in told["table"]["pieces"]] == [10]
