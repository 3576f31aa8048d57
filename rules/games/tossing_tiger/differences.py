"""Where the table is not as the game has it, and what the camera takes to have happened.

Cards are looked at only where piles were laid: what is held in a hand, or looked at beside the
rows, is nobody else's business, and nothing here changes with it (TT-GEO-09).
"""

from collections.abc import Iterator
from typing import Final

from rules.games.tossing_tiger.animals import a
from rules.games.tossing_tiger.cards_seen import (
    FACE,
    cards_on,
    fans_seen,
    in_lane,
    near_spot,
    seen_at,
)
from rules.games.tossing_tiger.chapters.animal_actions import UP, HowItLands
from rules.games.tossing_tiger.chapters.battles import PileToTurn, TurnUpPile
from rules.games.tossing_tiger.chapters.layout import RowsLaid, RowsToLay
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.rows import lanes_needed, rows_seen
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import OfCard, WarStage, place_of, war_of
from rules.referee.toolkit.game import Difference, ProposalKind, Sighted
from rules.referee.toolkit.questions import Ask, Choose
from rules.table.snapshot import Snapshot

ROWS: Final = "rows_laid"
TURNED_UP: Final = "card_turned_up"
LANDED: Final = "card_landed"
EARLY: Final = "early_reveal"
TOUCHED: Final = "pile_touched"
ANOTHER: Final = "another_card"
FANNED: Final = "piles_fanned"

PROPOSAL_KINDS: Final = (
    ProposalKind(name=FANNED, says="Piles are fanned out, so that their cards can be counted."),
    ProposalKind(name=ROWS, says="Two rows of piles lie there, one against one."),
    ProposalKind(name=TURNED_UP, says="A pile that is to be turned up shows its card."),
    ProposalKind(name=LANDED, says="A card that was thrown lies face up beside its pile."),
    ProposalKind(name=EARLY, says="A pile shows a card before its battle.", policy="log"),
    ProposalKind(name=TOUCHED, says="A pile is gone before spoils are taken.", policy="log"),
)


def differences(state: State, snapshot: Snapshot) -> tuple[Difference, ...]:
    """TT-GEO-08: where a pile shows a card that it should not; nothing waits for it."""
    fought = (war for war in state.going if war.stage is WarStage.BATTLE)
    return tuple(each for war in fought for each in _another(state, war, snapshot=snapshot))


def _another(state: State, war: War, *, snapshot: Snapshot) -> Iterator[Difference]:
    for at, pile in war.piles():
        card = seen_at(war, at.role, place=at.place, snapshot=snapshot)
        if card is None or card.face != FACE or pile.face in {"", card.id}:
            continue
        if pile.face in state.deck.cards:
            rolled = a(state.deck.animal(pile.face))
            says = f"{_pile(at)} was rolled as {rolled}, and shows another card."
            yield Difference(subject=_subject(at), kind=ANOTHER, says=says)


def _subject(at: OfCard) -> str:
    return f"{at.role} {at.place} of war {at.war}"


def _pile(at: OfCard) -> str:
    return f"The {at.role}'s pile of battle {at.place}"


def sighted(state: State, snapshot: Snapshot) -> tuple[Sighted, ...]:
    """What the camera takes to have happened."""
    found: list[Sighted] = []
    for ask in state.asks:
        match ask.question:
            case PilesToMake() as asked:
                found += _fanned(state, asked, ask=ask, snapshot=snapshot)
            case RowsToLay() as asked:
                found += _rows(state, state.war(asked.war), ask=ask, snapshot=snapshot)
            case PileToTurn() as asked:
                found += _turned_up(state, asked, ask=ask, snapshot=snapshot)
            case HowItLands() as asked:
                found += _landed(state, asked, ask=ask, snapshot=snapshot)
    for war in state.going:
        found += _early(state, war, snapshot=snapshot)
        found += _touched(state, war, snapshot=snapshot)
    return tuple(found)


