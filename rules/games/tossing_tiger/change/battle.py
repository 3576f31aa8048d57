"""Knows what the events of battles change."""

from dataclasses import replace

from rules.games.tossing_tiger.change.dispatch import change
from rules.games.tossing_tiger.events import battle as happened
from rules.games.tossing_tiger.results import OTHER, OWN
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Pile, Role, Rolled, Taught


def _pile(war: War, role: Role, *, place: int) -> Pile:
    pile = war.row(role)[place - 1]
    assert pile is not None
    return pile


def _with(state: State, war: War, *, role: Role, place: int, **changes: object) -> State:
    """The state with one pile changed."""
    pile = replace(_pile(war, role, place=place), **changes)  # type: ignore[arg-type]
    return state.with_war(war.with_pile(role, place, pile=pile))


def hidden(pile: Pile, *, quiet: bool = False) -> Pile:
    """The pile face down again."""
    return Pile(owner=pile.owner, size=pile.size, quiet=quiet)


@change.register
def _battle_began(event: happened.BattleBegan, state: State) -> State:
    return state.with_war(replace(state.war(event.war), battle=event.place, rerolls=0))


@change.register
def _battle_given_up(event: happened.BattleGivenUp, state: State) -> State:
    war = state.war(event.war)
    fought = war.fought(event.place)
    battle = replace(fought, conceded=(*fought.conceded, event.role))
    return state.with_war(replace(war.with_battle(event.place, battle), bonus=0))


@change.register
def _guess_made(event: happened.GuessMade, state: State) -> State:
    war = replace(state.war(event.war), guess=event.animal, guess_place=event.place)
    return state.with_war(war)


@change.register
def _guess_right(event: happened.GuessRight, state: State) -> State:
    war = state.war(event.war)
    battle = replace(war.fought(event.place), is_guessed=True)
    return state.with_war(war.with_battle(event.place, battle))


@change.register
def _piles_merged(event: happened.PilesMerged, state: State) -> State:
    war = replace(state.war(event.war), merged=True)
    gone = _pile(war, Role.DEFENDER, place=event.gone)
    into = _pile(war, Role.DEFENDER, place=event.into)
    joined = replace(into, size=into.size + gone.size)
    war = war.with_pile(Role.DEFENDER, event.into, pile=joined)
    return state.with_war(war.with_pile(Role.DEFENDER, event.gone, pile=None))


@change.register
def _turned_up(event: happened.TurnedUp, state: State) -> State:
    war = state.war(event.war)
    rolled = Rolled(role=event.role, animal=event.animal, place=event.place)
    war = replace(war, log=(*war.log, rolled))
    return _with(
        state, war, role=event.role, place=event.place, face=event.card, acted=event.does_nothing,
        asked=False, off=False, copied="", claim="", quiet=False,
    )  # fmt: skip


@change.register
def _action_over(event: happened.ActionOver, state: State) -> State:
    war = state.war(event.war)
    return _with(state, war, role=event.role, place=event.place, acted=True)


@change.register
def _action_asked(event: happened.ActionAsked, state: State) -> State:
    war = state.war(event.war)
    pile = _pile(war, event.role, place=event.place)
    if event.declined and event.once:
        war = replace(war, declined=(*war.declined, pile.owner))
    return _with(
        state, war, role=event.role, place=event.place, asked=True, off=event.declined,
        acted=event.declined,
    )  # fmt: skip


@change.register
def _pile_shuffled(event: happened.PileShuffled, state: State) -> State:
    del event
    return state


@change.register
def _tossed(event: happened.Tossed, state: State) -> State:
    war = state.war(event.war)
    claim = OWN if event.face_up else OTHER
    return _with(state, war, role=event.role, place=event.place, acted=True, claim=claim)


@change.register
def _rerolled(event: happened.Rerolled, state: State) -> State:
    war = state.war(event.war)
    quiet = not state.options.flag("reroll_triggers")
    pile = hidden(_pile(war, event.role, place=event.place), quiet=quiet)
    if event.free:
        war = replace(war, free_rerolled=(*war.free_rerolled, event.role))
    else:
        war = replace(war, rerolls=war.rerolls + 1)
    return state.with_war(war.with_pile(event.role, event.place, pile=pile))


