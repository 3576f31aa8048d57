"""Knows artillery beyond the table and aircraft, called by aces (PT2-L)."""

from collections.abc import Sequence

from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import no_target
from rules.games.paper_tigers.decide.picking import still_to_pick
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose, Step
from rules.games.paper_tigers_2.catalogue import Condition, Situation
from rules.games.paper_tigers_2.commands import CallSupport
from rules.games.paper_tigers_2.decide.acting import require_card_for
from rules.games.paper_tigers_2.decide.nearness import is_within
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.decide.weapons import first_clear_line
from rules.games.paper_tigers_2.outside_events import (
    SalvoEnded,
    Shelled,
    SupportCalled,
    TargetNamed,
)
from rules.games.paper_tigers_2.reckoning import half, support_pool
from rules.games.paper_tigers_2.state import Salvo, Unit, battle_in, own_units, unit_in
from rules.games.paper_tigers_2.vocabulary import NOBODY, SPREAD, Action, Topic
from rules.referee.toolkit.cards import Card, card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured

DIFFICULTY = 11
SHELLS = 3
MOST_AT_ONE = 2
FURTHER = 2
"""PT2-L3b: each attack of an air strike is so much harder than the one before."""


@handle.register
def _call_support(body: CallSupport, draft: Draft) -> None:
    if not draft.state.options.flag("support"):
        draft.refuse("PT2-L1", "No support from outside the table was agreed for this battle.")
    from_hand = draft.state.options.choice("ace_support") == "hand"
    if from_hand:
        caller, face = _from_hand(draft, card=body.card)
    else:
        turned, caller = require_card_for(draft, Action.SUPPORT)
        face = turned.card
    card = card_from(face)
    if card.rank != "A":
        draft.refuse("PT2-L1", f"Support is called with an ace, not with the {card.name}.")
    target = unit_in(draft.state, draft.known_unit(body.target).id)
    if unfit := no_target(draft.state, caller, target=target):
        draft.refuse(*unfit)
    seen = _seen_by_friend(draft, caller, target=target)
    event = SupportCalled(
        unit=caller.id, target=target.id, card=face, aircraft=card.red, from_hand=from_hand
    )
    draft.emit(event, clause="PT2-L3" if card.red else "PT2-L2", evidence=(seen,))


def _from_hand(draft: Draft, *, card: str) -> tuple[Unit, str]:
    """AMB2-37: an open ace in a hand, when its owner might pick a unit."""
    draft.require_phase(Phase.PICK)
    seat = draft.command.author
    for force in draft.state.forces:
        ready = draft.state.solo or force.name in still_to_pick(draft.state)
        if force.seat != seat or not ready or card not in draft.state.hands[force.name].open:
            continue
        callers = [u for u in own_units(draft.state) if u.force == force.name and u.in_play]
        if callers:
            return callers[0], card
    draft.refuse("PT2-L1", f"{seat} has no open card {card!r} in hand to call with now.")
    raise AssertionError


def _seen_by_friend(draft: Draft, caller: Unit, *, target: Unit) -> Measured:
    """PT2-L2a, L3a: the first target has to be in sight of a friend of the caller."""
    friends = [
        friend
        for friend in own_units(draft.state)
        if friend.side == caller.side and friend.in_play and not friend.aboard
    ]
    found = first_clear_line(draft, friends, target=target)
    if found is not None:
        return found
    draft.refuse("PT2-L2a", f"No unit of {caller.side} sees {target.id} beyond doubt.")
    raise AssertionError


def _salvo(draft: Draft) -> Salvo:
    found = battle_in(draft.state).salvo
    assert found is not None
    return found


def needed_now(salvo: Salvo) -> int:
    """PT2-L3a to L3d: what the next shell or attack has to reach.

    >>> needed_now(Salvo(caller="T1", aircraft=True, targets=("E1", "E2")))
    15
    """
    return DIFFICULTY + (FURTHER * len(salvo.targets) if salvo.aircraft else 0)


def fall(draft: Draft, step: Step) -> None:
    """The next shell of a barrage, or attack of an air strike: its target, then its dice."""
    salvo = _salvo(draft)
    if not step.other:
        _choose_next(draft, salvo=salvo)
        return
    target = unit_in(draft.state, step.other)
    needed = needed_now(salvo)
    found: set[Condition] = {Condition.AIR_STRIKE if salvo.aircraft else Condition.BARRAGE}
    if target.own.has("anti-air"):
        found.add(Condition.ANTI_AIR)
    situation: Situation = frozenset(found)
    pool = support_pool(situation)
    what = "aircraft attack" if salvo.aircraft else "a shell falls on"
    dice = DiceAsk(
        count=pool.count,
        why=f"{what} {target.id}, {pool.says}",
        means=(
            Meaning(when=f"{needed} or more", then="a hit"),
            Meaning(when="less", then="a miss"),
        ),
    )
    force = draft.state.unit(salvo.caller).force
    clause = "PT2-L3a" if salvo.aircraft else "PT2-L2"
    faces = thrown(draft, step, dice=dice, force=force, clause=clause)
    if faces is None:
        return
    total = sum(faces)
    hits = 0
    if total >= needed:
        hits = 2 if target.own.has("flamethrower") else 1
    modified = draft.state.options.choice("half_base") == "modified"
    event = Shelled(
        unit=salvo.caller,
        target=target.id,
        aircraft=salvo.aircraft,
        total=total,
        difficulty=needed,
        hits=hits,
        suppresses=not hits and total >= half(needed if modified else DIFFICULTY),
        passengers=draft.state.passengers_of(target.id) if hits else (),
        more=_goes_on(salvo, hits=hits),
    )
    draft.emit(event, clause=clause)


def _goes_on(salvo: Salvo, *, hits: int) -> bool:
    """PT2-L2, L3e, L4b: three shells in any case; aircraft while they hit."""
    return hits > 0 if salvo.aircraft else len(salvo.targets) + 1 < SHELLS


def _choose_next(draft: Draft, *, salvo: Salvo) -> None:
    """PT2-L2a, L3b: whoever is within six inches of the last target, twice at most."""
    caller = unit_in(draft.state, salvo.caller)
    last = salvo.targets[-1]
    near = _near(draft, caller, last=last)
    fit = [name for name in near if salvo.times(name) < MOST_AT_ONE]
    if not fit:
        draft.emit(SalvoEnded(unit=caller.id), clause="PT2-L2b")
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.NEXT_TARGET),
        kind=AskKind.CHOOSE,
        force=caller.force,
        clause="PT2-L3b" if salvo.aircraft else "PT2-L2a",
        says=f"Who is next, within 6 in of {last}?",
        unit=caller.id,
        other=last,
        choices=(*fit, NOBODY),
    )


def _near(draft: Draft, caller: Unit, *, last: str) -> Sequence[str]:
    return [
        other.id
        for other in own_units(draft.state)
        if other.side != caller.side
        and no_target(draft.state, caller, target=other) is None
        and (other.id == last or is_within(draft, (last, other.id), limit=SPREAD))
    ]


def settle_next_target(draft: Draft, ask: Ask, *, choice: str) -> None:
    """On whom the next shell falls."""
    if choice == NOBODY:
        draft.emit(SalvoEnded(unit=ask.unit), clause="PT2-L2")
        return
    draft.emit(TargetNamed(unit=ask.unit, target=choice), clause=ask.clause)


def is_call(card: Card) -> bool:
    """Whether a card may call support."""
    return card.rank == "A"
