"""Promises the orders of packs as dice are promised, keeps their secrets, and works them out.

A promise is one of `api.roller`: the hash of a seed, a nonce, what it is for, and all cards of the
pack. Its order is that promise's whole roll. What is shuffled or tossed later from the same seed
has the same recipe, with what it is for behind the nonce: `NONCE shuffle 3`.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from api.roller import NONCE_BYTES, SEED_BYTES, Commitment, ProvenRoll, Source, check_roll, drawn
from api.roller import digest_of as digest_of_promise
from rules.referee.court.dealing import PackPromise
from rules.referee.dealing.dealt_cards import Ordered
from rules.referee.log.dealing_words import CardsPromised
from rules.table.bad_input import BadInputError

SECRET: Final = "cards:"
"""What a secret is called among what the battle file says of itself; the digest comes behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromisedOrder:
    """A promise, and its secret."""

    promise: CardsPromised
    seed: str


def promise_order(
    pack: str, cards: tuple[str, ...], *, what: str, source: Source = secrets.token_bytes
) -> PromisedOrder:
    """Bind the umpire to an order of these cards."""
    odd = next((card for card in cards if not card or card.split() != [card]), None)
    if odd is not None or len(set(cards)) != len(cards):
        raise BadInputError("cards", expected="names without spaces, each once", got=repr(odd))
    seed, nonce = source(SEED_BYTES).hex(), source(NONCE_BYTES).hex()
    asked = asked_of(cards)
    digest = digest_of_promise(seed, nonce=nonce, what=what, asked=asked)
    promise = CardsPromised(pack=pack, digest=digest, nonce=nonce, what=what, asked=asked)
    return PromisedOrder(promise=promise, seed=seed)


def asked_of(cards: tuple[str, ...]) -> str:
    """The whole of these cards, as a promise asks for it."""
    return f"{len(cards)} cards of {' '.join(cards)}"


def ordered_by(promise: CardsPromised, *, seed: str, contribution: str) -> Ordered:
    """How cards lie by this seed and these words; a use is empty for the order of the pack."""

    def ordered(use: str, cards: tuple[str, ...]) -> tuple[str, ...]:
        if not cards:
            return ()
        # A side of a card has a space in its name, and a pack's cards have none.
        names = cards if not use else tuple(str(at) for at in range(len(cards)))
        nonce = f"{promise.nonce} {use}" if use else promise.nonce
        asked = promise.asked if not use else asked_of(names)
        shown = Commitment(digest="", nonce=nonce, what=promise.what, asked=asked)
        came = drawn(shown, seed=seed, contribution=contribution)
        return came if not use else tuple(cards[int(at)] for at in came)

    return ordered


def orders_with(
    secrets_of: Mapping[str, str],
) -> Callable[[CardsPromised, str], Ordered | None]:
    """The orders of these seeds, by digest."""

    def orders(promise: CardsPromised, contribution: str) -> Ordered | None:
        seed = secrets_of.get(promise.digest)
        if seed is None:
            return None
        return ordered_by(promise, seed=seed, contribution=contribution)

    return orders


def opened_seeds(promised: Mapping[str, PackPromise]) -> dict[str, str]:
    """The seeds that a log itself tells, by digest."""
    return {
        each.promise.digest: each.opened.seed
        for each in promised.values()
        if each.opened is not None
    }


def roll_of(found: PackPromise) -> ProvenRoll | None:
    """An order that is opened, as a roll of the referee's that anybody can check."""
    if found.opened is None:
        return None
    promise = found.promise
    shown = Commitment(
        digest=promise.digest, nonce=promise.nonce, what=promise.what, asked=promise.asked
    )
    opened = found.opened
    results = drawn(shown, seed=opened.seed, contribution=opened.contribution)
    return ProvenRoll(
        commitment=shown, seed=opened.seed, contribution=opened.contribution, results=results
    )


def fault_of_opening(found: PackPromise) -> str:
    """What is wrong with how an order was opened; nothing where it is what was promised."""
    opened, promise = found.opened, found.promise
    if opened is None:
        return ""
    if opened.digest != promise.digest or opened.contribution != found.contribution:
        return f"{promise.pack}: opened otherwise than it was promised and dealt"
    try:
        roll = roll_of(found)
    except ValueError as failure:
        return f"{promise.pack}: {failure}"
    assert roll is not None
    why = check_roll(roll.commitment, roll)
    return f"{promise.pack}: {why}" if why else ""
