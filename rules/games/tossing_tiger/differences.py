"""Where the table is not as the game has it, and what the camera takes to have happened.

Cards are looked at only where piles were laid: what is held in a hand, or looked at beside the
rows, is nobody else's business, and nothing here changes with it (TT-GEO-09).
"""

from collections.abc import Iterator
from typing import Final

from rules.games.tossing_tiger.animals import a
from rules.games.tossing_tiger.chapters.animal_actions import UP, HowItLands
from rules.games.tossing_tiger.chapters.battles import PileToTurn, TurnUpPile
from rules.games.tossing_tiger.chapters.layout import RowsLaid, RowsToLay
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.measuring.fans import fans_seen
from rules.games.tossing_tiger.measuring.rows import (
    FACE,
    cards_on,
    in_lane,
    lanes_needed,
    near_spot,
    rows_seen,
    seen_at,
)
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import ROLES, WarStage, place_of, war_of
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
    found: list[Difference] = []
    for war in state.going:
        if war.stage is not WarStage.BATTLE:
            continue
        for role in ROLES:
            for place in range(1, war.number + 1):
                pile = war.pile(role, place)
                card = seen_at(war, role, place=place, snapshot=snapshot)
                if pile is None or card is None or card.face != FACE:
                    continue
                if pile.face and card.id != pile.face and pile.face in state.deck.cards:
                    says = (
                        f"The {role}'s pile of battle {place} was rolled as "
                        f"{a(state.deck.animal(pile.face))}, and shows another card."
                    )
                    subject = f"{role} {place} of war {war.id}"
                    found.append(Difference(subject=subject, kind=ANOTHER, says=says))
    return tuple(found)


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
            says=f"The camera sees {war.number} pairs of piles.",
            command=RowsLaid(ask=ask.id),
            evidence=seen.evidence,
        )


def _turned_up(
    state: State, asked: PileToTurn, *, ask: Ask, snapshot: Snapshot
) -> Iterator[Sighted]:
    """TT-GEO-08, TT-BAT-02: a settled face where a pile is to be turned up."""
    war, role, place = state.war(asked.war), asked.role, asked.place
    card = seen_at(war, role, place=place, snapshot=snapshot)
    if card is None or card.face != FACE or not state.can_show(card.id):
        return
    animal = state.deck.animal(card.id)
    yield Sighted(
        kind=TURNED_UP,
        subject=f"{role} {place} of war {war.id}",
        seat=ask.seat,
        says=f"The pile of {ask.who} in battle {place} shows {a(animal)}.",
        command=TurnUpPile(card=card.id, ask=ask.id),
    )


def _landed(state: State, asked: HowItLands, *, ask: Ask, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-GEO-10: a thrown card lies open beside its pile. Face down it is like any other back."""
    war, role, place = state.war(asked.war), asked.role, asked.place
    face = war.face(role, place)
    spots = war.spots.get(role, ())
    card = next((piece for piece in cards_on(snapshot) if piece.id == face), None)
    if card is None or place > len(spots) or not in_lane(card, war):
        return
    if card.face == FACE and not near_spot(card, spots[place - 1]):
        yield Sighted(
            kind=LANDED,
            subject=f"{role} {place} of war {war.id}",
            seat=ask.seat,
            says=f"The card of {ask.who} lies beside its pile, face up.",
            command=Choose(choice=UP, ask=ask.id),
        )


def _early(state: State, war: War, *, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-GEO-08: whoever turns a pile up too early is told so; which card it was is not said."""
    if war.stage not in {WarStage.WAR_RULE, WarStage.BATTLE}:
        return
    asked = {place_of(ask) for ask in state.asks if war_of(ask) == war.id}
    for role in ROLES:
        for place in range(war.battle + 1, war.number + 1):
            pile = war.pile(role, place)
            card = seen_at(war, role, place=place, snapshot=snapshot)
            if pile is None or pile.face or (role, place) in asked:
                continue
            if card is not None and card.face == FACE:
                yield Sighted(
                    kind=EARLY,
                    subject=f"{role} {place} of war {war.id}",
                    seat=state.player(pile.owner).seat,
                    says=f"The {role}'s pile of battle {place} shows a card before its battle.",
                )


def _touched(state: State, war: War, *, snapshot: Snapshot) -> Iterator[Sighted]:
    """TT-SPO-01: nothing is taken before the last battle is over."""
    if war.stage is not WarStage.BATTLE or not cards_on(snapshot):
        return
    for role in ROLES:
        for place in range(1, len(war.spots.get(role, ())) + 1):
            pile = war.pile(role, place)
            if pile is None or not pile.face or pile.face not in state.deck.cards:
                continue
            piece = next((each for each in snapshot.pieces if each.id == pile.face), None)
            gone = piece is not None and piece.pose is None
            tossing = any(
                isinstance(ask.question, HowItLands) and place_of(ask) == (role, place)
                for ask in state.asks
            )
            if gone and not tossing:
                yield Sighted(
                    kind=TOUCHED,
                    subject=f"{role} {place} of war {war.id}",
                    seat=state.player(pile.owner).seat,
                    says=f"The {role}'s card of battle {place} is gone from the table.",
                )
