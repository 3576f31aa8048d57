"""Knows what may be asked for between the actions: shuffles, deals, cards laid, repairs."""

from itertools import combinations

from rules.games.paper_tigers.commands import Arrive, Assign, Deal, Pass, Repair, Shuffle
from rules.games.paper_tigers.decide.cards_laid import next_to_lay
from rules.games.paper_tigers.decide.picking import still_to_pick, with_cards
from rules.games.paper_tigers.decide.repairs import may_repair, needs_repair, over_limit
from rules.games.paper_tigers.decide.turns import deal_order, due, shuffler
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.state import Force, Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.trial import unit_hole


def card_offers(trial: Trial) -> tuple[Template, ...]:
    """By the step that the turn has come to."""
    match trial.state.phase:
        case Phase.SHUFFLE:
            return _shuffle(trial)
        case Phase.ARRIVALS:
            return tuple(t for force in trial.forces for t in _arrivals(trial, force))
        case Phase.DEAL:
            return (_deal(trial),)
        case Phase.ASSIGN:
            return tuple(t for force in trial.forces for t in _assign(trial, force))
        case Phase.PICK:
            return tuple(
                _pick(unit)
                for force in trial.forces
                if force.name in still_to_pick(trial.state)
                for unit in with_cards(trial.state, force)
            )
        case Phase.REPAIR:
            return tuple(t for force in trial.forces for t in _repair(trial, force))
        case Phase.CLEAN_UP:
            return tuple(t for force in trial.forces for t in _discards(trial, force))
    return ()


def _shuffle(trial: Trial) -> tuple[Template, ...]:
    side = shuffler(trial.state)
    if trial.seat not in trial.state.seats_of(side):
        return ()
    return (trial.plain(Shuffle(), command="shuffle", says=f"{side} has shuffled."),)


def _arrivals(trial: Trial, force: Force) -> tuple[Template, ...]:
    units = due(trial.state, force.name)
    if not units or force.name in trial.state.passed:
        return ()
    names = ", ".join(unit.id for unit in units)
    come = trial.plain(Arrive(), command="arrive", says=f"{names} touch {force.name}'s own edge.")
    wait = Template(command="pass", says=f"{names} come later.", fixed={"force": force.name})
    return (come, wait)


def _deal(trial: Trial) -> Template:
    order = deal_order(trial.state)
    counts = ", ".join(f"{name} {order.count(name)}" for name in dict.fromkeys(order))
    says = f"The cards are dealt one by one, {order[0]} first: {counts}."
    return trial.plain(Deal(), command="deal", says=says)


def _card_hole(trial: Trial, force: Force) -> Hole:
    """A face-down card, which has no name, or a saved one."""
    hand = trial.state.hands[force.name]
    hidden = ("",) if hand.hidden else ()
    return Hole(name="card", kind="card", allowed=(*hidden, *hand.open))


def _assign(trial: Trial, force: Force) -> tuple[Template, ...]:
    if next_to_lay(trial.state) != force.name:
        return ()
    hole = _card_hole(trial, force)
    card = str(hole.allowed[0])
    units = [unit for unit in trial.state.units.values() if unit.force == force.name]
    allowed, greyed = trial.sorted_out((u.id, Assign(unit=u.id, card=card)) for u in units)
    lay = Template(
        command="assign",
        says=f"{force.name} lays a card on a unit.",
        holes=(unit_hole("unit", allowed, greyed=greyed), hole),
    )
    return (lay, _passing(trial, force, what="lays no more cards"))


def _passing(trial: Trial, force: Force, *, what: str) -> Template:
    return Template(
        command="pass",
        says=f"{force.name} {what}.",
        fixed={"force": force.name},
        refusal=trial.refusal(Pass(force=force.name)),
    )


def _pick(unit: Unit) -> Template:
    """One unit, with any of its cards."""
    places = range(1, len(unit.cards) + 1)
    choices = tuple(chosen for count in places for chosen in combinations(places, count))
    hole = Hole(name="cards", kind="choice", allowed=choices)
    return Template(command="pick", says=f"{unit.id} acts.", fixed={"unit": unit.id}, holes=(hole,))


def _repair(trial: Trial, force: Force) -> tuple[Template, ...]:
    if not may_repair(trial.state, force.name):
        return ()
    hole = _card_hole(trial, force)
    card = str(hole.allowed[0])
    hit = [
        u
        for u in trial.state.units.values()
        if u.force == force.name and needs_repair(trial.state, u)
    ]
    allowed, greyed = trial.sorted_out((u.id, Repair(unit=u.id, card=card)) for u in hit)
    lay = Template(
        command="repair",
        says=f"{force.name} lays a card on a damaged unit.",
        holes=(unit_hole("unit", allowed, greyed=greyed), hole),
    )
    return (lay, _passing(trial, force, what="repairs no more"))


def _discards(trial: Trial, force: Force) -> tuple[Template, ...]:
    """Every way to share the excess between face-down and saved cards."""
    excess = over_limit(trial.state, force.name)
    hand = trial.state.hands[force.name]
    least = max(0, excess - len(hand.open))
    return tuple(
        _discard(force, hidden=hidden, open_=hand.open, left=excess - hidden)
        for hidden in range(least, min(hand.hidden, excess) + 1)
        if excess
    )


def _discard(force: Force, *, hidden: int, open_: tuple[str, ...], left: int) -> Template:
    holes = (Hole(name="cards", kind="cards", allowed=open_, count=left),) if left else ()
    return Template(
        command="discard",
        says=f"{force.name} discards {hidden} face-down and {left} saved cards.",
        fixed={"force": force.name, "hidden": hidden},
        holes=holes,
    )
