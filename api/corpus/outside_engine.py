"""Asks an engine in another process, a line for a line, and says when it hangs or ends."""

import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from typing import IO, Final, Self

from api.errors import ExitCode, UserError

LONGEST_ANSWER: Final = 2_000_000
"""Bytes; a whole battle's facts take a tenth of it."""
GIVEN_TO_END: Final = 2.0
"""Seconds that an engine has to end once nobody asks any more."""
CHUNK: Final = 65_536


class EngineFaultError(Exception):
    """An engine that gave no answer, and will give none; the message says what became of it."""


class OutsideEngine:
    """A process that is told cases on its standard input and answers on its standard output."""

    def __init__(self, command: str, *, patience_s: float) -> None:
        self._patience = patience_s
        self._given_to_end = GIVEN_TO_END
        self._rest = b""
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as failure:
            self._complaints.close()
            message = f"the engine {command!r} cannot be started: {failure}"
            raise UserError(message, ExitCode.USAGE) from failure
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asking, self._answering = self._process.stdin, self._process.stdout
        os.set_blocking(self._asking.fileno(), False)
        os.set_blocking(self._answering.fileno(), False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        del fault
        self.close()

    def answer(self, line: str) -> str:
        """The line that it answers to a line."""
        left = line.encode() + b"\n"
        until = time.monotonic() + self._patience
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._answering, selectors.EVENT_READ)
            waiting.register(self._asking, selectors.EVENT_WRITE)
            while b"\n" not in self._rest:
                ready = waiting.select(max(0.0, until - time.monotonic()))
                if not ready:
                    self._given_to_end = 0.0
                    raise EngineFaultError(f"no answer in {self._patience:g} s: it hangs")
                for key, _ in ready:
                    if key.fileobj is self._asking:
                        left = self._sent(left)
                        if not left:
                            waiting.unregister(self._asking)
                    else:
                        self._receive()
        found, _, self._rest = self._rest.partition(b"\n")
        try:
            return found.decode()
        except UnicodeDecodeError as failure:
            raise EngineFaultError("its answer is no text in UTF-8") from failure

    def _sent(self, data: bytes) -> bytes:
        try:
            return data[os.write(self._asking.fileno(), data[:CHUNK]) :]
        except BlockingIOError:
            return data
        except OSError:
            raise EngineFaultError(self._ended()) from None

    def _receive(self) -> None:
        data = os.read(self._answering.fileno(), CHUNK)
        if not data:
            raise EngineFaultError(self._ended())
        self._rest += data
        if len(self._rest) > LONGEST_ANSWER:
            self._given_to_end = 0.0
            raise EngineFaultError(f"its answer is longer than {LONGEST_ANSWER:,} bytes")

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GIVEN_TO_END)
        self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, self._complaints.tell() - 300))
        said = self._complaints.read().decode(errors="replace").strip().splitlines()
        last = f": {said[-1]}" if said else ""
        return f"it has ended with exit status {self._process.returncode}{last}"

    def close(self) -> None:
        """Let it end, or end it and whatever it has started; one that failed is ended at once."""
        with suppress(OSError):
            self._asking.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(self._given_to_end)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._answering.close()
        self._complaints.close()
