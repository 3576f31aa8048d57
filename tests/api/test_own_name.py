"""What people are told to type starts this program, wherever it was set up."""

import shutil
import sys

import pytest

from api.terminal.own_name import own_name


@pytest.mark.parametrize(
    ("started", "found", "told"),
    [
        (".venv/bin/umpire", "/usr/bin/umpire", "umpire"),
        (".venv/bin/umpire", None, ".venv/bin/umpire"),
        ("my games/umpire", None, "'my games/umpire'"),
        # A starter that comes with it calls it in its own way.
        ("/opt/umpire/api/__main__.py", None, "umpire"),
    ],
)
def test_it_is_called_as_it_is_found(
    started: str, found: str | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: found)
    monkeypatch.setattr(sys, "argv", [started, "serve"])
    assert own_name() == told
