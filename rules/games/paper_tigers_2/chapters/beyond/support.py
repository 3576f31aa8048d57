"""Brings artillery beyond the table and aircraft, called by aces (PT2-L)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import acting, in_front, without
from rules.games.paper_tigers.chapters.fire.shots import no_target, no_targets
from rules.games.paper_tigers.chapters.picking import still_to_pick
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase, needed, reaching, the_card
from rules.games.paper_tigers_2.asking import UnitChoice
from rules.games.paper_tigers_2.chapters.acting import Action, enemies_of, require_card_for
from rules.games.paper_tigers_2.chapters.saving import WeaponSave, hit_steps
from rules.games.paper_tigers_2.chapters.suppressing import Splash, Suppress
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, HandStep, thrown
from rules.games.paper_tigers_2.chapters.weapons import first_clear_line, is_within
from rules.games.paper_tigers_2.state import (
    NOBODY,
    SPREAD,
    Salvo,
    battle_in,
    own_units,
    sheet_of,
    with_battle,
    with_first,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Situation
from rules.games.paper_tigers_2.units.unit_dice import half, support_pool
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.ruling import unit_hole


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSupport:
    """An ace calls artillery when it is black, and aircraft when it is red."""

    target: str
    card: str = ""
    """Which ace of the open hand, where it is agreed that support is called from there."""

    def ruled(self, draft: Draft) -> None:
        if not draft.state.options.flag("support"):
            reason = "No support from outside the table was agreed for this battle."
            draft.unless_waived("PT2-L1", reason)
        from_hand = draft.state.options.choice("ace_support") == "hand"
        if from_hand:
            caller, face = _from_hand(draft, card=self.card)
        else:
            turned, caller = require_card_for(draft, Action.SUPPORT)
            face = turned.card
        card = card_from(face)
        if card.rank != "A":
            reason = f"Support is called with an ace, not with the {card.name}."
            draft.unless_waived("PT2-L1", reason)
        target = draft.known_unit(self.target)
        draft.hold_fit(no_targets(draft.state, caller, target=target))
        seen = _seen_by_friend(draft, caller, target=target)
        event = SupportCalled(
            unit=caller.id, target=target.id, card=face, aircraft=card.red, from_hand=from_hand
        )
        draft.emit(event, evidence=seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportCalled:
    """An ace has called artillery or aircraft."""

    unit: str
    target: str
    card: str
    aircraft: bool
    from_hand: bool = False

    @property
    def clause(self) -> str:
        return "PT2-L3" if self.aircraft else "PT2-L2"

    def after(self, state: State) -> State:
        if self.from_hand:
            force = state.unit(self.unit).force
            hand = state.hands[force]
            kept = tuple(card for card in hand.open if card != self.card)
            state = state.with_hand(force, replace(hand, open=kept)).discarding(force, self.card)
        else:
            state = acting(state, action=None, actors=(self.unit,))
        salvo = Salvo(caller=self.unit, aircraft=self.aircraft)
        first = ShellFalls(unit=self.unit, target=self.target)
        return in_front(with_battle(state, salvo=salvo), first)

    def told(self) -> str:
        what = "aircraft against" if self.aircraft else "artillery on"
        return f"{self.unit} calls {what} {self.target} with {the_card(self.card)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelled:
    """A shell from beyond the table, or an attack from the air."""

    unit: str
    target: str
    aircraft: bool
    total: int
    difficulty: int
    hits: int
    suppresses: bool = False
    passengers: tuple[str, ...] = ()
    more: bool = False
    """Another one may follow."""
    settled: bool = False
    """What it has hit saves before the next one falls; in older logs all saved in the end."""

    @property
    def clause(self) -> str:
        return "PT2-L3a" if self.aircraft else "PT2-L2"

    def after(self, state: State) -> State:
        """PT2-L2, L3: a save follows on its hit at once, then the next target is named."""
        salvo, stood = salvo_in(state), state.unit(self.target).spot
        state = without(state, ShellFalls, unit=self.unit)
        salvo = replace(salvo, targets=(*salvo.targets, self.target), stood=stood)
        state = with_battle(state, salvo=salvo if self.more else None)
        weapon = "air strike" if self.aircraft else "barrage"
        anybody = state.options.choice("barrage_splash") == "any_unit"
        splash = Splash(
            unit=self.unit, target=self.target, stood=stood, weapon=weapon, anybody=anybody
        )
        suppress = Suppress(unit=self.target, by=self.unit, weapon=weapon)
        hit = WeaponSave(unit=self.target, by=self.unit, hits=self.hits, weapon=weapon)
        hits = hit_steps(state, hit, aboard=replace(hit, hits=1), passengers=self.passengers)
        # PT2-L2d
        spread = (splash,) if self.hits and not self.aircraft else ()
        goes_on = (ShellFalls(unit=self.unit),) if self.more else ()
        suppressed = (suppress,) if self.suppresses else ()
        if self.settled:
            return in_front(state, *hits, *suppressed, *spread, *goes_on)
        return in_front(state, *spread, *goes_on, *hits, *suppressed)

    def told(self) -> str:
        by = "Aircraft" if self.aircraft else "A shell"
        how = {0: "miss" if self.aircraft else "misses", 1: "hit" if self.aircraft else "hits"}
        how[2] = f"{'land' if self.aircraft else 'lands'} a lethal hit on"
        rolled = needed(self.total, self.difficulty)
        told = f"{by} {how[min(self.hits, 2)]} {self.target}: {rolled}."
        if self.suppresses:
            told += f" That is near enough to suppress {self.target}."
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetNamed:
    """On whom the next shell falls."""

    clause: ClassVar[str] = "PT2-L2a"

    unit: str
    target: str

    def after(self, state: State) -> State:
        return with_first(state, target=self.target)

    def told(self) -> str:
        return f"Next is {self.target}."


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoEnded:
    """No further shell falls."""

    clause: ClassVar[str] = "PT2-L2"

    unit: str

    def after(self, state: State) -> State:
        return with_battle(without(state, ShellFalls, unit=self.unit), salvo=None)

    def told(self) -> str:
        return f"What {self.unit} has called is over."


DIFFICULTY = 11
SHELLS = 3
MOST_AT_ONE = 2
"""PT2-L2b, L3f."""
FURTHER = 2
"""PT2-L3b: each attack of an air strike is so much harder than the one before."""


def _from_hand(draft: Draft, *, card: str) -> tuple[Unit, str]:
    """AMB2-37: an open ace in a hand, when its owner might pick a unit."""
    draft.require_phase(Phase.PICK)
    seat = draft.command.author
    ready = [
        force.name
        for force in draft.state.forces
        if force.seat == seat
        and (draft.state.solo or force.name in still_to_pick(draft.state))
        and card in draft.state.hands[force.name].open
    ]
    for name in ready:
        callers = [u for u in own_units(draft.state) if u.force == name and u.in_play]
        if callers:
            return callers[0], card
    return draft.refuse("PT2-L1", f"{seat} has no open card {card!r} in hand to call with now.")


def _seen_by_friend(draft: Draft, caller: Unit, *, target: Unit) -> tuple[Measured, ...]:
    """PT2-L2a, L3a: the first target has to be in sight of a friend of the caller."""
    friends = [
        friend
        for friend in own_units(draft.state)
        if friend.side == caller.side and friend.in_play and not friend.aboard
    ]
    found = first_clear_line(draft, friends, target=target)
    if found is None:
        draft.unless_waived("PT2-L2a", f"No unit of {caller.side} sees {target.id} beyond doubt.")
    return () if found is None else (found,)


def salvo_in(state: State) -> Salvo:
    """What has been called."""
    salvo = battle_in(state).salvo
    assert salvo is not None
    return salvo


def needed_now(salvo: Salvo) -> int:
    """PT2-L3a, L3b, L3c and L3d: what the next shell or attack has to reach.

    >>> needed_now(Salvo(caller="T1", aircraft=True, targets=("E1", "E2")))
    15
    """
    return DIFFICULTY + (FURTHER * len(salvo.targets) if salvo.aircraft else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellFalls(HandStep):
    """The next shell of a barrage, or attack of an air strike: its target, then its dice."""

    target: str = ""
    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        salvo = salvo_in(draft.state)
        if not self.target:
            _choose_next(draft, salvo=salvo)
            return
        target = draft.state.unit(self.target)
        needed = needed_now(salvo)
        faces = _attacked(draft, self, salvo=salvo, target=target)
        if faces is None:
            return
        total = sum(faces)
        hits = 0
        if total >= needed:
            hits = 2 if sheet_of(target).has("flamethrower") else 1
        # PT2-L2c, L4: half of it is near enough to suppress.
        modified = draft.state.options.choice("half_base") == "modified"
        event = Shelled(
            unit=salvo.caller,
            target=target.id,
            aircraft=salvo.aircraft,
            total=total,
            difficulty=needed,
            hits=hits,
            suppresses=not hits and total >= half(needed if modified else DIFFICULTY),
            passengers=draft.state.passengers_of(target.id) if hits else (),
            more=_goes_on(salvo, hits=hits),
            settled=True,
        )
        draft.emit(event)


def _attacked(
    draft: Draft, shell: ShellFalls, *, salvo: Salvo, target: Unit
) -> tuple[int, ...] | None:
    """The dice of the next shell or attack; None while somebody is asked for them."""
    needed = needed_now(salvo)
    found: set[Condition] = {Condition.AIR_STRIKE if salvo.aircraft else Condition.BARRAGE}
    if sheet_of(target).has("anti-air"):
        found.add(Condition.ANTI_AIR)
    situation: Situation = frozenset(found)
    pool = support_pool(situation)
    what = "aircraft attack" if salvo.aircraft else "a shell falls on"
    dice = DiceAsk(
        count=pool.count,
        why=f"{what} {target.id}, {pool.says}",
        means=reaching(needed, then="a hit", otherwise="a miss"),
    )
    force = draft.state.unit(salvo.caller).force
    clause = "PT2-L3a" if salvo.aircraft else "PT2-L2"
    return thrown(draft, shell, other=target.id, dice=dice, force=force, clause=clause)


def _goes_on(salvo: Salvo, *, hits: int) -> bool:
    """PT2-L2, L3e, L4b: three shells in any case; aircraft while they hit."""
    return hits > 0 if salvo.aircraft else len(salvo.targets) + 1 < SHELLS


def _choose_next(draft: Draft, *, salvo: Salvo) -> None:
    """PT2-L2a, L3b: whoever is within six inches of the last target, twice at most."""
    caller = draft.state.unit(salvo.caller)
    last = salvo.targets[-1]
    near = _near(draft, caller, salvo=salvo)
    fit = [name for name in near if salvo.times(name) < MOST_AT_ONE]
    if not fit:
        draft.emit(SalvoEnded(unit=caller.id), clause="PT2-L2b")
        return
    draft.ask(
        NextTarget(unit=caller.id, last=last, choices=(*fit, NOBODY)),
        force=caller.force,
        clause="PT2-L3b" if salvo.aircraft else "PT2-L2a",
        says=f"Who is next, within 6 in of {last}?",
    )


def _near(draft: Draft, caller: Unit, *, salvo: Salvo) -> Sequence[str]:
    last = salvo.targets[-1]
    return [
        other.id
        for other in own_units(draft.state)
        if other.side != caller.side
        and no_target(draft.state, caller, target=other) is None
        and (
            other.id == last or is_within(draft, (last, other.id), limit=SPREAD, stood=salvo.stood)
        )
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTarget(UnitChoice):
    """On whom the next shell falls."""

    last: str

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "other": self.last}

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == NOBODY:
            draft.emit(SalvoEnded(unit=self.unit))
            return
        draft.emit(TargetNamed(unit=self.unit, target=choice), clause=ask.clause)


def support_offers(trial: Trial, unit: Unit, *, card: str, face: str) -> tuple[Template, ...]:
    """PT2-L1: an ace calls artillery or aircraft, where that was agreed."""
    if not trial.state.options.flag("support"):
        return ()
    enemies = enemies_of(trial.state, unit)
    tries = [(name, CallSupport(target=name, card=face)) for name in enemies]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        return ()
    fixed = {"card": face} if face else {}
    hole, deed = unit_hole("target", allowed, greyed=greyed), "Call support on {target}"
    says = f"The {card} calls support from beyond the table."
    return (Template(command="call_support", says=says, fixed=fixed, holes=(hole,), deed=deed),)


def hand_offers(trial: Trial) -> tuple[Template, ...]:
    """AMB2-37: open aces in the hand of whoever may pick."""
    if trial.state.options.choice("ace_support") != "hand":
        return ()
    found: list[Template] = []
    for force in trial.forces:
        own = [unit for unit in own_units(trial.state) if unit.force == force.name and unit.in_play]
        aces = [card for card in trial.state.hands[force.name].open if card.startswith("A")]
        for ace in aces if own else ():
            found += support_offers(trial, own[0], card=card_from(ace).name, face=ace)
    return tuple(found)
