"""Acting with the card that is up, and Follow Me: who may do as its user does (PT1-C3, E)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise
from typing import ClassVar

from rules.games.paper_tigers.asking import ShownAsk, acting, following, without
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import MOST_ACTIONS, ActionKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, Follower, Never, Phase, Turned, Unfit
from rules.referee.judging.sighting import range_of
from rules.referee.judging.sure_lines import surely_beyond
from rules.referee.toolkit.cards import Card, card_from
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import listed, verb
from rules.referee.toolkit.questions import Ask, Question
from rules.table.measuring.ranges import Metric
from rules.table.units import Inches

REACH = Inches(3.0)
"""PT1-E1."""
MOST_ACTORS = 3
"""PT1-E2: the card's user and two more."""
MOST_FOLLOWERS_SHOWN = 6
"""A leader has seldom more neighbours than that within three inches."""


class ActorRules:
    """Where an edition may keep further units from acting."""

    def unfit_to_act(self, unit: Unit) -> Unfit | None:
        """Why a unit does nothing now that the basic rules would let act."""
        del unit
        return None

    def unfit_for_action(self, state: State, unit: Unit, *, action: str) -> Unfit | None:
        """Why a unit cannot take that action with the card that is up."""
        del state, unit, action
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """Who follows, where that is said after the leader's roll; nobody when empty."""

    followers: tuple[Follower, ...] = ()

    def ruled(self, draft: Draft) -> None:
        ask = draft.open_ask("follow")
        question, step = ask.question, draft.state.steps[0]
        assert isinstance(question, FollowQuestion)
        assert isinstance(step, NameFollowers)
        chain = (question.unit, *(each.unit for each in self.followers))
        evidence = list(check_chain(draft, chain))
        doubtful, found = step.checked(draft, self.followers)
        evidence += found
        event = FollowersNamed(
            unit=question.unit,
            action=step.action,
            followers=self.followers,
            follows=followed_by(draft.state, chain),
            doubtful=tuple(doubtful),
            ask_id=ask.id,
        )
        draft.emit(event, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowQuestion(Question, ShownAsk):
    """Who follows a leader that has rolled."""

    answered_by = "follow"
    purpose = "follow"
    unit: str

    def offered(self, trial: Trial, ask: Ask) -> Template:
        """Whoever may follow, and do the same."""
        step = trial.state.steps[0]
        assert isinstance(step, NameFollowers)
        names = neighbours(trial.state, self.unit)
        each = partial(step.ready, trial)
        hole = follower_hole(trial, names, leader=self.unit, action=step.action, each=each)
        return Template(command="follow", says=ask.says, holes=(hole,))


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFollowers(CardStep):
    """AMB1-28: followers are named after the leader's roll, where that was agreed."""

    action: ClassVar[ActionKind]

    def take(self, draft: Draft) -> None:
        playing = draft.state.playing
        assert playing is not None
        unit = draft.state.unit(self.unit)
        blocked = playing.failed and draft.state.options.flag("leader_failure_blocks")
        nobody = all(
            unfit_to_follow(draft.state, other, leader=unit.id) is not None
            for other in draft.state.units.values()
            if other.id != unit.id
        )
        if blocked or nobody:
            draft.emit(FollowersNamed(unit=unit.id, action=self.action))
            return
        draft.ask(
            FollowQuestion(unit=unit.id),
            force=unit.force,
            clause="PT1-E1",
            says=f"Does anybody within 3 in follow {unit.id}?",
        )

    def checked(
        self, draft: Draft, followers: Sequence[Follower]
    ) -> tuple[list[str], list[Measured]]:
        """Hold followers to what they do; whose lines of sight are in doubt, and the evidence."""
        raise NotImplementedError

    def ready(self, trial: Trial, name: str) -> Iterable[Follower]:
        """Every way in which a unit may do the same."""
        raise NotImplementedError

    def steps_of(self, state: State, event: "FollowersNamed") -> tuple[CardStep, ...]:
        """The steps of the state once those followers act as well."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowersNamed:
    """Who follows, named after the leader's roll."""

    clause: ClassVar[str] = "PT1-E1"

    unit: str
    action: ActionKind
    followers: tuple[Follower, ...] = ()
    follows: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    ask_id: int = 0

    def after(self, state: State) -> State:
        names = tuple(each.unit for each in self.followers)
        named = next(s for s in state.steps if isinstance(s, NameFollowers) and s.unit == self.unit)
        state = without(state, NameFollowers, unit=self.unit)
        state = acting(state, action=self.action, actors=names)
        state = following(state, followers=names, follows=self.follows)
        return replace(state, steps=named.steps_of(state, self))

    def told(self) -> str:
        if not self.followers:
            return f"Nobody follows {self.unit}."
        if self.action is ActionKind.FIRE:
            return f"After {self.unit}: {shooters(self.followers)}.{in_doubt(self.doubtful)}"
        names = [each.unit for each in self.followers]
        return f"{listed(names)} {verb(names, 'follow')} {self.unit}."


def shooters(followers: Sequence[Follower]) -> str:
    """Who follows, and at whom each of them fires."""
    return listed(f"{each.unit} follows and fires at {each.target}" for each in followers)


def in_doubt(names: Sequence[str]) -> str:
    """For whom a die has to say."""
    if not names:
        return ""
    lines = "line of sight is" if len(names) == 1 else "lines of sight are"
    return f" For {listed(names)} the {lines} in doubt."


def follow_later(state: State, step: NameFollowers) -> tuple[CardStep, ...]:
    """Where followers are named after the roll, that is the last thing to do."""
    return (step,) if state.followers_late else ()


def card_up(draft: Draft) -> tuple[Turned, Unit]:
    """The card that waits to be used, if it is the author's."""
    draft.require_phase(Phase.ACT)
    playing = draft.state.playing
    if playing is None or playing.actors:
        draft.refuse("PT1-C3d", "No card waits to be used.")
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
        draft.unless_waived("PT1-C3c", says)
    draft.hold_fit(unfits_to_act(unit))
    hold_actors(draft, (unit.id,), action=action)
    return turned, unit


def hold_actors(draft: Draft, names: Sequence[str], *, action: str) -> None:
    """Hold whoever acts to what the edition lets it do with this card."""
    rules = draft.state.edition.of(ActorRules)
    for name in names:
        unit = draft.known_unit(name)
        unfit = rules.unfit_for_action(draft.state, unit, action=action)
        draft.hold_fit((rules.unfit_to_act(unit), unfit))


def require_early(draft: Draft, *, named: bool) -> None:
    """Refuse followers that are to be named later."""
    if named and draft.state.followers_late:
        says = "Followers are named after the leader's roll in this battle."
        draft.unless_waived("PT1-E1", says)


def played_card(draft: Draft) -> Card:
    """The card that is being played."""
    assert draft.state.playing is not None
    return card_from(draft.state.playing.turned.card)


def followed_by(state: State, chain: Sequence[str]) -> tuple[str, ...]:
    """AMB1-29: for each follower of a chain, which unit it counts as following."""
    if state.options.choice("follow_identity") == "card_user":
        return (chain[0],) * (len(chain) - 1)
    return tuple(chain[:-1])


def unfit_to_act(unit: Unit) -> Unfit | None:
    """The first reason why a unit does nothing at all now, or None."""
    return next(unfits_to_act(unit), None)


def unfits_to_act(unit: Unit) -> Iterator[Unfit]:
    """Every reason for that."""
    if unit.destroyed:
        yield Never("PT1-D2i", f"{unit.id} is destroyed.")
    if unit.spot is None:
        yield Never("PT1-J1d", f"{unit.id} is not on the table.")
    if unit.hits:
        yield "PT1-C4b", f"{unit.id} is damaged and takes no action until it recovers."
    if unit.actions >= MOST_ACTIONS:
        taken = f"{unit.id} has taken {unit.actions} actions this turn"
        yield "PT1-E5", f"{taken}, which is the most."


def unfit_to_follow(state: State, unit: Unit, *, leader: str) -> Unfit | None:
    """The first reason why a unit cannot follow that one, wherever it stands; or None."""
    return next(unfits_to_follow(state, unit, leader=leader), None)


def unfits_to_follow(state: State, unit: Unit, *, leader: str) -> Iterator[Unfit]:
    """Every reason for that."""
    of_another = f"{unit.id} is not of {leader}'s battle group."
    if unit.is_bridge or unit.side != state.unit(leader).side:
        yield Never("PT1-I2", of_another)
    elif unit.force != state.unit(leader).force:
        yield "PT1-I2", of_another
    if unit.had_card:
        yield "PT1-E3", f"{unit.id} has had a card this turn and cannot follow."
    yield from unfits_to_act(unit)
    if unit.follows not in {"", leader}:
        followed = f"{unit.id} has followed {unit.follows} this turn"
        yield "PT1-E4", f"{followed}, and follows no other."
    if unit.aboard:
        yield "PT1-F2", f"{unit.id} is aboard {unit.aboard} and cannot follow."
    if unfit := state.edition.of(ActorRules).unfit_to_act(unit):
        yield unfit


def check_chain(draft: Draft, chain: Sequence[str]) -> tuple[Measured, ...]:
    """Hold a chain to its length, its members and its gaps; the evidence."""
    if len(set(chain)) != len(chain):
        draft.refuse("PT1-E2", "No unit acts twice on one card.")
    if len(chain) > MOST_ACTORS:
        excess = draft.known_unit(chain[MOST_ACTORS]).id
        draft.unless_waived("PT1-E2", f"{excess} would be one too many: three act on a card.")
    for name, leader in zip(chain[1:], followed_by(draft.state, chain), strict=True):
        draft.hold_fit(unfits_to_follow(draft.state, draft.known_unit(name), leader=leader))
    return tuple(_check_gap(draft, pair) for pair in pairwise(chain))


def _check_gap(draft: Draft, pair: tuple[str, str]) -> Measured:
    outcome, found = draft.once(
        ("gap", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=REACH,
            metric=Metric(draft.state.options.choice("proximity_metric")),
            agreed=draft.agreed,
            reaches=f"Follow Me from {pair[0]}",
        ),
    )
    return draft.hold("PT1-E1", outcome, says=found.why, found=found)


def neighbours(state: State, leader: str) -> list[str]:
    """Units that may follow a leader, wherever they stand."""
    return [
        unit.id
        for unit in state.units.values()
        if unit.id != leader and unfit_to_follow(state, unit, leader=leader) is None
    ]


def follower_hole(
    trial: Trial,
    names: list[str],
    *,
    leader: str,
    action: ActionKind,
    each: Callable[[str], Iterable[Follower]],
) -> Hole:
    """Who may follow alone, in each of its ways; and two in a row, each in its first one."""

    def follows(*chain: str) -> bool:
        # Who is nowhere near the last of them need not be measured.
        if len(chain) > 1 and too_far(trial, chain[-2:], limit=REACH):
            return False
        fit = trial.keeps(partial(check_chain, chain=(leader, *chain)))
        return fit and trial.keeps(partial(hold_actors, names=chain, action=action))

    # Whoever is too far off is so whatever it would fire at.
    alone = [tuple(each(name)) for name in names if follows(name)]
    ready = [ways[0] for ways in alone if ways][:MOST_FOLLOWERS_SHOWN]
    pairs = [
        (one, other)
        for one in ready
        for name in names[:MOST_FOLLOWERS_SHOWN]
        if name != one.unit and follows(one.unit, name)
        for other in islice(each(name), 1)
    ]
    singles = [(follower,) for ways in alone for follower in ways]
    return Hole(name="followers", kind="unit", allowed=(*singles, *pairs), optional=True)


def too_far(trial: Trial, pair: tuple[str, ...], *, limit: Inches) -> bool:
    """Whether two units are so far apart that nobody has to measure it."""
    one, other = pair
    draft = trial.draft
    return surely_beyond(draft.table, (one, other), limit=limit, agreed=draft.agreed)
