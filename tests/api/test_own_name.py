"""What people are told to type starts this program, wherever it was set up."""

import shutil
import sys

import pytest

from api.terminal.own_name import own_name


@pytest.mark.parametrize(
    ("found", "told"),
    [("/usr/bin/umpire", "umpire"), (None, ".venv/bin/umpire")],
)
def test_it_is_called_as_it_is_found(
    found: str | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: found)
    monkeypatch.setattr(sys, "argv", [".venv/bin/umpire", "serve"])
    assert own_name() == told
