"""Tests of `umpire synth --kit`: one roster prints, stands before a camera, and is refereed."""

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode
from api.files.roster_file import roster_names, roster_text
from rules.games.paper_tigers.initial import ROSTER_SCHEMA
from rules.games.tossing_tiger.deck import STARTER, roster_toml
from rules.registry import games
from rules.table.files.printed import FOOTPRINTS, PRINTING
from rules.table.files.roster_files import roster_from_csv, roster_from_toml
from vision.kit.battle import battle_roster
from vision.kit.making import kit_for
from vision.kit.tags.sizes import view_from_wishes
from vision.kit.wanted.army import COLUMNS, army_from_bytes
from vision.kit.wanted.kinds import KINDS

SMALL = """
[kit]
table = "12x10"
camera = "720p"

[[piece]]
id = "T1"
side = "red"
kind = "tank"
footprint = "rectangle 3 x 1.5"
tag_heights_in = [1.2]

[[piece]]
id = "S7"
side = "blue"
kind = "squad"
footprint = "rectangle 2.2 x 1.5"

[[piece]]
id = "smoke"
kind = "smoke"
count = 2
"""


def rendered(folder: Path, roster: str, *more: str) -> dict[str, Any]:
    """The truth beside the only frame."""
    place = folder / "army.toml"
    place.write_text(roster, encoding="utf-8")
    made = folder / "made"
    code = run(["synth", "--kit", str(place), "-o", str(made), "--quality", "fast", *more])
    assert code == ExitCode.DONE
    truth: dict[str, Any] = json.loads((made / "frame-00000.json").read_text(encoding="utf-8"))
    return truth


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """The truth of the small army's picture, and the description of its kit."""
    folder = tmp_path_factory.mktemp("small")
    truth = rendered(folder, SMALL)
    return truth, json.loads((folder / "made" / "kit.json").read_text(encoding="utf-8"))


