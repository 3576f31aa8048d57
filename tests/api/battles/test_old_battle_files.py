"""Tests that battles of an earlier version open, verify, replay and go on as they were played."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from api.battles.opening import open_battle
from api.review.record.reading import reading
from api.review.record.rechecked import Check
from api.review.record.verify import verified
from api.tables.source import FixedTable
from api.version import version
from rules.referee.log.battle import ended, replayed
from rules.referee.log.entries import sealed, written_log
from rules.referee.log.text import read_log, verify
from rules.referee.toolkit.game import Command, Decision, Game, Refusal, State
from rules.registry import game, games, slugs
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from tests.api.battles.old_battles import FOLDER, KINDS, old_battle, old_logs, told
from tests.api.server.serving import served

LOGS = [pytest.param(log, id=log.stem) for log in old_logs()]
ONE_OF_EACH = [
    pytest.param(log, id=log.stem, marks=() if "ending" in log.stem else pytest.mark.long)
    for log in old_logs()
]
"""For what is alike in all battles of a game."""
QUESTIONS = [pytest.param(log, id=log.stem) for log in old_logs() if "questions" in log.stem]
LARGEST = 160_000
"""Bytes; a battle that is kept here is a small one."""


def copied(log: Path, folder: Path) -> Path:
    """The battle file beside a log, where it may be written to."""
    return Path(shutil.copyfile(log.with_suffix(".battle"), folder / "old.battle"))


def test_three_battles_of_each_game_are_kept() -> None:
    wanted = {f"{slug}-{kind}" for slug in slugs() for kind in KINDS}
    assert {log.stem for log in old_logs()} == wanted
    assert all(each.stat().st_size < LARGEST for each in FOLDER.iterdir())


@pytest.mark.parametrize("log", LOGS)
def test_an_old_battle_opens_and_its_log_is_the_one_that_was_exported(
    log: Path, tmp_path: Path
) -> None:
    opened = open_battle(copied(log, tmp_path), stamp="now")
    try:
        assert opened.recovery is None
        assert opened.log.fault == ""
        lines = "".join(f"{each.text}\n" for each in opened.log.lines)
    finally:
        opened.file.close()
    assert lines == log.read_text(encoding="utf-8")
    assert verify(lines, head=opened.log.head) is None


@pytest.mark.parametrize("log", LOGS)
def test_every_ruling_of_an_old_battle_is_the_same_but_for_what_later_rules_change(
    log: Path, tmp_path: Path
) -> None:
    with reading(copied(log, tmp_path)) as battles:
        found = verified(battles, games=games(), installed=version())
    hint = "a ruling has changed: if that is meant, the game's version is one more"
    assert found.is_sound, (hint, found)
    others = [each for each in found.rulings if each.check is not Check.SAME]
    assert {each.check for each in others} <= {Check.RULES_CHANGED}
    today = old_battle(log).game.version
    assert all(each.rules < today and str(today) in each.why for each in others)


@pytest.mark.parametrize("log", ONE_OF_EACH)
def test_what_today_s_rules_change_in_an_old_battle_is_told_and_no_fault(
    log: Path, tmp_path: Path
) -> None:
    slug = old_battle(log).game.slug
    stricter = refusing_whatever_is_measured(game(slug))
    with reading(copied(log, tmp_path)) as battles:
        found = verified(battles, games={slug: stricter}, installed=version())
    assert found.is_sound, found
    changed = found.of(Check.RULES_CHANGED)
    kept = [each for each in found.rulings if each.check is Check.SAME]
    assert changed or not kept
    then = old_battle(log).entries[0].versions.rules
    why = f"it was ruled by version {then} of the rules, and today's are version {stricter.version}"
    assert {each.why for each in changed} <= {why}
    assert all(each.differences for each in changed)


@pytest.mark.parametrize("log", ONE_OF_EACH)
def test_the_same_change_without_another_version_of_the_rules_is_a_fault(
    log: Path, tmp_path: Path
) -> None:
    slug = old_battle(log).game.slug
    stricter = refusing_whatever_is_measured(game(slug))
    unmarked = replace(stricter, version=old_battle(log).entries[0].versions.rules)
    with reading(copied(log, tmp_path)) as battles:
        found = verified(battles, games={slug: unmarked}, installed=version())
    assert found.is_sound == (not found.of(Check.DIFFERENT))
    assert not found.of(Check.RULES_CHANGED)


def test_a_log_of_later_rules_is_not_understood() -> None:
    log = old_logs()[0]
    known = old_battle(log).game
    entries = old_battle(log).entries
    header = sealed(replace(entries[0], versions=replace(entries[0].versions, rules=99)))
    with pytest.raises(BadInputError, match="or an earlier one"):
        replayed(known, (header,))


def refusing_whatever_is_measured(known: Game) -> Game:
    """The game under later rules, by which nothing that takes measuring is allowed any more."""

    def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
        found = known.decide(state, command, snapshot)
        if isinstance(found, Refusal) or not any(each.evidence for each in found):
            return found
        return Refusal(clause=next(iter(known.clauses)).id, reason="Not any more.")

    return replace(known, decide=decide, version=known.version + 1)


@pytest.mark.parametrize("log", LOGS)
def test_an_old_battle_is_told_as_it_was(log: Path) -> None:
    battle = old_battle(log)
    hint = "if that is meant, run python -m tests.api.battles.old_battles and read the difference"
    assert told(battle) == log.with_suffix(".txt").read_text(encoding="utf-8"), hint
    assert written_log(battle.entries) == log.read_text(encoding="utf-8")


@pytest.mark.parametrize("log", LOGS)
def test_an_old_battle_is_what_its_name_says(log: Path) -> None:
    battle = old_battle(log)
    kinds = {str(entry.body["kind"]) for entry in battle.entries[1:]}
    match log.stem.split("-")[1]:
        case "corrections":
            assert kinds & {"taken_back", "overruled", "settled"}
        case "ending":
            assert ended(battle) is not None
        case "questions":
            assert ended(battle) is None
            assert battle.pending


@pytest.mark.parametrize("log", QUESTIONS)
def test_an_old_battle_goes_on_where_it_stopped(log: Path, tmp_path: Path) -> None:
    copied(log, tmp_path)
    before = old_battle(log)
    pending = before.pending[0]
    table = FixedTable(Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(24.0))))
    with served(table, tmp_path, games=games) as server:
        shown = server.get("/api/v1/battles/old").json()
        assert [each["ask"] for each in shown["view"]["asks"]] == [pending.ask]
        withdrawn = {
            "id": "withdrawn",
            "seat": pending.author,
            "command": {"kind": "object", "ask": pending.ask},
        }
        answer = server.post("/api/v1/battles/old/commands", withdrawn).json()
        assert answer["accepted"], answer
        assert server.get("/api/v1/battles/old").json()["view"]["asks"] == []
        told_now = server.get("/api/v1/battles/old/export.jsonl").text
    assert told_now.startswith(log.read_text(encoding="utf-8"))
    assert replayed(before.game, read_log(told_now)).state == before.state
