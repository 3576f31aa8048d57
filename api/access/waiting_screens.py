"""Lets a screen in by a code that it shows: a remote control is no keyboard for a long address.

The code is no secret, and opens nothing: the host types it, and the screen that shows it is let in.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from api.access.grants import TOKEN_BYTES, hash_of
from api.access.local_code import NoCodeError, random_code

SECONDS: Final = 600.0
UNHEARD_SECONDS: Final = 30.0
"""A screen that did not ask for so long is not there any more."""
MOST_WAITING: Final = 8
MOST_OF_ONE_CALLER: Final = 3
"""Nobody keeps the screens of others out by asking for codes."""


class CrowdedScreensError(Exception):
    """Nobody puts up so many screens at once; the message says so."""


@dataclass(slots=True, kw_only=True)
class WaitingScreen:
    """A screen that shows a code, and the token once it is let in."""

    code: str
    caller: str
    since: float
    heard: float
    token: str = ""


class WaitingScreens:
    """The screens that show a code now. For the event loop's thread."""

    __slots__ = ("_clock", "_pick", "_waiting")

    def __init__(
        self, *, clock: Callable[[], float], pick: Callable[[], str] = random_code
    ) -> None:
        """`clock` tells the seconds that pass."""
        self._clock = clock
        self._pick = pick
        self._waiting: dict[str, WaitingScreen] = {}
        """By the hash of what each asks with."""

    def show(self, *, caller: str) -> tuple[str, str]:
        """A code for a screen to show, and what it asks with whether it is let in."""
        self._forget()
        callers = [each.caller for each in self._waiting.values()]
        if len(callers) >= MOST_WAITING or callers.count(caller) >= MOST_OF_ONE_CALLER:
            raise CrowdedScreensError(
                f"as many screens show a code as may: {MOST_WAITING}, and "
                f"{MOST_OF_ONE_CALLER} of one address"
            )
        taken = {each.code for each in self._waiting.values()}
        code = self._pick()
        while code in taken:
            code = self._pick()
        asks_with, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        self._waiting[hash_of(asks_with)] = WaitingScreen(
            code=code, caller=caller, since=now, heard=now
        )
        return code, asks_with

    def showing(self, code: str) -> WaitingScreen:
        """The screen that shows that code now; a NoCodeError says that none does."""
        self._forget()
        for each in self._waiting.values():
            if each.code == code and not each.token:
                return each
        raise NoCodeError("no screen shows that code now: read it there once more")

    def take(self, asks_with: str) -> str:
        """The token; nothing before the screen was let in. An answer that was lost is given again
        to a screen that asks again.
        """
        self._forget()
        waiting = self._waiting.get(hash_of(asks_with))
        if waiting is None:
            raise NoCodeError("the code on this screen has ended")
        waiting.heard = self._clock()
        return waiting.token

    def _forget(self) -> None:
        now = self._clock()
        self._waiting = {
            key: each
            for key, each in self._waiting.items()
            if now - each.since < SECONDS and now - each.heard < UNHEARD_SECONDS
        }
