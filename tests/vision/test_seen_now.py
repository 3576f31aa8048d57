"""Tests of what recordings keep of each frame, and that it comes out again."""

import json
from pathlib import Path

import pytest

from tests.vision.measured import grey_of
from tests.vision.tracking.played import at, carried, pipeline_for, played, rows, scene_of
from vision.camera.recording import LINES, Recorder
from vision.camera.replay import Replay
from vision.camera.source import Frame, Identity
from vision.seen_now import frame_line, located_of
from vision.tracking.frame import TableFrame

CAMERA = Identity(name="west", id="", width=800, height=450)


def as_table_frame(frame: Frame) -> TableFrame:
    return TableFrame(number=frame.number, seconds=frame.seconds, camera="west", grey=frame.grey)


@pytest.mark.long
def test_a_recording_gives_the_same_snapshots_again(
    tmp_path: Path,
) -> None:
    things = rows(3)
    hand, move = carried("p1", at(4.3, 2.2, 30.0), at(9.0, 6.0, 60.0), begins_s=0.3, lasts_s=0.3)
    scene = scene_of(*things, seconds=2.0, hands=(hand,), moves=(move,))
    pipeline = pipeline_for(*things, scene=scene)
    folder = tmp_path / "evening"
    with Recorder(folder, camera=CAMERA) as recorder:
        for one in played(pipeline, scene):
            frame = Frame(
                number=one.frame.number,
                seconds=one.frame.seconds,
                name="a frame",
                grey=grey_of(one.frame),
            )
            recorder.add(frame, more=frame_line(pipeline, one.table))
    lines = [json.loads(line) for line in (folder / LINES).read_text("utf-8").splitlines()]
    assert {each["tag"] for each in lines[0]["sightings"]} == {0, 1, 2, 3, 20, 21, 22}
    again = pipeline_for(*things, scene=scene)
    replayed = []
    for frame, line in Replay(folder).entries():
        made = json.loads(json.dumps(frame_line(again, again.step(as_table_frame(frame)))))
        assert made["snapshot"] == line["snapshot"], frame.number
        assert made["sightings"] == line["sightings"], frame.number
        replayed.append(frame.number)
    assert replayed == [line["number"] for line in lines]


def test_what_is_in_view_is_told_as_of_a_photograph() -> None:
    things = rows(3)
    scene = scene_of(*things, seconds=1.0)
    pipeline = pipeline_for(*things, scene=scene)
    *_, last = played(pipeline, scene)
    located = located_of(pipeline, last.table)
    assert [each.number for each in located.anchors] == [0, 1, 2, 3]
    assert [piece.entry.id for piece in located.pieces] == ["p0", "p1", "p2"]
    for piece, shown in zip(located.pieces, last.table.snapshot.pieces, strict=True):
        assert piece.pose is not None
        assert shown.pose is not None
        assert (piece.pose.x, piece.pose.y) == (shown.pose.x, shown.pose.y)
        assert piece.whole_error is not None
        assert [tag.is_used for tag in piece.tags] == [True]
    assert located.refusal is None
