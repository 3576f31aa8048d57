"""Speaks with players at a terminal: lines out, lines in, and an end of both."""

import sys
from typing import Final

from rich.text import Text

from api.terminal.output import Output

PROMPT: Final = "> "


class GoneError(Exception):
    """Nothing more will be typed."""


class Screen:
    """Speaks through the program's output, and reads a line at a time."""

    def __init__(self, output: Output, *, aside: bool = False) -> None:
        self._output = output
        self._aside = aside

    def say(self, text: str = "", *, style: str = "") -> None:
        """A line for the players."""
        self._output.lines(Text(text, style), aside=self._aside)

    def ask(self, prompt: str) -> str:
        """What is typed after a prompt; a GoneError where the input has ended."""
        self.say(prompt, style="dim")
        stream = sys.stderr if self._aside else sys.stdout
        stream.write(PROMPT)
        stream.flush()
        line = sys.stdin.readline()
        if not line:
            stream.write("\n")
            raise GoneError
        if not sys.stdin.isatty():
            # What is piped in shows in the transcript as if it had been typed.
            self.say(line.rstrip("\n"))
        return line.rstrip("\n")
