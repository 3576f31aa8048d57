"""Tests that every name is printed legibly, and that a player is told where it is changed."""

import pytest

from tests.vision.kit.kits import kit_of
from vision.kit.drawing.marks import Words
from vision.kit.pages.printing import kit_pages
from vision.kit.paper.sheets import A4
from vision.kit.wanted.letters import printable


def smoke(name: str, *, called: str = "") -> str:
    return f'[[piece]]\nid = "{name}"\nkind = "marker"\nname = "{called or name}"\n'


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Czołg średni Łódź", "Czolg sredni Lódz"),
        ("Őrség űr", "Orség ur"),
        ("Škoda, 5 €", "Škoda, 5 €"),
        ("Тяжёлый танк", "Tyazhyolyy tank"),
        ("Щука Ї", "Shchuka Yi"),
        ("Ἀθῆναι", "Athinai"),
        ("Cafe\u0301", "Café"),
        ("1\u22122 in \u2192 N", "1-2 in -> N"),
        ("a\u202eb\u200d", "ab"),
        ("虎 7", "? 7"),
        ("\U0001f405", "?"),
        ("ﬁre Ⅳ", "fire IV"),
    ],
)
def test_names_are_written_in_letters_that_fonts_have(written: str, printed: str) -> None:
    assert printable(written) == printed


def test_whatever_is_written_the_fonts_can_print_it() -> None:
    text = "".join(map(chr, [*range(32, 0xD800), *range(0xE000, 0x11000), 0x1F405]))
    assert printable(text).encode("cp1252")


def test_a_changed_name_is_told_with_its_unit_and_its_line() -> None:
    assert list(kit_of(smoke("M1", called="Мост")).warnings) == [
        "line 4, name: 'Мост' of M1 is printed as 'Most': the kit's fonts have Latin letters only"
    ]


def test_what_has_no_latin_letters_is_asked_for_another_name() -> None:
    (told,) = kit_of(smoke("虎")).warnings
    assert told.startswith("line 2, id: '虎' is printed as '?'")
    assert told.endswith("so give it an id in these")


def test_ids_that_look_alike_on_paper_are_told() -> None:
    warnings = kit_of(smoke("虎") + smoke("龍")).warnings
    assert warnings[-1] == "line 6, id: '龍' and '虎' are both printed as '?'"


def test_a_roster_with_a_name_in_other_letters_has_legible_footers() -> None:
    pages = kit_pages(kit_of(smoke("M1")), paper=A4, name="армия")
    words = [mark.text for page in pages for mark in page.marks if isinstance(mark, Words)]
    assert "armiya: scale check" in words
    assert all(text.encode("cp1252") for text in words if text)
