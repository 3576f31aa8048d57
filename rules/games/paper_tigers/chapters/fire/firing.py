"""Firing with a card, alone or with followers (PT1-D2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rules.games.paper_tigers.asking import acting, following, in_front
from rules.games.paper_tigers.chapters.fire.shots import FiringRules, aimed, check_shot, targets_of
from rules.games.paper_tigers.chapters.following import (
    FollowersNamed,
    NameFollowers,
    check_chain,
    follow_later,
    followed_by,
    follower_hole,
    hold_actors,
    in_doubt,
    neighbours,
    require_action,
    require_early,
    shooters,
)
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, Follower, the_card
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.ruling import unit_hole


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """The unit whose card it is fires, alone or with followers."""

    target: str
    followers: tuple[Follower, ...] = ()

    def ruled(self, draft: Draft) -> None:
        turned, unit = require_action(draft, action=ActionKind.FIRE)
        require_early(draft, named=bool(self.followers))
        doubt, shot = check_shot(draft, unit, target=draft.known_unit(self.target))
        chain = (unit.id, *(each.unit for each in self.followers))
        gaps = check_chain(draft, chain)
        hold_actors(draft, chain[1:], action=ActionKind.FIRE)
        doubtful, shots = check_followers_shots(draft, self.followers)
        event = FireDeclared(
            unit=unit.id,
            target=self.target,
            card=turned.card,
            doubtful=(*((unit.id,) if doubt else ()), *doubtful),
            followers=self.followers,
            follows=followed_by(draft.state, chain),
        )
        draft.emit(event, evidence=(*shot, *gaps, *shots))


@dataclass(frozen=True, slots=True, kw_only=True)
class FireDeclared:
    """Who fires at whom with the card that is up."""

    clause: ClassVar[str] = "PT1-D2a"

    unit: str
    target: str
    card: str
    doubtful: tuple[str, ...] = ()
    """Those of the firing units whose line of sight is in doubt."""
    followers: tuple[Follower, ...] = ()
    follows: tuple[str, ...] = ()
    """For each follower, which unit it counts as following."""

    def after(self, state: State) -> State:
        names = tuple(each.unit for each in self.followers)
        state = acting(state, action=ActionKind.FIRE, actors=(self.unit, *names))
        state = following(state, followers=names, follows=self.follows)
        shots = ((self.unit, self.target), *((each.unit, each.target) for each in self.followers))
        steps = [
            step
            for unit, target in shots
            for step in aimed(state, unit=unit, target=target, doubtful=unit in self.doubtful)
        ]
        return in_front(state, *steps, *follow_later(state, FollowToFire(unit=self.unit)))

    def told(self) -> str:
        declared = f"{self.unit} fires at {self.target} with {the_card(self.card)}"
        if self.followers:
            declared += f"; {shooters(self.followers)}"
        return f"{declared}.{in_doubt(self.doubtful)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowToFire(NameFollowers):
    """Others follow to fire as well, each at a target of its own."""

    action = ActionKind.FIRE

    def checked(
        self, draft: Draft, followers: Sequence[Follower]
    ) -> tuple[list[str], list[Measured]]:
        return check_followers_shots(draft, followers)

    def ready(self, trial: Trial, name: str) -> Iterator[Follower]:
        return followers_at(trial, name)

    def steps_of(self, state: State, event: FollowersNamed) -> tuple[CardStep, ...]:
        steps = [
            step
            for each in event.followers
            for step in aimed(
                state, unit=each.unit, target=each.target, doubtful=each.unit in event.doubtful
            )
        ]
        return (*steps, *state.steps)


def check_followers_shots(
    draft: Draft, followers: Sequence[Follower]
) -> tuple[list[str], list[Measured]]:
    """Hold each follower's shot to range and sight; whose lines are in doubt, and the evidence."""
    doubtful: list[str] = []
    evidence: list[Measured] = []
    for each in followers:
        if not each.target:
            draft.refuse("PT1-E1", f"{each.unit} follows to fire as well: name its target.")
        target = draft.known_unit(each.target)
        doubt, found = check_shot(draft, draft.state.unit(each.unit), target=target)
        evidence += found
        doubtful += [each.unit] if doubt else []
    return doubtful, evidence


def fire_offer(trial: Trial, unit: Unit, *, card: str) -> Template:
    """At whom it may fire, and who may follow."""
    says = f"{unit.id} fires with the {card}."
    enemies = targets_of(trial.state, unit)
    allowed, greyed = _targets(trial, unit, enemies=enemies)
    if not allowed:
        names = [each.id for each in enemies] or [unit.id]
        name, refusal = trial.mildest((each, Fire(target=each)) for each in names)
        fixed = {"target": name}
        return Template(command="fire", says=says, fixed=fixed, refusal=refusal, unit=unit.id)
    holes = (unit_hole("target", allowed, greyed=greyed), *firing_followers(trial, unit))
    return Template(command="fire", says=says, holes=holes, unit=unit.id, deed="Fire at {target}")


def firing_followers(trial: Trial, unit: Unit) -> tuple[Hole, ...]:
    """Who may follow to fire as well, where that is said with the shot."""
    if trial.state.followers_late:
        return ()
    hole = follower_hole(
        trial,
        neighbours(trial.state, unit.id),
        leader=unit.id,
        action=ActionKind.FIRE,
        each=partial(followers_at, trial),
    )
    return (hole,) if hole.allowed else ()


def _targets(
    trial: Trial, unit: Unit, *, enemies: list[Unit]
) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Whom it may fire at, and why not at the others; only a refusal has to be put in words."""
    ready = trial.keeps(partial(require_action, action=ActionKind.FIRE))
    fit = set(shots(trial, unit)) if ready else set()
    allowed, greyed = trial.sorted_out(
        (each.id, Fire(target=each.id)) for each in enemies if each.id not in fit
    )
    return tuple(each.id for each in enemies if each.id in {*fit, *allowed}), greyed


def followers_at(trial: Trial, name: str) -> Iterator[Follower]:
    """A follower at each of its targets."""
    for target in shots(trial, trial.state.unit(name)):
        yield Follower(unit=name, target=target)


def shots(trial: Trial, unit: Unit) -> Iterator[str]:
    """The targets at which its shot would be let pass, in the order of the battle."""
    return trial.state.edition.of(FiringRules).shots(trial, unit)
