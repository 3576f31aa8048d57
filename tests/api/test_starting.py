"""`umpire --version` and `umpire --help` load neither the server nor anything that sees."""

import json
import subprocess
import sys
from typing import Final

import pytest

from api.errors import ExitCode
from tests.api.umpire import environment

HEAVY: Final = frozenset(
    {"fastapi", "starlette", "uvicorn", "pydantic", "cv2", "numpy", "shapely", "reportlab"}
)
LOOK: Final = """
import json, sys
from api.cli import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def loaded_by(*arguments: str) -> tuple[int, frozenset[str]]:
    """The exit code, and the packages that are loaded once it is over."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    code, names = json.loads(done.stderr.splitlines()[-1])
    return code, frozenset(names)


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("-h",)], ids=" ".join)
def test_what_needs_no_table_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    code, loaded = loaded_by(*arguments)
    assert code == ExitCode.DONE
    assert loaded & HEAVY == set()
    assert loaded & {"rules", "calibration", "vision"} == set()


def test_a_command_loads_what_it_needs() -> None:
    # Otherwise the test above would pass for a program that has no commands.
    code, loaded = loaded_by("serve", "--help")
    assert code == ExitCode.DONE
    assert {"numpy", "rules"} <= loaded