@change.register
def _looked(event: happened.Looked, state: State) -> State:
    del event
    return state


@change.register
def _piles_swapped(event: happened.PilesSwapped, state: State) -> State:
    war = state.war(event.war)
    row = list(war.row(event.role))
    one, other = event.first - 1, event.second - 1
    row[one], row[other] = row[other], row[one]
    return state.with_war(war.with_row(event.role, tuple(row)))


@change.register
def _card_destroyed(event: happened.CardDestroyed, state: State) -> State:
    war = state.war(event.war)
    pile = _pile(war, event.role, place=event.place)
    left = replace(pile, size=pile.size - 1) if not event.card else None
    if left is None:
        left = replace(hidden(pile), size=pile.size - 1)
    war = war.with_pile(event.role, event.place, pile=left)
    if event.frozen is not None:
        battle = replace(war.fought(event.place), fixed=event.frozen)
        war = war.with_battle(event.place, battle)
    return replace(state.with_war(war), destroyed=(*state.destroyed, event.card))


@change.register
def _card_taken(event: happened.CardTaken, state: State) -> State:
    if event.role is None:
        back = event.reshuffled
        state = replace(state, draw=state.draw + back - 1, discards=state.discards - back)
        return state.with_hand(event.player, 1)
    war = state.war(event.war)
    size = _pile(war, event.role, place=event.place).size - 1
    state = _with(state, war, role=event.role, place=event.place, size=size)
    return state.with_hand(event.player, 1)


@change.register
def _action_copied(event: happened.ActionCopied, state: State) -> State:
    war = state.war(event.war)
    return _with(
        state, war, role=event.role, place=event.place, copied=event.animal,
        acted=event.does_nothing,
    )  # fmt: skip


@change.register
def _battle_out(event: happened.BattleOut, state: State) -> State:
    war = state.war(event.war)
    battle = replace(war.fought(event.place), is_out=True)
    return state.with_war(war.with_battle(event.place, battle))


@change.register
def _battle_lost(event: happened.BattleLost, state: State) -> State:
    war = state.war(event.war)
    fought = war.fought(event.place)
    battle = replace(fought, lost=(*fought.lost, event.role))
    return state.with_war(war.with_battle(event.place, battle))


@change.register
def _bonus_changed(event: happened.BonusChanged, state: State) -> State:
    return state.with_war(replace(state.war(event.war), bonus=event.piles))


@change.register
def _strength_taught(event: happened.StrengthTaught, state: State) -> State:
    war = state.war(event.war)
    taught = Taught(animal=event.animal, after=event.after, role=event.role)
    return state.with_war(replace(war, taught=(*war.taught, taught)))


@change.register
def _pile_given_away(event: happened.PileGivenAway, state: State) -> State:
    war = state.war(event.war)
    pile = _pile(war, event.role, place=event.place)
    war = war.with_pile(event.role, event.place, pile=replace(hidden(pile), size=0))
    battle = replace(war.fought(event.place), fixed=event.frozen)
    state = state.with_war(war.with_battle(event.place, battle))
    return state.with_hand(state.speaker(war.party(event.role.other)).name, pile.size)


@change.register
def _battle_turned(event: happened.BattleTurned, state: State) -> State:
    war = state.war(event.war)
    battle = replace(war.fought(event.place), fixed=event.result)
    return state.with_war(war.with_battle(event.place, battle))


@change.register
def _final_reroll_used(event: happened.FinalRerollUsed, state: State) -> State:
    return state.with_war(replace(state.war(event.war), final_done=True))


@change.register
def _reroll_passed(event: happened.RerollPassed, state: State) -> State:
    war = state.war(event.war)
    return state.with_war(replace(war, free_rerolled=(*war.free_rerolled, event.role)))


@change.register
def _bait_over(event: happened.BaitOver, state: State) -> State:
    return state.with_war(replace(state.war(event.war), bait_done=True))
