"""Knows what the events of a card being played change.

What is still to be done for the card stands in the state's steps, the next one first. An event that
settles a step takes it away; one that brings something further puts it in front.
"""

from dataclasses import replace

from rules.games.paper_tigers.change.dispatch import change
from rules.games.paper_tigers.events import action as happened
from rules.games.paper_tigers.profiles import ActionKind, Ride
from rules.games.paper_tigers.state import Playing, State, Unit
from rules.games.paper_tigers.vocabulary import Step, StepKind


def without(state: State, *, kind: StepKind, unit: str) -> State:
    """The state without the first step of that kind for that unit."""
    for place, step in enumerate(state.steps):
        if (step.kind, step.unit) == (kind, unit):
            return replace(state, steps=(*state.steps[:place], *state.steps[place + 1 :]))
    return state


def in_front(state: State, *steps: Step) -> State:
    return replace(state, steps=(*steps, *state.steps))


def acting(state: State, *, action: ActionKind | None, actors: tuple[str, ...]) -> State:
    """The state in which these units act with the card that is up."""
    assert state.playing is not None
    playing: Playing = replace(
        state.playing, action=action, actors=(*state.playing.actors, *actors)
    )
    return replace(state, playing=playing)


def following(state: State, *, followers: tuple[str, ...], follows: tuple[str, ...]) -> State:
    for name, leader in zip(followers, follows, strict=True):
        state = state.with_unit(replace(state.unit(name), follows=leader))
    return state


def _shooting(state: State, unit: str, *, target: str, doubtful: bool) -> tuple[Step, ...]:
    """PT1-F2: riders get off a tank that fires, once it is sure that it does; then it aims."""
    aim = Step(kind=StepKind.AIM, unit=unit, other=target, flag=doubtful)
    rider = state.passenger_of(unit)
    if rider and not doubtful and state.unit(unit).profile.carries_squad is Ride.ON_DECK:
        return (Step(kind=StepKind.GET_OFF, unit=rider, other=unit), aim)
    return (aim,)


@change.register
def _fire_declared(event: happened.FireDeclared, state: State) -> State:
    names = tuple(each.unit for each in event.followers)
    state = acting(state, action=ActionKind.FIRE, actors=(event.unit, *names))
    state = following(state, followers=names, follows=event.follows)
    shots = ((event.unit, event.target), *((each.unit, each.target) for each in event.followers))
    steps = [
        step
        for unit, target in shots
        for step in _shooting(state, unit, target=target, doubtful=unit in event.doubtful)
    ]
    return in_front(state, *steps, *_follow_later(state, event.unit))


def _follow_later(state: State, unit: str) -> tuple[Step, ...]:
    """Where followers are named after the roll, that is the last thing to do."""
    return (Step(kind=StepKind.FOLLOW, unit=unit),) if state.followers_late else ()


@change.register
def _move_declared(event: happened.MoveDeclared, state: State) -> State:
    state = acting(state, action=ActionKind.MOVE, actors=(event.unit, *event.followers))
    state = following(state, followers=event.followers, follows=event.follows)
    steps = [Step(kind=StepKind.ROLL_MOVE, unit=name) for name in (event.unit, *event.followers)]
    return in_front(state, *steps, *_follow_later(state, event.unit))


@change.register
def _followers_named(event: happened.FollowersNamed, state: State) -> State:
    names = tuple(each.unit for each in event.followers)
    state = without(state, kind=StepKind.FOLLOW, unit=event.unit)
    state = acting(state, action=event.action, actors=names)
    state = following(state, followers=names, follows=event.follows)
    if event.action is ActionKind.MOVE:
        rolls = [Step(kind=StepKind.ROLL_MOVE, unit=name) for name in names]
        # Named before the leader has moved, they still move after it.
        leading = [step for step in state.steps if step.unit == event.unit]
        others = [step for step in state.steps if step.unit != event.unit]
        return replace(state, steps=(*leading, *rolls, *others))
    steps = [
        step
        for each in event.followers
        for step in _shooting(
            state, each.unit, target=each.target, doubtful=each.unit in event.doubtful
        )
    ]
    return in_front(state, *steps)


