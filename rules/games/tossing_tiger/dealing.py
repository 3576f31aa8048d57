"""Has the umpire deal the deck: hands and piles that each seat sees of its own (TT-SET, TT-PIL)."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.tossing_tiger.animals import called
from rules.games.tossing_tiger.cards_moved import DECK, hand_of, moved, next_spoil, pile_at
from rules.games.tossing_tiger.chapters import animal_actions
from rules.games.tossing_tiger.chapters.battles import PileToTurn, PileTurnedUp, before_roll
from rules.games.tossing_tiger.chapters.ending import HandShown, HandToShow
from rules.games.tossing_tiger.chapters.layout import RowsToLay
from rules.games.tossing_tiger.chapters.opening import (
    DawncardLaid,
    HowManyPiles,
    WhichDawncard,
    dawncards,
)
from rules.games.tossing_tiger.chapters.piles import PilesToMake
from rules.games.tossing_tiger.chapters.spoils import SpoilToKeep
from rules.games.tossing_tiger.deck import on_card
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.view import BUILDING
from rules.games.tossing_tiger.vocabulary import place_of, war_of
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
from rules.referee.toolkit.questions import Ask

OPEN_WINDOW: Final = frozenset({"flee", "one_reroll", "guess", "one_merge"})
"""War rules under which somebody may do something before a battle is rolled."""
LEAVE_OUT: Final = "The umpire deals in this battle: leave out which cards they are."


def packs(state: State) -> tuple[PackDue, ...]:
    """One deck for the whole game; it is dealt from as soon as anybody has a hand."""
    is_dealt = any(state.hands.values()) or state.draw < len(state.deck.cards)
    return (PackDue(name=DECK, cards=tuple(state.deck.cards), is_dealt=is_dealt),)


def fill(play: CardsInPlay, given: SeatCommand) -> Filled | Misdealt:
    """The card on top, the cards of a hand, how a card lands, and which cards make a pile."""
    state, cards, command = play.state, play.cards, given.body
    ask = _asked(state, given)
    match command.get("kind"), getattr(ask, "question", None):
        case "turn_up", PileToTurn() as asked:
            top = cards.at(pile_at(asked.war, asked.role, place=asked.place))[:1]
            return _filled(command, "card", value=top[0] if top else "")
        case "show_hand", HandToShow():
            assert ask is not None
            return _filled(command, "cards", value=list(cards.at(hand_of(ask.who))))
        case "choose", animal_actions.HowItLands():
            sides = (animal_actions.UP, animal_actions.DOWN)
            return _filled(command, "choice", value=cards.first_of(sides))
        case "choose", WhichDawncard() as asked:
            return _rooster_held(play, asked.war, choice=command.get("choice"))
        case "choose", HowManyPiles() as asked:
            dawn = str(command.get("choice", "")).endswith("Dawncard")
            members = state.members(state.war(asked.war).attacker)
            held = {card for each in members for card in cards.at(hand_of(each.name))}
            if dawn and not any(state.deck.cards[card].dawn for card in held):
                return Misdealt(clause="TT-DJ-02", reason="There is no Rooster in your hand.")
        case "lay_piles", PilesToMake() as asked:
            return _piles(play, asked, command=command)
    return Filled()


def _filled(command: Mapping[str, object], field: str, *, value: object) -> Filled | Misdealt:
    if command.get(field, value) != value:
        return Misdealt(clause="TT-BAT-02", reason=LEAVE_OUT)
    return Filled(fields={field: value})


def _rooster_held(play: CardsInPlay, war: int, *, choice: object) -> Filled | Misdealt:
    state: State = play.state
    card, player = dawncards(state, state.war(war)).get(str(choice), ("", ""))
    if player and card not in play.cards.at(hand_of(player)):
        return Misdealt(clause="TT-DJ-02", reason=f"{card} is not in the hand of {player}.")
    return Filled()


def _piles(
    play: CardsInPlay, asked: PilesToMake, *, command: Mapping[str, object]
) -> Filled | Misdealt:
    """Cards that lie in the hand that is said to supply them; left out, in the hand's own order."""
    state, cards = play.state, play.cards
    given, sizes = command.get("cards"), command.get("sizes")
    if not given or not isinstance(given, list | tuple) or not isinstance(sizes, list | tuple):
        return Filled()
    making = asked.making(state)
    owners = command.get("owners") or [making.members[0]] * len(sizes)
    free = {name: list(cards.at(hand_of(name))) for name in making.members}
    if making.again:
        for place in making.places:
            pile = making.war.laid(making.role, place)
            free[pile.owner] += cards.at(pile_at(making.war.id, making.role, place=place))
    wrong = Misdealt(clause="TT-PIL-02", reason="A pile is made of cards in its owner's hand.")
    if not isinstance(owners, list | tuple) or not len(given) == len(sizes) == len(owners):
        return wrong
    for pile, size, owner in zip(given, sizes, owners, strict=True):
        if not isinstance(pile, list | tuple) or len(pile) != size:
            return Misdealt(clause="TT-PIL-02", reason="Each pile has as many cards as you say.")
        for card in pile:
            if card not in free.get(str(owner), ()):
                return wrong
            free[str(owner)].remove(card)
    return Filled()


