"""Tests that the tray of drawn rolls is the printed one."""

import pytest

from vision.kit.designs.tray import FLOOR, HEIGHT, WIDTH, tray_tags
from vision.kit.drawing.marks import MM
from vision.synthetic.rolls.described import FLOOR_MM, TAG_CENTRES_MM, TAG_MM, TRAY_MM


def test_the_drawn_tray_is_the_printed_one() -> None:
    assert pytest.approx((WIDTH / MM, HEIGHT / MM)) == TRAY_MM
    assert pytest.approx([edge / MM for edge in FLOOR]) == FLOOR_MM
    for tag in tray_tags():
        assert pytest.approx([each / MM for each in tag.centre]) == TAG_CENTRES_MM[tag.number]
        assert tag.size / MM == pytest.approx(TAG_MM)
