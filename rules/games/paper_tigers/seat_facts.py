"""Tells a seat the facts of a battle: units with hits and cards, sides with hands, the open cards.

Whom somebody has picked in secret is in none of them, as it is in no view.
"""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.asking import ShownAsk
from rules.games.paper_tigers.chapters.deck_end import MOST_RUNS
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.scoring import losses, worth
from rules.games.paper_tigers.state import Force, Hand, State, Unit
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.facts.battle import Facts, ShownObjective, ShownSide
from rules.referee.facts.cards import ShownHand, ShownPile, pack_card
from rules.referee.facts.course import OrderPlace, Progress, ShownAwaited, ShownOrder, turn_at
from rules.referee.facts.units import (
    Gauge,
    ShownNumber,
    ShownStatus,
    ShownUnit,
    StatusMark,
    UnitStage,
)
from rules.referee.toolkit.questions import Ask, asks_awaited

BEFORE: Final = MappingProxyType(
    {
        "Roll": (Phase.ROLL_SIDES,),
        "Lay the ground": (Phase.TERRAIN,),
        "Set up": (Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND),
        "Turn slips": (Phase.TURN_SLIPS,),
    }
)
TURN: Final = MappingProxyType(
    {
        "Deal": (Phase.SHUFFLE, Phase.ARRIVALS, Phase.ROLL_CARDS, Phase.DEAL),
        "Lay cards": (Phase.ASSIGN,),
        "Act": (Phase.PICK, Phase.ACT),
        "Repair": (Phase.REPAIR, Phase.REPAIR_ROLLS),
        "Tidy up": (Phase.CLEAN_UP, Phase.DECK_CHECK),
    }
)
PURPOSES: Final = MappingProxyType(
    {
        "picked": "turns up its picks",
        "put_down": "puts a unit down",
        "get_off": "gets a unit off",
        "play_on": "says whether to play on",
        "finish_move": "finishes a move",
        "held": "says who holds an objective",
        "": "answers",
    }
)
"""What another seat is waited for, where the word alone says too little."""


def facts(state: State, seat: str) -> Facts:
    """What this seat may know; a seat that nobody has is a spectator's."""
    return Facts(
        turn=turn_at("Turn", state.turn, steps=TURN if state.turn else BEFORE, now=state.phase),
        sides=tuple(_side(state, side) for side in state.sides),
        units=tuple(unit_facts(state, unit) for unit in state.units.values() if not unit.is_bridge),
        order=_order(state),
        piles=tuple(_piles(state)),
        objectives=tuple(
            ShownObjective(name=each.area, says=each.area, worth=each.points, held_by=each.held_by)
            for each in state.objectives
        ),
        clocks=(ShownNumber(name="Run of the deck", value=state.run, of=MOST_RUNS),)
        if state.turn
        else (),
        awaited=tuple(_awaited(state, seat=seat)),
        notes=tuple(_notes(state)),
    )


def unit_facts(state: State, unit: Unit) -> ShownUnit:
    """What everybody may know of a unit."""
    down = sum(not slot.card for slot in unit.cards)
    is_user = state.playing is not None and unit.id in {
        state.playing.turned.unit,
        *state.playing.actors,
    }
    waits = bool(unit.cards) or any(each.unit == unit.id for each in state.queue)
    return ShownUnit(
        id=unit.id,
        name=unit.id,
        side=unit.side,
        kind=str(unit.kind),
        says=unit.profile.name,
        pieces=unit.pieces,
        stage=_stage(unit),
        lost_to=unit.destroyed_by,
        place=f"in {unit.in_area}" if unit.in_area else "",
        damage=Gauge(value=unit.hits, of=unit.profile.destroyed_at, says="hits", falls=False),
        cards_down=down,
        cards_open=tuple(pack_card(slot.card) for slot in unit.cards if slot.card),
        statuses=tuple(_statuses(state, unit)),
        acting=is_user and not unit.destroyed,
        acted=unit.actions > 0,
        done=unit.actions > 0 and not waits and not is_user,
        carried_by=unit.aboard,
        carries=state.passengers_of(unit.id),
        value=worth(state, unit),
        numbers=tuple(_numbers(unit)),
    )


def _stage(unit: Unit) -> UnitStage:
    if unit.destroyed:
        return UnitStage.WRECK if unit.burning else UnitStage.GONE
    return UnitStage.IN_PLAY if unit.in_play else UnitStage.TO_COME


def _statuses(state: State, unit: Unit) -> Iterator[ShownStatus]:
    if unit.damaged:
        yield ShownStatus(name="damaged", says="is damaged")
    if unit.burning:
        yield ShownStatus(name="burning", says="burns and blocks sight", mark=StatusMark.FIRE)
    if unit.repair is not None:
        card = pack_card(unit.repair.card).says if unit.repair.card else "a face-down card"
        says = f"has {card} laid for repairs"
        yield ShownStatus(name="repairing", says=says, mark=StatusMark.REPAIR)
    if unit.follows:
        yield ShownStatus(name="follows", says=f"has followed {unit.follows} this turn")
    if unit.arrives and _stage(unit) is UnitStage.TO_COME:
        yield ShownStatus(name="arrives", says=f"comes in turn {unit.arrives}")
    if state.phase is Phase.ASSIGN and unit.had_card:
        yield ShownStatus(name="had_card", says="has had a card this turn")


