"""Shows a seat the cards that the umpire deals, and the promises that they rest on."""

from typing import Annotated, Any

from fastapi import APIRouter

from api.access.admission import AdmittingRoute
from api.battles.session import Session
from api.dealing.orders import roll_of
from api.routes.battles.battles import InPlay, Sitting
from api.routes.problems import complaining
from api.shapes.dealing import CardsTold
from api.shapes.shaped import Shaped
from rules.referee.court.dealing import PackPromise, dealing_of, promises
from rules.referee.dealing.rules_of_dealing import CardsShown

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]


@router.get("/cards", operation_id="dealt_cards")
async def dealt_cards(session: InPlay, seat: Sitting) -> Annotated[Shown, Shaped(CardsTold)]:
    """The cards as this seat may see them: its own, those that lie open, and backs."""
    with complaining():
        cards = await session.cards(seat)
    battle = session.battle
    return {
        "dealt": dealing_of(battle) is not None,
        "places": [_place(session, each) for each in cards],
        "packs": [_pack(each) for each in promises(battle).values()],
    }


def _place(session: Session, each: CardsShown) -> Shown:
    state, dealing = session.battle.state, session.battle.game.dealing
    assert dealing is not None, "cards lie nowhere where nobody deals"
    return {
        "name": each.name,
        "kind": each.kind,
        "owner": each.owner,
        "cards": [
            {
                "card": card,
                "says": dealing.card_words(state, card),
                "rule": dealing.card_rule(state, card),
            }
            for card in each.cards
        ],
        "hidden": each.hidden,
        "private": each.private,
    }


def _pack(found: PackPromise) -> Shown:
    promise, roll = found.promise, roll_of(found)
    return {
        "pack": promise.pack,
        "digest": promise.digest,
        "nonce": promise.nonce,
        "what": promise.what,
        "asked": promise.asked,
        "words": list(found.words),
        "takes_words": found.fixed is None and found.opened is None,
        "opened": None if roll is None else roll.as_json(),
    }
