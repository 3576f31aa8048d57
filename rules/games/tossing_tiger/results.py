"""Who wins each battle of a war, worked out anew from the cards as they lie (TT-RES-04)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.games.tossing_tiger.animals import CardEffect, has
from rules.games.tossing_tiger.deck import Deck
from rules.games.tossing_tiger.state import War
from rules.games.tossing_tiger.vocabulary import Result, Role
from rules.referee.toolkit.settings import Options

ROOSTER: Final = "rooster"
OWN, OTHER = "own", "other"
"""TT-ANI-01: for whom a toss went well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a card says about its battle."""

    winner: Role
    by_losing: bool = False
    """It says that its own side loses, and not that the other one wins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarScene:
    """A war with the deck and the options that it is fought with."""

    war: War
    deck: Deck
    options: Options

    # --- cards -----------------------------------------------------------------------------------

    def animal(self, role: Role, place: int) -> str:
        """The animal that lies open there; empty where none does."""
        face = self.war.face(role, place)
        return self.deck.animal(face) if face else ""

    def acts_as(self, role: Role, place: int) -> str:
        """The animal whose action counts there: its own, or the one a chameleon copied."""
        pile = self.war.pile(role, place)
        if pile is None or not pile.face or pile.is_dawncard or pile.off:
            return ""
        return pile.copied or self.deck.animal(pile.face)

    def is_cancelled(self, role: Role, place: int) -> bool:
        """TT-ANI-07: whether the card that it meets is a turtle."""
        strict = self.options.choice("turtle_timing") == "strict_order"
        if strict and role is Role.ATTACKER:
            return False
        return has(self.acts_as(role.other, place), CardEffect.CANCEL)

    def holds(self, role: Role, place: int, *, effect: CardEffect) -> bool:
        """Whether a card has that effect, and nothing stops it."""
        return has(self.acts_as(role, place), effect) and not self.is_cancelled(role, place)

    def changes(self, role: Role, place: int) -> str:
        """TT-DJ-05: the Rooster Change that counts there."""
        held = self.war.change and self.holds(role, place, effect=CardEffect.ROOSTER_CHANGE)
        return self.war.change if held else ""

    def earlier(self, role: Role, place: int) -> tuple[str, ...]:
        """TT-OBJ-07: animals that a side rolled before a place (TT-AMB-18)."""
        if self.options.choice("earlier_basis") == "ever_rolled":
            return tuple(
                each.animal for each in self.war.log if each.role is role and each.place < place
            )
        return tuple(
            animal
            for before in range(1, place)
            if (pile := self.war.pile(role, before)) is not None
            and not pile.is_dawncard
            and (animal := self.animal(role, before))
        )

    def roosters_before(self, place: int) -> int:
        return sum(self.earlier(role, place).count(ROOSTER) for role in Role)

    # --- strengths -------------------------------------------------------------------------------

    def beats_all(self, role: Role, place: int) -> bool:
        """TT-ANI-14."""
        listed = self.deck.strengths.get(self.animal(role, place), ())
        earlier = self.earlier(role, place)
        held = self.holds(role, place, effect=CardEffect.STRONG_WHEN_LIST_ROLLED)
        return held and bool(listed) and all(each in earlier for each in listed)

    def strengths(self, role: Role, place: int) -> tuple[str, ...]:
        """TT-RES-02, TT-ANI-06, TT-DAWN-11: strengths as printed, and added, less removed."""
        animal, war = self.animal(role, place), self.war
        if not animal or (war.rule == "superweak_type" and animal == war.animal):
            return ()
        found = list(self.deck.strengths.get(animal, ()))
        if self.holds(role, place, effect=CardEffect.STRONG_AGAINST_OWN_EARLIER):
            found += self.earlier(role, place)
        found += self._taught(role, place)
        if war.rule == "strong_type" and role is Role.ATTACKER:
            found.append(war.animal)
        if animal == ROOSTER:
            found += self._met_by(place, change="rooster_disable")
        removed = set(self._met_by(place, change="rooster_always_win_alt"))
        if war.rule == "weak_type":
            removed.add(war.animal)
        return tuple(dict.fromkeys(each for each in found if each and each not in removed))

    def _taught(self, role: Role, place: int) -> list[str]:
        """TT-ANI-15, TT-RC-13: what earlier cards of a side have added."""
        found = [
            each.animal for each in self.war.taught if each.role is role and each.after < place
        ]
        for before in range(1, place):
            earlier = self.earlier(role, before)
            if len(set(earlier)) == len(earlier) and self.holds(
                role, before, effect=CardEffect.TEACHES_OWN_LATER
            ):
                found.append("unicorn")
        return found

    def _met_by(self, place: int, *, change: str) -> list[str]:
        """TT-RC-04, TT-RC-09: animals that Roosters with a change have met before a place."""
        if self.war.change != change:
            return []
        return [
            met
            for before in range(1, place)
            for role in Role
            if self.changes(role, before) == change and (met := self.animal(role.other, before))
        ]

    def is_strong(self, role: Role, place: int) -> bool:
        """TT-RES-01: whether the card of a side is strong against the one that it meets."""
        met = self.animal(role.other, place)
        return bool(met) and (self.beats_all(role, place) or met in self.strengths(role, place))

    # --- results ---------------------------------------------------------------------------------

    def results(self) -> tuple[Result | None, ...]:
        """TT-RES-04: by place, worked out anew; None for what does not count, or not yet."""
        found: list[Result | None] = []
        for place in range(1, self.war.number + 1):
            found.append(self._result(place, found))
        return tuple(found)

    def _result(self, place: int, before: Sequence[Result | None]) -> Result | None:
        fought = self.war.fought(place)
        if fought.is_out or place > self.war.battle:
            return None
        if fought.fixed is not None:
            return fought.fixed
        attacking, defending = (self.war.pile(role, place) for role in Role)
        if any(pile is not None and not pile.is_rolled for pile in (attacking, defending)):
            return None
        if attacking is None or defending is None:
            # TT-OBJ-13: the side with a pile wins.
            empty = [role for role in Role if self.war.pile(role, place) is None]
            return Result(empty[0].other) if len(empty) == 1 else Result.NONE
        lost = fought.conceded or fought.lost
        if lost:
            return Result(lost[0].other) if len(lost) == 1 else Result.NONE
        if attacking.is_dawncard:  # TT-DJ-04
            return Result.DEFENDER
        forced = self._forced(place, before)
        found = self.compared(place) if forced is None else forced
        return self._adjusted(place, found)

    def compared(self, place: int) -> Result:
        """TT-RES-01."""
        winners = tuple(role for role in Role if self.is_strong(role, place))
        return _result_of(winners)

    def _forced(self, place: int, before: Sequence[Result | None]) -> Result | None:
        """TT-RES-03: what cards say themselves; None where they leave it to strengths."""
        claims = [claim for role in Role for claim in self._claims(role, place, before=before)]
        if self.war.fought(place).is_guessed:
            claims.append(Claim(winner=Role.ATTACKER))
        if not claims:
            return None
        winners = tuple(role for role in Role if any(each.winner is role for each in claims))
        if len(winners) > 1 and all(each.by_losing for each in claims):
            # Both say that they lose, and neither that anybody wins.
            return Result.NONE
        if self.options.choice("forced_conflict") == "last_action":
            return Result(claims[-1].winner)
        return _result_of(winners)

    def _claims(self, role: Role, place: int, *, before: Sequence[Result | None]) -> list[Claim]:
        """TT-ANI-09, TT-ANI-16: who wins by what the card of one side says."""
        pile = self.war.pile(role, place)
        wins, loses = Claim(winner=role), Claim(winner=role.other, by_losing=True)
        claims = []
        if pile is not None and pile.claim:
            claims.append(wins if pile.claim == OWN else Claim(winner=role.other))
        if self.holds(role, place, effect=CardEffect.LOSES):
            claims.append(loses)
        if self.holds(role, place, effect=CardEffect.LOSES_AS_SECOND):
            frogs = [name for each in Role for name in self.earlier(each, place)]
            claims += [loses] if "frog" in frogs else []
        if self.holds(role, place, effect=CardEffect.AS_BEFORE):
            counted = [each for each in before if each is not None]
            if counted and all(self.lost(role, each) for each in counted):
                claims.append(loses)
            elif counted and all(each.won_by(role) for each in counted):
                claims.append(wins)
        change = self.changes(role, place)
        if change in {"rooster_always_win", "rooster_always_win_alt"}:
            claims.append(wins)
        if change in {"rooster_always_lose", "rooster_always_lose_alt"}:
            claims.append(loses)
        bare = not self.war.change and self.animal(role, place) == ROOSTER
        if bare and self.options.choice("rooster_default") == "always_loses":
            claims.append(loses)
        return claims

    def lost(self, role: Role, result: Result) -> bool:
        """TT-AMB-12."""
        if result is Result.NONE:
            return self.options.flag("none_is_lost")
        return not result.won_by(role)

    def _adjusted(self, place: int, found: Result) -> Result:
        """TT-ANI-10, TT-DAWN-16, TT-DAWN-12, in this order."""
        if not found.is_sole:
            birds = tuple(
                role
                for role in Role
                if place > 1 and self.holds(role, place - 1, effect=CardEffect.WINS_NEXT_TIE)
            )
            found = _result_of(birds) if birds else found
        attacking, defending = (self.animal(role, place) for role in Role)
        if self.war.rule == "no_ties" and attacking == defending:
            return Result.ATTACKER
        if self.war.rule == "superhero_type" and found.is_sole and attacking != defending:
            loser = defending if found is Result.ATTACKER else attacking
            return Result.NONE if loser == self.war.animal else found
        return found

    # --- the war ---------------------------------------------------------------------------------

    def won(self, role: Role) -> int:
        """TT-WAR-01."""
        return sum(each is not None and each.won_by(role) for each in self.results())

    def overall(self) -> tuple[Role, ...]:
        """TT-WAR-02, TT-DAWN-04, TT-DAWN-05: the overall winner, both of them, or nobody."""
        war = self.war
        if war.no_winner or war.rule == "no_winner":
            return ()
        if war.winner is not None:
            return (war.winner,)
        mine, theirs = (self.won(role) for role in Role)
        if mine == theirs:
            return tuple(Role) if war.rule == "tied_winner" else ()
        leader = Role.ATTACKER if mine > theirs else Role.DEFENDER
        counted = sum(each is not None for each in self.results())
        half = self.options.choice("majority") == "more_than_half"
        return () if half and max(mine, theirs) * 2 <= counted else (leader,)

    def bonus(self) -> int:
        """TT-SPO-03, TT-RC-14: how many piles the bonus is."""
        piles, results = self.war.bonus, self.results()
        for place in range(1, self.war.number + 1):
            for role in Role:
                if self.changes(role, place) == "rooster_multi_bonus":
                    won = [each for each in results[: place - 1] if each and each.won_by(role)]
                    piles *= len(won)
        return piles

    def single(self, role: Role, place: int) -> int:
        """TT-SPO-02, TT-RC-11: how many cards a battle is worth to its winner."""
        if self.changes(role, place) == "rooster_count":
            return max(1, self.roosters_before(place))
        return 1


def _result_of(winners: Sequence[Role]) -> Result:
    if len(winners) == len(Role):
        return Result.BOTH
    return Result(winners[0]) if winners else Result.NONE