def _fanned(state: State, asked: PilesToMake, *, ask: Ask, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-GEO-11: counted where every pile lies fanned; how many each has is not said to others."""
    making = asked.making(state)
    if len(making.members) > 1:
        return
    sizes = fans_seen(state, making.war, role=asked.role, snapshot=snapshot)
    owners = making.members * len(sizes)
    if sizes and making.fault(sizes, owners) is None:
        yield Sighted(
            kind=FANNED,
            subject=f"piles of the {asked.role} of war {asked.war}",
            seat=ask.seat,
            says=f"The camera has counted the fanned piles of {ask.who}.",
            command=LayPiles(sizes=sizes, ask=ask.id),
        )


def _rows(state: State, war: War, *, ask: Ask, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-PIL-05."""
    if lanes_needed(state, snapshot):
        return
    seen = rows_seen(state, war, snapshot=snapshot)
    if seen.attacking and seen.fault is None:
        yield Sighted(
            kind=ROWS,
            subject=f"rows of war {war.id}",
            seat=ask.seat,
            says="The camera sees both rows of piles.",
            command=RowsLaid(ask=ask.id),
            evidence=seen.evidence,
        )


def _turned_up(
    state: State, asked: PileToTurn, *, ask: Ask, snapshot: Snapshot
) -> Iterator[Sighted]:
    """TT-GEO-08, TT-BAT-02: a settled face where a pile is to be turned up."""
    card = seen_at(state.war(asked.war), asked.role, place=asked.place, snapshot=snapshot)
    if card is None or card.face != FACE or not state.can_show(card.id):
        return
    animal = a(state.deck.animal(card.id))
    yield Sighted(
        kind=TURNED_UP,
        subject=_subject(asked),
        seat=ask.seat,
        says=f"The pile of {ask.who} in battle {asked.place} shows {animal}.",
        command=TurnUpPile(card=card.id, ask=ask.id),
    )


def _landed(state: State, asked: HowItLands, *, ask: Ask, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-GEO-10: a thrown card lies open beside its pile. Face down it is like any other back."""
    war = state.war(asked.war)
    face, spot = war.face(asked.role, asked.place), war.spot(asked.role, asked.place)
    card = next((piece for piece in cards_on(snapshot) if piece.id == face), None)
    if card is None or spot is None or not in_lane(card, war):
        return
    if card.face == FACE and not near_spot(card, spot):
        says = f"The card of {ask.who} lies beside its pile, face up."
        command = Choose(choice=UP, ask=ask.id)
        yield Sighted(
            kind=LANDED, subject=_subject(asked), seat=ask.seat, says=says, command=command
        )


def _early(state: State, war: War, *, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-GEO-08: whoever turns a pile up too early is told so; which card it was is not said."""
    if war.stage not in {WarStage.WAR_RULE, WarStage.BATTLE}:
        return
    asked = {place_of(ask) for ask in state.asks if war_of(ask) == war.id}
    for at, pile in war.piles():
        if at.place <= war.battle or pile.face or (at.role, at.place) in asked:
            continue
        card = seen_at(war, at.role, place=at.place, snapshot=snapshot)
        if card is not None and card.face == FACE:
            seat = state.player(pile.owner).seat
            says = f"{_pile(at)} shows a card before its battle."
            yield Sighted(kind=EARLY, subject=_subject(at), seat=seat, says=says)


def _touched(state: State, war: War, *, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-SPO-01: nothing is taken before the last battle is over."""
    if war.stage is not WarStage.BATTLE or not cards_on(snapshot):
        return
    gone = {piece.id for piece in snapshot.pieces if piece.pose is None}
    tossed = {place_of(ask) for ask in state.asks if isinstance(ask.question, HowItLands)}
    for at, pile in war.piles():
        laid = war.spot(at.role, at.place) is not None and (at.role, at.place) not in tossed
        if laid and pile.face in gone and pile.face in state.deck.cards:
            says = f"The {at.role}'s card of battle {at.place} is gone from the table."
            seat = state.player(pile.owner).seat
            yield Sighted(kind=TOUCHED, subject=_subject(at), seat=seat, says=says)
