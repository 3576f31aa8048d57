"""Every golden battle is still told as it was, and replays to the same end."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, body_of, ended, replayed
from rules.referee.log.entries import EntryKind, written_log
from rules.referee.log.text import read_log
from rules.registry import game, slugs
from rules.testing.golden import golden_folder, golden_names, played, teller

SCRIPTS = [
    (slug, script)
    for slug in slugs()
    for script in sorted(golden_folder(slug).glob("*.script.jsonl"))
]
MOST_LINES = 260
"""More than that nobody reads as a diff."""
WIDEST = 96


def _beside(script: Path, suffix: str) -> Path:
    return script.with_name(script.name.replace(".script.jsonl", suffix))


@cache
def _played(slug: str, script: Path) -> tuple[str, Battle]:
    """A script's title and its battle, played once for all tests of one process."""
    return played(slug, script.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("slug", "script"), SCRIPTS, ids=lambda each: getattr(each, "name", each))
def test_a_golden_battle_is_told_as_it_was(slug: str, script: Path) -> None:
    title, battle = _played(slug, script)
    hint = "if that is meant, run python -m tests.regenerate and read the difference"
    assert written_log(battle.entries) == _beside(script, ".jsonl").read_text("utf-8"), hint
    text = _beside(script, ".txt").read_text(encoding="utf-8")
    assert teller(slug)(battle, title=title) == text, hint
    assert len(text.splitlines()) <= MOST_LINES
    assert max(map(len, text.splitlines())) <= WIDEST


@pytest.mark.parametrize(("slug", "script"), SCRIPTS, ids=lambda each: getattr(each, "name", each))
def test_the_log_of_a_golden_battle_replays_without_its_script(slug: str, script: Path) -> None:
    kept = read_log(_beside(script, ".jsonl").read_text(encoding="utf-8"))
    battle = replayed(game(slug), kept)
    _, again = _played(slug, script)
    assert battle.state == again.state
    assert battle.entries == again.entries
    assert ended(battle) is not None, "expected a battle that was fought to its end"
    for seat in battle.setup.seats:
        assert game(slug).view(battle.state, seat.name) == game(slug).view(again.state, seat.name)


@pytest.mark.parametrize("name", ["duel", "five_at_once"])
def test_who_attacks_and_who_defends_is_told_by_name(name: str) -> None:
    """Where several wars are fought at once, each sentence names those of its own."""
    script = golden_folder("tossing_tiger") / f"{name}.script.jsonl"
    battle = _played("tossing_tiger", script)[1]
    roles, named = re.compile(r"\b[Tt]he (attacker|defender)\b"), 0
    wars: dict[object, set[str]] = {}
    for entry in battle.entries[1:]:
        body, told = entry.body, say(battle, entry)
        if body["kind"] == "war_declared":
            wars[body["war"]] = {str(body["attacker"]), str(body["defender"])}
        assert not roles.search(told), told
        if entry.kind is EntryKind.EVENT and roles.search(
            battle.game.say(body_of(battle.game, entry))
        ):
            named += 1
            assert any(who in told for who in wars[body["war"]]), told
    assert named > 20


def test_a_log_that_somebody_has_edited_is_noticed() -> None:
    _, script = SCRIPTS[0]
    text = _beside(script, ".jsonl").read_text(encoding="utf-8")
    lines = text.splitlines()
    broken = json.loads(lines[5]) | {"author": "somebody else"}
    lines[5] = json.dumps(broken, separators=(",", ":"))
    with pytest.raises(ValueError, match="line 6"):
        read_log("\n".join(lines) + "\n")


def test_every_file_beside_a_golden_battle_comes_from_its_script() -> None:
    made = golden_names() | {script for _, script in SCRIPTS}
    for slug in slugs():
        found = set(golden_folder(slug).glob("*"))
        assert found <= made, f"nothing makes these: {sorted(found - made)}"


def test_a_roll_is_told_by_what_is_tried_and_not_as_if_it_had_succeeded() -> None:
    # The same words stand over dice that fail.
    claimed = re.compile(r" (saves|recovers|takes cover|resists)\b")
    tried = [
        str(entry["body"]["why"])
        for _, script in SCRIPTS
        for line in _beside(script, ".jsonl").read_text(encoding="utf-8").splitlines()
        if (entry := json.loads(line)).get("body", {}).get("kind") == "rolled"
    ]
    assert tried, "nobody rolls for anything"
    assert [why for why in tried if claimed.search(why)] == []