def _asked(state: State, given: SeatCommand) -> Ask | None:
    """The ask that a seat answers: the one named, or that of the earliest battle."""
    number, kind = given.body.get("ask", 0), given.body.get("kind")
    fitting = [
        ask
        for ask in state.asks
        if ask.question.answered_by == kind and ask.seat == given.seat and number in {0, ask.id}
    ]
    return min(fitting, key=lambda ask: (war_of(ask), place_of(ask)[1]), default=None)


def unprompted(state: State) -> tuple[Unprompted, ...]:
    """Turning up, tossing, showing hands, and laying piles that nobody has to lay."""
    return tuple(_without_choice(state))


def _without_choice(state: State) -> Iterator[Unprompted]:
    for ask in state.asks:
        fixed: dict[str, object] = {"kind": ask.question.answered_by, "ask": ask.id}
        match ask.question:
            case PileToTurn(war=war):
                found = state.war(war)
                if not (found.rule in OPEN_WINDOW and before_roll(state, found)):
                    yield Unprompted(seat=ask.seat, command=fixed)
            case HandToShow() | animal_actions.HowItLands():
                yield Unprompted(seat=ask.seat, command=fixed)
            case RowsToLay():
                yield Unprompted(seat=ask.seat, command={**fixed, "by_word": True})


def fault(cards: DealtCards, happened: CardEvent) -> str:
    """A card that was not on top, in that hand, or tossed so."""
    expected: tuple[str, ...]
    got: tuple[str, ...]
    match event := happened.body:
        case PileTurnedUp():
            here = cards.at(pile_at(event.war, event.role, place=event.place))
            expected, got = here[:1], (event.card,)
        case HandShown():
            expected = tuple(sorted(cards.at(hand_of(event.player))))
            got = tuple(sorted(event.cards))
        case animal_actions.Tossed():
            sides = (animal_actions.UP, animal_actions.DOWN)
            expected, got = (cards.first_of(sides),), (sides[not event.face_up],)
        case DawncardLaid():
            hand = cards.at(hand_of(event.player))
            expected, got = (event.card,) if event.card in hand else hand, (event.card,)
        case _:
            return ""
    return "" if expected == got else f"expected {', '.join(expected)}, got {', '.join(got)}"


# --- what a seat sees ----------------------------------------------------------------------------


def shown(play: CardsInPlay, seat: str) -> tuple[CardsShown, ...]:
    """Its own hands and piles, what lies open, and the backs of everything else."""
    return (*_hands(play, seat), *_piles_shown(play, seat), *_own(play, seat))


def _hands(play: CardsInPlay, seat: str) -> Iterator[CardsShown]:
    state, cards = play.state, play.cards
    yield CardsShown(name="draw pile", kind="deck", hidden=state.draw)
    yield CardsShown(name="discards", kind="pile", hidden=state.discards)
    for player in state.players:
        held, count = cards.at(hand_of(player.name)), state.hands[player.name]
        is_open = player.name in state.shown_hands
        sees = player.seat == seat or is_open
        yield CardsShown(
            name=f"{player.name}'s hand",
            kind="hand",
            owner=player.name,
            cards=tuple(sorted(held)) if sees else (),
            hidden=0 if sees else count,
            private=sees and not is_open,
        )


def _piles_shown(play: CardsInPlay, seat: str) -> Iterator[CardsShown]:
    state, cards = play.state, play.cards
    for war in state.going:
        for at, pile in war.piles():
            is_own = state.player(pile.owner).seat == seat
            if war.stage in BUILDING and not is_own and not pile.face:
                continue
            yield CardsShown(
                name=f"battle {at.place}, {at.role}",
                kind="pile",
                owner=pile.owner,
                cards=(pile.face,) if pile.face else (),
                hidden=pile.size - bool(pile.face),
            )
            rest = cards.at(pile_at(war.id, at.role, place=at.place))[bool(pile.face) :]
            if is_own and rest:
                yield CardsShown(
                    name=f"in your pile of battle {at.place}",
                    kind="glimpse",
                    owner=pile.owner,
                    cards=tuple(sorted(rest)),
                    private=True,
                )


def _own(play: CardsInPlay, seat: str) -> Iterator[CardsShown]:
    """What it looked at, and the card of the spoils that it is asked about."""
    state, cards = play.state, play.cards
    for each in cards.glimpses:
        if each.seat == seat:
            yield CardsShown(name=each.where, kind="glimpse", cards=each.cards, private=True)
    for ask in state.asks:
        if isinstance(ask.question, SpoilToKeep) and ask.seat == seat:
            _, taken = next_spoil(cards, state.war(ask.question.war))
            yield CardsShown(name="the card you take", kind="glimpse", cards=taken, private=True)


def card_rule(state: State, card: str) -> str:
    """What is printed on it."""
    return "; ".join(each.removesuffix(".") for each in on_card(state.deck, state.deck.cards[card]))


DEALING: Final = Dealing(
    packs=packs,
    follow=moved,
    fill=fill,
    unprompted=unprompted,
    fault=fault,
    shown=shown,
    card_words=lambda state, card: called(state.deck.animal(card)),
    card_rule=card_rule,
)
