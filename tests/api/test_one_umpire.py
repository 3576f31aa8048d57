"""One umpire keeps a folder; a second one is told which one that is, at once."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from api.errors import UserError
from api.files.one_umpire import FolderKeeper
from tests.api.forked import forked_serving
from tests.api.umpire import umpire_here


def test_a_second_umpire_is_told_which_one_runs(tmp_path: Path) -> None:
    folder = str(tmp_path / "battles")
    with forked_serving("--battles", folder, cwd=tmp_path) as (url, process):
        second = umpire_here("serve", "--battles", folder, "--port", "0", "--no-open")
        parts = urlsplit(url)
        assert second.returncode == 2
        assert f"process {process.pid}, at http://{parts.netloc}/" in second.stderr
        assert parts.fragment not in second.stderr
        # Another folder is another table.
        with forked_serving("--battles", str(tmp_path / "others"), cwd=tmp_path):
            pass
    with forked_serving("--battles", folder, cwd=tmp_path):
        pass


def test_one_that_was_killed_keeps_nothing(tmp_path: Path) -> None:
    folder = str(tmp_path / "battles")
    with forked_serving("--battles", folder, cwd=tmp_path) as (_, process):
        process.kill()
        process.join(30)
        with forked_serving("--battles", folder, cwd=tmp_path):
            pass


@pytest.mark.parametrize("told", ["", "{", "[]", '{"process": "\\u001b[31m"}', "x" * 9000])
def test_what_another_one_has_written_is_not_believed(tmp_path: Path, told: str) -> None:
    keeper = FolderKeeper(tmp_path)
    (tmp_path / "umpire.running").write_text(told)
    with pytest.raises(UserError, match="it is just starting"):
        FolderKeeper(tmp_path)
    keeper.announce("http://127.0.0.1:8765/")
    with pytest.raises(UserError, match=f"process {os.getpid()}, at http://127.0.0.1:8765/"):
        FolderKeeper(tmp_path)
    keeper.release()
    FolderKeeper(tmp_path).release()
