"""Knows what support, landings and scenarios of this edition change."""

from dataclasses import replace

from rules.games.paper_tigers.change.action import acting, in_front
from rules.games.paper_tigers.change.dispatch import change
from rules.games.paper_tigers.profiles import Ride
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Step, StepKind
from rules.games.paper_tigers_2 import outside_events as happened
from rules.games.paper_tigers_2.change import step_for, without_topic
from rules.games.paper_tigers_2.entries import with_extra
from rules.games.paper_tigers_2.state import Drop, Salvo, battle_in, unit_in
from rules.games.paper_tigers_2.vocabulary import Topic


def _kind_of(*, aircraft: bool) -> Topic:
    return Topic.AIR_STRIKE if aircraft else Topic.BARRAGE


@change.register
def _support_called(event: happened.SupportCalled, state: State) -> State:
    if event.from_hand:
        force = state.unit(event.unit).force
        hand = state.hands[force]
        kept = tuple(card for card in hand.open if card != event.card)
        state = state.with_hand(force, replace(hand, open=kept)).discarding(force, event.card)
    else:
        state = acting(state, action=None, actors=(event.unit,))
    salvo = Salvo(caller=event.unit, aircraft=event.aircraft)
    state = replace(battle_in(state), salvo=salvo)
    topic = _kind_of(aircraft=event.aircraft)
    return in_front(state, step_for(topic, unit=event.unit, other=event.target))


@change.register
def _shelled(event: happened.Shelled, state: State) -> State:
    """What follows waits until the last shell has fallen, while their targets still stand."""
    salvo = battle_in(state).salvo
    assert salvo is not None
    topic = _kind_of(aircraft=event.aircraft)
    state = without_topic(state, topic, unit=event.unit)
    salvo = replace(salvo, targets=(*salvo.targets, event.target))
    state = replace(battle_in(state), salvo=salvo if event.more else None)
    weapon = "air strike" if event.aircraft else "barrage"
    inside = state.unit(event.target).profile.carries_squad is Ride.INSIDE
    hit = Step(
        kind=StepKind.SAVE, unit=event.target, other=event.unit, number=event.hits, weapon=weapon
    )
    follows = [replace(hit, unit=name, number=1, flag=True) for name in event.passengers]
    follows += [hit] if event.hits else []
    follows += [
        Step(kind=StepKind.GET_OFF, unit=name, other=event.target, flag=inside)
        for name in event.passengers
    ]
    if event.suppresses:
        step = step_for(Topic.SUPPRESS, unit=event.target, other=event.unit)
        follows.append(replace(step, weapon=weapon))
    first: list[Step] = []
    if event.hits and not event.aircraft:
        anybody = state.options.choice("barrage_splash") == "any_unit"
        splash = step_for(Topic.SPLASH, unit=event.unit, other=event.target, flag=anybody)
        first.append(replace(splash, weapon=weapon))
    if event.more:
        first.append(step_for(topic, unit=event.unit))
    return in_front(state, *first, *follows)


@change.register
def _target_named(event: happened.TargetNamed, state: State) -> State:
    step, *rest = state.steps
    return replace(state, steps=(replace(step, other=event.target), *rest))


@change.register
def _salvo_ended(event: happened.SalvoEnded, state: State) -> State:
    step = state.steps[0]
    state = without_topic(state, Topic(step.topic), unit=event.unit)
    return replace(battle_in(state), salvo=None)


@change.register
def _came_near(event: happened.CameNear, state: State) -> State:
    unit = unit_in(state, event.unit)
    return state.with_unit(
        replace(unit, returned=True) if event.home else replace(unit, reached=True)
    )


@change.register
def _terrain_passed(event: happened.TerrainPassed, state: State) -> State:
    battle = battle_in(state)
    return replace(battle, terrain_turns=battle.terrain_turns + 1, laid_areas=event.areas)


@change.register
def _north_named(event: happened.NorthNamed, state: State) -> State:
    return replace(battle_in(state), edge=event.edge)


def _drawn(state: State, force: str, *, card: str, kept_out: bool) -> State:
    """The state after the top card of a pile was turned up, and went to the discards or back."""
    if not kept_out:
        return state
    name = state.pack_of(force)
    pack = state.packs[name]
    packs = {**state.packs, name: replace(pack, draw=pack.draw - 1)}
    return replace(state, packs=packs).discarding(force, card)


