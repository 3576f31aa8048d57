"""Tests that a roster may come out of any spreadsheet, and what is said where it may not."""

import pytest

from rules.table.bad_input import BadInputError
from tests.vision.kit.kits import view_of
from vision.kit.making import kit_for
from vision.kit.wanted.army import Army, army_from_bytes

TEXT = (
    "id,name,kind,footprint,count\n"
    "T1,Tank,tank,rectangle 3.3 x 1.6,1\n"
    'S1,"Squad, rifle",squad,disc 2.4,2\n'
)


def read(data: bytes) -> Army:
    return army_from_bytes(data, is_csv=True)


def rows(army: Army) -> list[tuple[int, str, str, int]]:
    return [(item.row.line, item.entry.id, item.entry.name, item.copies) for item in army.items]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT.encode(), id="commas"),
        pytest.param(
            TEXT.replace(",", ";").replace("; rifle", ", rifle").encode(), id="semicolons"
        ),
        pytest.param(TEXT.replace(",", "\t").replace("\t rifle", ", rifle").encode(), id="tabs"),
        pytest.param(
            TEXT.replace(",", ", ").replace(",  ", ", ").encode(), id="spaces after commas"
        ),
        pytest.param(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode(), id="from Windows"),
        pytest.param(TEXT.replace("id,name,kind", "ID, Name ,Kind").encode(), id="capitals"),
    ],
)
def test_any_spreadsheet_will_do(data: bytes) -> None:
    assert rows(read(data)) == [(2, "T1", "Tank", 1), (3, "S1", "Squad, rifle", 2)]


def test_remarks_are_passed_over_and_lines_still_counted() -> None:
    lines = TEXT.splitlines()
    told = ["# my army", *lines[:2], "", "#spare,,,,", "# T2,Tank,tank,disc 3,1", lines[2]]
    assert [row[:2] for row in rows(read("\n".join(told).encode()))] == [(3, "T1"), (7, "S1")]


def test_an_id_may_begin_with_a_hash() -> None:
    assert rows(read(TEXT.replace("T1", "#1").encode()))[0][1] == "#1"


def test_a_line_break_in_a_cell_is_a_space() -> None:
    text = TEXT.replace("Squad, rifle", "Squad\nrifle") + "T2,Tank,tank,disc 3,1\n"
    assert rows(read(text.encode()))[1:] == [(4, "S1", "Squad rifle", 2), (5, "T2", "Tank", 1)]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            TEXT.replace(",", ";").replace("Tank", "J\u00e4ger").encode("latin-1"),
            "line 2, name: expected text in UTF-8, got byte 0xe4",
        ),
        (TEXT.encode("utf-16"), "line 1: expected text in UTF-8, got UTF-16; save the file"),
        (bytes(range(9, 256)), "line 2: expected text in UTF-8, got byte 0x80"),
        (TEXT.encode() + b"T3,x\n", "line 4: expected 5 cells, as in the header, got 2"),
        (
            TEXT.replace(",", ";").replace("3.3 x", "3,3 x").encode(),
            "line 2, footprint: expected 'disc DIAMETER'",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(data: bytes, told: str) -> None:
    with pytest.raises(BadInputError) as caught:
        read(data)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("kind", "footprint", "told"),
    [
        ("tank", "rectangle -3 x 1", "line 4, footprint.length_in: expected more than 0 and at"),
        ("tank", "rectangle 400 x 3", "line 4, footprint: expected at most 72 in, got 400 x 3 in"),
        ("woods", "disc 0.01", "line 4, footprint: expected room for two tags of 0.25 in, got"),
    ],
)
def test_strange_sizes_are_told_where_they_stand(kind: str, footprint: str, told: str) -> None:
    text = f'[[piece]]\nid = "X"\nkind = "{kind}"\nfootprint = "{footprint}"\n'
    with pytest.raises(BadInputError) as caught:
        kit_for(army_from_bytes(text.encode(), is_csv=False), view_of())
    assert str(caught.value).startswith(told)


def test_only_the_smaller_dictionary_has_a_larger_one_to_take() -> None:
    many = "".join(f'[[piece]]\nid = "{n}"\nkind = "tiger_card"\ncount = 200\n' for n in "abc")
    army = army_from_bytes(many.encode(), is_csv=False)
    with pytest.raises(BadInputError, match="more; take --dictionary 36h11, or print fewer"):
        kit_for(army, view_of())
    with pytest.raises(BadInputError, match="got more; print fewer pieces"):
        kit_for(army, view_of(dictionary="36h11"))
