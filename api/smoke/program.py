"""Runs the program that is installed, in processes of its own."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Final

from api.config.chosen import VARIABLE

_ADDRESS: Final = re.compile(r"http://\S+/#\S+")
LONGEST_S: Final = 120.0
"""A command that takes longer hangs."""


class FailedStepError(Exception):
    """A step did not end as it should; the message says how, and `advice` what to do."""

    def __init__(self, message: str, *, advice: str) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice


DOCTOR: Final = "`umpire doctor` says what this installation is made of and what is wrong with it"


def _command() -> tuple[str, ...]:
    """A program in one file is its own interpreter."""
    return (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "api")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """The installed program, with a folder to work in."""

    folder: Path
    command: tuple[str, ...] = field(default_factory=_command)
    """How it is started."""
    starting: list[float] = field(default_factory=list)
    """Seconds that each server took until it told its address."""

    def answer(self, *arguments: str) -> str:
        """What a command prints; one that fails ends the step with what it said."""
        asked = f"umpire {' '.join(arguments)}"
        try:
            done = subprocess.run(
                [*self.command, *arguments],
                cwd=self.folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=LONGEST_S,
                check=False,
            )
        except subprocess.TimeoutExpired as hung:
            message = f"{asked}: no end after {LONGEST_S:g} s"
            raise FailedStepError(message, advice=DOCTOR) from hung
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["it said nothing"]
            message = f"{asked}: expected exit code 0, got {done.returncode}: {said[-1]}"
            raise FailedStepError(message, advice=DOCTOR)
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
        """A server on a free port: the host's address, and the process."""
        began = time.monotonic()
        process = subprocess.Popen(
            [*self.command, "serve", "--port", "0", "--no-open", "--battles", "battles"],
            cwd=self.folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        assert process.stderr is not None
        hung = Timer(LONGEST_S, process.kill)
        hung.start()
        try:
            said = ""
            while (found := _ADDRESS.search(said)) is None:
                line = process.stderr.readline()
                if not line:
                    message = f"umpire serve: expected an address, got {said.strip()!r}"
                    raise FailedStepError(message, advice=DOCTOR)
                said += line
            hung.cancel()
            self.starting.append(time.monotonic() - began)
            yield found.group(), process
        finally:
            hung.cancel()
            process.terminate()
            process.communicate(timeout=LONGEST_S)

    def _environment(self) -> dict[str, str]:
        """What is installed here is found there; how its owner has set it up is left out."""
        unset = self.folder / "umpire.toml"
        unset.touch()
        own = {name: each for name, each in os.environ.items() if not name.startswith("UMPIRE_")}
        path = os.pathsep.join(each for each in sys.path if each)
        here = {"PYTHONPATH": path, "PYTHONUTF8": "1", "NO_COLOR": "1"}
        return {**own, **here, VARIABLE: str(unset)}
