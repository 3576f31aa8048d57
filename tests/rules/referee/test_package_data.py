"""Packed data are read as they are, and that a file that cannot be is named."""

import pytest

from rules.referee.toolkit.package_data import is_packed, packed_folders, packed_text, packed_toml
from rules.table.bad_input import BadInputError
from tests.rules.referee.conftest import Packed


def test_a_file_is_read(packed: Packed) -> None:
    package = packed({"units.toml": 'name = "Käfer"\n[tank]\nreach_in = 12\n'})
    assert packed_toml(package, "units.toml") == {"name": "Käfer", "tank": {"reach_in": 12}}
    assert packed_toml(packed({"units.toml": ""}), "units.toml") == {}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"name = ", "expected TOML, got"),
        (b"name = 1\nname = 2", "expected TOML, got"),
        (b"name = '\xff'", "expected a text in UTF-8, got"),
    ],
)
def test_a_file_that_cannot_be_read(packed: Packed, content: bytes, expected: str) -> None:
    package = packed({"units.toml": content})
    with pytest.raises(BadInputError) as caught:
        packed_toml(package, "units.toml")
    assert str(caught.value).startswith(f"{package}/units.toml: {expected}")


def test_a_file_that_is_not_there(packed: Packed) -> None:
    package = packed({})
    assert not is_packed(package, "units.toml")
    with pytest.raises(BadInputError) as caught:
        packed_toml(package, "units.toml")
    assert str(caught.value) == f"{package}/units.toml: expected this file, got nothing"


def test_a_text_is_read_as_it_is(packed: Packed) -> None:
    package = packed({"units.csv": "unit_id,name\nk,Käfer\n"})
    assert packed_text(package, "units.csv") == "unit_id,name\nk,Käfer\n"
    with pytest.raises(BadInputError, match=r"attacks\.csv: expected this file, got nothing"):
        packed_text(package, "attacks.csv")


def test_a_package_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(ModuleNotFoundError):
        packed_toml("planted_nowhere", "units.toml")


def test_whether_a_file_is_there(packed: Packed) -> None:
    package = packed({"units.toml": "", "folder/units.toml": ""})
    assert is_packed(package, "units.toml")
    assert not is_packed(package, "folder")


def test_folders_in_order_and_without_what_python_leaves_behind(packed: Packed) -> None:
    package = packed(
        {
            "zulu/__init__.py": "",
            "alpha/clauses.toml": "",
            "gone/__pycache__/decide.cpython-311.pyc": "",
            "__pycache__/x.pyc": "",
            "_private/x.py": "",
            ".hidden/x.py": "",
            "file.toml": "",
        }
    )
    assert packed_folders(package) == ("alpha", "zulu")
