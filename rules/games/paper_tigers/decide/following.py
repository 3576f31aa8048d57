"""Knows Follow Me: who may do as the card's user does (PT1-E)."""

from collections.abc import Sequence
from itertools import pairwise

from rules.games.paper_tigers.commands import Follow
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import check_shot
from rules.games.paper_tigers.events.action import FollowersNamed
from rules.games.paper_tigers.measuring.sighting import range_of
from rules.games.paper_tigers.profiles import MOST_ACTIONS, ActionKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import AskKind, Follower, Purpose, Step
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric
from rules.table.units import Inches

REACH = Inches(3.0)
"""PT1-E1."""
MOST_ACTORS = 3
"""PT1-E2: the card's user and two more."""


def followed_by(state: State, chain: Sequence[str]) -> tuple[str, ...]:
    """AMB1-29: for each follower of a chain, which unit it counts as following."""
    if state.options.choice("follow_identity") == "card_user":
        return (chain[0],) * (len(chain) - 1)
    return tuple(chain[:-1])


def unfit_to_act(unit: Unit) -> tuple[str, str] | None:
    """The clause and reason why a unit does nothing at all now, or None."""
    if unit.destroyed:
        return "PT1-D2i", f"{unit.id} is destroyed."
    if unit.hits:
        return "PT1-C4b", f"{unit.id} is damaged and takes no action until it recovers."
    if unit.spot is None:
        return "PT1-J1d", f"{unit.id} is not on the table."
    if unit.actions >= MOST_ACTIONS:
        return (
            "PT1-E5",
            f"{unit.id} has taken {unit.actions} actions in this turn, which is the most.",
        )
    return None


def unfit_to_follow(state: State, unit: Unit, *, leader: str) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot follow that one, wherever it stands; or None."""
    if unit.is_bridge or unit.force != state.unit(leader).force:
        return "PT1-I2", f"{unit.id} is not of {leader}'s battle group."
    if unit.had_card:
        return "PT1-E3", f"{unit.id} has had a card in this turn and cannot follow."
    if unfit := unfit_to_act(unit):
        return unfit
    if unit.follows not in {"", leader}:
        return (
            "PT1-E4",
            f"{unit.id} has followed {unit.follows} in this turn, and follows no other.",
        )
    if unit.aboard:
        return "PT1-F2", f"{unit.id} is aboard {unit.aboard} and cannot follow."
    own = state.stages.rulings.unfit_to_act
    return None if own is None else own(unit)


def check_chain(draft: Draft, chain: Sequence[str]) -> tuple[Measured, ...]:
    """Hold a chain to its length, its members and its gaps; the evidence."""
    if len(set(chain)) != len(chain):
        draft.refuse("PT1-E2", "No unit acts twice on one card.")
    if len(chain) > MOST_ACTORS:
        excess = draft.known_unit(chain[MOST_ACTORS]).id
        draft.refuse("PT1-E2", f"{excess} would be one too many: three act on a card.")
    for name, leader in zip(chain[1:], followed_by(draft.state, chain), strict=True):
        unit = draft.known_unit(name)
        if unfit := unfit_to_follow(draft.state, unit, leader=leader):
            draft.refuse(*unfit)
    return tuple(_check_gap(draft, pair) for pair in pairwise(chain))


def _check_gap(draft: Draft, pair: tuple[str, str]) -> Measured:
    outcome, found = draft.once(
        ("gap", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=REACH,
            metric=Metric(draft.state.options.choice("proximity_metric")),
            tolerance=draft.tolerance,
            doubt=draft.doubt,
            reaches=f"Follow Me from {pair[0]}",
        ),
    )
    return draft.hold("PT1-E1", outcome, says=ended(found.why), found=found)


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


def ask_followers(draft: Draft, step: Step) -> None:
    """AMB1-28: after the leader's roll, where that was agreed."""
    playing = draft.state.playing
    assert playing is not None
    unit = draft.state.unit(step.unit)
    blocked = playing.failed and draft.state.options.flag("leader_failure_blocks")
    nobody = all(
        unfit_to_follow(draft.state, other, leader=unit.id) is not None
        for other in draft.state.units.values()
        if other.id != unit.id
    )
    if blocked or nobody:
        assert playing.action is not None
        draft.emit(FollowersNamed(unit=unit.id, action=playing.action), clause="PT1-E1")
        return
    draft.ask(
        Purpose.FOLLOW,
        kind=AskKind.FOLLOW,
        force=unit.force,
        clause="PT1-E1",
        says=f"Does anybody within 3 in follow {unit.id}?",
        unit=unit.id,
    )


@handle.register
def _follow(body: Follow, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.FOLLOW, 0)
    playing = draft.state.playing
    assert playing is not None
    assert playing.action is not None
    chain = (ask.unit, *(each.unit for each in body.followers))
    evidence = list(check_chain(draft, chain))
    doubtful: list[str] = []
    if playing.action is ActionKind.FIRE:
        doubtful, found = check_followers_shots(draft, body.followers)
        evidence += found
    event = FollowersNamed(
        unit=ask.unit,
        action=playing.action,
        followers=body.followers,
        follows=followed_by(draft.state, chain),
        doubtful=tuple(doubtful),
        ask_id=ask.id,
    )
    draft.emit(event, clause="PT1-E1", evidence=evidence)