def test_every_tag_lies_where_the_description_has_it(
    small: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    truth, kit = small
    poses = {each["id"]: each for each in truth["snapshot"]["pieces"]}
    assert set(poses) == {piece["id"] for piece in kit["pieces"]}
    anchors = {tag["id"]: tag for tag in truth["tags"] if tag["anchor"]}
    assert [
        [round(anchors[each["id"]][axis], 4) for axis in ("x_in", "y_in")]
        for each in kit["anchors"]
    ] == [each["at_in"] for each in kit["anchors"]]
    for piece in kit["pieces"]:
        pose = poses[piece["id"]]["pose"]
        turn = np.radians(pose["heading_deg"])
        ahead = np.array([np.cos(turn), np.sin(turn)])
        left = np.array([-ahead[1], ahead[0]])
        seen = {tag["id"]: tag for tag in truth["tags"] if tag["piece"] == piece["id"]}
        for tag in piece["faces"][0]["tags"]:
            found = seen.pop(tag["id"])
            at = np.array([pose["x_in"], pose["y_in"]])
            at = at + tag["at_in"][0] * ahead + tag["at_in"][1] * left
            assert [found["x_in"], found["y_in"]] == pytest.approx(at, abs=1e-3)
            assert found["height_in"] == pytest.approx(tag["height_in"], abs=0.006)
            assert found["side_in"] == pytest.approx(tag["size_in"])
            assert found["dictionary"] == kit["dictionary"]["name"]
            corners = np.array(found["corners_in"])[:, :2]
            top = (corners[0] + corners[1]) / 2 - corners.mean(axis=0)
            told = np.radians(pose["heading_deg"] + tag["top_deg"])
            assert top / np.linalg.norm(top) == pytest.approx([np.cos(told), np.sin(told)])
        assert not seen


def test_the_sides_face_each_other_in_their_zones(
    small: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    truth, _ = small
    poses = {each["id"]: each["pose"] for each in truth["snapshot"]["pieces"]}
    assert poses["T1"]["y_in"] < 10 / 2 < poses["S7"]["y_in"]
    assert abs(poses["T1"]["heading_deg"] - 90) < 5
    assert abs(poses["S7"]["heading_deg"] % 360 - 270) < 5


@pytest.mark.long
def test_the_same_seed_sets_up_the_same_table(tmp_path: Path) -> None:
    found = []
    for name, seed in (("a", "4"), ("b", "4"), ("c", "5")):
        (tmp_path / name).mkdir()
        rendered(tmp_path / name, SMALL, "--seed", seed, "--scatter")
        made = tmp_path / name / "made"
        found.append([path.read_bytes() for path in sorted(made.iterdir())])
    assert found[0] == found[1]
    assert found[0] != found[2]


@pytest.mark.long
@pytest.mark.parametrize("name", roster_names())
def test_every_sample_has_room_on_its_table(name: str, tmp_path: Path) -> None:
    truth = rendered(tmp_path, roster_text(name), "--tilt", "20", "--size", "720p")
    assert len(truth["snapshot"]["pieces"]) >= 8


@pytest.mark.long
def test_a_deck_is_laid_as_a_card_table(tmp_path: Path) -> None:
    """Fault 24: a whole deck found no room, and there was no table to try a card game with."""
    truth = rendered(tmp_path, roster_toml(STARTER), "--size", "720p")
    pieces = truth["snapshot"]["pieces"]
    rows = Counter(round(piece["pose"]["y_in"] / 2) for piece in pieces)
    assert len(pieces) == 12
    assert sorted(rows.values()) == [6, 6]
    backs = [piece["id"] for piece in pieces if " back " in piece["id"]]
    assert backs
    # The discards lie open.
    assert len(backs) < len(pieces)
    (tmp_path / "anyhow").mkdir()
    deck = roster_toml(STARTER)
    anyhow = rendered(tmp_path / "anyhow", deck, "--size", "720p", "--scatter")
    assert len(anyhow["snapshot"]["pieces"]) == 12


def test_a_deck_that_its_table_does_not_hold_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "deck.toml"
    place.write_text(roster_toml(STARTER), encoding="utf-8")
    asked = ["synth", "--kit", str(place), "-o", str(tmp_path / "out"), "--table", "8x6"]
    assert run(asked) == ExitCode.BAD_INPUT
    assert "got no room for" in capsys.readouterr().err


def test_mistakes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, out = tmp_path / "army.toml", str(tmp_path / "out")
    place.write_text(SMALL, encoding="utf-8")
    asked = ["synth", "--kit", str(place), "-o", out]
    assert run([*asked, "--tilt", "80"]) == ExitCode.BAD_INPUT
    assert "0 to 65 degrees from straight above" in capsys.readouterr().err
    assert run([*asked, "--table", "5x4"]) == ExitCode.BAD_INPUT
    assert "an army that 5 x 4 in hold, got no room for" in capsys.readouterr().err
    assert run(["synth", "skirmish", "-o", out, "--tilt", "10"]) == ExitCode.USAGE
    assert "go with --kit" in capsys.readouterr().err
    assert run([*asked, "skirmish"]) == ExitCode.USAGE
    assert not Path(out).exists()


# --- one file for all three ------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param("paper-tigers", marks=pytest.mark.long), "paper-tigers-solo"]
)
def test_one_file_prints_renders_and_referees(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = roster_text(name)
    truth = rendered(tmp_path, text, "--size", "720p")
    army = str(tmp_path / "army.toml")
    assert run(["kit", army, "-o", str(tmp_path / "army.pdf")]) == ExitCode.DONE
    assert (tmp_path / "army.pdf").read_bytes().startswith(b"%PDF")
    opening = {
        "format": "paper-umpire/script/1",
        "game": "paper_tigers",
        "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
        "roster_toml": text,
    }
    snapshot = {**truth["snapshot"], "pieces": truth["snapshot"]["pieces"]}
    snapshot.pop("number", None)
    script = tmp_path / "script.jsonl"
    lines = [opening, {"snapshot": snapshot}]
    script.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    capsys.readouterr()
    code = run(["adjudicate", str(script)])
    said = capsys.readouterr()
    assert (code, said.err) == (ExitCode.DONE, "")


def test_what_games_add_is_read_beside_what_printing_adds() -> None:
    text = roster_text("paper-tigers-solo")
    roster = roster_from_toml(text, columns=ROSTER_SCHEMA, others=PRINTING)
    reserve = {entry.id for entry in roster.entries if entry.extra["force"] == "Reserve"}
    assert reserve == {"T2", "S2"}
    assert {entry.extra["arrives"] for entry in roster.entries if entry.id in reserve} == {2}


@pytest.mark.parametrize("name", roster_names())
def test_the_battle_has_the_pieces_that_were_printed(name: str) -> None:
    text = roster_text(name)
    columns = {
        column.name: replace(column, required=False)
        for game in games().values()
        for column in game.roster_schema
    }
    army = army_from_bytes(text.encode(), is_csv=False, columns=tuple(columns.values()))
    printed = battle_roster(kit_for(army, view_from_wishes(army.wishes))).entries
    played = roster_from_toml(text, columns=tuple(columns.values()), others=PRINTING).entries
    assert [(each.id, each.side, each.kind, each.footprint, each.extra) for each in played] == [
        (each.id, each.side, each.kind, each.footprint, each.extra) for each in printed
    ]


def test_a_csv_file_serves_both() -> None:
    header = "id,kind,count,stands,side,footprint,figures"
    text = f"{header}\nsmoke,smoke,3,,,,\nS,squad,,loose,red,disc 2,4\n"
    roster = roster_from_csv(text, columns=ROSTER_SCHEMA, others=PRINTING)
    assert [entry.id for entry in roster.entries] == ["smoke-1", "smoke-2", "smoke-3", "S"]
    assert army_from_bytes(text.encode(), is_csv=True, columns=ROSTER_SCHEMA).items


def test_what_printing_adds_is_declared_in_full() -> None:
    declared = {*PRINTING.columns, PRINTING.copies}
    assert {column.name for column in COLUMNS} == declared
    assert set(FOOTPRINTS) <= set(KINDS)


# --- stopped ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
def test_ctrl_c_leaves_a_video_of_what_was_rendered(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    command = [sys.executable, "-m", "api", "synth", "skirmish", "-o", str(folder)]
    command += ["--size", "720p", "--quality", "fast"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, text=True) as process:
        patience = time.monotonic() + 60
        while not (folder / "frame-00002.json").exists() and time.monotonic() < patience:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.02)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == int(ExitCode.INTERRUPTED)
    video = cv2.VideoCapture(str(folder / "video.avi"))
    count = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
    assert 3 <= count < 120
    for _ in range(count):
        done, _ = video.read()
        assert done
    video.release()
