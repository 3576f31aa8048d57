"""Tests of snapshots as JSON: bit for bit there and back, and strict about everything."""

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given

from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import (
    FORMAT,
    read_snapshot,
    snapshot_from_json,
    snapshot_to_json,
)
from rules.table.snapshot import PieceState, Snapshot
from tests import strategies
from tests.factories import piece, table

GONE = object()

SMALL: dict[str, Any] = {
    "format": FORMAT,
    "table": {"width_in": 36, "depth_in": 36},
    "pieces": [
        {
            "id": "A",
            "footprint": {"disc": {"radius_in": 0.5}},
            "pose": {"x_in": 10, "y_in": 10},
        },
        {
            "id": "B",
            "footprint": {"rectangle": {"length_in": 3, "width_in": 1.5}},
            "pose": {"x_in": 20, "y_in": 10, "covariance": [1, 0, 1, 0, 0, 1]},
        },
    ],
    "terrain": [
        {"id": "W", "kind": "woods", "outline_in": [[8, 8], [12, 8], [12, 14], [8, 14]]},
        {"id": "V", "kind": "hill", "outline_in": [[1, 1], [3, 1], [3, 3]]},
    ],
}


def changed(path: tuple[str | int, ...], value: object) -> str:
    """The small snapshot as text with one field changed, added or gone."""
    document: Any = copy.deepcopy(SMALL)
    inner = document
    for step in path[:-1]:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(document)


def refusal(text: str) -> str:
    with pytest.raises(BadInputError) as caught:
        snapshot_from_json(text)
    return str(caught.value)


@pytest.mark.soak
@given(strategies.snapshots())
def test_there_and_back_bit_for_bit(snapshot: Snapshot) -> None:
    for indent in (None, 2):
        text = snapshot_to_json(snapshot, indent=indent)
        back = snapshot_from_json(text)
        assert back == snapshot
        assert repr(back) == repr(snapshot)  # -0.0 == 0.0, so equality is not enough
        assert snapshot_to_json(back, indent=indent) == text


def test_only_what_is_needed_need_be_written() -> None:
    snapshot = snapshot_from_json(json.dumps(SMALL))
    first = snapshot.piece("A")
    assert (first.state, first.side, first.age, first.declared_by) == (
        PieceState.SEEN,
        "",
        0.0,
        None,
    )
    assert first.pose is not None
    assert (first.pose.heading, first.pose.covariance.xx) == (0.0, 0.0)
    assert snapshot.number == 0
    table_only = {"format": FORMAT, "table": SMALL["table"]}
    assert snapshot_from_json(json.dumps(table_only)).pieces == ()


def test_one_error_for_all_directions() -> None:
    pose = {"x_in": 1, "y_in": 1, "sigma_in": 0.5, "heading_sigma_deg": 3}
    read = snapshot_from_json(changed(("pieces", 0, "pose"), pose)).piece("A").pose
    assert read is not None
    c = read.covariance
    assert (c.xx, c.xy, c.yy, c.hh) == (0.25, 0, 0.25, 9)


P0, POSE = ("pieces", 0), ("pieces", 0, "pose")

