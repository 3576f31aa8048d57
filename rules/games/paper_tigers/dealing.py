"""Has the umpire deal the pack: nobody knows a card before it is turned up (PT1-A2, C1b)."""

from typing import Final

from rules.games.paper_tigers.chapters.laying import GroupFaces
from rules.games.paper_tigers.chapters.turns import shuffler
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.dealing.dealt_cards import DealtCards
from rules.referee.dealing.rules_of_dealing import (
    CardEvent,
    CardsInPlay,
    CardsShown,
    Dealing,
    Filled,
    Misdealt,
    PackDue,
    SeatCommand,
    Unprompted,
)
from rules.referee.toolkit.cards import PACK_NAMES, card_from
from rules.referee.toolkit.questions import Ask


def pack_in_use(state: State, pack: str) -> str:
    """The name of a pack's order: another one each time that its discards go back in."""
    again = ", shuffled again" if pack in state.ended_packs else ""
    return f"{pack or 'the pack'}, run {state.run}{again}"


def packs(state: State) -> tuple[PackDue, ...]:
    """Those in use, and the run after this one."""
    due = [
        PackDue(name=pack_in_use(state, name), cards=PACK_NAMES, is_dealt=state.turn > 0)
        for name in state.packs
    ]
    due += [
        PackDue(name=f"{name or 'the pack'}, run {state.run + 1}", cards=PACK_NAMES, is_dealt=False)
        for name in state.packs
    ]
    return tuple(due)


def follow(cards: DealtCards, happened: CardEvent) -> DealtCards:
    """Every card that has been seen leaves the order for good."""
    after: State = happened.after
    if after.fresh:  # What was seen in the run before goes back in first.
        return cards
    for name in after.packs:
        place = pack_in_use(after, name)
        unseen = frozenset(after.unseen_faces(name))
        left = tuple(card for card in cards.at(place) if card in unseen)
        if len(left) < len(cards.at(place)):
            cards = cards.laid(place, left)
    return cards


def fault(cards: DealtCards, happened: CardEvent) -> str:
    """What was turned up was not what comes next in the order."""
    before: State = happened.before
    after: State = happened.after
    for name in after.packs:
        place = pack_in_use(after, name)
        if not cards.at(place) or pack_in_use(before, name) != place:
            continue
        unseen = frozenset(after.unseen_faces(name))
        seen = [card for card in before.unseen_faces(name) if card not in unseen]
        due = _next(cards, before, pack=name, count=len(seen))
        if sorted(seen) != sorted(due):
            return f"expected {', '.join(due)} of {place}, got {', '.join(seen)}"
    return ""


def fill(play: CardsInPlay, given: SeatCommand) -> Filled | Misdealt:
    """The faces of cards that are to be turned up."""
    state, command = play.state, given.body
    if command.get("kind") != "turn_up":
        return Filled()
    ask = _asked(state, given.seat, number=command.get("ask", 0))
    if ask is None:
        return Filled()
    assert isinstance(ask.question, GroupFaces)
    pack = state.pack_of(ask.who)
    found = _next(play.cards, state, pack=pack, count=ask.question.cards)
    if list(found) != command.get("cards", list(found)):
        reason = "The umpire deals in this battle: leave out which cards they are."
        return Misdealt(clause="PT1-A2", reason=reason)
    return Filled(fields={"cards": list(found)})


def unprompted(state: State) -> tuple[Unprompted, ...]:
    """Shuffling, dealing and turning up."""
    if state.asks:
        return tuple(
            Unprompted(seat=ask.seat, command={"kind": "turn_up", "ask": ask.id})
            for ask in state.asks
            if isinstance(ask.question, GroupFaces)
        )
    if state.phase is Phase.SHUFFLE:
        seat = state.seats_of(shuffler(state))[0]
        return (Unprompted(seat=seat, command={"kind": "shuffle"}),)
    if state.phase is Phase.DEAL:
        return (Unprompted(seat=state.forces[0].seat, command={"kind": "deal"}),)
    return ()


def shown(play: CardsInPlay, seat: str) -> tuple[CardsShown, ...]:
    """Hands and packs; what lies face down is known to nobody."""
    del seat
    state: State = play.state
    hands = [
        CardsShown(
            name=f"{name}'s hand", kind="hand", owner=name, cards=hand.open, hidden=hand.hidden
        )
        for name, hand in state.hands.items()
    ]
    decks = [
        part
        for name, pack in state.packs.items()
        for part in (
            CardsShown(name="draw pile", kind="deck", owner=name, hidden=pack.draw),
            CardsShown(
                name="discards",
                kind="pile",
                owner=name,
                cards=pack.discards[-1:],
                hidden=max(0, len(pack.discards) + pack.hidden_discards - 1),
            ),
        )
    ]
    return (*hands, *decks)


def _next(cards: DealtCards, state: State, *, pack: str, count: int) -> tuple[str, ...]:
    unseen = frozenset(state.unseen_faces(pack))
    return tuple(card for card in cards.at(pack_in_use(state, pack)) if card in unseen)[:count]


def _asked(state: State, seat: str, *, number: object) -> Ask | None:
    """The ask that a seat answers: the one named, or its first."""
    return next(
        (
            ask
            for ask in state.asks
            if isinstance(ask.question, GroupFaces) and ask.seat == seat and number in {0, ask.id}
        ),
        None,
    )


DEALING: Final = Dealing(
    packs=packs,
    follow=follow,
    fill=fill,
    unprompted=unprompted,
    fault=fault,
    shown=shown,
    card_words=lambda _state, card: card_from(card).name,
)
