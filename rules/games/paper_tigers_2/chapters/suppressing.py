"""Takes cards from units under fire, and spreads that to others (PT2-H9c to H11b)."""

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rules.games.paper_tigers.asking import in_front, without
from rules.games.paper_tigers.chapters.fire.saving import stripped
from rules.games.paper_tigers.chapters.fire.shots import no_target
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import the_card
from rules.games.paper_tigers_2.asking import AttackedChoice, TargetedChoice
from rules.games.paper_tigers_2.chapters.saving import (
    OFF_TABLE,
    ChainStep,
    Incoming,
    Saves,
    rerolls,
    saves_of,
    successes,
)
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, HandStep, thrown
from rules.games.paper_tigers_2.chapters.weapons import WeaponAim, is_within, may_hit
from rules.games.paper_tigers_2.state import NOBODY, SPREAD, own_units, sheet_of
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.unit_dice import is_armoured
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning, faces
from rules.referee.toolkit.questions import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrugged:
    """Saving dice have cancelled a suppression, or the loss of a card."""

    clause: ClassVar[str] = "PT2-H9d"

    unit: str
    dice: tuple[int, ...]

    def after(self, state: State) -> State:
        state = without(state, type(state.steps[0]), unit=self.unit)
        return replace(state, cover_settled=())

    def told(self) -> str:
        return f"{self.unit} keeps its cards: {faces(self.dice)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLost:
    """PT2-H9c: a unit loses every card that lies on it."""

    clause: ClassVar[str] = "PT2-H9c"

    unit: str
    dice: tuple[int, ...] = ()
    """Those that did not help."""

    def after(self, state: State) -> State:
        state = replace(without(state, Suppress, unit=self.unit), cover_settled=())
        repair = state.unit(self.unit).repair
        state = stripped(state.with_unit(replace(state.unit(self.unit), repair=None)), self.unit)
        return state.with_unit(replace(state.unit(self.unit), repair=repair))

    def told(self) -> str:
        rolled = f": {faces(self.dice)}" if self.dice else ""
        return f"{self.unit} is suppressed and loses every card on it{rolled}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLost:
    """PT2-H9f: a unit loses one card."""

    clause: ClassVar[str] = "PT2-H9f"

    unit: str
    place: int
    """Of those that lie on the unit, from 1; 0 for one that lies open in the queue."""
    card: str = ""

    def after(self, state: State) -> State:
        state = replace(without(state, LoseCard, unit=self.unit), cover_settled=())
        unit = state.unit(self.unit)
        if self.place:
            cards = tuple(slot for k, slot in enumerate(unit.cards, 1) if k != self.place)
            # Whoever was picked with it is picked anew.
            picks = {name: places for name, places in state.picks.items() if name != unit.id}
            state = replace(state.with_unit(replace(unit, cards=cards)), picks=picks)
        elif self.card:
            queue = list(state.queue)
            found = next(t for t in queue if (t.unit, t.card) == (self.unit, self.card))
            queue.remove(found)
            state = replace(state, queue=tuple(queue))
        else:
            return state
        return state.discarding(unit.force, self.card)

    def told(self) -> str:
        if self.card:
            return f"{self.unit} loses {the_card(self.card)}."
        if self.place:
            return f"{self.unit} loses a face-down card."
        return f"{self.unit} has no card to lose."


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusShot:
    """PT2-H10e: a mortar fires once more; at nobody when the target is empty."""

    clause: ClassVar[str] = "PT2-H10e"

    unit: str
    target: str

    def after(self, state: State) -> State:
        again = state.steps[0]
        assert isinstance(again, MortarAgain)
        state = without(state, MortarAgain, unit=self.unit)
        return in_front(state, replace(again.aim, target=self.target)) if self.target else state

    def told(self) -> str:
        if not self.target:
            return f"{self.unit} does not fire its mortar again."
        return f"{self.unit} fires its mortar again, at {self.target}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Splashed:
    """PT2-H11b: a shell's splash reaches another unit; nobody when it is empty."""

    clause: ClassVar[str] = "PT2-H11b"

    by: str
    target: str
    other: str

    def after(self, state: State) -> State:
        splash = state.steps[0]
        assert isinstance(splash, Splash)
        state = without(state, Splash, unit=self.by)
        if not self.other:
            return state
        sure = not state.options.flag("auto_suppress_save")
        suppress = Suppress(unit=self.other, by=self.by, weapon=splash.weapon, sure=sure)
        return in_front(state, suppress)

    def told(self) -> str:
        if not self.other:
            return f"Nobody else is near {self.target}."
        return f"Splinters from {self.target} suppress {self.other}."


def cards_on(draft: Draft, unit: Unit) -> list[str]:
    """Every card that a unit has left this turn, as one names it."""
    lying = [
        f"card {place}" if not slot.card else card_from(slot.card).name
        for place, slot in enumerate(unit.cards, 1)
    ]
    open_ = [card_from(turned.card).name for turned in draft.state.queue if turned.unit == unit.id]
    return [*lying, *open_]