FAULTS: list[tuple[tuple[str | int, ...], object, str, str]] = [
    # Unknown fields on every level.
    (("colour",), "red", "colour", "unknown"),
    (("table", "height_in"), 1, "table.height_in", "unknown"),
    ((*P0, "colour"), "red", "pieces[0].colour", "unknown"),
    ((*POSE, "z_in"), 1, "pieces[0].pose.z_in", "unknown"),
    ((*P0, "footprint", "cone"), 1, "pieces[0].footprint.cone", "unknown"),
    ((*P0, "footprint", "disc", "x"), 1, "pieces[0].footprint.disc.x", "unknown"),
    (("terrain", 1, "side"), "red", "terrain[1].side", "unknown"),
    (("shared", "tilt"), 1, "shared.tilt", "unknown"),
    (("health", "mood"), "good", "health.mood", "unknown"),
    # Missing fields on every level.
    (("format",), GONE, "format", "nothing"),
    (("table",), GONE, "table", "nothing"),
    (("table", "depth_in"), GONE, "table.depth_in", "nothing"),
    (("pieces", 1, "id"), GONE, "pieces[1].id", "nothing"),
    (("pieces", 1, "pose"), GONE, "pieces[1].pose", "nothing"),
    (("pieces", 1, "footprint"), GONE, "pieces[1].footprint", "nothing"),
    ((*POSE, "y_in"), GONE, "pieces[0].pose.y_in", "nothing"),
    (("terrain", 0, "kind"), GONE, "terrain[0].kind", "nothing"),
    (("terrain", 0, "outline_in"), GONE, "terrain[0].outline_in", "nothing"),
    # Wrong types.
    (("format",), 1, "format", "1"),
    (("format",), "paper-umpire/snapshot/9", "format", "snapshot/9"),
    (("table",), [36, 36], "table", "[36, 36]"),
    (("number",), 1.5, "number", "1.5"),
    (("number",), True, "number", "True"),
    (("number",), "1", "number", "'1'"),
    (("number",), -1, "number", "-1"),
    (("pieces",), {"A": 1}, "pieces", "{'A': 1}"),
    (("pieces",), "AB", "pieces", "'AB'"),
    ((*P0, "id"), 7, "pieces[0].id", "7"),
    ((*P0, "id"), None, "pieces[0].id", "None"),
    ((*P0, "id"), " ", "pieces[0].id", "' '"),
    ((*P0, "id"), "A\nB", "pieces[0].id", "'A\\nB'"),
    ((*P0, "id"), "\ud800", "pieces[0].id", "'\\ud800'"),
    ((*POSE, "x_in"), "10", "pieces[0].pose.x_in", "'10'"),
    ((*POSE, "x_in"), True, "pieces[0].pose.x_in", "True"),
    ((*POSE, "x_in"), None, "pieces[0].pose.x_in", "None"),
    ((*POSE, "heading_deg"), False, "pieces[0].pose.heading_deg", "False"),
    ((*P0, "age_s"), "old", "pieces[0].age_s", "'old'"),
    ((*P0, "state"), "asleep", "pieces[0].state", "'asleep'"),
    ((*P0, "state"), "SEEN", "pieces[0].state", "'SEEN'"),
    ((*P0, "footprint"), {}, "pieces[0].footprint", "0 of them"),
    (("terrain", 0, "outline_in", 2), [1, 2, 3], "terrain[0].outline_in[2]", "3 values"),
    (("terrain", 0, "outline_in", 2), 5, "terrain[0].outline_in[2]", "5"),
    (("terrain", 0, "outline_in", 2), [1, True], "terrain[0].outline_in[2][1]", "True"),
    (("health",), "live", "health", "'live'"),
    (("health", "state"), "sleepy", "health.state", "'sleepy'"),
    # Values that cannot be.
    (("table", "width_in"), 0, "table.width_in", "0"),
    ((*P0, "age_s"), -1, "pieces[0].age_s", "-1"),
    ((*POSE, "x_in"), 36.5, "pieces[0].pose.x_in", "36.5"),
    ((*POSE, "y_in"), -0.5, "pieces[0].pose.y_in", "-0.5"),
    ((*POSE, "sigma_in"), -0.5, "pieces[0].pose.sigma_in", "-0.5"),
    ((*P0, "footprint", "disc", "radius_in"), 0, "pieces[0].footprint.disc.radius_in", "0"),
    ((*P0, "footprint", "disc", "radius_in"), 10**400, "footprint.disc.radius_in", "1000"),
    (("pieces", 1, "id"), "A", "pieces[1].id", "'A', which pieces[0]"),
    (("terrain", 1, "id"), "W", "terrain[1].id", "'W', which terrain[0]"),
    (("terrain", 0, "outline_in"), [[0, 0], [2, 2], [2, 0], [0, 2]], "outline_in", "(1, 1)"),
    (("terrain", 0, "outline_in"), [[0, 0], [1, 1], [2, 2]], "terrain[0].outline_in", "outline"),
    (("terrain", 0, "outline_in"), [[0, 0], [1, 1]], "terrain[0].outline_in", "2 corners"),
    (
        ("terrain", 0, "outline_in"),
        [[40, 0], [42, 0], [42, 2]],
        "terrain[0].outline_in",
        "40 to 42",
    ),
    ((*P0, "footprint"), {"polygon": [[0, 0], [2, 2], [2, 0], [0, 2]]}, "polygon", "(1, 1)"),
    ((*P0, "state"), "declared", "pieces[0].declared_by", "None"),
    ((*P0, "declared_by"), "Red", "pieces[0].declared_by", "'Red' for a seen"),
    ((*P0, "pose"), None, "pieces[0].pose", "none"),
    ((*POSE, "covariance"), [1, 2, 1, 0, 0, 1], "pieces[0].pose.covariance", "[1.0, 2.0"),
    ((*POSE, "covariance"), [1, 0, 1], "pieces[0].pose.covariance", "3"),
    (("pieces", 1, "pose", "sigma_in"), 0.1, "pieces[1].pose.covariance", "both"),
    (("pieces", 1, "pose", "sigma_in"), 0, "pieces[1].pose.covariance", "both"),
    (("shared", "scale_sigma"), -0.1, "shared.scale_sigma", "-0.1"),
    (("shared", "plane_sigma_in"), "x", "shared.plane_sigma_in", "'x'"),
]


