"""`umpire open` finds the host's address while an umpire runs, and nothing of it afterwards."""

import json
import stat
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from api.files.one_umpire import PAGE, FolderKeeper, page_of_host

ADDRESS = "http://127.0.0.1:8765/#secret"


def test_the_hosts_address_is_there_while_it_runs_and_for_its_user_alone(tmp_path: Path) -> None:
    assert page_of_host(tmp_path) is None
    keeper = FolderKeeper(tmp_path)
    assert page_of_host(tmp_path) is None, "it is just starting"
    keeper.let_open(ADDRESS)
    assert page_of_host(tmp_path) == ADDRESS
    assert stat.S_IMODE((tmp_path / PAGE).stat().st_mode) == 0o600
    keeper.release()
    assert not (tmp_path / PAGE).exists()
    assert page_of_host(tmp_path) is None


def test_an_address_that_a_crash_left_behind_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / PAGE).write_text(ADDRESS, encoding="utf-8")
    assert page_of_host(tmp_path) is None
    keeper = FolderKeeper(tmp_path)
    keeper.let_open(f"{ADDRESS}2")
    assert page_of_host(tmp_path) == f"{ADDRESS}2"
    keeper.release()


def test_the_page_of_the_folder_that_is_set_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UMPIRE_BATTLES", str(tmp_path))
    keeper = FolderKeeper(tmp_path)
    keeper.let_open(ADDRESS)
    assert run(["open", "--no-open", "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out) == {"page": ADDRESS, "opened": False}
    keeper.release()
