"""A folder is gone through again once something in it has changed, and not before."""

import os
from pathlib import Path

from api.battle_files.names import NamesIn
from tests.api.server.events import begun, log


def look(folder: Path, names: NamesIn, *, at: int) -> tuple[str, ...]:
    """What is there, in a folder that has rested since a moment."""
    os.utime(folder, ns=(at, at))
    names.now()
    return names.now()


def test_what_is_written_comes_first(tmp_path: Path) -> None:
    names = NamesIn(tmp_path)
    assert look(tmp_path, names, at=1) == ()
    files = {each: begun(tmp_path / f"{each}.battle") for each in ("one", "two", "three")}
    for at, each in enumerate(files, 1):
        os.utime(tmp_path / f"{each}.battle", (at, at))
    assert look(tmp_path, names, at=2) == ("three", "two", "one")
    # A commit leaves a trace in the folder, too.
    files["one"].append(log(3)[1:])
    assert names.now() == ("one", "three", "two")
    os.rename(tmp_path / "two.battle", tmp_path / "four.battle")
    (tmp_path / "three.battle").unlink()
    assert set(names.now()) == {"one", "four"}
    for file in files.values():
        file.close()


def test_a_folder_that_rests_is_not_gone_through_again(tmp_path: Path) -> None:
    names = NamesIn(tmp_path)
    begun(tmp_path / "one.battle").close()
    assert look(tmp_path, names, at=1) == ("one",)
    (tmp_path / "two.battle").write_bytes(b"")
    # Nobody can tell that something has changed.
    os.utime(tmp_path, ns=(1, 1))
    assert names.now() == ("one",)
