"""Rolls dice and deals cards for the referee, so that anyone can check it afterwards.

Before a roll the referee shows a commitment: the hash of a secret seed and of what is asked for.
Then the players may throw in a text of their own. What comes up follows from the two alone, and
the seed is shown with it. So the referee cannot choose the result once it knows the text, and the
players cannot choose it while they do not know the seed.

The recipe, in full; docs/dice.md has it as a program:

1. The commitment is SHA-256 over four lines joined by line feeds: seed, nonce, what, asked.
2. Block k = 0, 1, 2, ... is HMAC-SHA256 with the seed's bytes as the key, over three lines: nonce,
   contribution, k. The bytes of all blocks in order are the stream.
3. Each draw among n faces takes the next byte below the largest multiple of n up to 256, and takes
   the face at that byte modulo n. A card that was dealt is no longer among the faces.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import FACES
from rules.table.bad_input import BadInputError, on_one_line

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 16
BYTE_VALUES: Final = 256

MOST_DICE: Final = 100
LONGEST_TEXT: Final = 500
"""Characters of a contribution, or of what a roll is for."""
MOST_OPEN: Final = 1000
"""Commitments that wait for their roll; each is a few hundred bytes in memory."""
MOST_OPEN_OF_ONE: Final = 20
"""Of one who asks by name, so that nobody uses up what is there for all."""
OPEN_SECONDS: Final = 1800.0
"""How long a promise holds: who has not rolled after half an hour promises anew."""

DICE_FACES: Final = tuple(str(face) for face in range(1, FACES + 1))
_DICE: Final = "dice"
_CARDS_OF: Final = "cards of"
_AMONG: Final = "from among"

Source = Callable[[int], bytes]
"""Gives so many random bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """What is shown before a roll; nothing of it can be changed afterwards without being seen."""

    digest: str
    nonce: str
    what: str
    """What the roll is for, as it stands in the log."""
    asked: str
    """`2 dice`, or `2 cards of 2H 3H 4H` with every face that may come up; of a toss, `1 from
    among Fox Red%20Fox`: a space or the like in a name is written as in an address.
    """

    def as_json(self) -> dict[str, str]:
        """As a page shows it, and as docs/dice.md reads it."""
        return {
            "digest": self.digest,
            "nonce": self.nonce,
            "what": self.what,
            "asked": self.asked,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenRoll:
    """What came up, with all that it takes to work it out again."""

    commitment: Commitment
    seed: str
    contribution: str
    results: tuple[str, ...]

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of dice; not for cards."""
        return tuple(int(face) for face in self.results)

    def as_json(self) -> dict[str, object]:
        return {
            **self.commitment.as_json(),
            "seed": self.seed,
            "contribution": self.contribution,
            "results": list(self.results),
        }


class TooManyPromisesError(Exception):
    """Whoever asks has as many promises waiting as one may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Promise:
    commitment: Commitment
    seed: str
    by: str
    since: float


class Roller:
    """Rolls and deals; it keeps the seeds of what it has committed to, and nothing else.

    >>> roller = Roller(source=lambda count: bytes(range(count)))
    >>> shown = roller.commit_dice(2, what="T1 fires at T2")
    >>> roll = roller.reveal(shown.digest, contribution="luck be a lady")
    >>> roll.dice, check_roll(shown, roll)
    ((3, 5), None)
    """

    __slots__ = ("_clock", "_open", "_source")

    def __init__(
        self,
        *,
        source: Source = secrets.token_bytes,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`clock` tells the seconds that pass; without one no promise ends."""
        self._source = source
        self._clock = clock
        self._open: dict[str, _Promise] = {}

    @property
    def waiting(self) -> tuple[Commitment, ...]:
        """What has been committed to and not been rolled, the oldest first."""
        self._forget()
        return tuple(each.commitment for each in self._open.values())

    def commit_dice(self, count: int, *, what: str, by: str = "") -> Commitment:
        """Promise a roll of so many dice; `by` is who asks, where there are several."""
        if not 1 <= count <= MOST_DICE:
            raise BadInputError("dice", expected=f"1 to {MOST_DICE} dice", got=f"{count}")
        return self._commit(f"{count} {_DICE}", what=what, by=by)

    def commit_cards(self, count: int, *, unseen: tuple[str, ...], what: str) -> Commitment:
        """Promise to deal so many cards from those that nobody has seen."""
        names = tuple(str(card_from(name, "unseen")) for name in unseen)
        if not 1 <= count <= len(names) <= BYTE_VALUES:
            raise BadInputError(
                "cards",
                expected=f"1 to {min(len(names), BYTE_VALUES)} of {len(names)} unseen cards",
                got=f"{count}",
            )
        return self._commit(f"{count} {_CARDS_OF} {' '.join(names)}", what=what)

    def commit_toss(self, lots: tuple[str, ...], *, what: str, by: str = "") -> Commitment:
        """Promise to draw one of these lots, each as likely as the others."""
        if not 2 <= len(set(lots)) == len(lots) <= MOST_DICE or not all(lots):
            expected = f"2 to {MOST_DICE} different lots"
            raise BadInputError("among", expected=expected, got=f"{len(lots)}")
        names = " ".join(quote(lot, safe="") for lot in lots)
        return self._commit(f"1 {_AMONG} {names}", what=what, by=by)

    def reveal(self, digest: str, *, contribution: str = "") -> ProvenRoll:
        """Roll what was promised, once: a second try would be a choice between two results."""
        _text(contribution, "contribution")
        self._forget()
        if digest not in self._open:
            raise BadInputError(
                "digest", expected="a commitment that waits for its roll", got=repr(digest)[:80]
            )
        promise = self._open.pop(digest)
        commitment, seed = promise.commitment, promise.seed
        results = drawn(commitment, seed=seed, contribution=contribution)
        return ProvenRoll(
            commitment=commitment, seed=seed, contribution=contribution, results=results
        )

    def _forget(self) -> None:
        """Let promises go that nobody has asked for in a long time; the oldest come first."""
        ended = self._clock() - OPEN_SECONDS
        for digest in [name for name, each in self._open.items() if each.since < ended]:
            del self._open[digest]

    def _commit(self, asked: str, *, what: str, by: str = "") -> Commitment:
        _text(what, "what")
        self._forget()
        if by and sum(each.by == by for each in self._open.values()) >= MOST_OPEN_OF_ONE:
            raise TooManyPromisesError
        if len(self._open) >= MOST_OPEN:
            raise BadInputError(
                "commitments", expected=f"at most {MOST_OPEN} waiting", got="one more"
            )
        seed, nonce = self._source(SEED_BYTES).hex(), self._source(NONCE_BYTES).hex()
        commitment = Commitment(
            digest=digest_of(seed, nonce=nonce, what=what, asked=asked),
            nonce=nonce,
            what=what,
            asked=asked,
        )
        promise = _Promise(commitment=commitment, seed=seed, by=by, since=self._clock())
        self._open[commitment.digest] = promise
        return commitment


def digest_of(seed: str, *, nonce: str, what: str, asked: str) -> str:
    """The hash that binds the referee to a seed and to what is asked for."""
    return hashlib.sha256(f"{seed}\n{nonce}\n{what}\n{asked}".encode()).hexdigest()


def drawn(commitment: Commitment, *, seed: str, contribution: str) -> tuple[str, ...]:
    """The result of a commitment with this seed and this contribution."""
    count, faces, back = _asked(commitment.asked)
    stream = _stream(bytes.fromhex(seed), nonce=commitment.nonce, contribution=contribution)
    left = list(faces)
    results = []
    for _ in range(count):
        place = next(at for at in (place_of(byte, len(left)) for byte in stream) if at is not None)
        results.append(left[place] if back else left.pop(place))
    return tuple(results)


def place_of(byte: int, faces: int) -> int | None:
    """Which of so many faces a byte stands for; None for the few that would favour some of them.

    >>> place_of(251, 6), place_of(252, 6)
    (5, None)
    """
    return byte % faces if byte < BYTE_VALUES - BYTE_VALUES % faces else None


def lots_of(asked: str) -> tuple[str, ...]:
    """The lots of a toss by their names; none where dice or cards are asked for.

    >>> lots_of("1 from among Fox Red%20Fox"), lots_of("2 dice")
    (('Fox', 'Red Fox'), ())
    """
    kind, _, names = asked.partition(f" {_AMONG} ")
    return tuple(map(unquote, names.split(" "))) if kind == "1" and names else ()


def check_roll(shown: Commitment, roll: ProvenRoll) -> str | None:
    """What is wrong with a roll, given the commitment that was shown before it; None if nothing.

    Keep to the commitment that you saw yourself: the one inside the roll proves nothing.
    """
    if roll.commitment != shown:
        return f"expected the roll that was promised as {shown.digest}, got another"
    digest = digest_of(roll.seed, nonce=shown.nonce, what=shown.what, asked=shown.asked)
    if digest != shown.digest:
        return f"expected a seed, nonce and question with the hash {shown.digest}, got {digest}"
    try:
        expected = drawn(shown, seed=roll.seed, contribution=roll.contribution)
    except ValueError as error:
        return f"expected a roll that can be worked out again, got {error}"
    if expected != roll.results:
        return f"expected {', '.join(expected)} from this seed, got {', '.join(roll.results)}"
    return None


def _asked(asked: str) -> tuple[int, tuple[str, ...], bool]:
    """How many draws, among which faces, and whether a face is put back for the next draw."""
    count, _, rest = asked.partition(" ")
    if not count.isdecimal() or not count.isascii():
        raise BadInputError("asked", expected="a number of dice or cards", got=repr(asked)[:80])
    if rest == _DICE and int(count) <= MOST_DICE:
        return int(count), DICE_FACES, True
    kind = _AMONG if rest.startswith(f"{_AMONG} ") else _CARDS_OF
    faces = tuple(rest.removeprefix(f"{kind} ").split(" "))
    if rest.startswith(f"{kind} ") and int(count) <= len(faces) <= BYTE_VALUES:
        return int(count), faces, False
    raise BadInputError("asked", expected="dice, or cards of some faces", got=repr(asked)[:80])


def _stream(seed: bytes, *, nonce: str, contribution: str) -> Iterator[int]:
    block = 0
    while True:
        message = f"{nonce}\n{contribution}\n{block}"
        yield from hmac.digest(seed, message.encode(), "sha256")
        block += 1


def _text(text: str, where: str) -> None:
    on_one_line(text, where)
    if len(text) > LONGEST_TEXT:
        raise BadInputError(
            where, expected=f"at most {LONGEST_TEXT} characters", got=f"{len(text)}"
        )
