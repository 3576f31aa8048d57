"""Tests of `umpire demo`: a battle that plays itself on pictures, and what it says of itself."""

import json
import random
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from api.armies.samples import Sample, sample_named
from api.battles.opening import open_battle
from api.cli import run
from api.demo.battle import DemoAsked, demonstrate
from api.demo.calibrating import SetTable, set_table
from api.demo.player import DRY, DemoPlayer, moved
from api.demo.stage import DemoStage
from api.demo.words import accuracy, demo_lines, demo_value
from api.errors import ExitCode
from api.files.roster_file import roster_text
from api.kit.kit_in_use import kit_in_use
from rules.referee.court.asking import ask
from rules.referee.log.battle import applied, begin, ended
from rules.referee.toolkit.game import Command
from rules.registry import games
from rules.table.snapshot import PieceState, Pose
from rules.table.units import Degrees, Inches

SAMPLE = "paper-tigers-small"


def nothing_said(sentence: str) -> None:
    del sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """The sample in front of a smaller camera, and its table as that measures it."""

    sample: Sample
    laid: SetTable


@pytest.fixture(scope="module")
def small() -> Small:
    text = roster_text(SAMPLE).replace('camera = "720p"', 'camera = "640x480"')
    kit = kit_in_use(text, name=SAMPLE)
    sample = Sample(name=SAMPLE, game=games()[kit.game], kit=kit)
    return Small(sample=sample, laid=set_table(kit, seed=1, say=nothing_said))


@pytest.fixture
def stage(small: Small) -> DemoStage:
    return DemoStage(
        small.laid.scene, profile=small.laid.done.profile, battle=small.sample.kit.battle
    )


@pytest.mark.long
def test_what_a_hand_carries_is_measured_where_it_was_put(small: Small, stage: DemoStage) -> None:
    before = stage.table
    promised = small.laid.done.profile.history[-1].error_in
    assert all(miss.inches < promised for miss in stage.misses)
    there = Pose(x=Inches(6.5), y=Inches(9.25), heading=Degrees(40.0))
    stage.carry({"A1": there})
    after = stage.table
    piece = after.piece("A1")
    assert piece.state is PieceState.SEEN
    assert piece.pose is not None
    assert abs(piece.pose.x - there.x) < promised
    assert abs(piece.pose.y - there.y) < promised
    assert abs(piece.pose.heading - there.heading) < 1
    for name in ("T1", "T7", "H7"):
        old, new = before.piece(name).pose, after.piece(name).pose
        assert old is not None
        assert new is not None
        assert abs(old.x - new.x) < promised
    assert {miss.piece for miss in stage.misses} == {"T1", "A1", "S1", "T7", "H7", "S7"}
    assert len(stage.misses) == 7


@pytest.mark.long
def test_players_come_to_an_end_by_what_they_are_offered() -> None:
    sample = sample_named(SAMPLE, games())
    assert sample is not None
    battle = begin(sample.game, sample.setup(), stamp=replace(DRY, command_id="begin"))
    table, player, walks = replace(sample.table(), number=1), DemoPlayer(random.Random(4)), 0
    for number in range(600):
        if ended(battle) is not None:
            break
        turn = player.turn(battle, table)
        assert turn is not None, "somebody always can do something"
        walks += bool(turn.moves)
        table = replace(moved(table, turn.moves), number=table.number + 1)
        stamp = replace(DRY, command_id=f"c{number}")
        ruling = ask(battle, Command(author=turn.seat, body=turn.body), snapshot=table, stamp=stamp)
        assert ruling.refusal is None
        battle = applied(battle, ruling.entries)
    assert ended(battle) is not None
    assert walks > 0


def test_it_leaves_a_battle_that_goes_on_and_says_how_exactly_it_saw(
    small: Small, tmp_path: Path
) -> None:
    said: list[str] = []
    place = tmp_path / "demo.battle"
    asked = DemoAsked(sample=small.sample, seed=1, place=place, most=14)
    done = demonstrate(asked, say=said.append, laid=small.laid)
    assert sum(done.accepted.values()) + sum(done.refused.values()) == 14
    opened = open_battle(place, stamp="now")
    opened.file.close()
    assert opened.recovery is None
    assert len(opened.log.entries) == done.events + 1
    assert any("attacks and" in sentence for sentence in said)
    measured = accuracy(done)
    assert measured is not None
    assert measured["places"] == len(done.misses) == 6
    assert measured["worst_in"] < done.accuracy_in
    assert measured["within_promised"] == 1.0
    value = json.loads(json.dumps(demo_value(done)))
    assert value["format"] == "paper-umpire/demo/1"
    assert value["result"] is None
    told = "\n".join(line.plain for line in demo_lines(done))
    assert "it has no result yet" in told
    assert str(place) in told


def test_ctrl_c_keeps_what_was_played(small: Small, tmp_path: Path) -> None:
    said: list[str] = []

    def say(sentence: str) -> None:
        said.append(sentence)
        if "shuffled" in sentence:
            raise KeyboardInterrupt

    place = tmp_path / "demo.battle"
    asked = DemoAsked(sample=small.sample, seed=1, place=place)
    done = demonstrate(asked, say=say, laid=small.laid)
    assert done.is_stopped
    opened = open_battle(place, stamp="now")
    opened.file.close()
    assert len(opened.log.entries) == done.events + 1
    assert "stopped before its end" in demo_lines(done)[0].plain


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--sample", "none"], "--sample: expected one of"),
        (["-o", "there.battle"], "there.battle is there already"),
    ],
)
def test_nothing_is_written_over(
    given: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.battle").write_text("mine")
    assert run(["demo", *given]) == ExitCode.USAGE
    assert says in capsys.readouterr().err
    assert Path("there.battle").read_text() == "mine"
