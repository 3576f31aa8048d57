"""Tests which texts are on one line: those without breaks, control characters and halves."""

import pytest

from rules.table.bad_input import BadInputError, on_one_line

REFUSED = {*range(32), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000)}


def test_every_character_is_judged_by_its_code() -> None:
    found = set()
    for code in (*range(0x3000), *range(0xD700, 0xE100), *range(0x1F300, 0x1F700)):
        try:
            on_one_line(f"tank {chr(code)}", "name")
        except BadInputError:
            found.add(code)
    assert found == REFUSED


@pytest.mark.parametrize("text", ["", "Königstiger", "a\u00a0b", "\u200b", "虎"])
def test_names_of_any_language_pass(text: str) -> None:
    on_one_line(text, "name")
