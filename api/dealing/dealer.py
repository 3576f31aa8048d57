"""Deals in one battle: promises orders, fills in what comes up, and gives what leaves no choice."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from api.dealing.orders import SECRET, opened_seeds, orders_with, promise_order
from api.roller import Source
from rules.referee.court.dealing import (
    DealtSoFar,
    by_the_umpire,
    dealing_of,
    dealt_so_far,
    promises,
)
from rules.referee.dealing.dealt_cards import DealtCards
from rules.referee.dealing.rules_of_dealing import CardsInPlay, CardsShown, Misdealt, SeatCommand
from rules.referee.log.battle import Battle, ended
from rules.referee.log.dealing_words import CardsFixed, CardsOpened
from rules.referee.log.drafts import Draft
from rules.referee.toolkit.game import Refusal

BY_ITSELF: Final = "dealt-"
"""What the ids of commands begin with that the umpire gives for a seat."""


class Dealer:
    """The umpire's hand in one battle's cards. For the thread that writes the battle."""

    def __init__(
        self,
        *,
        keep: Callable[[str, str], None],
        kept: Callable[[], Mapping[str, str]],
        source: Source = secrets.token_bytes,
    ) -> None:
        """`keep` puts a secret into the battle's file under a name; `kept` has all that lies there
        by name.
        """
        self._keep = keep
        self._kept_there = kept
        self._source = source
        self._seeds: dict[str, str] | None = None
        self._so_far: DealtSoFar | None = None

    def due(self, battle: Battle) -> Draft | None:
        """What the umpire has to say next of its promises; the secret is kept before it is said."""
        dealing = dealing_of(battle)
        if dealing is None:
            return None
        known, packs = promises(battle), dealing.packs(battle.state)
        for pack in packs:
            found = known.get(pack.name)
            if found is None:
                what = f"{battle.game.title}: {pack.name}"
                made = promise_order(pack.name, pack.cards, what=what, source=self._source)
                secret = json.dumps({"seed": made.seed})
                self._keep(f"{SECRET}{made.promise.digest}", secret)
                self._kept()[made.promise.digest] = made.seed
                return by_the_umpire(made.promise)
            if pack.is_dealt and found.fixed is None:
                digest, words = found.promise.digest, found.contribution
                fixed = CardsFixed(pack=pack.name, digest=digest, contribution=words)
                return by_the_umpire(fixed)
        in_use = {pack.name for pack in packs} if ended(battle) is None else frozenset[str]()
        for name, found in known.items():
            seed = self._kept().get(found.promise.digest)
            if name not in in_use and found.opened is None and seed is not None:
                digest, words = found.promise.digest, found.contribution
                opened = CardsOpened(pack=name, digest=digest, seed=seed, contribution=words)
                return by_the_umpire(opened)
        return None

    def filled(
        self, battle: Battle, *, author: str, body: Mapping[str, object]
    ) -> Mapping[str, object] | Refusal:
        """A command with the cards that come up, or why it goes against those that were dealt."""
        dealing = dealing_of(battle)
        if dealing is None:
            return body
        found = dealing.fill(self._in_play(battle), SeatCommand(seat=author, body=body))
        if isinstance(found, Misdealt):
            return Refusal(clause=found.clause, reason=found.reason)
        return {**body, **found.fields}

    def unprompted(self, battle: Battle) -> Iterator[tuple[str, Mapping[str, object]]]:
        """What leaves no choice now, and waits for nobody: for which seat, and the command."""
        dealing = dealing_of(battle)
        if dealing is None or ended(battle) is not None:
            return
        for each in dealing.unprompted(battle.state):
            filled = self.filled(battle, author=each.seat, body=each.command)
            if not isinstance(filled, Refusal):
                yield each.seat, filled

    def shown(self, battle: Battle, *, seat: str) -> tuple[CardsShown, ...]:
        """The cards as a seat may see them."""
        dealing = dealing_of(battle)
        if dealing is None:
            return ()
        return dealing.shown(self._in_play(battle), seat)

    def _in_play(self, battle: Battle) -> CardsInPlay:
        return CardsInPlay(state=battle.state, cards=self.cards(battle))

    def cards(self, battle: Battle) -> DealtCards:
        """Where the cards lie: for the umpire alone."""
        seeds = {**opened_seeds(promises(battle)), **self._kept()}
        self._so_far = dealt_so_far(battle, orders_with(seeds), before=self._so_far)
        return self._so_far.cards

    def _kept(self) -> dict[str, str]:
        if self._seeds is None:
            self._seeds = {
                name.removeprefix(SECRET): str(json.loads(value)["seed"])
                for name, value in self._kept_there().items()
                if name.startswith(SECRET)
            }
        return self._seeds
