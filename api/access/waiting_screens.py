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


class CrowdedScreensError(Exception):
    """Nobody puts up so many screens at once; the message says so."""


@dataclass(slots=True)
class _Waiting:
    code: str
    page: str
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
        self._waiting: dict[str, _Waiting] = {}
        """By the hash of what each asks with."""

    def show(self, page: str) -> tuple[str, str]:
        """A code for a screen to show, and what it asks with whether it is let in."""
        self._forget()
        if len(self._waiting) >= MOST_WAITING:
            raise CrowdedScreensError(f"{MOST_WAITING} screens show a code already")
        taken = {each.code for each in self._waiting.values()}
        code = self._pick()
        while code in taken:
            code = self._pick()
        asks_with, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        self._waiting[hash_of(asks_with)] = _Waiting(code, page, since=now, heard=now)
        return code, asks_with

    def require(self, code: str, *, page: str) -> None:
        """Such a screen shows that code now; a NoCodeError says that none does."""
        self._showing(code, page=page)

    def let_in(self, code: str, *, page: str, token: str) -> None:
        """Hand the screen that shows the code its token."""
        self._showing(code, page=page).token = token

    def take(self, asks_with: str) -> str:
        """The token, once; nothing before the screen was let in."""
        self._forget()
        waiting = self._waiting.get(key := hash_of(asks_with))
        if waiting is None:
            raise NoCodeError("the code on this screen has ended")
        waiting.heard = self._clock()
        if waiting.token:
            del self._waiting[key]
        return waiting.token

    def _showing(self, code: str, *, page: str) -> _Waiting:
        self._forget()
        for each in self._waiting.values():
            if (each.code, each.page) == (code, page) and not each.token:
                return each
        raise NoCodeError(f"no {page or 'screen'} shows that code now: read it there once more")

    def _forget(self) -> None:
        now = self._clock()
        self._waiting = {
            key: each
            for key, each in self._waiting.items()
            if now - each.since < SECONDS and now - each.heard < UNHEARD_SECONDS
        }
