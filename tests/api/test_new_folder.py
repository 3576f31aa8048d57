"""Tests of how results are written: wholly or not at all, and over nobody's work."""

from pathlib import Path

import pytest

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new, make_empty, write_whole


def refused(place: Path, *, force: bool = False) -> str:
    with pytest.raises(UserError) as failure:
        write_whole(b"new", place=place, force=force)
    assert failure.value.exit_code == ExitCode.USAGE
    return failure.value.message


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    write_whole(b"one", place=place, force=False)
    write_whole(b"two", place=place, force=True)
    assert place.read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_what_is_there_stays(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")
    assert "is there already" in refused(place)
    assert place.read_bytes() == b"old"
    with pytest.raises(UserError):
        check_new(place, force=False)
    check_new(place, force=True)


def test_places_that_cannot_be(tmp_path: Path) -> None:
    assert "there is no folder" in refused(tmp_path / "none" / "a.json")
    assert "is a folder" in refused(tmp_path, force=True)
    (tmp_path / "file").write_bytes(b"")
    assert "there is no folder" in refused(tmp_path / "file" / "a.json")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    make_empty(tmp_path / "new" / "deep")
    make_empty(tmp_path / "new" / "deep")
    with pytest.raises(UserError, match="is not empty"):
        make_empty(tmp_path / "new")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UserError, match="cannot be made"):
        make_empty(tmp_path / "file")
