"""What every command shares: alone, quiet, completed by a shell, and described in a manual page."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from api.cli import run
from api.commands.program import COMMANDS, COMPLETE, typed_for_nothing
from api.errors import ExitCode
from api.files.one_umpire import FolderKeeper
from tests.man_page import MAN_PAGE


def test_alone_at_a_terminal_it_opens_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_BATTLES", str(tmp_path))
    assert typed_for_nothing(at_terminal=True) == ["serve"]
    keeper = FolderKeeper(tmp_path)
    keeper.let_open("http://127.0.0.1:8765/#token")
    assert typed_for_nothing(at_terminal=True) == ["open"]
    keeper.release()
    assert typed_for_nothing(at_terminal=False) == []


def test_quiet_leaves_the_answer_and_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "table.json")
    assert run(["--quiet", "example", "-o", place]) == ExitCode.DONE
    assert capsys.readouterr() == ("", "")
    assert run(["-q", "example", "-o", place]) == ExitCode.USAGE
    assert "is there already" in capsys.readouterr().err
    assert run(["example", "-o", f"{place}2", "--quiet"]) == ExitCode.DONE
    assert capsys.readouterr() == ("", "")
    assert run(["-q", "example", "--list"]) == ExitCode.DONE
    assert "old-shrine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("umpire sm", ["smoketest"]),
        ("umpire doctor --b", ["--bundle"]),
        ("umpire measure ra", ["range"]),
        ("umpire completion p", ["powershell"]),
    ],
)
def test_a_shell_is_told_what_could_be_typed(
    typed: str,
    offered: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(COMPLETE, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    assert run([]) == ExitCode.DONE
    assert capsys.readouterr().out.split() == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_what_is_printed_for_bash_is_bash(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "bash"]) == ExitCode.DONE
    script = capsys.readouterr().out
    assert COMPLETE in script
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_games_are_told_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == ExitCode.DONE
    listed = json.loads(capsys.readouterr().out)["games"]
    assert run(["games", "papercraft", "--json"]) == ExitCode.DONE
    (whole,) = json.loads(capsys.readouterr().out)["games"]
    assert {key: whole[key] for key in ("slug", "title", "says")} in listed
    assert whole["clauses"][0].keys() == {"id", "standing", "says"}
    assert run(["games", "chess", "--json"]) == ExitCode.USAGE


def test_the_manual_page_has_every_command_and_exit_code() -> None:
    text = MAN_PAGE.read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f".SS umpire {command.name}" in text
    for code in ExitCode:
        assert f".B {code.value}\n" in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_manual_page_gives_nothing_to_complain_of() -> None:
    check = ["groff", "-man", "-ww", "-z", "-Tutf8", str(MAN_PAGE)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["measure", "range"], "Missing argument 'SNAPSHOT'. (see umpire measure range --help)"),
        (["measure", "frob"], "No such command 'frob'. (see umpire measure --help)"),
        (["frob"], "No such command 'frob'. (see umpire --help)"),
        (["--frob"], "No such option: --frob (see umpire --help)"),
        (
            ["completion", "klingon"],
            "Invalid value for 'SHELL': 'klingon' is not one of 'bash', 'zsh', 'fish', "
            "'powershell'. (see umpire completion --help)",
        ),
        (["backup"], "Missing argument 'FILE'. (see umpire backup --help)"),
    ],
)
def test_a_line_that_does_not_fit_names_the_help_of_its_command(
    typed: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(typed) == ExitCode.USAGE
    assert said in " ".join(capsys.readouterr().err.split())
