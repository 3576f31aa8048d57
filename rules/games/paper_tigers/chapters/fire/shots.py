"""Shots: whom a unit may fire at, and what its dice bring (PT1-D2a to D2e)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rules.games.paper_tigers.asking import Aiming, GroupRoll, failed, in_front, without
from rules.games.paper_tigers.chapters.fire.saving import Save
from rules.games.paper_tigers.chapters.following import played_card, too_far
from rules.games.paper_tigers.chapters.riding import GetOff
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import ActionKind, Ride, UnitKind, action_dice, difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, Never, Unfit, needed, reaching
from rules.referee.judging.sighting import SightAnswer, SightRules, range_of, sight_of
from rules.referee.judging.sure_lines import Line, sure_lines
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import article, ended
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.what_counts import FireCounts
from rules.table.measuring.ranges import Metric
from rules.table.units import Inches

CLEAR_FROM = 4
"""PT1-D2b: the die that settles a doubtful line says clear from here on."""


class FiringRules:
    """Where an edition may fire otherwise."""

    def aim(self, *, unit: str, target: str, doubtful: bool) -> Aiming:
        """The step with which a shot begins."""
        return Aim(unit=unit, target=target, doubtful=doubtful)

    def check_shot(
        self, draft: Draft, unit: Unit, *, target: Unit
    ) -> tuple[bool, tuple[Measured, ...]]:
        """Hold a shot to range and sight; whether the line is in doubt, and the evidence."""
        draft.hold_fit(unarmed(draft.state, unit))
        draft.hold_fit(no_targets(draft.state, unit, target=target))
        ranged = check_range(draft, unit, target=target)
        return check_sight(draft, unit, target=target, besides=(ranged,))

    def counts(self, draft: Draft, unit: Unit) -> FireCounts | None:
        """What counts for its fire on a map; None where it has none."""
        if any(unarmed(draft.state, unit)):
            return None
        return fire_counts(draft, unit, limit=unit.profile.range)

    def shots(self, trial: Trial, unit: Unit) -> Iterator[str]:
        """The targets at which its shot would be let pass, in the order of the battle."""
        targets = targets_of(trial.state, unit)
        if not targets or any(unarmed(trial.state, unit)):
            return
        draft = trial.draft
        names = [target.id for target in targets]
        lines = sure_lines(draft.table, unit.id, targets=names, rules=sight_rules(draft))
        for target, line in zip(targets, lines, strict=True):
            if line is not Line.BLOCKED and _passes(trial, unit, target=target, line=line):
                yield target.id


@dataclass(frozen=True, slots=True, kw_only=True)
class SightRoll(GroupRoll):
    """PT1-D2b: the die that says whether a doubtful line is clear."""

    purpose = "sight"
    unit: str
    target: str

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        event = SightSettled(unit=self.unit, target=self.target, clear=dice[0] >= CLEAR_FROM)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireRoll(GroupRoll):
    """PT1-D2d and D2e: a hit, or nothing."""

    purpose = "fire"
    unit: str
    target: str
    needed: int

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        total = sum(dice)
        hit = total >= self.needed
        event = Shot(
            unit=self.unit,
            target=self.target,
            total=total,
            difficulty=self.needed,
            hit=hit,
            passenger=draft.state.passenger_of(self.target) if hit else "",
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim(Aiming):
    """The next die of a shot: for a doubtful line, or to hit."""

    def take(self, draft: Draft) -> None:
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        if target.destroyed:
            draft.emit(ShotLost(unit=unit.id, target=target.id))
            return
        if self.doubtful:
            ask_sight(draft, unit, target=target)
            return
        card = played_card(draft)
        needed = difficulty(card)
        count = action_dice(ActionKind.FIRE, card=card, profile=unit.profile)
        dice = DiceAsk(
            count=count,
            why=f"{unit.id} fires at {target.id} with the {card.name}",
            means=reaching(needed, then="a hit", otherwise="a miss", of=count),
        )
        roll = FireRoll(dice=dice, unit=unit.id, target=target.id, needed=needed)
        draft.ask_roll(roll, force=unit.force, clause="PT1-D2d")


@dataclass(frozen=True, slots=True, kw_only=True)
class SightSettled:
    """The die has settled a doubtful line of sight."""

    clause: ClassVar[str] = "PT1-D2b"

    unit: str
    target: str
    clear: bool

    def after(self, state: State) -> State:
        rolls = (*state.sight_rolls, (self.unit, self.target, self.clear))
        aim = next(s for s in state.steps if isinstance(s, Aiming) and s.unit == self.unit)
        state = without(state, Aiming, unit=self.unit)
        if self.clear:
            state = in_front(state, *shooting(state, replace(aim, doubtful=False)))
        return replace(state, sight_rolls=rolls)

    def told(self) -> str:
        if self.clear:
            return f"The die clears it: {self.unit} sees {self.target}."
        return f"The die blocks it: {self.unit} does not see {self.target}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotLost:
    """A shot that came to nothing because its target was gone."""

    clause: ClassVar[str] = "PT1-D2i"

    unit: str
    target: str

    def after(self, state: State) -> State:
        return without(state, Aiming, unit=self.unit)

    def told(self) -> str:
        return f"The shot of {self.unit} is lost: {self.target} is gone."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A shot, and whether it hit."""

    unit: str
    target: str
    total: int
    difficulty: int
    hit: bool
    hits: int = 1
    """How many hits it brings when it does."""
    passenger: str = ""
    """Whoever rode on the target and is hit with it."""

    @property
    def clause(self) -> str:
        return "PT1-D2d" if self.hit else "PT1-D2e"

    def after(self, state: State) -> State:
        state = without(state, Aiming, unit=self.unit)
        if not self.hit:
            return failed(state, self.unit)
        hit = Save(unit=self.target, by=self.unit, hits=self.hits)
        if not self.passenger:
            return in_front(state, hit)
        inside = state.unit(self.target).profile.carries_squad is Ride.INSIDE
        return in_front(
            state,
            Save(unit=self.passenger, by=self.unit, passenger=True),
            hit,
            GetOff(unit=self.passenger, carrier=self.target, may_stay=inside),
        )

    def told(self) -> str:
        target = f"{self.target}, with {self.passenger} aboard" if self.passenger else self.target
        hits = "hits" if self.hit else "misses"
        return f"{self.unit} {hits} {target}: {needed(self.total, self.difficulty)}."


def aimed(state: State, *, unit: str, target: str, doubtful: bool) -> tuple[CardStep, ...]:
    """The steps of a shot that was declared."""
    aim = state.edition.of(FiringRules).aim(unit=unit, target=target, doubtful=doubtful)
    return shooting(state, aim)


def shooting(state: State, aim: Aiming) -> tuple[CardStep, ...]:
    """PT1-F2: riders get off a tank that fires, once it is sure that it does; then it aims."""
    rider = state.passenger_of(aim.unit)
    if rider and not aim.doubtful and state.unit(aim.unit).profile.carries_squad is Ride.ON_DECK:
        return (GetOff(unit=rider, carrier=aim.unit), aim)
    return (aim,)


def unarmed(state: State, unit: Unit) -> Iterator[Unfit]:
    """Every reason why a unit cannot fire wherever its target stands."""
    if unit.aboard:
        yield "PT1-F2", f"{unit.id} is aboard {unit.aboard}: passengers do not fire."
    if unit.profile.transport and not state.options.flag("transports_fire"):
        yield ("PT1-D2c", f"{unit.id}, {article(unit.profile.name)}, has no weapon here.")


def no_target(state: State, unit: Unit, *, target: Unit) -> Unfit | None:
    """The first reason why this can be no target wherever it stands, or None."""
    return next(no_targets(state, unit, target=target), None)


def no_targets(state: State, unit: Unit, *, target: Unit) -> Iterator[Unfit]:
    """Every reason for that."""
    if target.destroyed:
        yield Never("PT1-D2i", f"{target.id} is destroyed already.")
    if target.is_bridge:
        yield Never("PT1-J3d", "A bridge is blown with a charge and a card, not by fire.")
    if target.spot is None:
        yield Never("PT1-J1d", f"{target.id} is not on the table.")
    if target.id == unit.id:
        yield Never("PT1-D2a", f"{unit.id} cannot fire at itself.")
    if target.side == unit.side and not state.options.flag("friendly_fire"):
        yield "PT1-D2d", f"{target.id} is on {unit.id}'s own side."
    if target.aboard:
        yield "PT1-F3", f"{target.id} rides on {target.aboard}: fire at that instead."


def targets_of(state: State, unit: Unit) -> list[Unit]:
    """Whom a unit may fire at, as far as that does not hang on where they stand."""
    return [other for other in state.units.values() if no_target(state, unit, target=other) is None]


def check_shot(draft: Draft, unit: Unit, *, target: Unit) -> tuple[bool, tuple[Measured, ...]]:
    """Hold a shot to range and sight; whether the line is in doubt, and the evidence."""
    return draft.state.edition.of(FiringRules).check_shot(draft, unit, target=target)


