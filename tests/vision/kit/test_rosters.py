"""Tests what a roster for printing may say, and what a bad one is told: line, field, way out."""

import pytest

from rules.table.bad_input import BadInputError
from tests.vision.kit.kits import kit_of, view_of
from vision.kit.making import kit_for
from vision.kit.tags.plan import FIRST_PIECE, class_number, plan_for
from vision.kit.wanted.army import army_from_bytes
from vision.tags.dictionary import dictionary_from_text

TANK = '[[piece]]\nid = "T1"\nkind = "tank"\nfootprint = "rectangle 3.3 x 1.6"\n'
SQUAD = '[[piece]]\nid = "S1"\nkind = "squad"\nfootprint = "disc 2.4"\n'


def numbers(roster: str, dictionary: str = "4x4") -> dict[str, list[int]]:
    army = army_from_bytes(roster.encode(), is_csv=False)
    plan = plan_for(army, dictionary_from_text(dictionary))
    return {
        piece.id: [tag.number for _, tags in piece.faces for tag in tags] for piece in plan.pieces
    }


def test_numbers_are_given_in_the_order_of_the_roster() -> None:
    assert numbers(TANK + SQUAD) == {"T1": [20], "S1": [21, 22]}


def test_written_numbers_stay_and_are_not_given_twice() -> None:
    written = SQUAD + "tags = [20, 22]\n"
    assert numbers(TANK + written + TANK.replace("T1", "T2")) == {
        "T1": [21],
        "S1": [20, 22],
        "T2": [23],
    }


def test_what_a_kind_shares_has_one_number_in_every_battle() -> None:
    smoke = '[[piece]]\nid = "smoke"\nkind = "smoke"\ncount = 3\n'
    card = '[[piece]]\nid = "c"\nkind = "playing_card"\ncount = 2\n'
    back = class_number("playing_card", "back")
    assert numbers(TANK + smoke + card) == {
        "T1": [20],
        "smoke-1": [8],
        "smoke-2": [8],
        "smoke-3": [8],
        "c-1": [21, back],
        "c-2": [22, back],
    }
    assert 8 <= back < FIRST_PIECE


def test_a_unit_that_leaves_no_corpse_has_no_tag_on_its_back() -> None:
    square = '[[piece]]\nid = "C"\nkind = "Character"\n'
    assert numbers(square) == {"C": [20, 21]}
    assert numbers(square + 'corpse = "no"\n') == {"C": [20]}


def test_a_large_dictionary_has_room_for_more() -> None:
    many = "".join(f'[[piece]]\nid = "{name}"\nkind = "tiger_card"\ncount = 150\n' for name in "ab")
    with pytest.raises(BadInputError, match="line 8, count: expected at most 200 unique tags"):
        numbers(many)
    assert len(numbers(many, "36h11")) == 300


def test_csv_is_read_like_toml() -> None:
    text = "id,name,kind,side,footprint,tag_heights_in\nT1,Tank,tank,red,rectangle 3 x 1.5,1.1\n"
    kit = kit_of(text, is_csv=True)
    assert [str(each.height) for each in kit.plan.pieces[0].item.entry.tags] == []
    assert kit.plan.pieces[0].item.heights == (1.1,)