def _shrugs(
    draft: Draft, step: "Suppress | LoseCard", *, unit: Unit, found: Saves, loses: str
) -> bool | tuple[int, ...] | None:
    """True when dice saved it, the dice that did not, or None while somebody is asked."""
    if not found.count:
        return ()
    dice = DiceAsk(
        count=found.count,
        why=f"{unit.id} is under fire and tries to save its cards with {found.says}",
        means=(
            Meaning(when="one that saves", then="it keeps them"),
            Meaning(when="otherwise", then=f"it loses {loses}"),
        ),
    )
    clause = "PT2-H9g" if found.armour.count else "PT2-H9d"
    if step.weapon in OFF_TABLE:
        clause = "PT2-L4a"
    good = partial(successes, unit, armour=found.armour.count, options=draft.state.options)
    faces = thrown(
        draft,
        step,
        other=step.by,
        dice=dice,
        force=unit.force,
        clause=clause,
        may_reroll=0 if good(dice=step.cast.dice) else rerolls(unit, found),
    )
    if faces is None:
        return None
    if good(dice=faces):
        draft.emit(Shrugged(unit=unit.id, dice=faces), clause=clause)
        return True
    return faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppress(HandStep):
    """PT2-H9c: every card is lost, unless cover dice cancel it."""

    by: str
    weapon: str = ""
    sure: bool = False
    """No save helps against it."""
    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        clause = "PT2-L4" if self.weapon in OFF_TABLE else "PT2-H9c"
        if not cards_on(draft, unit) or unit.destroyed:
            draft.emit(CardsLost(unit=unit.id), clause=clause)
            return
        rolled = self._shrugs(draft, unit)
        if isinstance(rolled, tuple):
            draft.emit(CardsLost(unit=unit.id, dice=rolled), clause=clause)

    def _shrugs(self, draft: Draft, unit: Unit) -> bool | tuple[int, ...] | None:
        if self.sure:
            return ()
        found = saves_of(draft, unit, fire=Incoming(by=self.by, weapon=self.weapon))
        if found is None:
            return None
        if self.weapon not in OFF_TABLE:
            found = replace(found, armour=DicePool(count=0))
        return _shrugs(draft, self, unit=unit, found=found, loses="every card on it")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseCard(HandStep):
    """PT2-H9f: one card is lost, of the shooter's choice, unless dice cancel it."""

    by: str
    weapon: str = ""
    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        cards = cards_on(draft, unit)
        if not cards or unit.destroyed:
            draft.emit(CardLost(unit=unit.id, place=0))
            return
        found = saves_of(draft, unit, fire=Incoming(by=self.by, weapon=self.weapon))
        if found is None:
            return
        rolled = _shrugs(draft, self, unit=unit, found=found, loses="a card")
        if not isinstance(rolled, tuple):
            return
        if len(cards) == 1:
            _lose(draft, unit, card=0)
            return
        draft.ask(
            WhichCard(unit=unit.id, by=self.by, choices=tuple(dict.fromkeys(cards))),
            force=draft.state.unit(self.by).force,
            clause="PT2-H9f",
            says=f"Which card does {unit.id} lose?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichCard(AttackedChoice):
    """The card that the shooter has chosen."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        unit = draft.state.unit(self.unit)
        _lose(draft, unit, card=cards_on(draft, unit).index(choice))


def _lose(draft: Draft, unit: Unit, *, card: int) -> None:
    if card < len(unit.cards):
        event = CardLost(unit=unit.id, place=card + 1, card=unit.cards[card].card)
    else:
        open_ = [turned.card for turned in draft.state.queue if turned.unit == unit.id]
        event = CardLost(unit=unit.id, place=0, card=open_[card - len(unit.cards)])
    draft.emit(event)


def _reachable(draft: Draft, step: ChainStep) -> list[Unit]:
    """Enemies within six inches of where a target stood, the target left out."""
    unit, target = draft.state.unit(step.unit), step.target
    return [
        other
        for other in own_units(draft.state)
        if other.id != target
        and no_target(draft.state, unit, target=other) is None
        and other.side != unit.side
        and is_within(draft, (target, other.id), limit=SPREAD, stood=step.stood)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Splash(ChainStep):
    """PT2-H11b: a howitzer's hit suppresses another unarmoured unit, of the shooter's choice."""

    weapon: str = ""
    anybody: bool = False
    """Armour does not help."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        near = [
            other.id
            for other in _reachable(draft, self)
            if not is_armoured(sheet_of(other)) or self.anybody
        ]
        if len(near) < 2:
            event = Splashed(by=unit.id, target=self.target, other=near[0] if near else "")
            draft.emit(event)
            return
        draft.ask(
            WhomSplashed(unit=unit.id, target=self.target, choices=tuple(near)),
            force=unit.force,
            clause="PT2-H11b",
            says=f"Whom does the splash at {self.target} reach?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhomSplashed(TargetedChoice):
    """Whom the splash reaches."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(Splashed(by=self.unit, target=self.target, other=choice))


@dataclass(frozen=True, slots=True, kw_only=True)
class MortarAgain(ChainStep):
    """PT2-H10e: one more shot of a mortar, at the same target or one near it."""

    aim: WeaponAim

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        target = draft.state.unit(self.target)
        able = unit.in_play and not unit.hits
        near = [target, *_reachable(draft, self)] if able else []
        fit = [other.id for other in near if may_hit(draft, unit, weapon="mortar", target=other)]
        if not fit:
            draft.emit(BonusShot(unit=unit.id, target=""))
            return
        draft.ask(
            FireAgain(unit=unit.id, target=self.target, choices=(*fit, NOBODY)),
            force=unit.force,
            clause="PT2-H10e",
            says=f"{unit.id} may fire its mortar once more: at whom?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAgain(TargetedChoice):
    """At whom the mortar fires once more."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        target = "" if choice == NOBODY else choice
        draft.emit(BonusShot(unit=self.unit, target=target))
