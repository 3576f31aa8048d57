"""What becomes of a hit: saves, damage, destruction, wrecks (PT1-D2f to D2i)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import GroupChoice, GroupRoll, without
from rules.games.paper_tigers.chapters.fire.shelter import (
    Pool,
    Shelter,
    Sheltered,
    saves,
    shelter_of,
)
from rules.games.paper_tigers.chapters.riding import GetOff, PutDown, ask_distance
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.scoring import is_scored, worth
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep
from rules.referee.toolkit.dice import DiceAsk, Meaning, faces
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.questions import Ask

BURN, REMOVE = "burn", "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRoll(GroupRoll):
    """Saving dice, first those for armour: one good one cancels the hit."""

    purpose = "save"
    unit: str
    by: str
    """Whose hit it is."""
    armour: int
    """How many of the dice are for armour."""

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """Each die alone: one good one cancels the hit."""
        step = draft.state.steps[0]
        assert isinstance(step, Save)
        saved = any(die >= Pool().saves_on for die in dice)
        event = Saved(unit=self.unit, dice=dice, armour=self.armour, saved=saved)
        draft.emit(event, clause=ask.clause)
        if not saved:
            take_hit(draft, step, clause="PT1-D2h")


@dataclass(frozen=True, slots=True, kw_only=True)
class WreckChoice(GroupChoice):
    """What the owner makes of a destroyed vehicle."""

    purpose = "wreck"
    unit: str

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """What the owner makes of a destroyed vehicle."""
        del ask
        draft.emit(WreckSettled(unit=self.unit, burning=choice == BURN))


@dataclass(frozen=True, slots=True, kw_only=True)
class Save(CardStep):
    """A hit to be saved, or to be taken."""

    mortal = True
    by: str = ""
    hits: int = 1
    passenger: bool = False
    """It was hit with its carrier."""

    def take(self, draft: Draft) -> None:
        """Ask for the saving dice, or let the hit stand where there are none."""
        unit = draft.state.unit(self.unit)
        if self.passenger and draft.state.options.choice("passenger_cover") == "never":
            found: Sheltered | None = (Shelter(), ())
        else:
            found = shelter_of(draft, unit, shooter=self.by)
        if found is None:
            return
        shelter, evidence = found
        pool = saves(draft.state, unit, shelter=shelter)
        if not pool.count:
            clause = _no_save_clause(unit)
            take_hit(draft, self, clause=clause, evidence=evidence)
            return
        dice = DiceAsk(
            count=pool.count,
            why=f"{unit.id} is hit and tries to save itself with {_pool_in_words(pool)}",
            means=(
                Meaning(when=f"{pool.saves_on} or more on any die", then="the hit is cancelled"),
                Meaning(when="otherwise", then=_if_unsaved(unit, self.hits)),
            ),
        )
        draft.ask_roll(
            SaveRoll(dice=dice, unit=unit.id, by=self.by, armour=pool.armour),
            force=unit.force,
            clause=_save_clause(pool, shelter),
            evidence=evidence,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wreck(CardStep):
    """PT1-D2i: a destroyed vehicle is removed, or burns where it stands."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        policy = draft.state.options.choice("wrecks")
        if policy != "ask_owner":
            event = WreckSettled(unit=unit.id, burning=policy == "always_burn")
            draft.emit(event)
            return
        draft.ask(
            WreckChoice(unit=unit.id, choices=(BURN, REMOVE)),
            force=unit.force,
            clause="PT1-D2i",
            says=f"Does {unit.id} stay as a burning wreck, which blocks sight, or is it removed?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Saving dice, and whether they cancelled the hit."""

    unit: str
    dice: tuple[int, ...]
    armour: int
    """How many of them were for armour; the rest for cover."""
    saved: bool

    def after(self, state: State) -> State:
        if not self.saved:
            return state
        state = without(state, Save, unit=self.unit)
        return replace(state, cover_settled=())

    def told(self) -> str:
        if not self.dice:
            return f"{self.unit} has {'no need of' if self.saved else 'no'} dice to save the hit."
        armour, cover = self.dice[: self.armour], self.dice[self.armour :]
        dice = [
            f"{what} {faces(rolled)}"
            for what, rolled in (("armour", armour), ("cover", cover))
            if rolled
        ]
        result = "saves the hit" if self.saved else "does not save the hit"
        return f"{self.unit} {result}: {listed(dice)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class HitTaken:
    """A hit that nothing cancelled."""

    unit: str
    by: str
    hits: int
    fatal: bool = False
    """The unit dies of this one hit."""

    def after(self, state: State) -> State:
        """PT1-D2h: the hit stays, and every card on the unit is discarded, open ones too."""
        unit = replace(state.unit(self.unit), hits=self.hits)
        state = without(state.with_unit(unit), Save, unit=self.unit)
        # PT1-C4b: a follower that its own side has hit in between acts no more.
        steps = tuple(step for step in state.steps if not (step.unit == self.unit and step.acts))
        return replace(stripped(state, self.unit), steps=steps, cover_settled=())

    def told(self) -> str:
        by = f" from {self.by}" if self.by else ""
        if self.fatal:
            return f"{self.unit} takes a hit{by}."
        if self.hits == 1:
            return f"{self.unit} takes a hit{by} and is damaged; any cards on it are discarded."
        return f"{self.unit} takes a hit{by}: {counted(self.hits, 'hit')} now."


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed:
    """A unit is gone."""

    clause: ClassVar[str] = "PT1-D2i"

    unit: str
    by: str
    points: int

    def after(self, state: State) -> State:
        state = stripped(state, self.unit)
        unit = state.unit(self.unit)
        gone = replace(
            unit,
            spot=unit.spot if _may_burn(unit) else None,
            destroyed=True,
            hits=max(unit.hits, unit.profile.destroyed_at),
            destroyed_by=self.by,
            aboard="",
            in_area="",
        )
        state = _moot(state.with_unit(gone), gone)
        if _may_burn(gone):
            # After its passengers are off, so that they are put down beside it.
            return replace(state, steps=_before_others(state, gone))
        return state

    def told(self) -> str:
        worth = f", worth {counted(self.points, 'point')}" if self.points else ""
        if self.by:
            return f"{self.by} destroys {self.unit}{worth}."
        return f"{self.unit} is destroyed{worth}."


@dataclass(frozen=True, slots=True, kw_only=True)
class WreckSettled:
    """Whether a destroyed vehicle stays as a burning wreck."""

    clause: ClassVar[str] = "PT1-D2i"

    unit: str
    burning: bool

    def after(self, state: State) -> State:
        unit = replace(state.unit(self.unit), burning=self.burning)
        if not self.burning:
            unit = replace(unit, spot=None)
        return without(state.with_unit(unit), Wreck, unit=self.unit)

    def told(self) -> str:
        if self.burning:
            return f"{self.unit} burns where it stands and blocks sight."
        return f"{self.unit} is taken off the table."


def stripped(state: State, name: str) -> State:
    """The state after all waiting cards of a unit went to the discards."""
    unit = state.unit(name)
    open_ = tuple(each.card for each in state.queue if each.unit == name)
    state = state.discarding(unit.force, *(slot.card for slot in unit.cards), *open_)
    if unit.repair is not None:
        state = state.discarding(unit.force, unit.repair.card)
    queue = tuple(each for each in state.queue if each.unit != name)
    picks = {each: places for each, places in state.picks.items() if each != name}
    state = state.with_unit(replace(unit, cards=(), repair=None))
    return replace(state, queue=queue, picks=picks)


def _may_burn(unit: Unit) -> bool:
    return unit.profile.vehicle


def _before_others(state: State, unit: Unit) -> tuple[CardStep, ...]:
    """The steps with the wreck's own behind those of its passengers."""
    wreck = Wreck(unit=unit.id)
    last = max(
        (
            place + 1
            for place, step in enumerate(state.steps)
            if isinstance(step, GetOff | PutDown) and step.carrier == unit.id
        ),
        default=0,
    )
    return (*state.steps[:last], wreck, *state.steps[last:])


def _moot(state: State, gone: Unit) -> State:
    """The state without what a destroyed unit was still to do or to suffer."""
    steps = tuple(step for step in state.steps if not (step.unit == gone.id and step.mortal))
    return replace(state, steps=steps)


def _no_save_clause(unit: Unit) -> str:
    return "PT1-D2f" if unit.profile.vehicle else "PT1-D2g"


def _save_clause(pool: Pool, shelter: Shelter) -> str:
    if shelter.on_big_hill:
        return "PT1-J2c"
    return "PT1-D2f" if pool.armour else "PT1-D2g"


def _pool_in_words(pool: Pool) -> str:
    """The dice as one says them.

    >>> _pool_in_words(Pool(armour=2, cover=1))
    '2 armour dice and 1 cover die'
    """
    parts = [
        f"{count} {sort} {'die' if count == 1 else 'dice'}"
        for count, sort in ((pool.armour, "armour"), (pool.cover, "cover"))
        if count
    ]
    return " and ".join(parts)


def _if_unsaved(unit: Unit, hits: int) -> str:
    lost = unit.hits + hits >= unit.profile.destroyed_at
    return "it is destroyed" if lost else "it is damaged"


def take_hit(draft: Draft, step: Save, *, clause: str, evidence: tuple[Measured, ...] = ()) -> None:
    """A hit that stays: damaged, or destroyed."""
    unit = draft.state.unit(step.unit)
    hits = unit.hits + step.hits
    fatal = hits == 1 and unit.profile.destroyed_at == 1
    event = HitTaken(unit=unit.id, by=step.by, hits=hits, fatal=fatal)
    draft.emit(event, clause=clause, evidence=evidence)
    if hits >= unit.profile.destroyed_at:
        destroy(draft, unit.id, by=step.by)


def destroy(draft: Draft, name: str, *, by: str) -> None:
    """A unit is lost, and with it whoever is lost with it by agreement (AMB1-33)."""
    unit = draft.state.unit(name)
    scored = is_scored(draft.state, unit, by=by)
    points = worth(draft.state, unit) if scored else 0
    riders = draft.state.passengers_of(name)
    draft.emit(Destroyed(unit=name, by=by, points=points))
    for rider in riders:
        if draft.state.options.choice("carrier_destroyed") == "also_destroyed":
            destroy(draft, rider, by=by)
        elif not _is_getting_off(draft.state, rider):
            # Nobody stays aboard a wreck, however they came to be there.
            ask_distance(draft, rider, carrier=name)


def _is_getting_off(state: State, rider: str) -> bool:
    return any(step.unit == rider and isinstance(step, GetOff | PutDown) for step in state.steps)
