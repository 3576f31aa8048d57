"""The umpire deals in an order that it promised: the log alone shows whether it kept to it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from api.dealing.dealer import Dealer
from api.dealing.orders import SECRET, fault_of_opening, opened_seeds, orders_with
from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.initial import unmeasured
from rules.referee.court.asking import ask
from rules.referee.court.dealing import faults_of_dealing, promises
from rules.referee.log.battle import Battle, applied, begin
from rules.referee.log.dealing_words import CardsOpened
from rules.referee.log.drafts import Draft, entered
from rules.referee.log.entries import Stamp
from rules.referee.log.house_options import CARDS, DEALT
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.settings import Options
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

NOBODY_LOOKS = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(24.0)), number=1)


class Dealt:
    """A battle of two whose cards the umpire deals."""

    def __init__(self) -> None:
        setup = unmeasured(("A", "B"))
        options = Options(MappingProxyType({**setup.options.values, CARDS: DEALT}))
        setup = replace(setup, options=options)
        self.count = 0
        self.kept: dict[str, str] = {}
        self.battle: Battle = begin(GAME, setup, stamp=self.stamp())
        self.dealer = Dealer(keep=self.kept.__setitem__, kept=lambda: self.kept)
        self.go_on()

    def stamp(self) -> Stamp:
        self.count += 1
        return Stamp(
            time="2026-11-23T19:00:00Z", command_id=f"c{self.count}", umpire_version="test"
        )

    def say(self, draft: Draft) -> None:
        self.battle = applied(self.battle, entered(self.battle, (draft,), stamp=self.stamp()))

    def go_on(self) -> None:
        while (draft := self.dealer.due(self.battle)) is not None:
            self.say(draft)
        for seat, body in self.dealer.unprompted(self.battle):
            self.give(seat, body, is_filled=True)
            return

    def give(
        self, seat: str, body: Mapping[str, object], *, is_filled: bool = False
    ) -> Refusal | None:
        filled = body if is_filled else self.dealer.filled(self.battle, author=seat, body=body)
        if isinstance(filled, Refusal):
            return filled
        command = Command(author=seat, body=filled)
        ruling = ask(self.battle, command, snapshot=NOBODY_LOOKS, stamp=self.stamp())
        if ruling.refusal is None:
            assert ruling.after is not None
            self.battle = ruling.after
            self.go_on()
        return ruling.refusal

    def seed(self, digest: str) -> str:
        """The secret of a promise, as the battle's file keeps it."""
        return str(json.loads(self.kept[f"{SECRET}{digest}"])["seed"])

    def opened(self) -> Battle:
        """As if it were over: every order is opened."""
        for found in promises(self.battle).values():
            promise = found.promise
            seed = self.seed(promise.digest)
            body = CardsOpened(
                pack=promise.pack,
                digest=promise.digest,
                seed=seed,
                contribution=found.contribution,
            )
            self.say(Draft(author="umpire", body=body, clause="REF-15"))
        return self.battle


def faults(battle: Battle) -> list[str]:
    promised = promises(battle)
    told = [why for each in promised.values() if (why := fault_of_opening(each))]
    return [*told, *faults_of_dealing(battle, orders_with(opened_seeds(promised)))]


