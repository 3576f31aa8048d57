"""Tests of `umpire watch`: what is told of a table in play, to people and to programs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode, UserError
from api.locating.moments import TableMoment, moments_in
from api.locating.watched_pictures import WatchedPictures
from api.locating.watching import change_lines, has_changed, table_of, tell
from api.terminal.output import Output
from calibration.profile_json import profile_to_json
from rules.table.files.snapshot_json import read_snapshot
from tests.api.setting_up import Practised
from tests.vision.measured import exact_profile, layout_of, thing
from tests.vision.tracking.played import CAMERA, at, carried, pipeline_for, rows, scene_of
from vision.camera.recording import HEADER, Recorder
from vision.camera.rendered import Rendered
from vision.camera.replay import Replay
from vision.camera.source import Identity
from vision.locating.tag_faults import SHADED
from vision.pipeline import Pipeline
from vision.seen_now import frame_line
from vision.synthetic.described.packaged import scene_text
from vision.synthetic.described.scene import TableScene
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.tracking.settings import thresholds
from vision.tracking.track import Life

Said = pytest.CaptureFixture[str]


class Calibrated(Rendered):
    """The camera that the exact profile is of."""

    @property
    def identity(self) -> Identity:
        return Identity(name="synthetic", id="", width=CAMERA.width, height=CAMERA.height)


def carried_out() -> tuple[TableScene, Pipeline]:
    things = rows(3)
    hand, move = carried("p1", at(4.3, 2.2, 30.0), at(9.0, 6.0, 60.0))
    scene = scene_of(*things, seconds=4.5, hands=(hand,), moves=(move,))
    return scene, pipeline_for(*things, scene=scene)


def moments(scene: TableScene, pipeline: Pipeline) -> Iterator[TableMoment]:
    return moments_in(Calibrated([scene], quality="fast"), expected=pipeline.profile.camera)


@pytest.mark.parametrize("as_json", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_move_is_told_once_with_its_length(capsys: Said, *, as_json: bool) -> None:
    scene, pipeline = carried_out()
    last = tell(Output(), moments(scene, pipeline), pipeline=pipeline, as_json=as_json)
    lines = capsys.readouterr().out.splitlines()
    assert last is not None
    if not as_json:
        moved = [line for line in lines if "p1: moved" in line]
        assert len(moved) == 1
        assert "from (4.30, 2.20) to (9.00, 6.00), turned 30 degrees" in moved[0]
        assert any("p1: hidden" in line for line in lines)
        assert lines[0].endswith("camera: live")
        return
    values = [json.loads(line) for line in lines]
    assert {value["format"] for value in values} == {"paper-umpire/watch/1"}
    assert [move["piece"] for value in values for move in value["moves"]] == ["p1"]
    numbers = [read_snapshot(value["snapshot"], "snapshot").number for value in values]
    assert numbers == sorted(set(numbers))
    assert values[-1]["lives"] == {"p0": "settled", "p1": "settled", "p2": "settled"}


def test_what_is_told_is_drawn_over_the_picture_that_shows_it(tmp_path: Path) -> None:
    things = rows(3)
    scene = scene_of(*things, seconds=1.0)
    pipeline = pipeline_for(*things, scene=scene)
    pictures = WatchedPictures(tmp_path / "seen", pipeline=pipeline, has_roster=True)
    shown = moments(scene, pipeline)
    tell(Output(), shown, pipeline=pipeline, as_json=True, pictures=pictures)
    kept = sorted((tmp_path / "seen").iterdir())
    # As they are found, and as they come to rest.
    assert [each.name for each in kept] == ["000000.jpg", "000006.jpg"]
    assert pictures.count == 2
    drawn = cv2.imread(str(kept[1]))
    assert drawn is not None
    assert drawn.shape[1] >= 1400
    # The felt is green; letters, frames and the legend are not.
    assert (np.ptp(drawn, axis=2) < 10).mean() > 0.1
    with pytest.raises(UserError, match="is not empty"):
        WatchedPictures(tmp_path / "seen", pipeline=pipeline, has_roster=True)


@pytest.mark.long
def test_a_recording_with_a_profile_keeps_what_was_made_of_each_picture(
    practised: Practised, capsys: Said, tmp_path: Path
) -> None:
    folder, profile = tmp_path / "evening", str(practised.profile)
    given = ["record", str(practised.anchors), "-o", str(folder), "--roster", str(practised.roster)]
    assert run(given) == ExitCode.USAGE
    assert "--roster: expected --profile" in capsys.readouterr().err
    assert run([*given, "--profile", profile]) == ExitCode.DONE
    header = json.loads((folder / "recording.json").read_text("utf-8"))
    assert header["roster"]["text"] == practised.roster.read_text("utf-8")
    assert header["profile"] == json.loads(practised.profile.read_text("utf-8"))
    lines = [json.loads(line) for line in (folder / "frames.jsonl").read_text("utf-8").splitlines()]
    snapshots = [read_snapshot(line["snapshot"], "snapshot") for line in lines]
    assert [each.number for each in snapshots] == list(range(1, len(lines) + 1))
    assert all(line["sightings"] for line in lines)
    capsys.readouterr()
    watched = ["watch", "--camera", str(folder), "--json"]
    with_files = ["--profile", profile, "--roster", str(practised.roster)]
    # A recording brings its own profile and roster, unless others are typed.
    for more, pieces in (with_files, True), ([], True), (with_files[:2], False):
        run([*watched, *more])
        told = [json.loads(line)["snapshot"] for line in capsys.readouterr().out.splitlines()]
        expected = [
            line["snapshot"] for line in lines if line["snapshot"]["number"] == told[0]["number"]
        ]
        assert [told[0]] == expected if pieces else told[0]["pieces"] == []


@pytest.mark.long
def test_a_recording_gives_every_snapshot_again(tmp_path: Path) -> None:
    scene, pipeline = carried_out()
    folder = tmp_path / "evening"
    made = []
    source = Calibrated([scene], quality="fast")
    with Recorder(folder, camera=source.identity) as recorder:
        for moment in moments_in(source, expected=pipeline.profile.camera):
            assert moment.frame is not None
            made.append(frame_line(pipeline, table_of(moment, pipeline=pipeline)))
            recorder.add(moment.frame, more=made[-1])
    _, anew = carried_out()
    with Replay(folder) as replay:
        again = [
            frame_line(anew, table_of(moment, pipeline=anew))
            for moment in moments_in(replay, expected=anew.profile.camera)
        ]
        assert json.loads(json.dumps(again)) == json.loads(json.dumps(made))
        kept = [{name: line[name] for name in made[0]} for _, line in replay.entries()]
    assert kept == json.loads(json.dumps(made))
    assert len({json.dumps(line["snapshot"]["pieces"]) for line in made}) > 10


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ({}, "evening: expected --profile TABLE.json, from `umpire calibrate table`; only a scene"),
        ({"profile": {"format": "other"}}, "evening: format: expected"),
        ({"profile": 7}, "evening: "),
        ({"profile": "own", "roster": {"text": "\ud800"}}, "the roster of "),
        ({"profile": "own", "roster": {"text": "[[piece]]"}}, "the roster of "),
        ({"profile": "own", "roster": [1]}, "roster: expected its text, got [1]"),
    ],
)
def test_a_recording_whose_set_up_is_no_use_says_so(
    header: dict[str, object], says: str, tmp_path: Path, capsys: Said
) -> None:
    scene, pipeline = carried_out()
    if header.get("profile") == "own":
        header = {**header, "profile": json.loads(profile_to_json(pipeline.profile))}
    folder = tmp_path / "evening"
    Recorder(folder, camera=Calibrated([scene]).identity).close()
    written = {**json.loads((folder / HEADER).read_text("utf-8")), **header}
    (folder / HEADER).write_text(json.dumps(written), "utf-8")
    assert run(["watch", "--camera", str(folder)]) in {ExitCode.USAGE, ExitCode.BAD_INPUT}
    assert says in capsys.readouterr().err


def test_a_scene_is_watched_by_what_is_written_in_it(tmp_path: Path, capsys: Said) -> None:
    brief = scene_text("skirmish").replace("seconds = 12", "seconds = 0.1")
    place = tmp_path / "brief.toml"
    place.write_text(brief, "utf-8", newline="\n")
    assert run(["watch", "--camera", str(place), "--json"]) == ExitCode.DONE
    table = json.loads(capsys.readouterr().out.splitlines()[0])
    assert table["camera"]["state"] == "live"
    truth = {each.id: each.place for each in scene_from_toml(brief, name="brief").pieces}
    seen = {each["id"]: each["pose"] for each in table["snapshot"]["pieces"]}
    assert len(seen) == 16
    for name, pose in seen.items():
        assert abs(pose["x_in"] - truth[name].x) < 0.03
        assert abs(pose["y_in"] - truth[name].y) < 0.03


def test_a_roster_that_is_typed_says_whose_tags_a_scene_shows(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    table, renamed = tmp_path / "table", tmp_path / "renamed.toml"
    assert run(["synth", "--kit", str(practised.roster), "-o", str(table)]) == ExitCode.DONE
    (scene,) = table.glob("*.toml")
    renamed.write_text(practised.roster.read_text("utf-8").replace('"T7"', '"T9"'), "utf-8")
    capsys.readouterr()
    for more, names in ([], ["T1", "T2", "T7"]), (["--roster", str(renamed)], ["T1", "T2", "T9"]):
        assert run(["watch", "--camera", str(scene), "--json", *more]) == ExitCode.DONE
        shown = json.loads(capsys.readouterr().out.splitlines()[0])["snapshot"]["pieces"]
        assert [each["id"] for each in shown] == names


def test_a_scene_without_anchors_says_that_it_needs_a_profile(capsys: Said) -> None:
    assert run(["watch", "--camera", "bare-table"]) == ExitCode.USAGE
    assert "bare-table: expected a scene with three anchors or more" in capsys.readouterr().err


def test_another_camera_than_the_profiles_is_refused() -> None:
    scene, pipeline = carried_out()
    source = Rendered([scene], quality="fast")
    with pytest.raises(UserError, match=r"profile\.camera: expected 'synthetic'") as refused:
        next(moments_in(source, expected=pipeline.profile.camera))
    assert refused.value.exit_code == ExitCode.REFUSED


def test_a_source_or_a_profile_that_is_not_there(
    practised: Practised, capsys: Said, tmp_path: Path
) -> None:
    nowhere = str(tmp_path / "nowhere")
    given = ["watch", "--profile", str(practised.profile), "--camera", nowhere]
    assert run(given) == ExitCode.BAD_INPUT
    assert "there is no such source" in capsys.readouterr().err
    given = ["watch", "--profile", nowhere, "--camera", str(practised.anchors)]
    assert run(given) != ExitCode.DONE
    assert "nowhere" in capsys.readouterr().err


def test_the_doctor_shows_every_threshold(capsys: Said) -> None:
    assert run(["doctor", "--thresholds", "--json"]) == ExitCode.DONE
    shown = json.loads(capsys.readouterr().out)["thresholds"]
    assert [(each["name"], each["value"]) for each in shown] == [
        (each.name, each.value) for each in thresholds()
    ]
    assert run(["doctor", "--thresholds"]) == ExitCode.DONE
    assert "settle_s: 0.5 s. A move counts once" in capsys.readouterr().out


def test_whoever_is_not_there_as_it_begins_is_told_in_one_line(capsys: Said) -> None:
    things = [*rows(3), *(thing(f"pack-{n}", 60 + n, at=(9.0, 6.0, 0.0)) for n in range(1, 6))]
    for at_, made in enumerate(things):
        if made.piece.id.startswith("pack"):
            entry = replace(made.tagged.entry, kind="playing_card")
            things[at_] = replace(made, tagged=replace(made.tagged, entry=entry))
    scene = scene_of(*things[:2], seconds=0.2)
    pipeline = pipeline_for(*things, scene=scene)
    tell(Output(), moments(scene, pipeline), pipeline=pipeline, as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert sum("lost" in line for line in lines) == 0
    assert any(line.endswith("not seen: p2") for line in lines)
    assert any(line.endswith("cards in no picture: pack-1 to pack-5") for line in lines)


def test_why_a_piece_has_no_place_is_told_once_it_is_known() -> None:
    tank = thing("T1", 20)
    table = Pipeline(exact_profile(), tag_layout=layout_of(tank)).at(1.0)
    (piece,) = table.pieces
    known = replace(table, pieces=(replace(piece, flags=(SHADED,)),))
    assert piece.life is Life.LOST
    assert not has_changed(table, table)
    assert has_changed(known, table)
    assert not has_changed(known, known)
    (told,) = change_lines(known, table, seconds=1.0)
    assert "T1: lost (a shadow's edge crosses it" in told.plain
    settled = replace(piece, life=Life.SETTLED, flags=(SHADED,))
    seen = replace(table, pieces=(replace(settled, flags=()),))
    assert not has_changed(replace(table, pieces=(settled,)), seen)
