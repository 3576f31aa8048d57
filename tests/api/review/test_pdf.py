"""The PDF tells the same battle: its words, its pages, and maps as vectors."""

from pathlib import Path

import pypdfium2
import pytest

from api.cli import run
from api.drawing.svg import element
from api.review.pages.pdf_drawing import DrawnFlowable, printable
from tests.api.review.battle_files import battle_file


def words(place: Path) -> tuple[int, str]:
    document = pypdfium2.PdfDocument(place)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    return len(document), " ".join(text.split())


def test_the_document_tells_the_battle(tmp_path: Path) -> None:
    place = battle_file(tmp_path / "b.battle")
    out = tmp_path / "b.pdf"
    assert run(["report", str(place), "-o", str(out)]) == 0
    pages, text = words(out)
    assert pages >= 5
    assert "Blue wins: Red 1, Blue 10. The bridge is blown." in text
    for turn in range(1, 6):
        assert f"Turn {turn} (" in text
    assert "lost in turn 4 to B1" in text
    again = tmp_path / "again.pdf"
    assert run(["report", str(place), "-o", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_battle_that_is_not_over_has_one_too(tmp_path: Path) -> None:
    place = battle_file(tmp_path / "b.battle", lines=12)
    assert run(["report", str(place), "-o", str(tmp_path / "b.pdf")]) == 0
    assert "It is not over yet." in words(tmp_path / "b.pdf")[1]


@pytest.mark.parametrize(("text", "shown"), [("Jägers · 3×", "Jägers - 3x"), ("戦車", "??")])
def test_strange_letters_are_shown_as_far_as_the_fonts_go(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_drawing_is_as_high_as_its_box_asks_for() -> None:
    drawing = element("svg", viewBox="0 0 200 50")
    assert DrawnFlowable(drawing, width=100.0).wrap(500, 500) == (100.0, 25.0)
