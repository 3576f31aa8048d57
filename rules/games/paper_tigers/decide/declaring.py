"""Knows what the owner of the card that is up may do with it."""

from collections.abc import Sequence

from rules.games.paper_tigers.commands import Decline, Demolish, Fire, Move
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import check_shot
from rules.games.paper_tigers.decide.following import (
    check_chain,
    check_followers_shots,
    followed_by,
    unfit_to_act,
)
from rules.games.paper_tigers.events.action import (
    DemolitionDeclared,
    FireDeclared,
    MoveDeclared,
)
from rules.games.paper_tigers.events.turn import Declined
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.ruling import RefusedError


def card_up(draft: Draft) -> tuple[Turned, Unit]:
    """The card that waits to be used, if it is the author's."""
    draft.require_phase(Phase.ACT)
    playing = draft.state.playing
    if playing is None or playing.actors:
        draft.refuse("PT1-C3d", "No card waits to be used.")
    assert playing is not None
    turned = playing.turned
    unit = draft.state.unit(turned.unit)
    if draft.state.force(turned.force).seat != draft.command.author:
        card = card_from(turned.card).name
        draft.refuse("PT1-C3d", f"It is {turned.force}'s turn: the {card} of {unit.id} is up.")
    return turned, unit


def require_action(draft: Draft, *, action: ActionKind) -> tuple[Turned, Unit]:
    """The card that waits and its unit, if the author may take this action with it."""
    turned, unit = card_up(draft)
    if unit.is_bridge:
        draft.refuse("PT1-J3d", "The card on the bridge is for blowing it up, or goes unused.")
    if turned.intent and turned.intent != action:
        says = f"{unit.id}'s card was bound to {turned.intent} when it was turned up."
        draft.refuse("PT1-C3c", says)
    if unfit := unfit_to_act(unit):
        draft.refuse(*unfit)
    hold_actors(draft, (unit.id,), action=action)
    return turned, unit


def hold_actors(draft: Draft, names: Sequence[str], *, action: str) -> None:
    """Hold whoever acts to what an amending edition lets it do with this card."""
    rulings = draft.state.stages.rulings
    for name in names:
        unit = draft.known_unit(name)
        if rulings.unfit_to_act is not None and (unfit := rulings.unfit_to_act(unit)):
            draft.refuse(*unfit)
        if rulings.unfit_for_action is None:
            continue
        if unfit := rulings.unfit_for_action(draft.state, unit, action=action):
            draft.refuse(*unfit)


@handle.register
def _fire(body: Fire, draft: Draft) -> None:
    turned, unit = require_action(draft, action=ActionKind.FIRE)
    _require_early(draft, named=bool(body.followers))
    doubt, shot = check_shot(draft, unit, target=draft.known_unit(body.target))
    chain = (unit.id, *(each.unit for each in body.followers))
    gaps = check_chain(draft, chain)
    hold_actors(draft, chain[1:], action=ActionKind.FIRE)
    doubtful, shots = check_followers_shots(draft, body.followers)
    event = FireDeclared(
        unit=unit.id,
        target=body.target,
        card=turned.card,
        doubtful=(*((unit.id,) if doubt else ()), *doubtful),
        followers=body.followers,
        follows=followed_by(draft.state, chain),
    )
    draft.emit(event, clause="PT1-D2a", evidence=(*shot, *gaps, *shots))


@handle.register
def _move(body: Move, draft: Draft) -> None:
    turned, unit = require_action(draft, action=ActionKind.MOVE)
    _require_early(draft, named=bool(body.followers))
    chain = (unit.id, *body.followers)
    evidence = check_chain(draft, chain)
    hold_actors(draft, chain[1:], action=ActionKind.MOVE)
    event = MoveDeclared(
        unit=unit.id,
        card=turned.card,
        followers=body.followers,
        follows=followed_by(draft.state, chain),
    )
    draft.emit(event, clause="PT1-D1a", evidence=evidence)


def _require_early(draft: Draft, *, named: bool) -> None:
    if named and draft.state.followers_late:
        draft.refuse("PT1-E1", "Followers are named after the leader's roll in this battle.")


@handle.register
def _decline(body: Decline, draft: Draft) -> None:
    del body
    turned, unit = card_up(draft)
    idle = unfit_to_act(unit) is not None or _bound_in_vain(draft, turned, unit=unit)
    own = draft.state.stages.rulings.idle
    if own is not None and not unit.is_bridge:
        idle = idle or own(draft, turned)
    if not draft.state.options.flag("allow_decline") and not idle and not unit.is_bridge:
        draft.refuse("PT1-C3c", f"A turned card has to be used in this battle: {unit.id} acts.")
    draft.emit(Declined(unit=unit.id, card=turned.card), clause="PT1-C3c")


def _bound_in_vain(draft: Draft, turned: Turned, *, unit: Unit) -> bool:
    """Whether the card was bound to fire, and there is nobody to fire at."""
    if turned.intent != ActionKind.FIRE:
        return False
    for target in draft.state.units.values():
        try:
            check_shot(draft, unit, target=target)
        except RefusedError:
            continue
        return False
    return True


@handle.register
def _demolish(body: Demolish, draft: Draft) -> None:
    del body
    turned, unit = card_up(draft)
    if not unit.is_bridge:
        draft.refuse("PT1-J3d", f"The card that is up is on {unit.id}, not on the bridge.")
    draft.emit(DemolitionDeclared(bridge=unit.id, card=turned.card), clause="PT1-J3d")
