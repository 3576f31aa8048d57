"""Every command answers programs too, has a place in the guide, and works long with a bar."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.cli import run
from api.commands.program import COMMANDS, loaded
from api.errors import ExitCode
from tests.api.umpire import REPOSITORY

GUIDE = (REPOSITORY / "docs" / "cli.md").read_text(encoding="utf-8")


def commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """A command, or those that a group holds."""
    inside = getattr(command, "commands", None)
    if inside is None:
        yield name, command
        return
    for each, found in inside.items():
        yield from commands(f"{name} {each}", found)


def every() -> dict[str, Any]:
    return dict(pair for each in COMMANDS for pair in commands(each.name, loaded(each)))


def without_json(found: dict[str, Any]) -> list[str]:
    return [
        name
        for name, command in found.items()
        if not any("--json" in parameter.opts for parameter in command.params)
    ]


def test_every_command_answers_programs() -> None:
    found = every()
    assert len(found) > len(COMMANDS)
    assert without_json(found) == []
    # One that does not is noticed.
    kept = found["export"].params
    found["export"].params = [each for each in kept if "--json" not in each.opts]
    assert without_json(found) == ["export"]


def test_the_guide_has_the_help_of_every_command() -> None:
    shown = set(re.findall(r"<!-- from: umpire ([a-z ]+?) --help -->", GUIDE))
    assert sorted(set(every()) - shown) == []


def told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    code = run(arguments)
    said = capsys.readouterr()
    assert code == ExitCode.DONE, said.err
    return json.loads(said.out)


def test_what_is_written_or_printed_is_told_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "close-call" in told(["example", "--list", "--json"], capsys)["examples"]
    example = told(["example", "close-call", "--json"], capsys)
    assert (example["name"], "pieces" in json.loads(example["text"])) == ("close-call", True)
    assert "_UMPIRE_COMPLETE" in told(["completion", "bash", "--json"], capsys)["text"]
    roster, place = tmp_path / "army.toml", tmp_path / "army.pdf"
    kept = ["kit", "example", "paper-tigers-small", "-o", str(roster), "--json"]
    assert told(kept, capsys) == {"name": "paper-tigers-small", "wrote": str(roster)}
    printed = told(["kit", str(roster), "-o", str(place), "--json"], capsys)
    assert (printed["wrote"], printed["pages"] > 0) == (str(place), True)
    assert told(["kit", "keep", str(roster), "--json"], capsys)["tags"] > 0
    assert any(each["says"] for each in told(["synth", "--list", "--json"], capsys)["scenes"])
