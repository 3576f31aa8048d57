"""Tests that the dice tray is printed with tags of its own, where the reader looks for them."""

import cv2
import numpy as np
import pytest

from tests.vision.kit.kits import kit_of, rasterised
from vision.kit.pages.printing import kit_pages, tray_pdf
from vision.kit.paper.sheets import A4, LETTER, Paper
from vision.kit.tags.plan import FIRST_CLASS, FIRST_PIECE, TRAY_NUMBERS
from vision.kit.wanted.kinds import CLASS_FACES, Group

ROSTER = '[[piece]]\nid = "s"\nkind = "smoke"\n'


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_tray_is_one_page_with_its_four_tags(paper: Paper) -> None:
    pages = rasterised(tray_pdf(paper), dpi=100)
    assert len(pages) == 1
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    _, ids, _ = cv2.aruco.ArucoDetector(book).detectMarkers(pages[0])
    assert sorted(np.asarray(ids).reshape(-1)) == list(TRAY_NUMBERS)


def test_nothing_else_has_the_numbers_of_the_tray() -> None:
    classes = range(FIRST_CLASS, FIRST_CLASS + len(CLASS_FACES))
    assert not set(TRAY_NUMBERS) & set(classes)
    assert max(TRAY_NUMBERS) < FIRST_PIECE


def test_a_kit_has_the_tray_where_it_is_asked_for() -> None:
    kit = kit_of(ROSTER)
    assert [page.title for page in kit_pages(kit, paper=A4, name="t", only=[Group.TRAY])] == [
        "dice tray"
    ]
    assert "dice tray" not in [page.title for page in kit_pages(kit, paper=A4, name="t")]
