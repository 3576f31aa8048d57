"""`umpire odds` tells what an open roll may bring, or a command, where the players agreed to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.cli import run
from tests.api.review.battle_files import GAMES, TIGERS, battle_file, write_battle


def script() -> list[dict[str, Any]]:
    slug, name = TIGERS
    place = GAMES / slug / "tests" / "golden" / f"{name}.script.jsonl"
    return [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]


def agreed_until_a_shot(place: Path) -> None:
    """A battle in which odds are told, up to the first roll for a shot."""
    lines = script()
    lines[0]["options"] = {**lines[0]["options"], "odds": "own"}
    commands = [each.get("command", {}) for each in lines]
    fired = next(at for at, each in enumerate(commands) if each.get("kind") == "fire")
    rolled = next(
        at for at, each in enumerate(commands) if at > fired and each.get("kind") == "roll"
    )
    write_battle(place, [json.dumps(each) for each in lines[:rolled]])


def test_an_open_roll_is_told_with_what_follows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "shot.battle"
    agreed_until_a_shot(place)
    assert run(["odds", str(place), "--json"]) == 0
    (shot,) = json.loads(capsys.readouterr().out)["odds"]
    hits = [each for each in shot["likely"] if " hits " in each["says"]]
    misses = [each for each in shot["likely"] if " misses " in each["says"]]
    assert sum(each["chance"] for each in (*hits, *misses)) == pytest.approx(1.0)
    assert run(["odds", str(place)]) == 0
    told = capsys.readouterr().out
    assert f"{hits[0]['says']} ({hits[0]['ways']:,} of {hits[0]['of']:,})" in told


def test_a_command_without_dice_and_one_that_makes_no_sense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "shot.battle"
    agreed_until_a_shot(place)
    assert run(["odds", str(place), '{"kind": "concede"}']) == 0
    assert "No dice or cards decide" in capsys.readouterr().out
    assert run(["odds", str(place), "[]"]) == 2
    assert "expected an object" in capsys.readouterr().err


def test_nothing_is_told_where_nobody_agreed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = battle_file(tmp_path / "whole.battle")
    assert run(["odds", str(place)]) == 8
    assert "have not agreed" in capsys.readouterr().err
