"""What every test can rely on, however the tests were started."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest


def test_ctrl_c_is_heard() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(sys.platform == "win32", reason="a job of a POSIX shell")
def test_ctrl_c_is_heard_by_tests_in_the_background() -> None:
    """`make test &` in a script: what is interrupted there must not go on for ever."""
    deaf = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
    same = f"{__file__}::{test_ctrl_c_is_heard.__name__}"
    found = subprocess.run(
        [*deaf, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", same],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout
