"""Knows how the dice of a machine gun are divided among targets close together (PT2-H9e)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import no_target
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step
from rules.games.paper_tigers_2.decide.nearness import is_within
from rules.games.paper_tigers_2.decide.throwing import in_words, subsets
from rules.games.paper_tigers_2.decide.weapons import check_weapon, weapon_called
from rules.games.paper_tigers_2.events import DiceGiven
from rules.games.paper_tigers_2.state import Unit, own_units
from rules.games.paper_tigers_2.vocabulary import HELP, KEEP, Topic
from rules.referee.toolkit.ruling import RefusedError

SPLIT = "split "


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The dice that one target is tested with."""

    target: str
    dice: tuple[int, ...]
    last: bool


def asked_to_split(
    draft: Draft, step: Step, *, unit: Unit, target: Unit, dice: Sequence[int]
) -> bool:
    """Whether the shooter is asked to give dice to another target; at least one stays."""
    machine_gun = weapon_called(step.weapon).fires == "machine gun"
    if not machine_gun or not draft.state.options.flag("mg_split"):
        return False
    left = _left(step, dice=dice)
    if len(left) < 2:
        return False
    asked = {name.removeprefix(SPLIT).partition(":")[0] for name in step.names if _splits(name)}
    for other in own_units(draft.state):
        if other.id in asked or other.id == target.id:
            continue
        if _may_be_hit_too(draft, unit, target=target, other=other, weapon=step.weapon):
            _ask(draft, step, unit=unit, other=other, dice=dice)
            return True
    return False


def _splits(name: str) -> bool:
    return name.startswith(SPLIT)


def _may_be_hit_too(draft: Draft, unit: Unit, *, target: Unit, other: Unit, weapon: str) -> bool:
    """In the shooter's sight, at the same Difficulty, and within three inches of the first."""
    if no_target(draft.state, unit, target=other) is not None:
        return False
    if not is_within(draft, (target.id, other.id), limit=HELP):
        return False
    try:
        aimed = check_weapon(draft, unit, weapon=weapon_called(weapon), target=other)
    except RefusedError:
        return False
    return not aimed.doubtful


def _left(step: Step, *, dice: Sequence[int]) -> list[int]:
    """The places of the dice that nobody else has been given."""
    given = {place for _, places in _given(step) for place in places}
    return [place for place in range(len(dice)) if place not in given]


def _given(step: Step) -> list[tuple[str, tuple[int, ...]]]:
    found = []
    for name in step.names:
        if _splits(name):
            target, _, told = name.removeprefix(SPLIT).partition(":")
            found.append((target, tuple(int(place) for place in told.split())))
    return found


def _choices(step: Step, *, dice: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """What may be given away, by its faces: never the last die."""
    left = _left(step, dice=dice)
    found = subsets([dice[place] for place in left], sizes=range(1, len(left)))
    return {shown: tuple(left[k] for k in chosen) for shown, chosen in found.items()}


def _ask(draft: Draft, step: Step, *, unit: Unit, other: Unit, dice: Sequence[int]) -> None:
    left = in_words([dice[place] for place in _left(step, dice=dice)])
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.SPLIT),
        kind=AskKind.CHOOSE,
        force=unit.force,
        clause="PT2-H9e",
        says=f"Of the dice {left} of {unit.id}, which are for {other.id} instead of {step.other}?",
        unit=unit.id,
        other=other.id,
        choices=(KEEP, *_choices(step, dice=dice)),
    )


def settle_split(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Dice that go to another target."""
    step = draft.state.steps[0]
    found = _choices(step, dice=step.dice)
    places = () if choice == KEEP else found[choice]
    draft.emit(DiceGiven(unit=ask.unit, target=ask.other, places=places), clause="PT2-H9e")


def shares_of(step: Step, *, dice: Sequence[int]) -> list[Part]:
    """The dice by target; those that nobody else was given are for the first one, which is last."""
    parts = [
        Part(target=target, dice=tuple(dice[place] for place in places), last=False)
        for target, places in _given(step)
        if places
    ]
    left = tuple(dice[place] for place in _left(step, dice=dice))
    return [*parts, Part(target=step.other, dice=left, last=True)]
