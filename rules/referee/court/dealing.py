"""Follows the cards that the umpire deals through a log, and checks them once they are opened."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rules.referee.dealing.dealt_cards import DealtCards, Ordered
from rules.referee.dealing.rules_of_dealing import CardEvent, Dealing
from rules.referee.log.agreement_words import OptionChanged, StateAmended
from rules.referee.log.battle import UMPIRE, Battle, body_of
from rules.referee.log.dealing_words import (
    DEALING_EVENTS,
    CardsFixed,
    CardsOpened,
    CardsPromised,
    ThrowIn,
    WordsThrownIn,
)
from rules.referee.log.drafts import Draft, Drafts, refused
from rules.referee.log.entries import Entry, EntryKind
from rules.referee.log.house_options import CARDS, DEALT
from rules.referee.toolkit.game import Refusal, State
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.bad_input import BadInputError, on_one_line

CLAUSE: Final = "REF-15"
LONGEST_WORDS: Final = 100
MOST_WORDS: Final = 40
"""Times that words are thrown in for one pack, by all seats together."""
BETWEEN: Final = " | "
KINDS: Final = frozenset(map(kind_of, DEALING_EVENTS))

Orders = Callable[[CardsPromised, str], Ordered | None]
"""The order that a promise and words bring; None where its secret is not known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackPromise:
    """What was promised for one pack, and how far that has come."""

    promise: CardsPromised
    words: tuple[str, ...] = ()
    fixed: CardsFixed | None = None
    opened: CardsOpened | None = None

    @property
    def contribution(self) -> str:
        """What decides with the umpire's secret, as far as it is said."""
        return BETWEEN.join(self.words) if self.fixed is None else self.fixed.contribution


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtSoFar:
    """Where the cards lie after so many entries of a log."""

    entries: int
    fallen: frozenset[str]
    state: State
    changed: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    cards: DealtCards


def dealing_of(battle: Battle) -> Dealing | None:
    """How the umpire deals in this battle; None where its players have printed cards."""
    is_dealt = battle.setup.options.values.get(CARDS) == DEALT
    return battle.game.dealing if is_dealt else None


def promises(battle: Battle) -> Mapping[str, PackPromise]:
    """Every promise of a battle, by pack, the oldest first."""
    found: dict[str, PackPromise] = {}
    if dealing_of(battle) is None:
        return found
    for entry in battle.entries:
        if entry.body.get("kind") not in KINDS:
            continue
        match body_of(battle.game, entry):
            case CardsPromised() as promise:
                found[promise.pack] = PackPromise(promise=promise)
            case WordsThrownIn(words=words):
                for name, each in found.items():
                    if each.fixed is None:
                        found[name] = replace(each, words=(*each.words, words))
            case CardsFixed(pack=pack) as fixed:
                found[pack] = replace(found[pack], fixed=fixed)
            case CardsOpened(pack=pack) as opened:
                found[pack] = replace(found[pack], opened=opened)
    return found


def decide_throw_in(battle: Battle, body: ThrowIn, *, author: str) -> Drafts | Refusal:
    """Words are taken for as long as a pack waits for them."""
    if dealing_of(battle) is None:
        return refused(CLAUSE, "This battle is played with printed cards.")
    words = body.words.strip()
    on_one_line(words, "words")
    if not 0 < len(words) <= LONGEST_WORDS:
        got = f"{len(words)}"
        raise BadInputError("words", expected=f"1 to {LONGEST_WORDS} characters", got=got)
    waiting = [each for each in promises(battle).values() if each.fixed is None]
    if not waiting:
        return refused(CLAUSE, "The cards are in play: words count before a deck is dealt.")
    if any(len(each.words) >= MOST_WORDS for each in waiting):
        return refused(CLAUSE, f"Words were thrown in {MOST_WORDS} times, which is enough.")
    return (Draft(author=author, body=WordsThrownIn(words=words), clause=CLAUSE),)