def _numbers(unit: Unit) -> Iterator[ShownNumber]:
    profile = unit.profile
    if profile.cap is not None:
        yield ShownNumber(name="Moves at most", value=float(profile.cap), unit="in")
    if profile.range is not None:
        yield ShownNumber(name="Fires to", value=float(profile.range), unit="in")
    if profile.armour:
        yield ShownNumber(name="Armour", value=profile.armour, unit="dice")
    if profile.fire_dice:
        yield ShownNumber(name="More when firing", value=profile.fire_dice, unit="dice")
    if profile.move_dice:
        yield ShownNumber(name="More when moving", value=profile.move_dice, unit="dice")


def _side(state: State, side: str) -> ShownSide:
    points = losses(state).get(side, 0) if state.attacker else 0
    forces = state.forces_of(side)
    own = [unit for unit in state.units.values() if unit.side == side and not unit.is_bridge]
    coming = sum(unit.arrives > 0 and _stage(unit) is UnitStage.TO_COME for unit in own)
    laid = sum(len(unit.cards) for unit in own)
    playing = state.playing is not None and state.playing.turned.force in {f.name for f in forces}
    return ShownSide(
        name=side,
        seats=state.seats_of(side),
        says=_role(state, side),
        acting=playing,
        numbers=(
            ShownNumber(name="Points", value=points, main=True),
            ShownNumber(name="Units", value=len(state.living(side)), of=len(own)),
            *((ShownNumber(name="To come", value=coming),) if coming else ()),
            ShownNumber(name="Cards laid", value=laid),
            ShownNumber(name="In hand", value=sum(_hand(state, each).count for each in forces)),
        ),
        hands=tuple(_shown_hand(state, each) for each in forces),
    )


def _role(state: State, side: str) -> str:
    if not state.attacker:
        return ""
    return "Attacker" if side == state.attacker else "Defender"


def _hand(state: State, force: Force) -> Hand:
    return state.hands.get(force.name, Hand())


def _shown_hand(state: State, force: Force) -> ShownHand:
    hand = _hand(state, force)
    return ShownHand(
        owner=force.name,
        seat=force.seat,
        side=force.side,
        down=hand.hidden,
        open=tuple(map(pack_card, hand.open)),
    )


def _order(state: State) -> ShownOrder:
    now = () if state.playing is None else (state.playing.turned,)
    return ShownOrder(
        places=(
            *(_placed(state, each, so=Progress.NOW) for each in now),
            *(_placed(state, each, so=Progress.TO_COME) for each in state.queue),
        ),
        down=sum(not slot.card for unit in state.units.values() for slot in unit.cards),
    )


def _placed(state: State, turned: Turned, *, so: Progress) -> OrderPlace:
    unit = state.units.get(turned.unit)
    is_unit = unit is not None and unit.kind is not UnitKind.BRIDGE
    return OrderPlace(
        says=turned.unit,
        state=so,
        side=state.force(turned.force).side,
        unit=turned.unit if is_unit else "",
        card=pack_card(turned.card) if turned.card else None,
    )


def _piles(state: State) -> Iterator[ShownPile]:
    several = len(state.packs) > 1
    for name, pack in state.packs.items():
        of = f" of {name}" if several else ""
        yield ShownPile(name=f"draw {name}", says=f"Draw pile{of}", count=pack.draw)
        count = len(pack.discards) + pack.hidden_discards
        # In which order cards went there without being seen is not known.
        top = pack_card(pack.discards[-1]) if pack.discards and not pack.hidden_discards else None
        yield ShownPile(name=f"discards {name}", says=f"Discards{of}", count=count, top=top)


def _awaited(state: State, *, seat: str) -> Iterator[ShownAwaited]:
    """How often another seat is waited for would tell what it has picked."""
    yield from dict.fromkeys(asks_awaited(state.asks, seat, briefly=_purpose))
    if not state.asks and state.outcome is None:
        yield from _in_turn(state, seat=seat)


def _in_turn(state: State, *, seat: str) -> Iterator[ShownAwaited]:
    """Whoever is named by the sentence on this phase, which everybody may know."""
    awaits = state.edition.phases[state.phase].awaits
    whom, _, what = ("" if awaits is None else awaits(state)).partition(": ")
    names = whom.replace(" and ", ", ").split(", ")
    for force in state.forces:
        if {force.name, force.side, "Everybody"}.intersection(names):
            yours = force.seat == seat
            yield ShownAwaited(seat=force.seat, who=force.name, says=what, yours=yours)


def _purpose(ask: Ask) -> str:
    purpose = ask.question.purpose if isinstance(ask.question, ShownAsk) else ""
    return PURPOSES.get(purpose, purpose.replace("_", " "))


def _notes(state: State) -> Iterator[str]:
    if state.edge:
        yield f"The Defender has the {state.edge} edge."
    if state.bridge_gone:
        yield "The bridge is blown."
    if state.captured_by:
        yield f"{state.captured_by} has captured the bridge."
