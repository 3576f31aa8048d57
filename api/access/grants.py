"""Keeps who was let in: tokens for seats, spectators and the host, when they end, and who was
kicked.

A token is 128 random bits, shown once; what is kept is its hash. The host's own token is made anew
each time the server starts. The others outlive a restart, so that phones go on where they were.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from api.files.synced import DISK, Disk, replace_whole
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, number, parse, string

TOKEN_BYTES: Final = 16
LONGEST_TOKEN: Final = 64
HOURS: Final = 24
"""How long a token is valid: an evening and the morning after."""
NOTICED_SECONDS: Final = 30.0
"""A clock that is put right step by step differs by less from one request to the next."""
MOST_GRANTS: Final = 200
FORMAT: Final = "paper-umpire/grants/1"


class AccessRole(StrEnum):
    """What somebody is to the server."""

    NOBODY = "nobody"
    SPECTATOR = "spectator"
    PLAYER = "player"
    HOST = "host"
    MONITOR = "monitor"
    """A program that watches over the server: numbers, and nothing of a table."""


LASTING: Final = frozenset({AccessRole.HOST, AccessRole.MONITOR})
"""Their tokens do not end while the server runs, and are not among those that were handed out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """A right to be let in."""

    id: str
    role: AccessRole
    token_hash: str
    battle: str = ""
    """The only battle that it opens; empty for the host's, which opens all."""
    seat: str = ""
    expires: float = 0.0
    """Seconds since 1970; the host's does not end."""
    page: str = ""
    """The page it was made for, a screen on the wall; empty for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenHolder:
    """Who somebody is, once their token has been looked up."""

    role: AccessRole
    grant: str = ""
    battle: str = ""
    seat: str = ""


NOBODY: Final = TokenHolder(role=AccessRole.NOBODY)


class TooManyGrantsError(Exception):
    """Nobody sits at a table with that many phones."""


class Grants:
    """All grants that are in force. For the event loop's thread."""

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        steady: Callable[[], float] | None = None,
        keep: Path | None = None,
        monitor: str = "",
        disk: Disk = DISK,
    ) -> None:
        """`clock` tells the seconds since 1970, which somebody may set; `steady` those that pass.
        `keep` is the file for grants after a restart, `monitor` the token for metrics.
        """
        self._clock = clock
        self._steady = steady or clock
        self._apart = clock() - self._steady()
        """By how much the two differ; it changes when somebody sets the clock."""
        self._keep = keep
        self._disk = disk
        self._by_id: dict[str, Grant] = {}
        self._revoked: set[str] = set()
        """Those that were revoked and are still on the disk."""
        self._on_end: list[Callable[[str], None]] = []
        self._on_change: list[Callable[[str], None]] = []
        if keep is not None and keep.exists():
            # A clock that was wrong when they were written gives nobody more than their day.
            latest = clock() + HOURS * 3600
            self._by_id = {
                each.id: replace(each, expires=min(each.expires, latest)) for each in _read(keep)
            }
        self.host_token = secrets.token_urlsafe(TOKEN_BYTES)
        host = Grant(id="host", role=AccessRole.HOST, token_hash=hash_of(self.host_token))
        self._by_id["host"] = host
        if monitor:
            role = AccessRole.MONITOR
            self._by_id["monitor"] = Grant(id="monitor", role=role, token_hash=hash_of(monitor))

    def issue(
        self, role: AccessRole, *, battle: str, seat: str = "", page: str = ""
    ) -> tuple[Grant, str]:
        """Let somebody in: the grant, and its token, which is not kept."""
        self._mind_the_clock()
        self._forget_ended()
        if len(self._by_id) >= MOST_GRANTS:
            raise TooManyGrantsError
        token = secrets.token_urlsafe(TOKEN_BYTES)
        grant = Grant(
            id=secrets.token_hex(4),
            role=role,
            token_hash=hash_of(token),
            battle=battle,
            seat=seat,
            expires=self._clock() + HOURS * 3600,
            page=page,
        )
        self._by_id[grant.id] = grant
        try:
            self._save()
        except BaseException:
            # Nobody is let in for whom nobody could say so tomorrow.
            del self._by_id[grant.id]
            raise
        self._changed(battle)
        return grant, token

    def who(self, token: str) -> TokenHolder:
        """Whose token it is; nobody's for one that is wrong, ended or revoked."""
        if not 0 < len(token) <= LONGEST_TOKEN:
            return NOBODY
        self._mind_the_clock()
        wanted = hash_of(token)
        for grant in self._by_id.values():
            if hmac.compare_digest(grant.token_hash, wanted) and not self._has_ended(grant):
                return TokenHolder(
                    role=grant.role, grant=grant.id, battle=grant.battle, seat=grant.seat
                )
        return NOBODY

    def is_in_force(self, grant_id: str) -> bool:
        """Whether whoever came in with it may stay."""
        self._mind_the_clock()
        grant = self._by_id.get(grant_id)
        return grant is not None and not self._has_ended(grant)

    def of_battle(self, battle: str) -> tuple[Grant, ...]:
        """Everybody who was let into a battle, without their tokens."""
        there = (each for each in self._by_id.values() if each.battle == battle)
        return tuple(replace(each, token_hash="") for each in there if not self._has_ended(each))

    def holds(self, battle: str, seat: str) -> bool:
        """Whether a player was let in for this seat: then it is theirs alone."""
        return any(each.seat == seat for each in self.of_battle(battle))

    @property
    def has_guests(self) -> bool:
        """Whether anybody who was let in may still come."""
        self._mind_the_clock()
        guests = (each for each in self._by_id.values() if each.role not in LASTING)
        return any(not self._has_ended(each) for each in guests)

    def revoke(self, grant_id: str) -> bool:
        """Revoke a grant; False if there is no such grant. The host's own stays.

        Where that cannot be kept, it holds none the less for as long as this program runs; asked
        again, it is tried again to be kept.
        """
        if grant_id in {"host", "monitor"} or grant_id not in self._by_id:
            return False
        battle = self._by_id[grant_id].battle
        self._revoked.add(grant_id)
        for told in tuple(self._on_end):
            told(grant_id)
        self._changed(battle)
        self._save()
        del self._by_id[grant_id]
        self._revoked.discard(grant_id)
        return True

    def on_end(self, told: Callable[[str], None]) -> None:
        """Hear at once when a grant is revoked."""
        self._on_end.append(told)

    def on_change(self, told: Callable[[str], None]) -> None:
        """Hear which battle somebody was let into, or was put out of."""
        self._on_change.append(told)

    def _changed(self, battle: str) -> None:
        for told in tuple(self._on_change):
            told(battle)

    def _mind_the_clock(self) -> None:
        """Where somebody has set the clock, set with it when each token ends."""
        jumped = self._clock() - self._steady() - self._apart
        if abs(jumped) < NOTICED_SECONDS:
            return
        self._apart += jumped
        self._by_id = {
            name: each if each.role in LASTING else replace(each, expires=each.expires + jumped)
            for name, each in self._by_id.items()
        }
        # Where it cannot be kept, it is so for as long as this program runs.
        with suppress(OSError):
            self._save()

    def _has_ended(self, grant: Grant) -> bool:
        if grant.id in self._revoked:
            return True
        return grant.role not in LASTING and grant.expires <= self._clock()

    def _forget_ended(self) -> None:
        self._by_id = {
            name: each for name, each in self._by_id.items() if not self._has_ended(each)
        }

    def _save(self) -> None:
        if self._keep is None:
            return
        kept = [
            asdict(each)
            for each in self._by_id.values()
            if each.role not in LASTING and each.id not in self._revoked
        ]
        content = json.dumps({"format": FORMAT, "grants": kept}).encode()
        replace_whole(self._keep, content, disk=self._disk)


def hash_of(token: str) -> str:
    """What is kept of a token. It is random and long, so one round of hashing hides it."""
    return hashlib.sha256(token.encode()).hexdigest()


def _read(place: Path) -> list[Grant]:
    """The grants of an earlier run; a file that cannot be read lets nobody in, and harms nobody."""
    try:
        fields = Fields(parse(place.read_text(encoding="utf-8"), what="grants"), "")
        fields.must("format", string)
        return [
            _grant(each, f"grants[{at}]") for at, each in enumerate(fields.must("grants", items))
        ]
    except (OSError, ValueError):
        return []


def _grant(value: object, where: str) -> Grant:
    fields = Fields(value, where)
    role = fields.must("role", string)
    if role not in {AccessRole.PLAYER, AccessRole.SPECTATOR}:
        raise BadInputError(where, expected="a player or a spectator", got=repr(role))
    return Grant(
        id=fields.must("id", string),
        role=AccessRole(role),
        token_hash=fields.must("token_hash", string),
        battle=fields.must("battle", string),
        seat=fields.must("seat", string),
        expires=fields.must("expires", number),
        page=fields.may("page", string, default=""),
    )
