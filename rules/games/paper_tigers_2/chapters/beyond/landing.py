"""Lands airborne units: card, point, drift and slide (PT2-K1 to K3d)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import in_front, without
from rules.games.paper_tigers.chapters.laying import GroupFaces
from rules.games.paper_tigers.chapters.turns import TurnRules
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase, needed, the_card
from rules.games.paper_tigers_2.asking import UnitChoice
from rules.games.paper_tigers_2.chapters.beyond.coming_down import ComeDown
from rules.games.paper_tigers_2.chapters.beyond.entering import (
    drawn,
    entry_offers,
    is_in_air,
    look_for_entries,
    open_arrivals,
)
from rules.games.paper_tigers_2.chapters.beyond.scenarios import tied_for_cards
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, HandStep, thrown
from rules.games.paper_tigers_2.chapters.turn import ask_to_shuffle, deal_order
from rules.games.paper_tigers_2.state import (
    Drop,
    battle_in,
    drop_in,
    own_units,
    sheet_of,
    with_battle,
    with_drop,
)
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot, at
from rules.table.units import Degrees, Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAt:
    """PT2-K3a: where a unit is to come down, and which way a glider points."""

    unit: str
    at: Spot

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.ARRIVALS)
        unit = draft.own_unit(self.unit)
        if unit.id not in {each.id for each in in_air(draft)}:
            draft.refuse("PT2-K3a", f"{unit.id} is not landing.")
        draft.require_on_table(unit, self.at)
        draft.emit(DropNamed(unit=unit.id, at=self.at))


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingCard:
    """PT2-K3: the card for a battle group's landings."""

    clause: ClassVar[str] = "PT2-K3"

    force: str
    card: str
    ask_id: int = 0

    def after(self, state: State) -> State:
        if state.options.choice("landing_card") == "discard":
            state = drawn(state, self.force, card=self.card)  # PT2-K3, AMB2-65
        cards = (*battle_in(state).landing_cards, (self.force, self.card))
        return with_battle(state, landing_cards=cards)

    def told(self) -> str:
        return f"{self.force} lands with {the_card(self.card)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DropNamed:
    """PT2-K3a: where a unit is to come down."""

    clause: ClassVar[str] = "PT2-K3a"

    unit: str
    at: Spot

    def after(self, state: State) -> State:
        state = with_battle(state, drop=Drop(unit=self.unit, point=self.at))
        return in_front(state, RollDrop(unit=self.unit))

    def told(self) -> str:
        return f"{self.unit} is to come down {at(self.at)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRolled:
    """PT2-K3b: whether a unit comes down where it is meant to."""

    unit: str
    dice: tuple[int, ...]
    total: int
    difficulty: int
    on_point: bool

    @property
    def clause(self) -> str:
        return "PT2-K3b" if self.on_point else "PT2-K3c"

    def after(self, state: State) -> State:
        state = without(state, RollDrop, unit=self.unit)
        ones = sum(die == 1 for die in self.dice)
        slides = sheet_of(state.unit(self.unit)).has("glider")
        return in_front(
            with_drop(state, ones=ones, reach=self.difficulty),
            *(() if self.on_point else (BlowAway(unit=self.unit),)),
            *((SlideOn(unit=self.unit),) if slides else ()),
            ComeDown(unit=self.unit),
        )

    def told(self) -> str:
        rolled = needed(self.total, self.difficulty)
        if self.on_point:
            return f"{self.unit} comes down on its point: {rolled}."
        return f"{self.unit} misses its point and drifts {self.difficulty} in: {rolled}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifted:
    """PT2-K3c: where to a unit was blown."""

    clause: ClassVar[str] = "PT2-K3c"

    unit: str
    to: Spot

    def after(self, state: State) -> State:
        return with_drop(without(state, BlowAway, unit=self.unit), point=self.to)

    def told(self) -> str:
        return f"{self.unit} is blown to {at(self.to)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Slid:
    """PT2-K3d: how far a glider slides, and where to."""

    clause: ClassVar[str] = "PT2-K3d"

    unit: str
    dice: tuple[int, ...]
    to: Spot

    def after(self, state: State) -> State:
        state = without(state, SlideOn, unit=self.unit)
        drop = drop_in(state)
        hits = state.options.flag("slide_ones")
        ones = drop.ones + (sum(die == 1 for die in self.dice) if hits else 0)
        return with_drop(state, point=self.to, touched=drop.point, ones=ones)

    def told(self) -> str:
        return f"{self.unit} slides {sum(self.dice)} in, to {at(self.to)}."


SLIDE_DICE: Final = 3
WAYS: Final = MappingProxyType({f"{degrees} degrees": degrees for degrees in range(0, 360, 15)})
"""Where to a unit may drift: 0 is east, 90 north."""


def in_air(draft: Draft, force: str = "") -> tuple[Unit, ...]:
    """Units still to land, of one battle group or of all; what a glider carries comes with it."""
    return tuple(
        unit
        for unit in own_units(draft.state)
        if is_in_air(unit) and not unit.aboard and not unit.destroyed and force in {"", unit.force}
    )


