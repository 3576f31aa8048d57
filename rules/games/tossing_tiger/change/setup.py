"""Knows what the events up to the first battle change."""

from dataclasses import replace
from types import MappingProxyType

from rules.games.tossing_tiger.change.dispatch import change
from rules.games.tossing_tiger.events import setup as happened
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Battle, Phase, Pile, Role, Stage


@change.register
def _asked(event: happened.Asked, state: State) -> State:
    return replace(state, asks=(*state.asks, event.ask), asked=event.ask.id)


@change.register
def _chosen(event: happened.Chosen, state: State) -> State:
    del event
    return state


@change.register
def _sat_down(event: happened.SatDown, state: State) -> State:
    players = tuple(
        replace(each, edge=event.edge) if each.name == event.player else each
        for each in state.players
    )
    state = replace(state, players=players, draw=state.draw - event.cards)
    return state.with_hand(event.player, event.cards)


@change.register
def _phase_began(event: happened.PhaseBegan, state: State) -> State:
    return replace(state, phase=event.phase)


@change.register
def _starter_set(event: happened.StarterSet, state: State) -> State:
    return replace(state, starter=event.player)


@change.register
def _round_began(event: happened.RoundBegan, state: State) -> State:
    return replace(
        state, round=event.round, starter=event.player, waiting=event.waiting, wars=(),
        phase=Phase.PAIRING,
    )  # fmt: skip


@change.register
def _war_declared(event: happened.WarDeclared, state: State) -> State:
    war = War(id=event.war, attacker=event.attacker, defender=event.defender)
    taken = {event.attacker, event.defender}
    return replace(
        state,
        wars=(*state.wars, war),
        war_count=event.war,
        waiting=tuple(name for name in state.waiting if name not in taken),
    )


@change.register
def _number_said(event: happened.NumberSaid, state: State) -> State:
    war = replace(
        state.war(event.war),
        number=event.number,
        least=event.least,
        with_dawncard=event.with_dawncard,
        stage=Stage.DAWNCARD if event.with_dawncard else Stage.BUILD,
        attacking=(None,) * event.number,
        defending=(None,) * event.number,
        battles=tuple(Battle() for _ in range(event.number)),
    )
    return state.with_war(war)


@change.register
def _dawncard_laid(event: happened.DawncardLaid, state: State) -> State:
    """TT-DJ-02: it lies open in place of a pile."""
    war = replace(
        state.war(event.war), dawncard=event.card, rule=event.rule, change=event.change,
        stage=Stage.BUILD,
    )  # fmt: skip
    card = Pile(owner=event.player, size=1, face=event.card, acted=True, is_dawncard=True)
    state = state.with_war(war.with_pile(Role.ATTACKER, 1, pile=card))
    return state.with_hand(event.player, -1)


@change.register
def _empty_place_set(event: happened.EmptyPlaceSet, state: State) -> State:
    return state.with_war(replace(state.war(event.war), empty_place=event.place))


@change.register
def _stage_began(event: happened.StageBegan, state: State) -> State:
    war = replace(state.war(event.war), stage=event.stage)
    return state.with_war(replace(war, built=()) if event.stage is Stage.BUILD else war)


@change.register
def _piles_built(event: happened.PilesBuilt, state: State) -> State:
    war = state.war(event.war)
    for place, size, owner in zip(event.places, event.sizes, event.owners, strict=True):
        before = war.row(event.role)[place - 1]
        if before is not None:
            state = state.with_hand(before.owner, before.size)
        state = state.with_hand(owner, -size)
        war = war.with_pile(event.role, place, pile=Pile(owner=owner, size=size))
    built = war.built if event.again else (*war.built, event.role)
    return state.with_war(replace(war, built=built))


@change.register
def _rows_seen(event: happened.RowsSeen, state: State) -> State:
    spots = MappingProxyType(
        {Role.ATTACKER: event.attacking, Role.DEFENDER: event.defending} if event.attacking else {}
    )
    return state.with_war(replace(state.war(event.war), spots=spots))


@change.register
def _lane_marked(event: happened.LaneMarked, state: State) -> State:
    return state.with_war(replace(state.war(event.war), lane=event.lane))


@change.register
def _animal_named(event: happened.AnimalNamed, state: State) -> State:
    return state.with_war(replace(state.war(event.war), animal=event.animal))