@change.register
def _demolition_declared(event: happened.DemolitionDeclared, state: State) -> State:
    state = acting(state, action=None, actors=(event.bridge,))
    return in_front(state, Step(kind=StepKind.DEMOLISH, unit=event.bridge))


@change.register
def _sight_settled(event: happened.SightSettled, state: State) -> State:
    rolls = (*state.sight_rolls, (event.unit, event.target, event.clear))
    aimed = next((s for s in state.steps if (s.kind, s.unit) == (StepKind.AIM, event.unit)), None)
    state = without(state, kind=StepKind.AIM, unit=event.unit)
    if event.clear:
        *off, aim = _shooting(state, event.unit, target=event.target, doubtful=False)
        weapon = aimed.weapon if aimed is not None else ""
        state = in_front(state, *off, replace(aim, weapon=weapon))
    return replace(state, sight_rolls=rolls)


@change.register
def _shot_lost(event: happened.ShotLost, state: State) -> State:
    return without(state, kind=StepKind.AIM, unit=event.unit)


@change.register
def _shot(event: happened.Shot, state: State) -> State:
    state = without(state, kind=StepKind.AIM, unit=event.unit)
    if not event.hit:
        return _alone(_failed(state, event.unit), event.unit)
    hit = Step(kind=StepKind.SAVE, unit=event.target, other=event.unit, number=event.hits)
    if not event.passenger:
        return in_front(state, hit)
    inside = state.unit(event.target).profile.carries_squad is Ride.INSIDE
    return in_front(
        state,
        Step(kind=StepKind.SAVE, unit=event.passenger, other=event.unit, number=1, flag=True),
        hit,
        Step(kind=StepKind.GET_OFF, unit=event.passenger, other=event.target, flag=inside),
    )


def _failed(state: State, unit: str) -> State:
    """Remember that the card's user failed, for the options that ask."""
    playing = state.playing
    if playing is None or not playing.actors or playing.actors[0] != unit:
        return state
    return replace(state, playing=replace(playing, failed=True))


def _alone(state: State, unit: str) -> State:
    """AMB1-30: where that was agreed, nobody acts after a leader who has failed."""
    playing = state.playing
    if playing is None or not playing.failed or playing.actors[0] != unit:
        return state
    return replace(state, steps=()) if state.options.flag("leader_failure_blocks") else state


@change.register
def _cover_settled(event: happened.CoverSettled, state: State) -> State:
    settled = (*state.cover_settled, (event.unit, event.area, event.inside))
    return replace(state, cover_settled=settled)


@change.register
def _saved(event: happened.Saved, state: State) -> State:
    if not event.saved:
        return state
    state = without(state, kind=StepKind.SAVE, unit=event.unit)
    return replace(state, cover_settled=())


@change.register
def _hit_taken(event: happened.HitTaken, state: State) -> State:
    """PT1-D2h: the hit stays, and every card on the unit is discarded, open ones too."""
    unit = replace(state.unit(event.unit), hits=event.hits)
    state = without(state.with_unit(unit), kind=StepKind.SAVE, unit=event.unit)
    # PT1-C4b: a follower that its own side has hit in between acts no more.
    steps = tuple(step for step in state.steps if (step.unit, step.kind) not in _acts(event.unit))
    return replace(stripped(state, event.unit), steps=steps, cover_settled=())


def _acts(unit: str) -> tuple[tuple[str, StepKind], ...]:
    """What a unit does itself, as steps."""
    kinds = (StepKind.AIM, StepKind.ROLL_MOVE, StepKind.FINISH_MOVE)
    return tuple((unit, kind) for kind in kinds)


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


@change.register
def _destroyed(event: happened.Destroyed, state: State) -> State:
    state = stripped(state, event.unit)
    unit = state.unit(event.unit)
    gone = replace(
        unit,
        spot=unit.spot if _may_burn(unit) else None,
        destroyed=True,
        hits=max(unit.hits, unit.profile.destroyed_at),
        destroyed_by=event.by,
        aboard="",
        in_area="",
    )
    state = _moot(state.with_unit(gone), gone)
    if _may_burn(gone):
        # After its passengers are off, so that they are put down beside it.
        return replace(state, steps=_before_others(state, gone))
    return state


