"""Starts servers, each forked off a process that has loaded the program.

A server that is started from the shell spends more than a second on loading. One that comes from
here is a process of its own all the same: it can be killed, and shares nothing with its test.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from api.cli import run
from tests.api.umpire import ADDRESS

_STARTS = multiprocessing.get_context("forkserver")
_STARTS.set_forkserver_preload(["tests.api.loaded"])


@contextmanager
def forked_serving(
    *arguments: str, cwd: Path, port: str = "0"
) -> Iterator[tuple[str, ForkServerProcess]]:
    """A server, on a free port by itself: the host's address as printed, and its process."""
    said = cwd / "said"
    os.mkfifo(said)
    asked = ("serve", *arguments, "--port", port, "--no-open", "--no-announce")
    process = _STARTS.Process(target=_serve, args=(asked, cwd, said, dict(os.environ)))
    process.start()
    # Read from to the end, so that the server may go on telling.
    with said.open(encoding="utf-8") as lines:
        said.unlink()
        try:
            told = ""
            while (found := ADDRESS.search(told)) is None:
                line = lines.readline()
                assert line, f"expected the address, got {told!r}"
                told += line
            # Whole and last, so that it is found and copied.
            assert told.endswith(f"{found.group()}\n"), told
            yield found.group(), process
        finally:
            process.terminate()
            process.join(timeout=30)
            process.close()


def _serve(asked: tuple[str, ...], cwd: Path, said: Path, environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.stderr = said.open("w", buffering=1)
    os.dup2(sys.stderr.fileno(), 2)
    run(list(asked))
