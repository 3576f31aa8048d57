"""Shows the host a six-digit code in the terminal, for a browser on the same computer.

An address alone is never trusted: whoever asks from this computer must also be able to read the
terminal. A code is good once, for a minute, and for five tries; the next one comes when that minute
is over, so that nobody has more than five tries a minute, and none at all after too many misses.
"""

import hmac
import ipaddress
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

SECONDS: Final = 60.0
MOST_TRIES: Final = 5
MOST_MISSED: Final = 20
"""Wrong tries since somebody was let in; after that only `umpire open` lets the host in."""
DIGITS: Final = 6


class NoCodeError(Exception):
    """There is no code that could be entered now, or none may be shown; the message says why."""


class WrongCodeError(Exception):
    """Another code was entered; the message says what is left."""


@dataclass(slots=True)
class _Shown:
    code: str
    since: float
    tries: int = 0


def random_code() -> str:
    """Six digits that nobody could foresee."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


class LocalCode:
    """The code that is shown now, if any. For the event loop's thread."""

    __slots__ = ("_clock", "_missed", "_pick", "_shown", "_tell")

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        tell: Callable[[str], None],
        pick: Callable[[], str] = random_code,
    ) -> None:
        """`clock` tells the seconds that pass; `tell` shows a code where the host alone reads."""
        self._clock = clock
        self._tell = tell
        self._pick = pick
        self._shown: _Shown | None = None
        self._missed = 0

    def show(self) -> float:
        """Show a new code; how long it is good for. While one's minute lasts there is no other."""
        if self._missed >= MOST_MISSED:
            raise NoCodeError("too many wrong codes were entered: type `umpire open` instead")
        left = self._left()
        if self._shown is not None and left > 0:
            again = f"a code was shown already: another one can be shown in {left:.0f} s"
            raise NoCodeError(again)
        self._shown = _Shown(code=self._pick(), since=self._clock())
        self._tell(self._shown.code)
        return SECONDS

    def enter(self, code: str) -> None:
        """Take a code, once; anything wrong counts as a try."""
        shown = self._shown
        if shown is None or self._left() <= 0 or not shown.code or shown.tries >= MOST_TRIES:
            raise NoCodeError("there is no code to enter now: have the terminal show one")
        shown.tries += 1
        if not hmac.compare_digest(shown.code.encode(), code.encode()):
            self._missed += 1
            left = MOST_TRIES - shown.tries
            tries = "1 try" if left == 1 else f"{left} tries"
            raise WrongCodeError(f"that is not the code in the terminal: {tries} left")
        self._shown, self._missed = None, 0

    def _left(self) -> float:
        return 0.0 if self._shown is None else self._shown.since + SECONDS - self._clock()


def is_this_computer(address: str) -> bool:
    """Whether a connection came from this computer over its loopback.

    >>> is_this_computer("127.0.0.1"), is_this_computer("192.168.1.7"), is_this_computer("")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