def _may_burn(unit: Unit) -> bool:
    return unit.profile.vehicle


def _before_others(state: State, unit: Unit) -> tuple[Step, ...]:
    """The steps with the wreck's own behind those of its passengers."""
    wreck = Step(kind=StepKind.WRECK, unit=unit.id)
    last = max(
        (
            place + 1
            for place, step in enumerate(state.steps)
            if step.other == unit.id and step.kind in {StepKind.GET_OFF, StepKind.PUT_DOWN}
        ),
        default=0,
    )
    return (*state.steps[:last], wreck, *state.steps[last:])


def _moot(state: State, gone: Unit) -> State:
    """The state without what a destroyed unit was still to do or to suffer."""
    kinds = {
        StepKind.SAVE,
        StepKind.GET_OFF,
        StepKind.PUT_DOWN,
        StepKind.AIM,
        StepKind.ROLL_MOVE,
        StepKind.FINISH_MOVE,
    }
    steps = tuple(step for step in state.steps if not (step.unit == gone.id and step.kind in kinds))
    return replace(state, steps=steps)


@change.register
def _wreck_settled(event: happened.WreckSettled, state: State) -> State:
    unit = replace(state.unit(event.unit), burning=event.burning)
    if not event.burning:
        unit = replace(unit, spot=None)
    return without(state.with_unit(unit), kind=StepKind.WRECK, unit=event.unit)


@change.register
def _must_get_off(event: happened.MustGetOff, state: State) -> State:
    state = without(state, kind=StepKind.GET_OFF, unit=event.unit)
    step = Step(
        kind=StepKind.PUT_DOWN,
        unit=event.unit,
        other=event.carrier,
        number=round(event.inches),
        card=str(event.direction) if event.direction else "",
    )
    return in_front(state, step)


@change.register
def _stayed_aboard(event: happened.StayedAboard, state: State) -> State:
    return without(state, kind=StepKind.GET_OFF, unit=event.unit)


@change.register
def _got_off(event: happened.GotOff, state: State) -> State:
    unit = replace(state.unit(event.unit), aboard="", spot=event.spot, vouched=event.vouched)
    state = without(state.with_unit(unit), kind=StepKind.PUT_DOWN, unit=event.unit)
    # Whoever is off has no second reason to get off.
    return without(state, kind=StepKind.GET_OFF, unit=event.unit)


@change.register
def _move_rolled(event: happened.MoveRolled, state: State) -> State:
    state = without(state, kind=StepKind.ROLL_MOVE, unit=event.unit)
    if not event.allowance > 0:
        return _alone(_failed(state, event.unit), event.unit)
    step = Step(kind=StepKind.FINISH_MOVE, unit=event.unit, number=round(event.allowance))
    follow = Step(kind=StepKind.FOLLOW, unit=event.unit)
    if follow in state.steps and state.options.choice("chain_measured") == "at_declaration":
        # AMB1-28: followers are named between the roll and the move.
        return replace(state, steps=(follow, step, *(s for s in state.steps if s != follow)))
    return in_front(state, step)


@change.register
def _moved(event: happened.Moved, state: State) -> State:
    unit = state.unit(event.unit)
    unit = replace(
        unit,
        spot=event.spot,
        vouched=event.vouched,
        aboard=event.aboard,
        in_area=event.in_area,
    )
    state = without(state.with_unit(unit), kind=StepKind.FINISH_MOVE, unit=event.unit)
    for rider in state.passengers_of(event.unit):
        state = state.with_unit(replace(state.unit(rider), spot=event.spot))
    return state


@change.register
def _bridge_blown(event: happened.BridgeBlown, state: State) -> State:
    state = without(state, kind=StepKind.DEMOLISH, unit=event.bridge)
    return replace(state, bridge_gone=state.bridge_gone or event.blown)


@change.register
def _bridge_captured(event: happened.BridgeCaptured, state: State) -> State:
    return replace(state, captured_by=event.by)
