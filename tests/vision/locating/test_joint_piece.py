"""Tests that all pieces are joined at once as each would be by itself."""

import math

import numpy as np
import pytest

from calibration.several.joint_fit import JointFit, joint_fit
from calibration.several.rig import rig_of
from rules.table.roster import Entry
from rules.table.shapes import Rectangle
from rules.table.snapshot import Covariance
from rules.table.units import Degrees, Inches
from tests.calibration.several.drawn import SIZE, DrawnTags, drawn_rig, drawn_tags
from vision.locating.joint_piece import JointTag, joint_pieces
from vision.locating.joint_table import JointPiece
from vision.locating.located import TagFault
from vision.locating.place_error import Care
from vision.locating.tag_layout import PieceTag, TaggedPiece

REST_IN = 0.003
CARE = Care()
DRAWN = drawn_rig(np.random.default_rng(1), cameras=2)
LONE, TURNED, TWO_FACED, BENT, PAIR, UNSEEN = (f"p{at}" for at in range(6))


def tagged(name: str, *tags: PieceTag) -> TaggedPiece:
    base = Rectangle(length=Inches(1.3), width=Inches(1.3))
    entry = Entry(id=name, name=name, side="red", kind="piece", footprint=base, tags=())
    return TaggedPiece(entry=entry, tags=tags)


def tag(
    number: int, *, x: float = 0.0, y: float = 0.0, turn: float = 0.0, face: str = "up"
) -> PieceTag:
    return PieceTag(
        number=number,
        size=Inches(SIZE),
        x=Inches(x),
        y=Inches(y),
        turn=Degrees(turn),
        height=Inches(0.0),
        face=face,
    )


def printed(fit: JointFit, *numbers: int) -> list[PieceTag]:
    """The tags as they lie to a piece whose middle is the first one's."""
    first, *_ = rows = [fit.places[fit.numbers.index(number)] for number in numbers]
    cosine, sine = math.cos(first[3]), math.sin(first[3])
    found = []
    for number, row in zip(numbers, rows, strict=True):
        x, y = row[0] - first[0], row[1] - first[1]
        turn = math.degrees(row[3] - first[3])
        found.append(tag(number, x=cosine * x + sine * y, y=cosine * y - sine * x, turn=turn))
    return found


def fitted() -> tuple[JointFit, DrawnTags]:
    tags = drawn_tags(np.random.default_rng(2), DRAWN)
    rig = rig_of(DRAWN.calibrated, names=("west", "east"))
    return joint_fit(tags.views, rig=rig, squares=tags.squares), tags


def joined(pieces: list[TaggedPiece], fit: JointFit) -> list[JointPiece]:
    tags = {
        number: JointTag(index=index, own_height=0.5 * (index % 2), is_measured=index % 3 > 0)
        for index, number in enumerate(fit.numbers)
    }
    return joint_pieces(pieces, tags=tags, fit=fit, rest=REST_IN, care=CARE, table=DRAWN.table)


def roster(fit: JointFit) -> list[TaggedPiece]:
    return [
        tagged(LONE, tag(100)),
        tagged(TURNED, tag(101, x=0.4, y=-0.2, turn=40.0)),
        tagged(TWO_FACED, tag(102), tag(103, face="down")),
        tagged(BENT, tag(104), tag(105, x=1.0)),
        tagged(PAIR, *printed(fit, 106, 107)),
        tagged(UNSEEN, tag(400)),
        *(tagged(f"q{number}", tag(number)) for number in range(108, 112)),
        tagged("three", *printed(fit, 112, 113, 114)),
    ]


def numbers(error: Covariance | None) -> list[float]:
    assert error is not None
    return [error.xx, error.xy, error.yy, error.xh, error.yh, error.hh]


def test_pieces_joined_at_once_lie_where_each_does_by_itself() -> None:
    fit, _ = fitted()
    pieces = roster(fit)
    together = joined(pieces, fit)
    assert [each.entry.id for each in together] == [each.entry.id for each in pieces]
    for piece, found in zip(pieces, together, strict=True):
        (alone,) = joined([piece], fit)
        assert (found.flags, found.seen_by, found.face) == (alone.flags, alone.seen_by, alone.face)
        assert (found.height, found.height_sigma) == (alone.height, alone.height_sigma)
        assert (found.pose is None) is (alone.pose is None)
        if found.pose is None or alone.pose is None:
            continue
        assert found.pose.stands == alone.pose.stands
        at = (found.pose.x, found.pose.y, found.pose.heading)
        assert at == pytest.approx((alone.pose.x, alone.pose.y, alone.pose.heading), abs=1e-9)
        own, whole = numbers(found.pose.covariance), numbers(found.whole_error)
        assert own == pytest.approx(numbers(alone.pose.covariance), abs=1e-9)
        assert whole == pytest.approx(numbers(alone.whole_error), abs=1e-9)


def test_what_is_wrong_with_one_is_told_of_that_one() -> None:
    fit, _ = fitted()
    found = {each.entry.id: each for each in joined(roster(fit), fit)}
    assert [flag.fault for flag in found[BENT].flags] == [TagFault.DISAGREEING]
    assert "tags 104 and 105" in found[BENT].flags[0].says
    assert found[TWO_FACED].flags
    assert not found[UNSEEN].flags
    assert {name for name, each in found.items() if each.pose is None} == {BENT, TWO_FACED, UNSEEN}


def test_a_piece_of_one_tag_is_where_the_fit_has_that_tag_and_as_unsure() -> None:
    fit, _ = fitted()
    found = joined([tagged(LONE, tag(100))], fit)[0]
    index = fit.numbers.index(100)
    assert found.pose is not None
    x, y, height, turn = fit.places[index]
    at = (found.pose.x, found.pose.y, found.pose.heading)
    assert at == pytest.approx((x, y, math.degrees(turn) % 360), abs=1e-9)
    assert found.height == height
    degrees = np.diag([1.0, 1.0, 180 / np.pi])
    flat = np.ix_((0, 1, 3), (0, 1, 3))
    whole = degrees @ fit.covariance_of(index)[flat] @ degrees
    own = degrees @ fit.own[index][flat] @ degrees + np.diag([REST_IN**2, REST_IN**2, 0.0])
    for told, matrix in ((found.whole_error, whole), (found.pose.covariance, own)):
        xx, xy, xh = matrix[0]
        assert numbers(told) == pytest.approx(
            [xx, xy, matrix[1, 1], xh, matrix[1, 2], matrix[2, 2]]
        )


def test_a_tag_that_stands_up_leans_and_two_are_glued_as_well_as_hands_do() -> None:
    """The second has an own height, and the pair is held to one another with care."""
    fit, _ = fitted()
    lone = joined([tagged(LONE, tag(101))], fit)[0]
    assert lone.pose is not None
    lean = math.radians(CARE.lean_deg) * 0.5
    own = fit.own[fit.numbers.index(101)]
    assert lone.pose.covariance.xx == pytest.approx(own[0, 0] + lean**2 + REST_IN**2)
    pair = joined([tagged(PAIR, *printed(fit, 106, 108))], fit)[0]
    assert pair.pose is not None
    assert pair.pose.covariance.xx > CARE.glued_in**2 / 2
