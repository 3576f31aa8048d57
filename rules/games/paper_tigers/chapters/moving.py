"""Moving with a card: how far a unit may go, and where it stands then (PT1-D1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from rules.games.paper_tigers.asking import GroupRoll, acting, failed, following, in_front, without
from rules.games.paper_tigers.chapters.following import (
    MOST_FOLLOWERS_SHOWN,
    REACH,
    FollowersNamed,
    NameFollowers,
    check_chain,
    follow_later,
    followed_by,
    hold_actors,
    neighbours,
    played_card,
    require_action,
    require_early,
    too_far,
)
from rules.games.paper_tigers.chapters.walking import FinishMove
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import ActionKind, action_dice, difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, Follower, needed, reaching, the_card
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import listed, verb
from rules.referee.toolkit.questions import Ask
from rules.table.units import Inches, plain


class MovingRules:
    """Where an edition may roll otherwise for a move."""

    def roll_step(self, unit: str) -> CardStep:
        """The step with which a move begins."""
        return RollMove(unit=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The unit whose card it is moves, alone or with followers."""

    followers: tuple[str, ...] = ()

    def ruled(self, draft: Draft) -> None:
        turned, unit = require_action(draft, action=ActionKind.MOVE)
        require_early(draft, named=bool(self.followers))
        chain = (unit.id, *self.followers)
        evidence = check_chain(draft, chain)
        hold_actors(draft, chain[1:], action=ActionKind.MOVE)
        event = MoveDeclared(
            unit=unit.id,
            card=turned.card,
            followers=self.followers,
            follows=followed_by(draft.state, chain),
        )
        draft.emit(event, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRoll(GroupRoll):
    """How far a unit may move."""

    purpose = "move"
    unit: str
    needed: int

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        total = sum(dice)
        most = draft.state.unit(self.unit).profile.cap
        allowance = (
            0.0 if total < self.needed else float(total if most is None else min(total, most))
        )
        event = MoveRolled(
            unit=self.unit, total=total, difficulty=self.needed, allowance=Inches(allowance)
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowToMove(NameFollowers):
    """Others follow to move as well."""

    action = ActionKind.MOVE

    def checked(
        self, draft: Draft, followers: Sequence[Follower]
    ) -> tuple[list[str], list[Measured]]:
        del draft, followers
        return [], []

    def ready(self, trial: Trial, name: str) -> Iterable[Follower]:
        del trial
        return (Follower(unit=name),)

    def steps_of(self, state: State, event: FollowersNamed) -> tuple[CardStep, ...]:
        rolls = _rolls(state, *(each.unit for each in event.followers))
        # Named before the leader has moved, they still move after it.
        leading = [step for step in state.steps if step.unit == self.unit]
        others = [step for step in state.steps if step.unit != self.unit]
        return (*leading, *rolls, *others)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollMove(CardStep):
    """Ask for the roll of a move."""

    acts = True
    mortal = True

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        card = played_card(draft)
        needed = difficulty(card)
        reach = "as far as the total in inches"
        if (most := unit.profile.cap) is not None:
            reach += f", but no more than {plain(most)}"
        count = action_dice(ActionKind.MOVE, card=card, profile=unit.profile)
        dice = DiceAsk(
            count=count,
            why=f"{unit.id} moves with the {card.name}",
            means=reaching(needed, then=reach, otherwise="it stays where it is", of=count),
        )
        roll = MoveRoll(dice=dice, unit=unit.id, needed=needed)
        draft.ask_roll(roll, force=unit.force, clause="PT1-D1a")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDeclared:
    """Who moves with the card that is up."""

    clause: ClassVar[str] = "PT1-D1a"

    unit: str
    card: str
    followers: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        state = acting(state, action=ActionKind.MOVE, actors=(self.unit, *self.followers))
        state = following(state, followers=self.followers, follows=self.follows)
        steps = _rolls(state, self.unit, *self.followers)
        return in_front(state, *steps, *follow_later(state, FollowToMove(unit=self.unit)))

    def told(self) -> str:
        behind = ""
        if self.followers:
            behind = f"; {listed(self.followers)} {verb(self.followers, 'follow')}"
        return f"{self.unit} tries to move with {the_card(self.card)}{behind}."


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRolled:
    """How far a unit may move; 0 when the roll failed."""

    unit: str
    total: int
    difficulty: int
    allowance: Inches

    @property
    def clause(self) -> str:
        return "PT1-D1b" if self.allowance else "PT1-D1c"

    def after(self, state: State) -> State:
        """PT1-D1c: nothing is left to walk where the roll failed."""
        state = without(state, RollMove, unit=self.unit)
        if not self.allowance > 0:
            return failed(state, self.unit)
        step = FinishMove(unit=self.unit, inches=round(self.allowance))
        follow = FollowToMove(unit=self.unit)
        if follow in state.steps and state.options.choice("chain_measured") == "at_declaration":
            # AMB1-28: followers are named between the roll and the move.
            return replace(state, steps=(follow, step, *(s for s in state.steps if s != follow)))
        return in_front(state, step)

    def told(self) -> str:
        rolled = needed(self.total, self.difficulty)
        if self.allowance > 0:
            most = ", its most" if self.total > self.allowance else ""
            return f"{self.unit} may move up to {plain(self.allowance)} in{most}: {rolled}."
        return f"{self.unit} stays where it is: {rolled}."


def _rolls(state: State, *units: str) -> list[CardStep]:
    rules = state.edition.of(MovingRules)
    return [rules.roll_step(name) for name in units]


def move_offer(trial: Trial, unit: Unit, *, card: str) -> Template:
    """Whether it may move, and who may follow."""
    says = f"{unit.id} moves with the {card}."
    refusal = trial.refusal(Move())
    if refusal is not None:
        return Template(command="move", says=says, refusal=refusal, unit=unit.id)
    holes: tuple[Hole, ...] = ()
    if not trial.state.followers_late:
        names = neighbours(trial.state, unit.id)
        allowed, greyed = trial.sorted_out((name, Move(followers=(name,))) for name in names)
        ready = allowed[:MOST_FOLLOWERS_SHOWN]
        pairs = [
            (one, other)
            for one in ready
            for other in names[:MOST_FOLLOWERS_SHOWN]
            if other != one
            and not too_far(trial, (one, other), limit=REACH)
            and trial.refusal(Move(followers=(one, other))) is None
        ]
        if allowed:
            hole = Hole(
                name="followers",
                kind="unit",
                allowed=(*((name,) for name in allowed), *pairs),
                greyed=MappingProxyType(dict(greyed)),
                optional=True,
            )
            holes = (hole,)
    return Template(command="move", says=says, holes=holes, unit=unit.id, by_drag=True)
