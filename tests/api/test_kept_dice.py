"""Tests that what the umpire was shown of a table's dice outlives the evening."""

from pathlib import Path

import pytest

from api.rolling.kept_dice import FORMAT
from api.rolling.teaching import TrayLesson
from vision.dice.reading import DieReading, TrayReading


def lying(*faces: int, side_mm: float) -> TrayReading:
    dice = tuple(
        DieReading(
            x_mm=20.0 * at, y_mm=9.0, side_mm=side_mm, face=face, other=None, margin=1.0, doubt=None
        )
        for at, face in enumerate(faces)
    )
    return TrayReading(dice=dice, doubts=())


def taught(place: Path) -> TrayLesson:
    lesson = TrayLesson(place)
    for face, side in ((1, 15.5), (2, 16.0), (4, 16.4), (5, 16.0), (6, 16.0)):
        lesson.tell(lying(face, face, side_mm=side), (face, face))
    return lesson


def test_dice_that_were_shown_are_known_on_another_evening(tmp_path: Path) -> None:
    place = tmp_path / "cameras" / "dice.json"
    taught(place).keep()
    later = TrayLesson(place)
    assert later.says == "Still to be shown: 3."
    later.tell(lying(2, 3, side_mm=16.0), (3, 3))
    later.keep()
    known = TrayLesson(place).known
    assert known is not None
    assert (known.least_mm, known.most_mm, known.asked_about) == (15.5, 16.4, frozenset({2, 3}))


def test_forgotten_dice_stay_forgotten(tmp_path: Path) -> None:
    place = tmp_path / "dice.json"
    lesson = taught(place)
    lesson.keep()
    lesson.forget()
    assert lesson.says == TrayLesson(place).says == "No dice were shown yet."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"format": "paper-umpire/dice/2", "sides_mm": [], "shown": []}',
        f'{{"format": "{FORMAT}", "sides_mm": [16.0], "shown": [[1, 1, 0, 0]]}}',
        f'{{"format": "{FORMAT}", "sides_mm": ["wide"], "shown": []}}',
    ],
)
def test_a_file_that_cannot_be_read_counts_as_none(text: str, tmp_path: Path) -> None:
    place = tmp_path / "dice.json"
    place.write_text(text, encoding="utf-8")
    assert TrayLesson(place).says == "No dice were shown yet."