def by_the_umpire(body: object) -> Draft:
    """A word of the umpire's own about the cards."""
    return Draft(author=UMPIRE, body=body, clause=CLAUSE)


def dealt_so_far(battle: Battle, orders: Orders, *, before: DealtSoFar | None = None) -> DealtSoFar:
    """Where the cards lie now; `before` is an earlier answer about the same battle."""
    so_far = _begun(battle)
    if before is not None and before.fallen == battle.fallen:
        fresh = battle.entries[before.entries :]
        # Words change an order that nobody has been dealt from.
        if not any(each.body.get("kind") == kind_of(WordsThrownIn) for each in fresh):
            so_far = before
    steps = list(_followed(battle, orders, so_far=so_far))
    last = steps[-1][2] if steps else so_far
    return replace(last, entries=battle.sequence, fallen=battle.fallen)


def faults_of_dealing(battle: Battle, orders: Orders) -> Iterator[str]:
    """Every card of a log that came up and was not the next of the order promised."""
    dealing = dealing_of(battle)
    if dealing is None:
        return
    for entry, before, after in _followed(battle, orders, so_far=_begun(battle)):
        if entry.kind is EntryKind.EVENT:
            body = body_of(battle.game, entry)
            happened = CardEvent(before=before.state, body=body, after=after.state)
            if why := dealing.fault(before.cards, happened):
                yield f"{entry.id}: {why}"


def _begun(battle: Battle) -> DealtSoFar:
    state = battle.game.initial(battle.setup)
    return DealtSoFar(entries=1, fallen=battle.fallen, state=state, cards=DealtCards())


def _followed(
    battle: Battle, orders: Orders, *, so_far: DealtSoFar
) -> Iterator[tuple[Entry, DealtSoFar, DealtSoFar]]:
    """Each entry that moves something, with what was so before it and after it."""
    promised = promises(battle)
    for entry in battle.entries[so_far.entries :]:
        before = so_far
        if entry.kind is EntryKind.REFEREE:
            body = body_of(battle.game, entry)
            if isinstance(body, CardsPromised):
                so_far = _laid(so_far, promised[body.pack], orders=orders)
            elif isinstance(body, OptionChanged | StateAmended) and battle.stands(entry):
                so_far = _agreed(battle, so_far, body=body)
        elif battle.stands(entry):
            so_far = _happened(battle, so_far, body=body_of(battle.game, entry))
        if so_far is not before:
            yield entry, before, so_far


def _laid(so_far: DealtSoFar, found: PackPromise, *, orders: Orders) -> DealtSoFar:
    ordered = orders(found.promise, found.contribution)
    if ordered is None:
        return so_far
    asked = tuple(found.promise.asked.split(" ")[3:])
    cards = so_far.cards.laid(found.promise.pack, ordered("", asked))
    return replace(so_far, cards=replace(cards, ordered=ordered))


def _happened(battle: Battle, so_far: DealtSoFar, *, body: object) -> DealtSoFar:
    dealing = battle.game.dealing
    assert dealing is not None
    after = battle.game.evolve(so_far.state, body)
    happened = CardEvent(before=so_far.state, body=body, after=after)
    cards = dealing.follow(so_far.cards, happened)
    return replace(so_far, state=after, cards=cards)


def _agreed(
    battle: Battle, so_far: DealtSoFar, *, body: OptionChanged | StateAmended
) -> DealtSoFar:
    """What the players agreed on; the cards stay where they are."""
    if isinstance(body, StateAmended):
        row = battle.game.row(body.what)
        assert row is not None
        return replace(so_far, state=row.amended(so_far.state, body.of, text=body.value))
    changed = {**so_far.changed, body.option: battle.options.values[body.option]}
    options = Options(MappingProxyType({**battle.setup.options.values, **changed}))  # type: ignore[dict-item]
    return replace(so_far, state=battle.game.under(so_far.state, options), changed=changed)
