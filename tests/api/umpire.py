"""Starts the real program for tests, and holds the small table that they ask about."""

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from api.cli import run

REPOSITORY = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://\S+/#\S+")


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1", **more}


def umpire(
    *arguments: str, cwd: Path, stdin: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run `umpire` in a process of its own, far from the checkout."""
    return subprocess.run(
        [sys.executable, "-m", "api", *arguments],
        cwd=cwd,
        env=environment(**more),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def umpire_here(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, for commands that leave nothing behind in one; it starts sooner."""
    told, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(said):
        code = run(list(arguments))
    return subprocess.CompletedProcess(arguments, code, told.getvalue(), said.getvalue())


@contextmanager
def serving(
    *arguments: str, cwd: Path, port: str = "0", **more: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A real server, on a free port by itself: the host's address as printed, and its process."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "api",
            "serve",
            *arguments,
            "--port",
            port,
            "--no-open",
            "--no-announce",
        ],
        cwd=cwd,
        env=environment(**more),
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        assert process.stderr is not None
        told = process.stderr.readline()
        # What the camera says comes before the address.
        while (found := ADDRESS.search(told)) is None:
            line = process.stderr.readline()
            assert line, f"expected the address, got {told!r}"
            told += line
        # Whole and last, so that it is found and copied.
        assert told.endswith(f"{found.group()}\n"), told
        yield found.group(), process
    finally:
        process.terminate()
        process.communicate(timeout=30)


def disc(name: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A round piece an inch across, known to a hundredth."""
    return {
        "id": name,
        "side": more.pop("side", "red"),
        "footprint": {"disc": {"radius_in": 0.5}},
        "pose": {"x_in": x, "y_in": y, "sigma_in": 0.01},
        **more,
    }


def table(*pieces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "paper-umpire/snapshot/1",
        "number": 7,
        "table": {"width_in": 24, "depth_in": 24},
        "pieces": list(pieces),
        **more,
    }


def wood(name: str = "W1") -> dict[str, Any]:
    outline = [[9, 9], [11, 9], [11, 11], [9, 11]]
    return {"id": name, "kind": "woods", "outline_in": outline}


def pair(**more: Any) -> dict[str, Any]:
    """Two pieces ten inches apart, centre to centre, with woods between them."""
    return table(
        disc("A1", 5, 10), disc("B1", 15, 10, side="blue"), **{"terrain": [wood()], **more}
    )
