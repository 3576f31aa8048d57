"""Knows what each event of this edition changes; nothing here judges anything.

As in the basic game, what is still to be done for a card stands in the state's steps. Dice that lie
on the table wait in the step they were rolled for, which is always the first.
"""

from dataclasses import replace

from rules.games.paper_tigers.change.action import acting, following, in_front, stripped, without
from rules.games.paper_tigers.change.dispatch import change
from rules.games.paper_tigers.events.action import MoveRolled
from rules.games.paper_tigers.profiles import Ride
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Step, StepKind
from rules.games.paper_tigers_2 import events as happened
from rules.games.paper_tigers_2.state import Attacker, Combat, battle_in, unit_in
from rules.games.paper_tigers_2.vocabulary import Topic

KEPT = "kept"
"""In the names of a step: its dice are not rolled again."""


def step_for(topic: Topic, *, unit: str, other: str = "", flag: bool = False) -> Step:
    """Something still to be done that only this edition knows."""
    return Step(kind=StepKind.AMENDED, topic=str(topic), unit=unit, other=other, flag=flag)


def without_topic(state: State, topic: Topic, *, unit: str) -> State:
    """The state without the first step of that topic for that unit."""
    for place, step in enumerate(state.steps):
        if (step.topic, step.unit) == (str(topic), unit):
            return replace(state, steps=(*state.steps[:place], *state.steps[place + 1 :]))
    return state


def _first(state: State, **changes: object) -> State:
    """The state with its first step changed."""
    first, *rest = state.steps
    return replace(state, steps=(replace(first, **changes), *rest))  # type: ignore[arg-type]


@change.register
def _weapon_chosen(event: happened.WeaponChosen, state: State) -> State:
    return _first(state, weapon=event.weapon, flag=event.doubtful)


@change.register
def _thrown(event: happened.Thrown, state: State) -> State:
    first = state.steps[0]
    names = tuple(name for name in first.names if not name.startswith("again"))
    return _first(state, dice=event.dice, names=(*names, KEPT) if event.again else names)


@change.register
def _reroll_chosen(event: happened.RerollChosen, state: State) -> State:
    first = state.steps[0]
    if not event.places:
        return _first(state, names=(*first.names, KEPT))
    again = "again " + " ".join(str(place) for place in event.places)
    return _first(state, names=(*first.names, again))


@change.register
def _dice_given(event: happened.DiceGiven, state: State) -> State:
    first = state.steps[0]
    told = " ".join(str(place) for place in event.places)
    return _first(state, names=(*first.names, f"split {event.target}:{told}"))


@change.register
def _shot(event: happened.Shot, state: State) -> State:
    aimed = next(
        step for step in state.steps if (step.kind, step.unit) == (StepKind.AIM, event.unit)
    )
    steps: list[Step] = []
    if not event.part:
        state = without(state, kind=StepKind.AIM, unit=event.unit)
    if event.second:
        steps.append(replace(aimed, dice=(), names=("second",), weapon=event.second))
    if not event.hits and "second" not in aimed.names:
        state = _missed(state, event.unit)
    return in_front(state, *_brought(event, state), *steps)


def _brought(event: happened.Shot, state: State) -> list[Step]:
    """Everything that has to be settled for a shot, in order.

    What a hit brings besides comes first, while its target still stands, unless only one that was
    not saved brings it (AMB2-20).
    """
    further = []
    if event.further:
        further = [step_for(Topic(event.further), unit=event.unit, other=event.target)]
    late = state.options.choice("chain_on") == "unsaved_hit"
    return [
        *([] if late else further),
        *_hit_steps(event, state),
        *_card_steps(event),
        *(further if late else []),
    ]


def _hit_steps(event: happened.Shot, state: State) -> list[Step]:
    """Hits on the target and on whoever rides on it, who gets off."""
    face = str(max(event.dice)) if event.dice else ""
    weapon = "flame in bunker" if event.destroys else event.weapon
    hit = Step(
        kind=StepKind.SAVE, unit=event.target, other=event.unit, number=event.hits,
        weapon=weapon, card=face,
    )  # fmt: skip
    inside = state.unit(event.target).profile.carries_squad is Ride.INSIDE
    riders = [
        replace(hit, unit=name, number=event.passenger_hits, flag=True, weapon=event.weapon)
        for name in event.passengers
    ]
    off = [
        Step(kind=StepKind.GET_OFF, unit=name, other=event.target, flag=inside)
        for name in event.passengers
    ]
    return [*riders, *([hit] if event.hits else []), *off]


def _card_steps(event: happened.Shot) -> list[Step]:
    """Cards that the target may lose."""
    topics = [Topic.SUPPRESS] if event.suppresses else []
    topics += [Topic.LOSE_CARD] if event.costs_card else []
    return [
        replace(step_for(topic, unit=event.target, other=event.unit), weapon=event.weapon)
        for topic in topics
    ]