BAD_TOML = {
    "two units with one id": (
        TANK + TANK,
        "line 6, id: expected an id of its own, got 'T1', which line 1 has already",
    ),
    "a copy with the id of another": (
        '[[piece]]\nid = "s"\nkind = "smoke"\ncount = 2\n[[piece]]\nid = "s-2"\nkind = "smoke"\n',
        "line 6, id: expected an id of its own, got 's-2', which line 1 has already",
    ),
    "one tag twice": (
        TANK + "tags = [30]\n" + TANK.replace("T1", "T2") + "tags = [30]\n",
        "line 10, tags: expected tags of its own, got 30, the tag of 'T1' on line 5",
    ),
    "a tag wider than its base": (
        TANK + "tag_size_in = 1.5\n",
        "line 5, tag_size_in: expected a tag of at most 1.2 in, which the base of T1 holds with a "
        "white margin, got 1.5",
    ),
    "a base too small for any tag": (
        '[[piece]]\nid = "J"\nkind = "jeep"\nfootprint = "square 0.3"\n',
        "line 4, footprint: expected room for a tag of 0.25 in and its white margin, got room for "
        "one of 0.23 in",
    ),
    "a standing figure on too small a base": (
        '[[piece]]\nid = "S"\nkind = "squad"\nfootprint = "disc 0.8"\n',
        "line 4, footprint: expected room for a tag of 0.25 in and its white margin before and "
        "behind the figure, got room for one of",
    ),
    "an unknown kind": (
        '[[piece]]\nid = "T1"\nkind = "tnak"\nfootprint = "disc 2"\n',
        "got 'tnak'; did you mean tank?",
    ),
    "no kind": ('[[piece]]\nid = "T1"\n', "line 1, kind: expected one of character"),
    "an id outside the dictionary": (
        TANK + "tags = [250]\n",
        "line 5, tags: expected 0 to 249, the ids of DICT_4X4_250, got 250",
    ),
    "the id of an anchor": (
        TANK + "tags = [3]\n",
        "line 5, tags: expected 20 to 219, got 3, which belongs to the anchors",
    ),
    "the id of a card's back": (
        TANK + "tags = [12]\n",
        "line 5, tags: expected 20 to 219, got 12, "
        "which belongs to markers, card backs and the dice tray",
    ),
    "an id of the lens board": (
        TANK + "tags = [240]\n",
        "line 5, tags: expected 20 to 219, got 240, which belongs to the lens board and the scale",
    ),
    "too few tags": (
        SQUAD + "tags = [30]\n",
        'line 5, tags: expected 2 (front, rear) or none; stands = "flat" takes one, got 1',
    ),
    "tags with a count": (
        TANK + "count = 2\ntags = [30]\n",
        "line 6, tags: expected no tags where count is more than 1, got 1",
    ),
    "an unknown column": (TANK + "colour = 3\n", "line 5, colour: expected one of id, name"),
    "an unknown footprint": (
        '[[piece]]\nid = "T1"\nkind = "tank"\nfootprint = "circle 2"\n',
        "line 4, footprint: expected 'disc DIAMETER'",
    ),
    "no footprint": (
        '[[piece]]\nid = "T1"\nkind = "tank"\n',
        "line 1, footprint: expected this field, got nothing",
    ),
    "no TOML": ("id = \n", "line 1: expected TOML"),
    "an unknown table": ("[pieces]\n", "line 1, pieces: expected [[piece]] tables"),
    "an unknown wish": (
        '[kit]\ncolour = "red"\n' + TANK,
        "line 2, colour: expected one of game, camera, table, tilt, dictionary, paper, art, got an",
    ),
    "too many copies": (TANK + "count = 1000\n", "line 5, count: expected 1 to 200, got 1000"),
    "a strange stand": (
        TANK + 'stands = "sideways"\n',
        "line 5, stands: expected one of flat, upright, roof, loose, got 'sideways'",
    ),
    "heights that fit no tags": (
        TANK + "tag_heights_in = [1, 2]\n",
        "line 5, tag_heights_in: expected one height, or one for each of 1 tags, got 2",
    ),
    "a height in the clouds": (
        TANK + "tag_heights_in = [99]\n",
        "line 5, tag_heights_in: expected 0 to 24 inches, got 99",
    ),
    "nothing in it": ("# nothing\n", "line 1: expected at least one [[piece]], got none"),
    "an empty file": ("", "line 1: expected a roster, got an empty file"),
    "a base larger than a page": (
        '[[piece]]\nid = "C"\nkind = "counter"\nfootprint = "square 9"\n',
        "line 4, footprint: expected a size that fits on a page, at most 7.28 x 9.71 in, got 9 x 9",
    ),
    "a sheet larger than a page": (
        '[[piece]]\nid = "S"\nkind = "game_sheet"\nfootprint = "rectangle 8 x 12"\n',
        "line 4, footprint: expected a size that fits on a page, at most 6.02 x 10.21 in, got 8 x",
    ),
    "terrain larger than any table": (
        '[[piece]]\nid = "R"\nkind = "river"\nfootprint = "rectangle 500 x 3"\n',
        "line 4, footprint: expected terrain of at most 72 in, got 500 x 3 in",
    ),
    "a table that is too small for its tags": (
        '[[piece]]\nid = "W"\nkind = "woods"\nfootprint = "rectangle 3 x 0.2"\n',
        "line 4, footprint: expected room for two tags",
    ),
}


@pytest.mark.parametrize(("roster", "told"), BAD_TOML.values(), ids=BAD_TOML.keys())
def test_a_bad_roster_is_told_where_and_what(roster: str, told: str) -> None:
    # Without the command line's own wrapping of complaints.
    with pytest.raises(BadInputError) as caught:
        kit_for(army_from_bytes(roster.encode(), is_csv=False), view_of())
    assert told in str(caught.value)


BAD_CSV = {
    "in Latin-1": (
        b"id,name,kind,footprint\nT1,Tank,tank,disc 2\nT2,Fl\xe4mme,tank,disc 2\n",
        "line 3, name: expected text in UTF-8, got byte 0xe4; save the file with the encoding",
    ),
    "empty": (b"", "line 1: expected a roster, got an empty file"),
    "a header only": (b"id,kind\n", "line 1: expected a header and at least one row, got none"),
    "an unknown kind": (
        b"id,kind,footprint\nT1,tank,disc 2\n\nT2,plane,disc 2\n",
        "line 4, kind: expected one of",
    ),
    "two units with one id": (
        b"id,kind,footprint\nT1,tank,disc 2\nT1,tank,disc 2\n",
        "line 3, id: expected an id of its own, got 'T1', which line 2 has already",
    ),
    "one tag twice": (
        b"id,kind,footprint,tags\nT1,tank,disc 2,30\nT2,tank,disc 2,30\n",
        "line 3, tags: expected tags of its own, got 30, the tag of 'T1' on line 2",
    ),
    "a tag that is no number": (
        b"id,kind,footprint,tags\nT1,tank,disc 2,x\n",
        "line 2, tags: expected a whole number, got 'x'",
    ),
    "too few cells": (
        b"id,kind,footprint\nT1,tank\n",
        "line 2: expected 3 cells, as in the header, got 2",
    ),
    "a column twice": (b"id,kind,id\nT1,tank,T1\n", "line 1, id: expected each column once"),
    "an open quote": (b'id,kind\n"T1,tank\n', "expected CSV"),
}


@pytest.mark.parametrize(("roster", "told"), BAD_CSV.values(), ids=BAD_CSV.keys())
def test_a_bad_csv_roster_is_told_where_and_what(roster: bytes, told: str) -> None:
    with pytest.raises(BadInputError) as caught:
        kit_for(army_from_bytes(roster, is_csv=True), view_of())
    assert told in str(caught.value)


def test_latin_1_in_toml_is_told_with_its_field() -> None:
    data = b'[[piece]]\nid = "T1"\nname = "Fl\xe4mme"\n'
    with pytest.raises(BadInputError, match="line 3, name: expected text in UTF-8"):
        army_from_bytes(data, is_csv=False)