class SequelTurns(TurnRules):
    """How a turn begins, and how its cards are dealt."""

    def shuffler(self, state: State, *, turn: int) -> str:
        """PT2-B5: the Defender, or in the fog of war whoever rolled lower (PT2-S3)."""
        del turn
        return state.defender

    def asks_again(self, draft: Draft, *, by: str) -> bool:
        """PT2-B5: the other player may shuffle once more."""
        return ask_to_shuffle(draft, by=by)

    def begins(self, draft: Draft) -> bool:
        """PT2-K1, S3b: whether anybody lands, or comes on by a card, this turn."""
        return open_arrivals(draft) or bool(in_air(draft))

    def rolls_again(self, draft: Draft) -> bool:
        """PT2-S3a: nobody comes first on equal rolls where both attack."""
        return tied_for_cards(draft)

    def deal_order(self, state: State) -> tuple[str, ...]:
        return deal_order(state)


def look_for_landings(draft: Draft) -> bool | None:
    """Ask for the cards of the landings, wait for the points, and then for other arrivals."""
    flying = in_air(draft)
    if not flying:
        return look_for_entries(draft)
    have = {force for force, _ in battle_in(draft.state).landing_cards}
    missing = [name for name in dict.fromkeys(unit.force for unit in flying) if name not in have]
    for force in missing:
        draft.ask(
            LandingCardUp(cards=1),
            force=force,
            clause="PT2-K3",
            says=f"Turn up the top card of the pile: it is the Difficulty of {force}'s landings.",
        )
    return True if missing else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingCardUp(GroupFaces):
    """The Difficulty of a battle group's landings."""

    purpose = "amended"

    def shown(self) -> Mapping[str, object]:
        return {"cards": self.cards}

    def turned_up(self, draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
        event = LandingCard(force=ask.who, card=faces[0], ask_id=ask.id)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDrop(HandStep):
    """PT2-K3a: two dice on a red card, three on a black one."""

    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        card = card_from(dict(battle_in(draft.state).landing_cards)[unit.force])
        needed = difficulty(card)
        dice = DiceAsk(
            count=2 if card.red else 3,
            why=f"{unit.id} lands with the {card.name}",
            means=(
                Meaning(when=f"{needed} or more", then="it comes down on its point"),
                Meaning(when="less", then=f"it drifts {needed} in"),
                Meaning(when="each 1", then="a hit"),
            ),
        )
        faces = thrown(draft, self, dice=dice, force=unit.force, clause="PT2-K3a")
        if faces is None:
            return
        total = sum(faces)
        event = DropRolled(
            unit=unit.id, dice=faces, total=total, difficulty=needed, on_point=total >= needed
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowAway(HandStep):
    """PT2-K3c: the opponent says which way."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        enemy, reach = draft.state.other_side(unit.side), drop_in(draft.state).reach
        draft.ask(
            WhichWay(unit=unit.id, choices=tuple(WAYS)),
            force=draft.state.forces_of(enemy)[0].name,
            clause="PT2-K3c",
            says=f"{unit.id} drifts {reach} in: which way, 0 for east and 90 for north?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichWay(UnitChoice):
    """Where to it is blown."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        drop, degrees = drop_in(draft.state), WAYS[choice]
        to = _shifted(drop.point, far=drop.reach, degrees=degrees)
        if draft.state.options.choice("slide_heading") == "drift":
            to = replace(to, heading_deg=Degrees(float(degrees)))
        draft.emit(Drifted(unit=self.unit, to=to))


def _shifted(spot: Spot, *, far: float, degrees: float) -> Spot:
    angle = math.radians(degrees)
    return replace(
        spot,
        x_in=Inches(round(spot.x_in + far * math.cos(angle), 2)),
        y_in=Inches(round(spot.y_in + far * math.sin(angle), 2)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SlideOn(HandStep):
    """PT2-K3d: a glider slides on along its heading."""

    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        dice = DiceAsk(
            count=SLIDE_DICE,
            why=f"how far {unit.id} slides",
            means=(Meaning(when="the total", then="inches, straight ahead"),),
        )
        faces = thrown(draft, self, dice=dice, force=unit.force, clause="PT2-K3d")
        if faces is None:
            return
        point = drop_in(draft.state).point
        to = _shifted(point, far=sum(faces), degrees=point.heading_deg)
        draft.emit(Slid(unit=unit.id, dice=faces, to=to))


def arrival_offers(trial: Trial) -> tuple[Template, ...]:
    """Units that come on by a card, and units that land."""
    found: list[Template] = []
    for force in trial.forces:
        found += entry_offers(trial, force.name)
        for unit in in_air(trial.draft, force.name):
            hole = Hole(name="at", kind="pose")
            says = f"{unit.id} lands: where is it to come down?"
            found.append(
                Template(command="drop_at", says=says, fixed={"unit": unit.id}, holes=(hole,))
            )
    return tuple(found)
