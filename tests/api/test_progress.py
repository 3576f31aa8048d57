"""Long work shows a bar to whoever waits at a terminal, and to nobody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from api.terminal.progress import keep_still, watched

Said = pytest.CaptureFixture[str]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FORCE_COLOR", "1")
    yield
    keep_still(is_quiet=False)


@pytest.mark.usefixtures("terminal")
def test_a_bar_is_there_for_several_and_for_nobody_who_wants_it_quiet(capsys: Said) -> None:
    assert list(watched("abc", what="Reading", total=3)) == ["a", "b", "c"]
    assert "Reading" in capsys.readouterr().err
    assert list(watched("a", what="Reading", total=1)) == ["a"]
    keep_still(is_quiet=True)
    assert list(watched("abc", what="Reading", total=3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_in_a_pipe_there_is_none(capsys: Said) -> None:
    assert list(watched("abc", what="Reading", total=3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_ruling_on_all_cases_shows_how_far_it_is(tmp_path: Path, capsys: Said) -> None:
    command = ["corpus", "run", "papercraft", "--engine", f"exec:{tmp_path}/none"]
    assert run(command) == ExitCode.USAGE
    assert "Ruling" in capsys.readouterr().err
