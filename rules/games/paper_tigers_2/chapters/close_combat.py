"""Declares attacks at close quarters, and says who may make them (PT2-D26, D27, D33, D34)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import ClassVar

from rules.games.paper_tigers.asking import acting, following, in_front
from rules.games.paper_tigers.chapters.fire.shots import no_targets
from rules.games.paper_tigers.chapters.following import (
    MOST_FOLLOWERS_SHOWN,
    followed_by,
    hold_actors,
    neighbours,
    too_far,
    unfits_to_follow,
)
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Follower, UnitSpot, the_card
from rules.games.paper_tigers_2.chapters.acting import Action, enemies_of, require_card_for
from rules.games.paper_tigers_2.chapters.blows import CallDefenders, EndCombat, Strike
from rules.games.paper_tigers_2.chapters.contact import CallHelpers, GetClose
from rules.games.paper_tigers_2.chapters.weapons import require_within
from rules.games.paper_tigers_2.state import CLOSE, HELP, Attacker, Combat, with_battle
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.ruling import unit_hole


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCombat:
    """The unit whose card it is attacks at close quarters, alone or with followers."""

    target: str
    followers: tuple[Follower, ...] = ()
    """Each with whom it attacks."""

    def ruled(self, draft: Draft) -> None:
        turned, unit = require_card_for(draft, Action.CLOSE_COMBAT)
        target = draft.known_unit(self.target)
        near = check_enemy_near(draft, unit, target=self.target)
        followed = check_attack_followers(draft, unit, target=self.target, followers=self.followers)
        chain = (unit.id, *(each.unit for each in self.followers))
        starts = []
        for name in chain:
            spot = draft.state.unit(name).spot
            assert spot is not None
            starts.append(UnitSpot(unit=name, spot=spot))
        event = CloseCombatDeclared(
            unit=unit.id,
            target=target.id,
            card=turned.card,
            followers=self.followers,
            follows=followed_by(draft.state, (unit.id,) * len(chain)),
            starts=tuple(starts),
        )
        draft.emit(event, evidence=(near, *followed))


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCombatDeclared:
    """Who attacks whom at close quarters, and from where."""

    clause: ClassVar[str] = "PT2-D27"

    unit: str
    target: str
    card: str
    followers: tuple[Follower, ...] = ()
    follows: tuple[str, ...] = ()
    starts: tuple[UnitSpot, ...] = ()

    def after(self, state: State) -> State:
        followers = tuple(each.unit for each in self.followers)
        state = acting(state, action=None, actors=(self.unit, *followers))
        state = following(state, followers=followers, follows=self.follows)
        spots = {each.unit: each.spot for each in self.starts}
        pairs = ((self.unit, self.target), *((each.unit, each.target) for each in self.followers))
        attackers = tuple(
            Attacker(unit=unit, target=target, start=spots[unit]) for unit, target in pairs
        )
        return in_front(
            with_battle(state, combat=Combat(attackers=attackers)),
            CallHelpers(unit=self.target, by=self.unit),
            *(GetClose(unit=unit, target=target) for unit, target in pairs),
            *(Strike(unit=unit, target=target) for unit, target in pairs),
            CallDefenders(unit=self.target),
            EndCombat(unit=self.unit),
        )

    def told(self) -> str:
        declared = f"{self.unit} attacks {self.target} at close quarters"
        declared += f" with {the_card(self.card)}"
        if self.followers:
            others = listed(f"{each.unit} follows against {each.target}" for each in self.followers)
            declared += f"; {others}"
        return f"{declared}."


MOST_FOLLOWERS = 2


def check_enemy_near(draft: Draft, unit: Unit, *, target: str) -> Measured:
    """PT2-D27: an enemy within six inches; the evidence."""
    _check_enemy(draft, unit, target=target)
    pair = (unit.id, target)
    return require_within(draft, pair, limit=CLOSE, clause="PT2-D27", reaches="close combat")


def _check_enemy(draft: Draft, unit: Unit, *, target: str) -> None:
    """PT2-D33: anybody who can be fired at but for the line of sight."""
    enemy = draft.known_unit(target)
    if enemy.side == unit.side:
        draft.refuse("PT2-D27", f"{enemy.id} is on {unit.id}'s own side.")
    draft.hold_fit(no_targets(draft.state, unit, target=enemy))


def check_attack_followers(
    draft: Draft, leader: Unit, *, target: str, followers: Sequence[Follower]
) -> list[Measured]:
    """PT2-D34, E6 to E8: two at most, each near the leader, each with an enemy of its own."""
    names = [each.unit for each in followers]
    if len({leader.id, *names}) <= len(names):
        draft.refuse("PT2-E2", "No unit acts twice on one card.")
    if len(names) > MOST_FOLLOWERS:
        reason = f"{names[2]} would be one too many: two follow into close combat."
        draft.unless_waived("PT2-E6", reason)
    found: list[Measured] = []
    for each in followers:
        unit = draft.known_unit(each.unit)
        draft.hold_fit(unfits_to_follow(draft.state, unit, leader=leader.id))
        hold_actors(draft, (unit.id,), action=Action.CLOSE_COMBAT)
        reaches = f"Follow Me into close combat from {leader.id}"
        pair = (leader.id, unit.id)
        found.append(require_within(draft, pair, limit=HELP, clause="PT2-E6", reaches=reaches))
        if not each.target:
            draft.refuse("PT2-E8", f"{each.unit} follows to attack as well: name its target.")
        _check_enemy(draft, draft.state.unit(unit.id), target=each.target)
        if each.target != target:
            pair = (target, each.target)
            reaches = f"the fight around {target}"
            found.append(require_within(draft, pair, limit=HELP, clause="PT2-E8", reaches=reaches))
    return found


def close_combat_offers(trial: Trial, unit: Unit, *, card: str) -> tuple[Template, ...]:
    says = f"{unit.id} attacks at close quarters with the {card}."
    enemies = enemies_of(trial.state, unit)
    ready = trial.keeps(partial(require_card_for, action=Action.CLOSE_COMBAT))
    tries = [(name, CloseCombat(target=name)) for name in enemies] if ready else []
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        names = enemies or [unit.id]
        name, refusal = trial.mildest((each, CloseCombat(target=each)) for each in names)
        fixed = {"target": name}
        return (Template(command="close_combat", says=says, fixed=fixed, refusal=refusal),)
    together = {name: _followers(trial, unit, target=name) for name in allowed}
    hole, deed = unit_hole("target", allowed, greyed=greyed), "Attack {target} at close quarters"
    alone = Template(command="close_combat", says=says, holes=(hole,), unit=unit.id, deed=deed)
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
        for name in enemies_of(trial.state, leader)
        if name == target or not too_far(trial, (target, name), limit=HELP)
    ]

    def may_follow(follower: Follower) -> bool:
        check = partial(check_attack_followers, leader=leader, target=target, followers=(follower,))
        return trial.keeps(check)

    single = [
        follower
        for name in neighbours(trial.state, leader.id)[:MOST_FOLLOWERS_SHOWN]
        for enemy in near
        if may_follow(follower := Follower(unit=name, target=enemy))
    ]
    pairs = [pair for pair in permutations(single, 2) if pair[0].unit != pair[1].unit]
    return (*((each,) for each in single), *pairs)
