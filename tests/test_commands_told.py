"""Every command line in the guide is one that the program has, with options that it takes."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from api.commands.kit import PRINT
from api.commands.program import COMMANDS, loaded, program
from api.files.roster_file import roster_names
from api.files.table_file import example_names, script_names
from tests.regenerate import REPOSITORY
from tests.test_documentation import pages

LINE: Final = re.compile(
    r"^(?:\$ |> |    )(?:\S+[/\\])?umpire (.+)$|`umpire ([^`]+)`", re.MULTILINE
)
END: Final = {"|", ">", "&&", "..."}
SAMPLES: Final = {
    "example": lambda: (*example_names(), *script_names()),
    "kit example": roster_names,
}
"""What prints something by its name, and the names that there are."""
OPTION: Final = re.compile(r"--[a-z][a-z0-9-]*")


@cache
def umpire() -> Any:
    """The program with all of its commands, which it loads only once they are typed."""
    command: Any = typer.main.get_command(program())
    command.commands = {each.name: loaded(each) for each in COMMANDS}
    return command


def told_in(text: str) -> Iterator[list[str]]:
    r"""The words behind each `umpire`.

    >>> list(told_in("See `umpire games --json`.\n    umpire kit a.toml > a"))
    [['games', '--json'], ['kit', 'a.toml', '>', 'a']]
    """
    for one, other in LINE.findall(re.sub(r"\\\n\s*", "", text)):
        yield shlex.split((one or other).partition("  #")[0].replace("'", ""))


def fault(words: list[str]) -> str:
    """What the program would not understand; nothing where it would."""
    command, options = umpire(), set(_options(umpire()))
    for asked, samples in SAMPLES.items():
        told = re.match(rf"{asked} ([a-z][\w.-]*)", " ".join(words))
        if told and told[1] not in samples():
            return f"{asked}: no {told[1]}"
    for word in words:
        if word in END:
            break
        if found := OPTION.match(word):
            if found.group() not in options:
                return f"{command.name}: no {found.group()}"
        elif subcommands := getattr(command, "commands", None):
            if word in subcommands:
                command = subcommands[word]
                options |= set(_options(command))
            elif re.fullmatch(r"[a-z-]+", word) and command is umpire():
                return f"no command {word}"
            elif PRINT in subcommands:
                # Its first word may be a roster, which is then printed.
                command = subcommands[PRINT]
                options |= set(_options(command))
    return ""


def _options(command: Any) -> Iterator[str]:
    yield from ("--help", "--debug", "--quiet", "--version")
    for each in command.params:
        yield from (*each.opts, *each.secondary_opts)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_program_has_every_command_that_the_guide_tells(page: Path) -> None:
    found = list(told_in(page.read_text(encoding="utf-8")))
    assert [(" ".join(words), told) for words in found if (told := fault(words))] == []


def test_commands_are_told_and_a_wrong_one_would_be_found() -> None:
    told = list(told_in((REPOSITORY / "docs" / "setting-up.md").read_text(encoding="utf-8")))
    assert len(told) > 10
    assert fault(["practise", "a.toml"]) == "no command practise"
    assert fault(["kit", "a.toml", "--skew", "3"]) == "print: no --skew"
    assert fault(["example", "paper-tigers"]) == "example: no paper-tigers"
    assert fault(["kit", "example", "paper-tigers", "-o", "a.toml"]) == ""