def _missed(state: State, unit: str) -> State:
    """Remember that the card's user failed, for the options that ask."""
    playing = state.playing
    if playing is None or not playing.actors or playing.actors[0] != unit:
        return state
    state = replace(state, playing=replace(playing, failed=True))
    if not state.options.flag("leader_failure_blocks"):
        return state
    return replace(state, steps=tuple(step for step in state.steps if step.unit == unit))


@change.register
def _chain_broken(event: happened.ChainBroken, state: State) -> State:
    chains = {str(Topic.BONUS_SHOT), str(Topic.SPLASH)}
    steps = tuple(
        step for step in state.steps if not (step.topic in chains and step.other == event.unit)
    )
    return replace(state, steps=steps)


@change.register
def _rivets_burst(event: happened.RivetsBurst, state: State) -> State:
    hit = Step(kind=StepKind.SAVE, unit=event.unit, other=event.by, number=1, weapon="rivets")
    return in_front(state, hit)


def _settled(state: State, unit: str) -> State:
    """The state after a unit's cards were lost, or were not."""
    state = without_topic(state, Topic.SUPPRESS, unit=unit)
    return replace(state, cover_settled=())


@change.register
def _shrugged(event: happened.Shrugged, state: State) -> State:
    first = state.steps[0]
    return replace(without_topic(state, Topic(first.topic), unit=event.unit), cover_settled=())


@change.register
def _cards_lost(event: happened.CardsLost, state: State) -> State:
    state = _settled(state, event.unit)
    repair = state.unit(event.unit).repair
    state = stripped(state.with_unit(replace(state.unit(event.unit), repair=None)), event.unit)
    return state.with_unit(replace(state.unit(event.unit), repair=repair))


@change.register
def _card_lost(event: happened.CardLost, state: State) -> State:
    state = replace(without_topic(state, Topic.LOSE_CARD, unit=event.unit), cover_settled=())
    unit = state.unit(event.unit)
    if event.place:
        cards = tuple(slot for k, slot in enumerate(unit.cards, 1) if k != event.place)
        # Whoever was picked with it is picked anew.
        picks = {name: places for name, places in state.picks.items() if name != unit.id}
        state = replace(state.with_unit(replace(unit, cards=cards)), picks=picks)
    elif event.card:
        queue = list(state.queue)
        found = next(t for t in queue if (t.unit, t.card) == (event.unit, event.card))
        queue.remove(found)
        state = replace(state, queue=tuple(queue))
    else:
        return state
    return state.discarding(unit.force, event.card)


@change.register
def _bonus_shot(event: happened.BonusShot, state: State) -> State:
    state = without_topic(state, Topic.BONUS_SHOT, unit=event.unit)
    if not event.target:
        return state
    aim = Step(
        kind=StepKind.AIM, unit=event.unit, other=event.target, weapon="mortar", names=("bonus",)
    )
    return in_front(state, aim)


@change.register
def _splashed(event: happened.Splashed, state: State) -> State:
    weapon = state.steps[0].weapon
    state = without_topic(state, Topic.SPLASH, unit=event.by)
    if not event.other:
        return state
    flag = not state.options.flag("auto_suppress_save")
    step = step_for(Topic.SUPPRESS, unit=event.other, other=event.by, flag=flag)
    return in_front(state, replace(step, weapon=weapon))


@change.register
def _cover_declared(event: happened.CoverDeclared, state: State) -> State:
    names = (event.unit, *event.followers)
    state = acting(state, action=None, actors=names)
    state = following(state, followers=event.followers, follows=event.follows)
    return in_front(state, *(step_for(Topic.TAKE_COVER, unit=name) for name in names))


@change.register
def _cover_taken(event: happened.CoverTaken, state: State) -> State:
    state = without_topic(state, Topic.TAKE_COVER, unit=event.unit)
    unit = unit_in(state, event.unit)
    return state.with_unit(replace(unit, covered=unit.covered or event.covered))


@change.register
def _cover_left(event: happened.CoverLeft, state: State) -> State:
    return state.with_unit(replace(unit_in(state, event.unit), covered=False))


@change.register
def _move_counted(event: happened.MoveCounted, state: State) -> State:
    rolled = MoveRolled(
        unit=event.unit,
        total=event.total,
        difficulty=event.difficulty,
        allowance=event.allowance,
    )
    state = change(rolled, state)
    if not event.road or not event.allowance > 0:
        return state
    steps = tuple(
        replace(step, card=f"{round(event.off_road)}")
        if (step.kind, step.unit) == (StepKind.FINISH_MOVE, event.unit)
        else step
        for step in state.steps
    )
    return replace(state, steps=steps)