@change.register
def _entry_card(event: happened.EntryCard, state: State) -> State:
    state = _drawn(state, event.force, card=event.card, kept_out=True)
    battle = battle_in(state)
    others = tuple(each for each in battle.entry_cards if each[0] != event.force)
    return replace(battle, entry_cards=(*others, (event.force, event.edge)))


@change.register
def _arrivals_opened(event: happened.ArrivalsOpened, state: State) -> State:
    del event
    return replace(battle_in(state), entry_cards=(), entered=(), came_on=())


@change.register
def _entered(event: happened.Entered, state: State) -> State:
    for each in event.spots:
        unit = unit_in(state, each.unit)
        state = state.with_unit(replace(unit, spot=each.spot, vouched=each.vouched))
    battle = battle_in(state)
    cards = tuple(each for each in battle.entry_cards if each[0] != event.force)
    names = (*battle.came_on, *(each.unit for each in event.spots))
    if not event.done:
        return replace(battle, entry_cards=cards, came_on=names)
    return replace(battle, entry_cards=cards, came_on=names, entered=(*battle.entered, event.force))


@change.register
def _landing_card(event: happened.LandingCard, state: State) -> State:
    out = state.options.choice("landing_card") == "discard"
    state = _drawn(state, event.force, card=event.card, kept_out=out)
    battle = battle_in(state)
    return replace(battle, landing_cards=(*battle.landing_cards, (event.force, event.card)))


@change.register
def _drop_named(event: happened.DropNamed, state: State) -> State:
    state = replace(battle_in(state), drop=Drop(unit=event.unit, point=event.at))
    return in_front(state, step_for(Topic.DROP, unit=event.unit))


@change.register
def _drop_rolled(event: happened.DropRolled, state: State) -> State:
    state = without_topic(state, Topic.DROP, unit=event.unit)
    battle = battle_in(state)
    assert battle.drop is not None
    ones = sum(die == 1 for die in event.dice)
    battle = replace(battle, drop=replace(battle.drop, ones=ones, reach=event.difficulty))
    topics = [] if event.on_point else [Topic.DRIFT]
    if unit_in(state, event.unit).own.has("glider"):
        topics.append(Topic.SLIDE)
    topics.append(Topic.LAND)
    return in_front(battle, *(step_for(topic, unit=event.unit) for topic in topics))


@change.register
def _drifted(event: happened.Drifted, state: State) -> State:
    state = without_topic(state, Topic.DRIFT, unit=event.unit)
    battle = battle_in(state)
    assert battle.drop is not None
    return replace(battle, drop=replace(battle.drop, point=event.to))


@change.register
def _slid(event: happened.Slid, state: State) -> State:
    state = without_topic(state, Topic.SLIDE, unit=event.unit)
    battle = battle_in(state)
    assert battle.drop is not None
    ones = battle.drop.ones
    if state.options.flag("slide_ones"):
        ones += sum(die == 1 for die in event.dice)
    touched = battle.drop.point
    drop = replace(battle.drop, point=event.to, touched=touched, ones=ones)
    return replace(battle, drop=drop)


@change.register
def _crashed(event: happened.Crashed, state: State) -> State:
    state = without_topic(state, Topic.LAND, unit=event.unit)
    unit = replace(unit_in(state, event.unit), landing="", spot=event.spot)
    for rider in state.passengers_of(unit.id):
        state = state.with_unit(replace(unit_in(state, rider), landing="", spot=event.spot))
    return replace(battle_in(state.with_unit(unit)), drop=None)


@change.register
def _landed(event: happened.Landed, state: State) -> State:
    state = without_topic(state, Topic.LAND, unit=event.unit)
    unit = unit_in(state, event.unit)
    own = unit.own
    unit = replace(
        unit,
        spot=event.spot,
        vouched=event.vouched,
        landing="",
        hits=event.hits,
        unarmed=unit.unarmed or (own.infantry and bool(event.lost)),
    )
    state = state.with_unit(unit)
    for rider in state.passengers_of(unit.id):
        state = state.with_unit(replace(unit_in(state, rider), spot=event.spot, landing=""))
    return replace(battle_in(state), drop=None)


@change.register
def _flames_taken(event: happened.FlamesTaken, state: State) -> State:
    unit = unit_in(state, event.unit)
    return state.with_unit(replace(unit, entry=with_extra(unit.own, "flamethrower")))
