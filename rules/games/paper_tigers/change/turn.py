"""Knows what the events of cards and turns change."""

from collections.abc import Sequence
from dataclasses import replace

from rules.games.paper_tigers.change.dispatch import change
from rules.games.paper_tigers.events import turn as happened
from rules.games.paper_tigers.state import Hand, Pack, Playing, Slot, State
from rules.games.paper_tigers.vocabulary import Turned


@change.register
def _turn_began(event: happened.TurnBegan, state: State) -> State:
    return replace(
        state, turn=event.turn, round=0, sight_rolls=(), ended_packs=(), kept=(), held_settled={}
    )


@change.register
def _shuffled(event: happened.Shuffled, state: State) -> State:
    if not event.fresh:
        return state
    packs = {name: _gathered(pack) for name, pack in state.packs.items()}
    state = replace(state, packs=packs, run=event.run, fresh=False)
    if state.options.choice("saved_at_reshuffle") == "return":
        for force in state.forces:
            state = _returned(state, force.name)
    return state


def _gathered(pack: Pack) -> Pack:
    return Pack(draw=pack.draw + len(pack.discards) + pack.hidden_discards)


def _returned(state: State, force: str) -> State:
    name = state.pack_of(force)
    pack, hand = state.packs[name], state.hands[force]
    packs = {**state.packs, name: replace(pack, draw=pack.draw + len(hand.open))}
    return replace(state, packs=packs).with_hand(force, replace(hand, open=()))


@change.register
def _arrived(event: happened.Arrived, state: State) -> State:
    for each in event.spots:
        state = state.with_unit(
            replace(state.unit(each.unit), spot=each.spot, vouched=each.vouched)
        )
    return state


@change.register
def _cards_rolled(event: happened.CardsRolled, state: State) -> State:
    return replace(state, counts={**state.counts, event.force: event.count})


@change.register
def _dealt(event: happened.Dealt, state: State) -> State:
    """PT1-C1b: cards without faces, since nobody looks at them."""
    packs = {
        name: _gathered(pack) if name in event.reshuffled else pack
        for name, pack in state.packs.items()
    }
    hands = dict(state.hands)
    for force in event.order:
        name = state.pack_of(force)
        packs[name] = replace(packs[name], draw=packs[name].draw - 1)
        hands[force] = replace(hands[force], hidden=hands[force].hidden + 1)
    return replace(state, packs=packs, hands=hands, ended_packs=event.reshuffled)


def _taken(hand: Hand, card: str) -> Hand:
    """The hand without a card: a saved one by its name, or one that nobody knows."""
    if card:
        return replace(hand, open=tuple(each for each in hand.open if each != card))
    return replace(hand, hidden=hand.hidden - 1)


@change.register
def _assigned(event: happened.Assigned, state: State) -> State:
    unit = state.unit(event.unit)
    unit = replace(unit, cards=(*unit.cards, Slot(card=event.card)), had_card=True)
    state = state.with_unit(unit).with_hand(
        event.force, _taken(state.hands[event.force], event.card)
    )
    return _laying(state, event.force)


def _laying(state: State, force: str) -> State:
    """The state after a battle group laid a card; with passes that bind nobody all may again."""
    final = state.options.flag("assign_pass_is_final")
    return replace(state, laid=(*state.laid, force), passed=state.passed if final else ())


@change.register
def _passed(event: happened.Passed, state: State) -> State:
    return replace(state, passed=(*state.passed, event.force), laid=(*state.laid, event.force))


@change.register
def _picked(event: happened.Picked, state: State) -> State:
    return replace(state, picks={**state.picks, event.unit: event.cards})


@change.register
def _turned_up(event: happened.TurnedUp, state: State) -> State:
    unit = state.unit(event.unit)
    left = tuple(slot for place, slot in enumerate(unit.cards, 1) if place not in event.cards)
    turned = tuple(Turned(card=face, unit=event.unit, force=event.force) for face in event.faces)
    picks = {name: cards for name, cards in state.picks.items() if name != event.unit}
    state = state.with_unit(replace(unit, cards=left))
    return replace(state, queue=(*state.queue, *turned), picks=picks, ordered=False)


@change.register
def _intent_chosen(event: happened.IntentChosen, state: State) -> State:
    queue = tuple(
        replace(each, intent=event.intent)
        if (each.card, each.unit) == (event.card, event.unit)
        else each
        for each in state.queue
    )
    return replace(state, queue=queue)


@change.register
def _tie_rolled(event: happened.TieRolled, state: State) -> State:
    meant = tuple(zip(event.cards, event.units, strict=True))
    queue = tuple(
        replace(each, tie_roll=event.total) if (each.card, each.unit) in meant else each
        for each in state.queue
    )
    return replace(state, queue=queue, rolls={})


@change.register
def _queue_formed(event: happened.QueueFormed, state: State) -> State:
    return replace(state, queue=event.order, ordered=True, round=state.round + 1)


@change.register
def _card_came(event: happened.CardCame, state: State) -> State:
    first = state.queue[0]
    assert (first.card, first.unit) == (event.card, event.unit)
    return replace(state, queue=state.queue[1:], playing=Playing(turned=first))


@change.register
def _declined(event: happened.Declined, state: State) -> State:
    state = state.discarding(state.unit(event.unit).force, event.card)
    return replace(state, playing=None)


@change.register
def _card_played(event: happened.CardPlayed, state: State) -> State:
    playing = state.playing
    for name in playing.actors if playing is not None else ():
        unit = state.unit(name)
        state = state.with_unit(replace(unit, actions=unit.actions + 1))
    state = state.discarding(state.unit(event.unit).force, event.card)
    return replace(state, playing=None, cover_settled=())


@change.register
def _repair_laid(event: happened.RepairLaid, state: State) -> State:
    unit = replace(state.unit(event.unit), repair=Slot(card=event.card))
    state = state.with_unit(unit).with_hand(
        event.force, _taken(state.hands[event.force], event.card)
    )
    return _laying(state, event.force)


@change.register
def _repair_turned(event: happened.RepairTurned, state: State) -> State:
    return state.with_unit(replace(state.unit(event.unit), repair=Slot(card=event.card)))


@change.register
def _recovery_rolled(event: happened.RecoveryRolled, state: State) -> State:
    unit = state.unit(event.unit)
    card = unit.repair.card if unit.repair is not None else ""
    unit = replace(unit, repair=None, hits=0 if event.recovered else unit.hits)
    return state.with_unit(unit).discarding(unit.force, card)


@change.register
def _discarded(event: happened.Discarded, state: State) -> State:
    hand = state.hands[event.force]
    hand = Hand(
        hidden=hand.hidden - event.hidden,
        open=tuple(card for card in hand.open if card not in event.cards),
    )
    unseen: Sequence[str] = [""] * event.hidden
    return state.with_hand(event.force, hand).discarding(event.force, *event.cards, *unseen)


@change.register
def _kept(event: happened.Kept, state: State) -> State:
    hand = state.hands[event.force]
    hand = Hand(hidden=hand.hidden - len(event.cards), open=(*hand.open, *event.cards))
    return replace(state.with_hand(event.force, hand), kept=(*state.kept, event.force))


@change.register
def _turn_ended(event: happened.TurnEnded, state: State) -> State:
    del event
    units = {
        name: replace(unit, had_card=False, actions=0, follows="")
        for name, unit in state.units.items()
    }
    return replace(state, units=units, counts={}, picks={}, queue=(), round=0)
