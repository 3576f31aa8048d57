"""Knows what a seat may ask for now: what the basic game offers, and this edition's actions."""

from functools import partial
from itertools import permutations

from rules.games.paper_tigers.decide.following import unfit_to_follow
from rules.games.paper_tigers.offering import options as basic_options
from rules.games.paper_tigers.offering.acting import MOST_FOLLOWERS_SHOWN
from rules.games.paper_tigers.offering.shots import too_far
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.vocabulary import Follower, Phase
from rules.games.paper_tigers_2.commands import CallSupport, CloseCombat, Enter, TakeCover
from rules.games.paper_tigers_2.decide.acting import require_card_for
from rules.games.paper_tigers_2.decide.close_combat import check_attack_followers
from rules.games.paper_tigers_2.decide.entering import may_enter
from rules.games.paper_tigers_2.decide.flames import unfit_for_flames
from rules.games.paper_tigers_2.decide.landing import in_air
from rules.games.paper_tigers_2.state import State, Unit, own_units
from rules.games.paper_tigers_2.vocabulary import HELP, Action, Topic
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.trial import unit_hole
from rules.table.snapshot import Snapshot

__all__ = ["options"]


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while somebody owes an answer, only that and giving up."""
    found = basic_options(state, snapshot, seat)
    if state.asks or not found:
        return (*found, *_breaking_off(state, seat))
    trial = Trial(state, snapshot=snapshot, seat=seat)
    *first, concede = found
    match state.phase:
        case Phase.ACT:
            return (*first, *_actions(trial), concede)
        case Phase.PICK:
            return (*first, *_from_hand(trial), concede)
        case Phase.DEPLOY_FIRST | Phase.DEPLOY_SECOND:
            return (*first, *_flames(trial), concede)
        case Phase.ARRIVALS:
            return (*first, *_arrivals(trial), concede)
    return found


def _breaking_off(state: State, seat: str) -> tuple[Template, ...]:
    """For whoever is to be put beside its target, and may find no way there."""
    return tuple(
        Template(
            command="break_off",
            says=f"{ask.unit} gives the attack on {ask.other} up.",
            fixed={"unit": ask.unit},
        )
        for ask in state.asks
        if ask.key == Topic.CONTACT and ask.seat == seat
    )


def _actions(trial: Trial) -> tuple[Template, ...]:
    """Close combat on a red card, cover on a black one."""
    playing = trial.state.playing
    if playing is None or playing.actors:
        return ()
    unit = trial.state.unit(playing.turned.unit)
    if not isinstance(unit, Unit) or unit.force not in {force.name for force in trial.forces}:
        return ()
    card = card_from(playing.turned.card)
    called: tuple[Template, ...] = ()
    if card.rank == "A" and trial.state.options.choice("ace_support") == "unit":
        called = _support(trial, unit, card=card.name, face="")
    if card.red:
        return (*_close_combat(trial, unit, card=card.name), *called)
    return (_take_cover(trial, unit, card=card.name), *called)


def _support(trial: Trial, unit: Unit, *, card: str, face: str) -> tuple[Template, ...]:
    """PT2-L1: an ace calls artillery or aircraft, where that was agreed."""
    if not trial.state.options.flag("support"):
        return ()
    enemies = _enemies(trial, unit)
    tries = [(name, CallSupport(target=name, card=face)) for name in enemies]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        return ()
    fixed = {"card": face} if face else {}
    hole = unit_hole("target", allowed, greyed=greyed)
    says = f"The {card} calls support from beyond the table."
    return (Template(command="call_support", says=says, fixed=fixed, holes=(hole,)),)


def _from_hand(trial: Trial) -> tuple[Template, ...]:
    """AMB2-37: open aces in the hand of whoever may pick."""
    if trial.state.options.choice("ace_support") != "hand":
        return ()
    found: list[Template] = []
    for force in trial.forces:
        own = [unit for unit in own_units(trial.state) if unit.force == force.name and unit.in_play]
        aces = [card for card in trial.state.hands[force.name].open if card.startswith("A")]
        for ace in aces if own else ():
            found += _support(trial, own[0], card=card_from(ace).name, face=ace)
    return tuple(found)


def _arrivals(trial: Trial) -> tuple[Template, ...]:
    """Units that come on by a card, and units that land."""
    found = []
    for force in trial.forces:
        entering = may_enter(trial.state, force.name)
        if entering:
            hole = Hole(
                name="units",
                kind="unit",
                allowed=((), *((unit.id,) for unit in entering if _stands(trial, unit))),
            )
            says = f"Units of {force.name} come onto the table, or nobody does."
            found.append(
                Template(command="enter", says=says, fixed={"force": force.name}, holes=(hole,))
            )
        for unit in in_air(trial.draft, force.name):
            hole = Hole(name="at", kind="pose")
            says = f"{unit.id} lands: where is it to come down?"
            found.append(
                Template(command="drop_at", says=says, fixed={"unit": unit.id}, holes=(hole,))
            )
    return tuple(found)


def _flames(trial: Trial) -> tuple[Template, ...]:
    """PT2-M4: who of the Attacker may take a flamethrower."""
    state = trial.state
    assert isinstance(state, State)
    able = [
        unit.id
        for unit in own_units(state)
        if unit.force in {force.name for force in trial.forces}
        and unfit_for_flames(state, unit, snapshot=trial.snapshot) is None
    ]
    if not able:
        return ()
    hole = unit_hole("unit", tuple(able), greyed={})
    says = "A unit of the Attacker takes a flamethrower."
    return (Template(command="take_flames", says=says, holes=(hole,)),)


def _stands(trial: Trial, unit: Unit) -> bool:
    """Whether a unit has been put where it may come on."""
    return trial.refusal(Enter(units=(unit.id,), force=unit.force)) is None


def _enemies(trial: Trial, unit: Unit) -> list[str]:
    return [
        other.id
        for other in own_units(trial.state)
        if other.side != unit.side and not other.destroyed and other.spot is not None
    ]


def _close_combat(trial: Trial, unit: Unit, *, card: str) -> tuple[Template, ...]:
    says = f"{unit.id} attacks at close quarters with the {card}."
    enemies = _enemies(trial, unit)
    if not trial.keeps(partial(require_card_for, action=Action.CLOSE_COMBAT)) or not enemies:
        name = enemies[0] if enemies else unit.id
        refusal = trial.refusal(CloseCombat(target=name))
        return (
            Template(command="close_combat", says=says, fixed={"target": name}, refusal=refusal),
        )
    allowed, greyed = trial.sorted_out((name, CloseCombat(target=name)) for name in enemies)
    if not allowed:
        refusal = trial.refusal(CloseCombat(target=enemies[0]))
        fixed = {"target": enemies[0]}
        return (Template(command="close_combat", says=says, fixed=fixed, refusal=refusal),)
    together = {name: _followers(trial, unit, target=name) for name in allowed}
    hole = unit_hole("target", allowed, greyed=greyed)
    alone = Template(command="close_combat", says=says, holes=(hole,))
    # Whom followers may attack hangs on whom their leader does.
    led = tuple(
        Template(
            command="close_combat",
            says=f"{unit.id} attacks {name} at close quarters with the {card}, and others follow.",
            fixed={"target": name},
            holes=(Hole(name="followers", kind="unit", allowed=followers),),
        )
        for name, followers in together.items()
        if followers
    )
    return (alone, *led)


def _followers(trial: Trial, leader: Unit, *, target: str) -> tuple[tuple[Follower, ...], ...]:
    """Who may follow, one or two in either order, each at any enemy that it may attack."""
    near = [
        name
        for name in _enemies(trial, leader)
        if name == target or not too_far(trial, (target, name), limit=HELP)
    ]

    def may_follow(follower: Follower) -> bool:
        check = partial(check_attack_followers, leader=leader, target=target, followers=(follower,))
        return trial.keeps(check)

    single = [
        follower
        for name in _neighbours(trial, leader)
        for enemy in near
        if may_follow(follower := Follower(unit=name, target=enemy))
    ]
    pairs = [pair for pair in permutations(single, 2) if pair[0].unit != pair[1].unit]
    return (*((each,) for each in single), *pairs)


def _neighbours(trial: Trial, leader: Unit) -> list[str]:
    return [
        unit.id
        for unit in own_units(trial.state)
        if unit.id != leader.id and unfit_to_follow(trial.state, unit, leader=leader.id) is None
    ][:MOST_FOLLOWERS_SHOWN]


def _take_cover(trial: Trial, unit: Unit, *, card: str) -> Template:
    says = f"{unit.id} takes cover with the {card}."
    refusal = trial.refusal(TakeCover())
    if refusal is not None:
        return Template(command="take_cover", says=says, refusal=refusal)
    tries = [(name, TakeCover(followers=(name,))) for name in _neighbours(trial, unit)]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        return Template(command="take_cover", says=says)
    hole = Hole(
        name="followers",
        kind="unit",
        allowed=tuple((name,) for name in allowed),
        greyed=greyed,
        optional=True,
    )
    return Template(command="take_cover", says=says, holes=(hole,))