@pytest.mark.parametrize(
    ("path", "value", "where", "got"),
    FAULTS,
    ids=[f"{'.'.join(str(step) for step in path)}-{k}" for k, (path, *_) in enumerate(FAULTS)],
)
def test_a_refusal_names_the_field_and_the_value(
    path: tuple[str | int, ...], value: object, where: str, got: str
) -> None:
    message = refusal(changed(path, value))
    named, _, rest = message.partition(": expected ")
    assert named.endswith(where)
    assert got in rest


def test_two_footprints_at_once() -> None:
    both = {"disc": {"radius_in": 1}, "rectangle": {"length_in": 1, "width_in": 1}}
    assert "2 of them" in refusal(changed((*P0, "footprint"), both))


def test_a_declared_pose_needs_an_author_with_a_name() -> None:
    nobody = {**SMALL["pieces"][0], "state": "declared", "declared_by": ""}
    assert "pieces[0].declared_by" in refusal(changed(P0, nobody))


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_numbers_are_finite_and_the_message_says_which_is_not(constant: str) -> None:
    text = changed((*POSE, "x_in"), "HERE").replace('"HERE"', constant)
    message = refusal(text)
    assert "x_in" in message
    assert re.search("finite number, got (-?)(NaN|Infinity|inf)", message)


def test_doubled_names_are_refused() -> None:
    text = json.dumps(SMALL).replace('"x_in": 10,', '"x_in": 10, "x_in": 11,')
    assert "x_in: expected each field once, got 'x_in' twice" in refusal(text)


@pytest.mark.parametrize("text", ["", "   ", "{", "nonsense", '{"format": }', "[1,]", "\ufeff{}"])
def test_what_is_no_json_is_refused_with_its_place(text: str) -> None:
    assert re.search(r"^snapshot, line \d+ column \d+: expected JSON, got ", refusal(text))


@pytest.mark.parametrize("text", ["null", "[]", "1", '"text"', "true"])
def test_what_is_no_object_is_refused(text: str) -> None:
    assert "top level: expected an object" in refusal(text)


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"pieces":['])
def test_bottomless_nesting_is_refused(opening: str) -> None:
    assert "nesting" in refusal(opening * 200_000)


def test_a_huge_text_is_refused_before_it_is_read() -> None:
    assert "at most 16000000 characters, got 16000001" in refusal(" " * 16_000_001)


def test_a_whole_number_of_many_digits_is_refused_like_everything_else() -> None:
    text = changed(("number",), "HERE").replace('"HERE"', "1" * 5000)
    assert "snapshot" in refusal(text) or "number" in refusal(text)


def test_what_a_snapshot_takes_its_file_takes_too() -> None:
    with pytest.raises(BadInputError, match="id"):
        snapshot_from_json(snapshot_to_json(table(piece("A\nB"))))
    with pytest.raises(BadInputError, match="id"):
        piece("A\nB")


def test_the_face_that_is_up_is_written_only_where_there_is_one() -> None:
    """A table that says nothing of faces reads and writes as it always has."""
    fallen = {**SMALL["pieces"][0], "face": "corpse"}
    read = read_snapshot({**SMALL, "pieces": [fallen]}, "")
    assert read.pieces[0].face == "corpse"
    assert json.loads(snapshot_to_json(read))["pieces"][0]["face"] == "corpse"
    plain = json.loads(snapshot_to_json(read_snapshot(SMALL, "")))
    assert "face" not in plain["pieces"][0]
