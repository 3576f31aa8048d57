"""Tests of the army list."""

import pytest

from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import footprint_from_text, roster_from_csv, roster_from_toml
from rules.table.files.strict_json import whole
from rules.table.roster import Column, Tag
from rules.table.shapes import Disc, Polygon, Rectangle
from rules.table.units import Inches

TOML = """
[[piece]]
id = "T1"
name = "Panther"
side = "red"
kind = "tank"
footprint = "rectangle 3.3 x 1.6"
tags = [12, 13]
tag_heights_in = [1.1, 0.9]

[[piece]]
id = "S1"
footprint = "disc 1.2"
tags = [7]
"""

CSV = """id,name,side,kind,footprint,tags,tag_heights_in
T1,Panther,red,tank,rectangle 3.3 x 1.6,12 13,1.1 0.9
S1,,,,disc 1.2,7,
"""


def test_toml_and_csv_say_the_same() -> None:
    assert roster_from_toml(TOML) == roster_from_csv(CSV)


def test_what_a_roster_says() -> None:
    roster = roster_from_toml(TOML)
    tank, squad = roster.entries
    assert tank.tags == (Tag(number=12, height=Inches(1.1)), Tag(number=13, height=Inches(0.9)))
    assert squad.name == "S1"
    assert squad.tags == (Tag(number=7),)


def test_a_spreadsheets_byte_order_mark_and_blank_lines_do_no_harm() -> None:
    assert roster_from_csv("\ufeff" + CSV + "\n,,,,,,\n") == roster_from_csv(CSV)


@pytest.mark.parametrize(
    ("text", "footprint"),
    [
        ("disc 1", Disc(radius=Inches(0.5))),
        ("Rectangle 3x2", Rectangle(length=Inches(3), width=Inches(2))),
        ("square 2.5", Rectangle(length=Inches(2.5), width=Inches(2.5))),
        (
            "polygon 1,0  -1,1 -1, -1",
            Polygon(
                vertices=(
                    (Inches(1), Inches(0)),
                    (Inches(-1), Inches(1)),
                    (Inches(-1), Inches(-1)),
                )
            ),
        ),
    ],
)
def test_footprints(text: str, footprint: object) -> None:
    assert footprint_from_text(text) == footprint


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("disc", "piece 1.footprint"),
        ("disc 0", "more than 0"),
        ("disc -1", "more than 0"),
        ("rectangle 3", "'rectangle LENGTH x WIDTH'"),
        ("polygon 0,0 1,1", "2 corners"),
        ("polygon 0,0 2,2 2,0 0,2", "crosses or touches itself"),
        ("polygon 0,0 2;2 2,0", "corners as X,Y"),
        ("blob 3", "'blob 3'"),
        ("", "expected a text"),
    ],
)
def test_bad_footprints(text: str, told: str) -> None:
    with pytest.raises(BadInputError, match=r"piece 1\.footprint") as caught:
        roster_from_toml(f'[[piece]]\nid = "A"\nfootprint = "{text}"\n')
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "at least one [[piece]]"),
        ("piece = 3", "[[piece]] tables"),
        ("[[piece]\n", "expected TOML"),
        ("[[unit]]\n", "unit: expected [[piece]] tables"),
        ('[[piece]]\nfootprint = "disc 1"\n', "piece 1.id: expected this field"),
        ('[[piece]]\nid = " "\nfootprint = "disc 1"\n', "piece 1.id: expected a text"),
        ('[[piece]]\nid = "A"\n', "piece 1.footprint: expected this field"),
        ('[[piece]]\nid = 3\nfootprint = "disc 1"\n', "piece 1.id: expected a text, got 3"),
        ('[[piece]]\nid = "A"\nfootprint = "disc 1"\ncolour = "red"\n', "piece 1.colour"),
        ('[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = 3\n', "piece 1.tags: expected a list"),
        ('[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [1.5]\n', "a whole number, got 1.5"),
        ('[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [true]\n', "a whole number, got True"),
        ('[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [-1]\n', "0 to 1023, got -1"),
        ('[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [1, 1]\n', "the tag of 'A'"),
        (
            '[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [1]\ntag_heights_in = [1.0, 2.0]\n',
            "one for each of 1 tags, got 2",
        ),
        (
            '[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [1]\ntag_heights_in = [nan]\n',
            "a finite number",
        ),
        (
            '[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [1]\ntag_heights_in = [-2]\n',
            "0 to 24 inches, got -2",
        ),
        (TOML + TOML, "piece 3.id: expected an id of its own, got 'T1', which piece 1 has"),
        (
            '[[piece]]\nid = "A"\nfootprint = "disc 1"\ntags = [1]\n'
            '[[piece]]\nid = "B"\nfootprint = "disc 1"\ntags = [1]\n',
            "piece 2.tags: expected tags of its own, got 1 for 'B', the tag of 'A'",
        ),
    ],
)
def test_bad_toml(text: str, told: str) -> None:
    with pytest.raises(BadInputError) as caught:
        roster_from_toml(text)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a header and at least one row, got 0"),
        ("id,footprint\n", "got 1"),
        ("id,id,footprint\nA,B,disc 1\n", "'id' twice"),
        ("id,footprint\nA,disc 1,extra\n", "line 2: expected 2 cells, got 3"),
        (
            "id,footprint,tags\nA,disc 1,seven\n",
            "line 2.tags: expected a whole number, got 'seven'",
        ),
        ('id,footprint\n"A,disc 1\n', "expected CSV"),
        ("id,footprint,size\nA,disc 1,3\n", "line 2.size: expected one of id, name"),
    ],
)
def test_bad_csv(text: str, told: str) -> None:
    with pytest.raises(BadInputError) as caught:
        roster_from_csv(text)
    assert told in str(caught.value)


def test_a_game_adds_columns() -> None:
    points = Column(name="points", read=whole, required=True)
    mark = Column(name="mark", read=lambda value, _: str(value), default="none")
    text = '[[piece]]\nid = "A"\nfootprint = "disc 1"\npoints = 40\n'
    entry = roster_from_toml(text, columns=[points, mark]).entries[0]
    assert dict(entry.extra) == {"points": 40, "mark": "none"}
    with pytest.raises(BadInputError, match=r"piece 1\.points: expected this field"):
        roster_from_toml(text.replace("points = 40", ""), columns=[points])
    with pytest.raises(BadInputError, match=r"piece 1\.points: expected a whole number"):
        roster_from_toml(text.replace("40", "'many'"), columns=[points])
