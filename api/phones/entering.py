"""Decides which phone is let in: one that is known by its key, or one that shows a fresh code.

A code is good once. It travels behind the `#` of an address, which browsers send to nobody.
"""

import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from api.access.grants import LONGEST_TOKEN, hash_of
from api.files.synced import replace_whole
from api.phones.keys import PhoneKey, phone_key
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, parse, string

CODE_S: Final = 600.0
"""How long a code that is shown may be scanned."""
CODE_BYTES: Final = 16
CODE_TRIES: Final = 20
"""Misses after which a code ends; it cannot be guessed, so whoever misses is no player."""
NONCE_S: Final = 30.0
MOST_NONCES: Final = 200
MOST_PHONES: Final = 40
LONGEST_NAME: Final = 40
FORMAT: Final = "paper-umpire/phones/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPhone:
    """A phone that was let in once."""

    key: str
    name: str

    @property
    def id(self) -> str:
        return PhoneKey(point=self.key).id

    @property
    def shown(self) -> str:
        return PhoneKey(point=self.key).shown


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAsked:
    """What a phone says to be let in."""

    key: str
    nonce: str
    signature: str
    code: str
    name: str


class NotLetInError(Exception):
    """The message says why, for whoever holds the phone."""


def signed_text(origin: str, *, nonce: str, code: str) -> str:
    """What a phone signs: for this door alone, and for this once."""
    return f"paper-umpire phone\n{origin}\n{nonce}\n{code}"


class Entry:
    """Who may come in; for the event loop's thread."""

    def __init__(self, *, keep: Path | None, steady: Callable[[], float]) -> None:
        """`keep` is the file in which phones that were let in outlive a restart."""
        self._keep = keep
        self._steady = steady
        self._code: tuple[str, float] | None = None
        self._misses = 0
        self._nonces: dict[str, float] = {}
        self._tokens: dict[str, str] = {}
        """The phone of each token, by the token's hash; one for each phone."""
        self.known = {each.id: each for each in _read(keep)}

    def new_code(self) -> str:
        """A code to be scanned; the one before it ends."""
        code = secrets.token_urlsafe(CODE_BYTES)
        self._code, self._misses = (hash_of(code), self._steady() + CODE_S), 0
        return code

    def end_code(self) -> None:
        """Let no further phone in by the code that was shown."""
        self._code = None

    @property
    def has_code(self) -> bool:
        """Whether a code may still be scanned."""
        return self._code is not None and self._steady() < self._code[1]

    def new_nonce(self) -> str:
        """Something new for a phone to sign."""
        now = self._steady()
        self._nonces = {each: ends for each, ends in self._nonces.items() if ends > now}
        while len(self._nonces) >= MOST_NONCES:
            del self._nonces[next(iter(self._nonces))]
        nonce = secrets.token_urlsafe(CODE_BYTES)
        self._nonces[nonce] = now + NONCE_S
        return nonce

    def enter(self, asking: EntryAsked, *, origin: str) -> tuple[KnownPhone, str, bool]:
        """The phone, its token for this time, and whether a code let it in."""
        try:
            key = phone_key(asking.key)
        except BadInputError as complaint:
            raise NotLetInError(str(complaint)) from complaint
        # A wrong signature uses it up, too.
        is_fresh = self._nonces.pop(asking.nonce, 0.0) > self._steady()
        text = signed_text(origin, nonce=asking.nonce, code=asking.code)
        if not (is_fresh and key.has_signed(text, asking.signature)):
            raise NotLetInError("the phone has not shown that the key is its own: load it anew")
        known = self.known.get(key.id)
        is_coded = bool(asking.code) and self._takes(asking.code)
        if known is None:
            if not is_coded:
                raise NotLetInError("this phone is not known here: scan the code that is shown")
            known = self._add(KnownPhone(key=asking.key, name=_name(asking.name)))
        token = secrets.token_urlsafe(CODE_BYTES)
        self._tokens = {hashed: phone for hashed, phone in self._tokens.items() if phone != key.id}
        self._tokens[hash_of(token)] = key.id
        return known, token, is_coded

    def who(self, token: str) -> str:
        """The phone of a token; nothing where it is none of ours."""
        if not 0 < len(token) <= LONGEST_TOKEN:
            return ""
        return self._tokens.get(hash_of(token), "")

    def forget(self, phone: str) -> bool:
        """Let it in no more; False where it is not known."""
        if phone not in self.known:
            return False
        del self.known[phone]
        self._tokens = {hashed: each for hashed, each in self._tokens.items() if each != phone}
        self._save()
        return True

    def _takes(self, code: str) -> bool:
        """Whether it is the code that is shown; then it is used up."""
        if self._code is None or not self.has_code:
            return False
        if hmac.compare_digest(self._code[0], hash_of(code)):
            self._code = None
            return True
        self._misses += 1
        if self._misses >= CODE_TRIES:
            self._code = None
        return False

    def _add(self, phone: KnownPhone) -> KnownPhone:
        if len(self.known) >= MOST_PHONES:
            raise NotLetInError("too many phones are known here: the host may forget some")
        self.known[phone.id] = phone
        try:
            self._save()
        except OSError as failure:
            del self.known[phone.id]
            raise NotLetInError(f"the phone cannot be kept: {failure}") from failure
        return phone

    def _save(self) -> None:
        if self._keep is None:
            return
        told = {"format": FORMAT, "phones": [asdict(each) for each in self.known.values()]}
        replace_whole(self._keep, json.dumps(told).encode())


def _name(text: str) -> str:
    r"""A phone's own name for itself, made fit to be shown.

    >>> _name("  Pixel 8\x00\n "), _name("")
    ('Pixel 8', 'Phone')
    """
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())[:LONGEST_NAME] or "Phone"


def _read(place: Path | None) -> list[KnownPhone]:
    """Those of last time; a file that cannot be read lets nobody in, and harms nobody."""
    if place is None:
        return []
    try:
        fields = Fields(parse(place.read_text(encoding="utf-8"), what="phones"), "")
        fields.must("format", string)
        return [
            _known(each, f"phones[{at}]") for at, each in enumerate(fields.must("phones", items))
        ][:MOST_PHONES]
    except (OSError, ValueError):
        return []


def _known(value: object, where: str) -> KnownPhone:
    fields = Fields(value, where)
    key = phone_key(fields.must("key", string))
    return KnownPhone(key=key.point, name=_name(fields.must("name", string)))
