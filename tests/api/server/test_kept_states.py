"""A long battle is opened again without being folded anew, to its own state and no other."""

import asyncio
import hmac
import os
import pickle
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from api.battle_files.file import BattleFile
from api.battles import kept_states
from api.battles.jobs import BattleChange
from api.battles.kept_states import EVERY, SHORTEST, KeptStates
from api.battles.opening import OpenBattle, open_battle
from api.tables.hand import HandTable
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.log.text import read_log
from rules.referee.toolkit.game import Game
from rules.registry import games
from tests.api.server.serving import served
from tests.api.server.test_playing import BATTLE, seen
from tests.api.umpire import REPOSITORY
from tests.often import often
from tests.rules.referee.counting_game import COUNTING
from tests.rules.referee.test_growing import log

EVENTS = SHORTEST + 40
NAME = "long"
GOLDEN = sorted(
    each
    for each in (REPOSITORY / "rules" / "games").glob("*/tests/golden/*.jsonl")
    if ".script." not in each.name
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A long battle, of which its state is kept."""
    entries = log()[:EVENTS]
    found = tmp_path / f"{NAME}.battle"
    file = BattleFile.create(found, entries[0], about={})
    file.append(entries[1:])
    file.close()
    KeptStates(tmp_path / "states").keep(NAME, replayed(COUNTING, entries))
    return found


def reopened(place: Path) -> tuple[OpenBattle, Battle, int]:
    """The battle as it is opened again, and how many events were folded for it."""
    folded = 0

    def evolve(state: object, event: object) -> object:
        nonlocal folded
        folded += 1
        return COUNTING.evolve(state, event)

    game: Game = replace(COUNTING, evolve=evolve)
    kept = KeptStates(place.parent / "states").found(NAME)
    found = open_battle(place, stamp="now", kept=kept)
    battle = found.battle(game)
    found.file.close()
    return found, replace(battle, game=COUNTING), folded


def plain(place: Path) -> Battle:
    """The battle as its log alone tells of it."""
    found = open_battle(place, stamp="later")
    found.file.close()
    return found.battle(COUNTING)


def test_a_kept_state_takes_the_place_of_folding(place: Path) -> None:
    found, battle, folded = reopened(place)
    assert (found.recovery, folded) == (None, 0)
    assert battle == plain(place)
    assert battle.milestones == plain(place).milestones
    assert battle.of_command("shift-1") == plain(place).of_command("shift-1") != ()


def test_what_happened_since_is_folded_alone(place: Path) -> None:
    opened = open_battle(place, stamp="now")
    opened.file.append(log()[EVENTS : EVENTS + 7])
    opened.file.close()
    _, battle, folded = reopened(place)
    assert (folded, battle.sequence) == (7, EVENTS + 7)
    assert battle == plain(place)


def test_a_line_that_was_changed_is_found_all_the_same(place: Path) -> None:
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("DROP TRIGGER events_stay_update")
    connection.execute(
        "UPDATE events SET line = replace(line, '\"x_in\":3.0', '\"x_in\":4.0') WHERE sequence = 4"
    )
    connection.close()
    found, battle, _ = reopened(place)
    assert found.recovery is not None
    assert battle.sequence == 4


def test_a_log_that_was_cut_is_folded_as_it_is(place: Path) -> None:
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("DROP TRIGGER events_stay_delete")
    connection.execute("DELETE FROM events WHERE sequence > 99")
    connection.execute("UPDATE head SET events = 100, hash = ?", (log()[99].hash,))
    connection.close()
    _, battle, folded = reopened(place)
    assert (battle.sequence, folded) == (100, 99)
    assert battle == replayed(COUNTING, log()[:100])


def sealed(place: Path, content: bytes) -> bytes:
    key = (place.parent / "key").read_bytes()
    return hmac.digest(key, content, "sha256") + content


class _Harm:
    """What would do something else than make a value."""

    def __init__(self, work: Callable[..., Any], *given: object) -> None:
        self._made = (work, given)

    def __reduce__(self) -> Any:
        return self._made


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _place, kept: kept[:-1] + bytes([kept[-1] ^ 1]),
        lambda _place, kept: kept[:40],
        lambda _place, _kept: b"",
        lambda place, _kept: sealed(place, b""),
        lambda place, _kept: sealed(place, pickle.dumps(7)),
        lambda place, _kept: sealed(place, pickle.dumps(_Harm(os.mkdir, f"{place}.harm"))),
        lambda place, _kept: sealed(place, pickle.dumps(_Harm(eval, "1"))),
        lambda place, _kept: sealed(place, pickle.dumps(_Harm(getattr, "x", "upper"))),
    ],
    ids=["flipped", "cut", "empty", "nothing", "number", "mkdir", "eval", "getattr"],
)
def test_a_kept_state_that_is_not_our_own_is_passed_over(
    place: Path, spoil: Callable[[Path, bytes], bytes]
) -> None:
    kept = place.parent / "states" / f"{NAME}.state"
    kept.write_bytes(spoil(kept, kept.read_bytes()))
    _, battle, folded = reopened(place)
    assert folded == EVENTS - 1
    assert battle == plain(place)
    assert not kept.with_name(f"{kept.name}.harm").exists()


def test_another_umpire_s_key_or_other_rules_have_it_folded(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place.parent / "states" / "key").write_bytes(bytes(32))
    assert reopened(place)[2] == EVENTS - 1
    KeptStates(place.parent / "states").keep(NAME, plain(place))
    assert reopened(place)[2] == 0
    monkeypatch.setattr(kept_states, "rules_of", lambda _state: "other rules")
    assert reopened(place)[2] == EVENTS - 1


@pytest.mark.parametrize(
    "golden",
    often(GOLDEN, quick={each.parts[-4]: each for each in GOLDEN}.values()),
    ids=lambda each: f"{each.parts[-4]}-{each.stem}",
)
def test_every_game_s_states_can_be_kept(
    golden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_states, "SHORTEST", 0)
    entries = read_log(golden.read_text(encoding="utf-8"))
    game = games()[entries[0].versions.game]
    states = KeptStates(tmp_path)
    for events in range(1, len(entries) + 1, max(1, len(entries) // 3)):
        battle = replayed(game, entries[:events])
        states.keep(NAME, battle)
        kept = states.found(NAME)
        assert kept is not None
        assert kept.battle(game, battle.entries) == battle


def test_a_state_is_kept_by_a_python_that_looks_its_choices_up_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As 3.11.0 to 3.11.3 do, and with them whole systems."""
    monkeypatch.setattr(kept_states, "SHORTEST", 0)
    for kind in (Enum, *_all_kinds(Enum)):
        monkeypatch.setattr(kind, "__reduce_ex__", _by_name)
    entries = read_log(GOLDEN[0].read_text(encoding="utf-8"))
    battle = replayed(games()[entries[0].versions.game], entries)
    states = KeptStates(tmp_path)
    states.keep(NAME, battle)
    kept = states.found(NAME)
    assert kept is not None
    assert kept.state == battle.state


def _by_name(each: Enum, _protocol: int) -> tuple[object, tuple[type, str]]:
    return getattr, (type(each), each.name)


def _all_kinds(kind: type[object]) -> Iterator[type[object]]:
    below: list[type[object]] = kind.__subclasses__()
    for each in below:
        yield each
        yield from _all_kinds(each)


def test_a_state_is_read_before_its_game_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_states, "SHORTEST", 0)
    entries = read_log(GOLDEN[-1].read_text(encoding="utf-8"))
    battle = replayed(games()[entries[0].versions.game], entries)
    KeptStates(tmp_path).keep(NAME, battle)
    look = (
        "from pathlib import Path; from api.battles.kept_states import KeptStates; "
        f"print(KeptStates(Path({str(tmp_path)!r})).found({NAME!r}).entries)"
    )
    told = subprocess.run(
        [sys.executable, "-c", look], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert told.stdout.strip() == str(battle.sequence), told.stderr


def test_a_server_keeps_what_it_closes_and_forgets_what_it_deletes(tmp_path: Path) -> None:
    states = tmp_path / "states"
    with served(HandTable(seen()), tmp_path, states=KeptStates(states)) as server:
        server.post("/api/v1/battles", BATTLE)
        assert not states.exists()
    entries = log()[:EVENTS]
    file = BattleFile.create(tmp_path / f"{NAME}.battle", entries[0], about={})
    file.append(entries[1:])
    file.close()
    with served(HandTable(seen()), tmp_path, states=KeptStates(states)) as server:
        assert server.get(f"/api/v1/battles/{NAME}").json()["last"] == EVENTS - 1
        # Already now, in case that somebody pulls the plug.
        assert (states / f"{NAME}.state").exists()
        assert server.ask("DELETE", f"/api/v1/battles/{NAME}").status_code == 204
        assert [each.name for each in states.iterdir()] == ["key"]


def test_a_battle_that_goes_on_is_kept_now_and_then(tmp_path: Path) -> None:
    kept: list[int] = []

    class Counted(KeptStates):
        def keep(self, name: str, battle: Battle) -> None:
            assert name == NAME
            kept.append(battle.sequence)

    follow = Counted(tmp_path).following(NAME)

    async def happen() -> None:
        battle = replayed(COUNTING, log()[: EVERY - 3])
        while (events := len(battle.entries)) < 2 * EVERY + 3:
            follow(BattleChange(battle=battle, entries=battle.entries[-5:]))
            battle = applied(battle, log()[events : events + 5])
        await asyncio.sleep(0)

    asyncio.run(happen())
    assert [each // EVERY for each in kept] == [1, 2]