@change.register
def _broke_down(event: happened.BrokeDown, state: State) -> State:
    unit = unit_in(state, event.unit)
    return state.with_unit(
        replace(
            unit,
            immobile=unit.immobile or event.immobile,
            engine_hot=unit.engine_hot or event.hot,
        )
    )


@change.register
def _freed(event: happened.Freed, state: State) -> State:
    unit = replace(unit_in(state, event.unit), immobile=False, engine_hot=False)
    return state.with_unit(unit)


@change.register
def _regroup_settled(event: happened.RegroupSettled, state: State) -> State:
    unit = replace(unit_in(state, event.unit), asked_to_regroup=state.turn)
    if not event.falls_back:
        return state.with_unit(unit)
    unit = replace(unit, regrouped=state.turn, regroups_from=unit.spot, covered=False)
    state = state.with_unit(unit)
    step = Step(kind=StepKind.FINISH_MOVE, unit=event.unit, number=6, topic=str(Topic.FALL_BACK))
    return in_front(state, step)


@change.register
def _close_combat_declared(event: happened.CloseCombatDeclared, state: State) -> State:
    followers = tuple(each.unit for each in event.followers)
    state = acting(state, action=None, actors=(event.unit, *followers))
    state = following(state, followers=followers, follows=event.follows)
    spots = {each.unit: each.spot for each in event.starts}
    pairs = ((event.unit, event.target), *((each.unit, each.target) for each in event.followers))
    attackers = tuple(
        Attacker(unit=unit, target=target, start=spots[unit]) for unit, target in pairs
    )
    state = replace(battle_in(state), combat=Combat(attackers=attackers))
    steps = [
        step_for(Topic.HELPERS, unit=event.target, other=event.unit),
        *(step_for(Topic.CONTACT, unit=unit, other=target) for unit, target in pairs),
        *(step_for(Topic.STRIKE, unit=unit, other=target) for unit, target in pairs),
        step_for(Topic.DEFENCE, unit=event.target, other=event.unit),
        step_for(Topic.COMBAT_ENDS, unit=event.unit, other=event.target),
    ]
    return in_front(state, *steps)


def combat_in(state: State) -> Combat:
    """The close combat that is being fought."""
    combat = battle_in(state).combat
    assert combat is not None
    return combat


@change.register
def _helper_named(event: happened.HelperNamed, state: State) -> State:
    combat = combat_in(state)
    if not event.unit:
        state = without_topic(state, Topic.HELPERS, unit=combat.target)
        return replace(battle_in(state), combat=replace(combat, named=True))
    return replace(battle_in(state), combat=replace(combat, helpers=(*combat.helpers, event.unit)))


@change.register
def _in_contact(event: happened.InContact, state: State) -> State:
    state = without_topic(state, Topic.CONTACT, unit=event.unit)
    unit = replace(state.unit(event.unit), spot=event.spot, vouched=event.vouched)
    return state.with_unit(unit)


@change.register
def _broke_off(event: happened.BrokeOff, state: State) -> State:
    for topic in (Topic.CONTACT, Topic.STRIKE):
        state = without_topic(state, topic, unit=event.unit)
    combat = combat_in(state)
    off = (*combat.broke_off, event.unit)
    return replace(battle_in(state), combat=replace(combat, broke_off=off))


@change.register
def _suicide_settled(event: happened.SuicideSettled, state: State) -> State:
    first = state.steps[0]
    word = "risked" if event.risked else "safe"
    return _first(state, names=(*first.names, word))


@change.register
def _struck(event: happened.Struck, state: State) -> State:
    topic = Topic.DEFEND if event.defends else Topic.STRIKE
    state = without_topic(state, topic, unit=event.unit)
    if not event.risked or event.success:
        return state
    combat = combat_in(state)
    return replace(battle_in(state), combat=replace(combat, doomed=(*combat.doomed, event.unit)))


@change.register
def _foe_chosen(event: happened.FoeChosen, state: State) -> State:
    return _first(state, other=event.target)


@change.register
def _blow_lost(event: happened.BlowLost, state: State) -> State:
    first = state.steps[0]
    return without_topic(state, Topic(first.topic), unit=event.unit)


@change.register
def _defenders_called(event: happened.DefendersCalled, state: State) -> State:
    combat = combat_in(state)
    state = without_topic(state, Topic.DEFENCE, unit=combat.target)
    state = replace(battle_in(state), combat=replace(combat, defenders=event.units))
    return in_front(state, *(step_for(Topic.DEFEND, unit=unit) for unit in event.units))


@change.register
def _combat_ended(event: happened.CombatEnded, state: State) -> State:
    state = without_topic(state, Topic.COMBAT_ENDS, unit=event.unit)
    for each in event.back:
        state = state.with_unit(replace(unit_in(state, each.unit), spot=each.spot, covered=False))
    for name in event.stayed:
        state = state.with_unit(replace(unit_in(state, name), covered=False))
    return replace(battle_in(state), combat=None)
