"""Knows what the events change that come once a war is fought, and at the end."""

from dataclasses import replace
from types import MappingProxyType

from rules.games.tossing_tiger.change.battle import hidden
from rules.games.tossing_tiger.change.dispatch import change
from rules.games.tossing_tiger.events import ending as happened
from rules.games.tossing_tiger.results import Scene
from rules.games.tossing_tiger.saying.ending import said_end
from rules.games.tossing_tiger.state import Outcome, State, War
from rules.games.tossing_tiger.vocabulary import ROLES, Phase, Stage, Take


@change.register
def _war_stopped(event: happened.WarStopped, state: State) -> State:
    war = state.war(event.war)
    return state.with_war(
        replace(
            war,
            stopped=event.why,
            winner=war.winner or event.winner,
            no_winner=war.no_winner or event.no_winner,
        )
    )


@change.register
def _war_decided(event: happened.WarDecided, state: State) -> State:
    """TT-SPO-06: what each side has coming is fixed now, the attacker's first."""
    war = replace(
        state.war(event.war), decided=True, results=event.results, winners=event.winners,
        stage=Stage.SPOILS,
    )  # fmt: skip
    scene = Scene(war=war, deck=state.deck, options=state.options)
    results = scene.results()
    takes = tuple(
        Take(role=role, place=place, count=_available(war, take=(role, place), most=count))
        for role in ROLES
        for place, result in enumerate(results, start=1)
        if result is not None
        and result.won_by(role)
        and _available(war, take=(role, place), most=(count := scene.single(role, place)))
    )
    due = MappingProxyType(
        {
            role: min(event.bonus, len({take.place for take in takes if take.role is role}))
            for role in event.winners
        }
    )
    losers = _losers(state, war)
    return state.with_war(replace(war, takes=takes, piles_due=due, penalties=losers))


def _available(war: War, *, take: tuple[object, int], most: int) -> int:
    """How many cards the opposing pile has for it."""
    role, place = take
    pile = war.pile(next(each for each in ROLES if each is not role), place)
    return 0 if pile is None else min(most, pile.size)


def _losers(state: State, war: War) -> tuple[str, ...]:
    """TT-FT-08."""
    if not state.together:
        return ()
    if len(war.winners) == 1:
        return (war.party(war.winners[0].other),)
    return () if war.winners else (war.attacker, war.defender)


@change.register
def _bonus_taken(event: happened.BonusTaken, state: State) -> State:
    """TT-SPO-03, TT-AMB-22."""
    war = state.war(event.war)
    pile = war.pile(event.role.other, event.place)
    assert pile is not None
    whole = Take(role=event.role, place=event.place, count=pile.size, is_pile=True, picked=True)
    kept = tuple(each for each in war.takes if (each.role, each.place) != (event.role, event.place))
    due = MappingProxyType({**war.piles_due, event.role: war.piles_due[event.role] - 1})
    takes = sorted((whole, *kept), key=lambda take: ROLES.index(take.role))
    return state.with_war(replace(war, takes=tuple(takes), piles_due=due))


@change.register
def _spoil_picked(event: happened.SpoilPicked, state: State) -> State:
    war = state.war(event.war)
    first, *rest = war.takes
    picked = replace(first, picked=True, rolled=event.rolled)
    return state.with_war(replace(war, takes=(picked, *rest)))


@change.register
def _spoil_taken(event: happened.SpoilTaken, state: State) -> State:
    war = state.war(event.war)
    first, *rest = war.takes
    pile = war.pile(event.role.other, event.place)
    assert pile is not None
    rolled = first.rolled or pile.size == 1
    left = replace(hidden(pile) if rolled else pile, size=pile.size - 1)
    if pile.is_dawncard:
        left = replace(left, is_dawncard=True)
    war = war.with_pile(event.role.other, event.place, pile=left)
    if first.count > 1:
        again = replace(first, count=first.count - 1, rolled=False, picked=first.is_pile)
        rest = [again, *rest]
    state = state.with_war(replace(war, takes=tuple(rest)))
    if event.player:
        return state.with_hand(event.player, 1)
    return replace(state, discards=state.discards + 1)


@change.register
def _war_pile_grew(event: happened.WarPileGrew, state: State) -> State:
    war = state.war(event.war)
    team = state.player(event.player).team
    left = tuple(name for name in war.penalties if name != team)
    state = state.with_war(replace(war, penalties=left))
    return replace(state, war_pile=event.count).with_hand(event.player, -1)


@change.register
def _war_over(event: happened.WarOver, state: State) -> State:
    """TT-SPO-07."""
    war = state.war(event.war)
    for role in ROLES:
        for pile in war.row(role):
            if pile is not None:
                state = state.with_hand(pile.owner, pile.size)
    asks = tuple(ask for ask in state.asks if ask.war != event.war)
    state = replace(state, asks=asks)
    stage = Stage.PENALTY if war.penalties else Stage.OVER
    return state.with_war(replace(war, stage=stage, attacking=(), defending=()))


@change.register
def _hand_shown(event: happened.HandShown, state: State) -> State:
    return replace(
        state,
        shown=MappingProxyType({**state.shown, event.player: event.points}),
        shown_cards=(*state.shown_cards, *event.cards),
    )


@change.register
def _amended(event: happened.Amended, state: State) -> State:
    """A card too many or too few in a hand was counted wrong on the draw pile."""
    change_by = event.hand - state.hands[event.player]
    return replace(state.with_hand(event.player, change_by), draw=state.draw - change_by)


@change.register
def _game_ended(event: happened.GameEnded, state: State) -> State:
    outcome = Outcome(winners=event.winners, how=event.how, says=said_end(event))
    return replace(state, phase=Phase.ENDED, outcome=outcome, asks=())