def check_sight(
    draft: Draft, unit: Unit, *, target: Unit, besides: tuple[Measured, ...] = ()
) -> tuple[bool, tuple[Measured, ...]]:
    """Hold a shot to a clear line; whether the die has to say, and all the evidence.

    Every area blocks by itself, however close to the next one it lies (PT1-A4c, D2a-note).
    """
    pair = (unit.id, target.id)
    found = draft.once(
        ("sight", *pair), lambda table: sight_of(table, pair, rules=sight_rules(draft))
    )
    evidence = (*besides, found.measured)
    if found.answer is SightAnswer.UNSEEN:
        why = found.measured.why
        reason = f"The umpire cannot tell whether {unit.id} sees {target.id}: {why}."
        draft.unless_waived("PT1-D2a", reason, evidence=evidence)
    if found.answer is SightAnswer.BLOCKED:
        draft.unless_waived("PT1-D2a", ended(found.says), evidence=evidence)
    if found.answer is not SightAnswer.DOUBT:
        return False, evidence
    settled = settled_in_turn(draft.state, (unit.id, target.id))
    if settled is False:
        reason = f"The die has blocked this line for turn {draft.state.turn}."
        draft.unless_waived("PT1-D2b", reason, evidence=evidence)
    return settled is None, evidence


def sight_rules(draft: Draft) -> SightRules:
    """What the players agreed on sight, with the wrecks that burn by now."""
    options = draft.state.options
    return SightRules(
        band=Inches(options.number("los_doubt_band_in")),
        own_area_blocks=options.flag("own_area_blocks"),
        models_block=options.flag("models_block_los"),
        hill_overlook=options.flag("hill_overlook"),
        wrecks=frozenset(unit.id for unit in draft.state.units.values() if unit.burning),
        doubt=draft.doubt,
    )


def check_range(draft: Draft, unit: Unit, *, target: Unit) -> Measured:
    """Hold a shot to the range of its weapon; the evidence."""
    pair = (unit.id, target.id)
    outcome, found = draft.once(
        ("range", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=unit.profile.range,
            metric=Metric(draft.state.options.choice("range_metric")),
            agreed=draft.agreed,
            reaches=reaching_fire(unit),
        ),
    )
    if unit.profile.range is None:
        return found  # As far as it sees: whether it does is for the line of sight.
    return draft.hold("PT1-D2c", outcome, says=found.why, found=found)


def fire_counts(
    draft: Draft, unit: Unit, *, limit: Inches | None, unsure: bool = False
) -> FireCounts:
    """What counts for fire that reaches so far, as it is held to range and sight."""
    return FireCounts(
        says=reaching_fire(unit),
        limit=limit,
        metric=Metric(draft.state.options.choice("range_metric")),
        agreed=draft.agreed,
        unsure=unsure,
    )


def reaching_fire(unit: Unit) -> str:
    """What of a unit reaches so far."""
    return "infantry fire" if unit.kind is UnitKind.SQUAD else "its fire"


def settled_in_turn(state: State, pair: tuple[str, str]) -> bool | None:
    """What an earlier die of this turn said of this line, where it stands so long (AMB1-22)."""
    if state.options.choice("los_roll_scope") != "per_turn":
        return None
    for one, other, clear in state.sight_rolls:
        if {one, other} == set(pair):
            return clear
    return None


def ask_sight(draft: Draft, unit: Unit, *, target: Unit) -> None:
    """PT1-D2b: ask for the die that says whether a doubtful line is clear."""
    dice = DiceAsk(
        count=1,
        why=f"whether {unit.id} sees {target.id}, which is too close to call",
        means=(
            Meaning(when="1, 2 or 3", then="the line is blocked"),
            Meaning(when="4, 5 or 6", then="it is clear"),
        ),
    )
    roll = SightRoll(dice=dice, unit=unit.id, target=target.id)
    draft.ask_roll(roll, force=unit.force, clause="PT1-D2b")


def _passes(trial: Trial, unit: Unit, *, target: Unit, line: Line) -> bool:
    """Whether everything that a shot is held to lets it pass."""
    limit = unit.profile.range
    if limit is not None and too_far(trial, (unit.id, target.id), limit=limit):
        return False
    settled = settled_in_turn(trial.state, (unit.id, target.id)) is not None
    if line is Line.UNSURE or settled:
        return trial.keeps(partial(check_shot, unit=unit, target=target))
    if limit is None:
        return True
    return trial.keeps(partial(check_range, unit=unit, target=target))
