"""Tests of how a measured photograph is told: to people as lines, to programs as JSON."""

import json
from dataclasses import replace

import pytest

from api.drawing.located_words import largest_error, located_lines
from api.locating.as_json import FORMAT, located_document, located_value
from rules.table.snapshot import Covariance
from tests.api.located_values import located, piece
from vision.locating.located import TagFault


def lines(**more: object) -> list[str]:
    table = replace(located(), **more)  # type: ignore[arg-type]
    return [line.plain for line in located_lines(table, name="a.jpg", has_roster=True)]


def test_each_piece_has_a_line_with_its_place_error_and_state() -> None:
    told = lines()
    assert told[0] == "a.jpg: 3 of 4 pieces, 5 anchors, 1 stranger"
    assert told[1].split() == ["piece", "side", "x", "y", "heading", "error", "height", "state"]
    assert told[2].split() == ["T1", "red", "6.00", "5.00", "90°", "0.061", "0.00", "seen"]
    assert told[3].endswith("seen: disagrees")
    assert told[4].split()[:5] == ["T7", "blue", "16.00", "13.00", "270°"]
    assert told[5].strip() == "not seen: S2"


def test_a_piece_that_is_in_the_picture_but_has_no_place_says_why() -> None:
    flagged = piece("S2", 0, 0, number=22, is_seen=False, faults=(TagFault.COVERED,))
    told = lines(pieces=(flagged,))
    assert told[2].split() == ["S2", "red", *"-----", "not", "seen:", "partly", "covered"]
    assert "  ! S2: S2 partly covered." in told


def test_every_flag_and_warning_is_told_once() -> None:
    told = [line.strip() for line in lines() if line.startswith("  ! ")]
    assert told == [
        "! S1: S1 disagrees.",
        "! anchor 4: Anchor 4 has moved.",
        "! tag 99: tag 99 not in the roster.",
        "! anchor 4 has moved and is not used",
    ]


def test_a_refusal_comes_before_anything_that_was_measured() -> None:
    assert lines(refusal="the camera has moved")[1] == "  NOT MEASURED: the camera has moved"


def test_a_refused_picture_tells_no_place_and_calls_nothing_unseen() -> None:
    pieces = tuple(
        replace(each, pose=None, whole_error=None, flags=()) for each in located().pieces
    )
    moved = "the camera has moved"
    told = lines(refusal=moved, pieces=pieces, warnings=(moved, "the print is unchecked"))
    assert [moved in line for line in told].count(True) == 1
    assert "  ! the print is unchecked" in told
    assert "  not measured: T1, S1, S2, T7" in told
    assert not any("not seen" in line or "20.00" in line for line in told)


def test_without_a_roster_tags_are_listed_and_none_is_called_odd() -> None:
    table = replace(located(), pieces=())
    told = [line.plain for line in located_lines(table, name="a", has_roster=False)]
    assert told[0] == "a: 1 tag, 5 anchors (no roster: tags only)"
    assert told[2].split()[:3] == ["99", "20.00", "9.00"]
    assert not any("not in the roster" in line for line in told)


def test_the_json_has_units_in_its_names_and_all_that_the_lines_have() -> None:
    value = located_value(located(), name="a.jpg", size=(960, 720), notes=("turned",))
    document = located_document([value], profile="table.json")
    again = json.loads(json.dumps(document, allow_nan=False))
    assert again["format"] == FORMAT == "paper-umpire/located/1"
    (photograph,) = again["photographs"]
    assert photograph["table"] == {"width_in": 24.0, "depth_in": 18.0}
    assert photograph["warnings"] == ["anchor 4 has moved and is not used", "turned"]
    first, doubtful, hidden, _ = photograph["pieces"]
    assert first["pose"]["x_in"] == 6.0
    assert first["pose"]["covariance"] == [0.0004, 0.0001, 0.0009, 0.0, 0.0, 0.09]
    assert first["error_in"] == pytest.approx(0.06107, abs=1e-5)
    assert first["tags"][0]["id"] == 20
    assert doubtful["flags"] == [{"fault": "disagrees", "says": "S1 disagrees."}]
    assert (hidden["seen"], hidden["pose"], hidden["error_in"]) == (False, None, None)
    assert photograph["strangers"][0]["flags"][0]["fault"] == "not in the roster"


def test_the_error_is_the_largest_of_all_directions() -> None:
    slanted = Covariance(xx=0.01, xy=0.0099, yy=0.01)
    assert largest_error(slanted) == pytest.approx(0.0199**0.5)
    assert largest_error(None) is None