def to_a_pile() -> Dealt:
    """Both have laid their piles, and the umpire has turned up the first of each."""
    dealt = Dealt()
    assert dealt.give("A", {"kind": "ready", "edge": "south"}) is None
    assert dealt.give("B", {"kind": "ready", "edge": "north"}) is None
    assert dealt.give("A", {"kind": "choose", "choice": "A"}) is None
    number = next(each for each in dealt.battle.state.asks).question
    assert dealt.give("A", {"kind": "choose", "choice": number.choices[-1]}) is None
    while any(ask.question.answered_by == "lay_piles" for ask in dealt.battle.state.asks):
        found = next(a for a in dealt.battle.state.asks if a.question.answered_by == "lay_piles")
        sizes = [6 // found.question.count] * found.question.count
        assert dealt.give(found.seat, {"kind": "lay_piles", "sizes": sizes}) is None
    return dealt


def test_ref_15_what_was_dealt_as_promised_has_no_fault() -> None:
    dealt = to_a_pile()
    says = [entry.body.get("kind") for entry in dealt.battle.entries]
    assert says.index("cards_promised") == 1
    assert says.index("cards_fixed") > says.index("sat_down")
    assert says.count("turned_up") >= 2
    assert faults(dealt.opened()) == []


def test_ref_15_an_order_is_told_by_the_log_alone_once_it_is_opened() -> None:
    dealt = to_a_pile()
    told = str([dict(entry.body) for entry in dealt.battle.entries])
    (found,) = promises(dealt.battle).values()
    assert dealt.seed(found.promise.digest) not in told
    assert opened_seeds(promises(dealt.battle)) == {}


def test_ref_15_another_card_than_the_one_on_top_is_found() -> None:
    dealt = Dealt()
    honest = dealt.dealer.filled

    def cheats(battle: Battle, *, author: str, body: Mapping[str, object]) -> object:
        found = honest(battle, author=author, body=body)
        if isinstance(found, Mapping) and found.get("kind") == "turn_up":
            up = battle.state.face_up
            other = next(
                card
                for card in battle.state.deck.cards
                if card not in (*up, found["card"]) and battle.state.can_show(card)
            )
            return {**found, "card": other}
        return found

    dealt.dealer.filled = cheats  # type: ignore[method-assign,assignment]
    assert dealt.give("A", {"kind": "ready", "edge": "south"}) is None
    assert dealt.give("B", {"kind": "ready", "edge": "north"}) is None
    assert dealt.give("A", {"kind": "choose", "choice": "A"}) is None
    number = next(each for each in dealt.battle.state.asks).question
    assert dealt.give("A", {"kind": "choose", "choice": number.choices[-1]}) is None
    while any(ask.question.answered_by == "lay_piles" for ask in dealt.battle.state.asks):
        found = next(a for a in dealt.battle.state.asks if a.question.answered_by == "lay_piles")
        sizes = [6 // found.question.count] * found.question.count
        assert dealt.give(found.seat, {"kind": "lay_piles", "sizes": sizes}) is None
    assert any("expected" in why for why in faults(dealt.opened()))


def test_ref_15_another_secret_than_the_one_promised_is_found() -> None:
    dealt = to_a_pile()
    (found,) = promises(dealt.battle).values()
    body = CardsOpened(
        pack=found.promise.pack, digest=found.promise.digest, seed="00" * 32, contribution=""
    )
    dealt.say(Draft(author="umpire", body=body, clause="REF-15"))
    assert any("hash" in why for why in faults(dealt.battle))


def test_ref_15_words_after_the_fact_are_found() -> None:
    dealt = to_a_pile()
    (found,) = promises(dealt.battle).values()
    body = CardsOpened(
        pack=found.promise.pack,
        digest=found.promise.digest,
        seed=dealt.seed(found.promise.digest),
        contribution="words that nobody said",
    )
    dealt.say(Draft(author="umpire", body=body, clause="REF-15"))
    assert any("opened otherwise" in why for why in faults(dealt.battle))


@pytest.mark.parametrize("words", ["", "x" * 101])
def test_ref_15_words_are_a_line_of_some_length(words: str) -> None:
    refusal = Dealt().give("A", {"kind": "throw_in", "words": words})
    assert refusal is not None
    assert "1 to 100 characters" in refusal.reason


def test_ref_15_a_card_that_a_player_names_is_refused() -> None:
    dealt = Dealt()
    honest = dealt.dealer.unprompted
    dealt.dealer.unprompted = lambda _battle: iter(())  # type: ignore[method-assign,assignment]
    assert dealt.give("A", {"kind": "ready", "edge": "south"}) is None
    assert dealt.give("B", {"kind": "ready", "edge": "north"}) is None
    assert dealt.give("A", {"kind": "choose", "choice": "A"}) is None
    assert dealt.give("A", {"kind": "choose", "choice": "1"}) is None
    for seat in "AB":
        assert dealt.give(seat, {"kind": "lay_piles", "sizes": [6]}) is None
    assert dealt.give("A", {"kind": "rows_laid", "by_word": True}) is None
    (waits, *_) = honest(dealt.battle)
    seat, filled = waits
    other = next(card for card in dealt.battle.state.deck.cards if card != filled["card"])
    refusal = dealt.give(seat, {"kind": "turn_up", "card": other})
    assert refusal is not None
    assert "leave out which cards" in refusal.reason
    assert dealt.give(seat, {"kind": "turn_up"}) is None
