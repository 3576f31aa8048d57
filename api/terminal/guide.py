"""Shows one sentence that changes on a terminal; elsewhere, each new one on its own line."""

import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status

from api.terminal.output import Output
from api.wording import shown


class Guide:
    """Says one sentence at a time: on a terminal in one line, elsewhere each new one in its own."""

    def __init__(self, output: Output) -> None:
        self._output = output
        console = Console(file=sys.stderr, no_color=None if output.colour else True)
        self._status: Status | None = None
        if console.is_terminal and not output.quiet:
            self._status = console.status("waiting for the camera")
        self._said = ""

    def say(self, sentence: str) -> None:
        """A sentence that is repeated is said once."""
        if sentence == self._said:
            return
        self._said = sentence
        if self._status is not None:
            self._status.update(shown(sentence).replace("[", "\\["))
        else:
            self._output.remark(sentence)

    def __enter__(self) -> Self:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()
