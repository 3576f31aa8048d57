"""Deals with what the camera believes: accepted, asked, logged or ignored, by kind.

A proposal keeps its id while the camera sees the same thing, however its measurements waver. What
was dismissed or logged is not brought up again until something befalls its subject in the game, or
the camera measures something clearly different.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.referee.court.differences import judge_of
from rules.referee.log.battle import CAMERA, Battle
from rules.referee.log.drafts import Draft, Drafts, drafted, refused
from rules.referee.log.entries import canonical, digest, entry_id
from rules.referee.log.house_options import policy_name
from rules.referee.log.house_words import (
    AcceptProposal,
    DismissProposal,
    LogProposal,
    ProposalAccepted,
    ProposalDismissed,
    ProposalLogged,
)
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Refusal, Sighted
from rules.table.snapshot import Snapshot

CLAUSE: Final = "REF-9"
NOTICED: Final = 0.5
"""Inches; a place that has changed by less is the same place."""
TURNED: Final = 15.0
"""Degrees; likewise for numbers whose field ends on ``_deg``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Something that the camera proposes, until a policy or a person decides."""

    id: str
    kind: str
    subject: str
    seat: str
    says: str
    policy: str
    command: object | None
    evidence: tuple[Measured, ...]
    numbers: tuple[float, ...]
    """What was measured: angles in units of ``TURNED``, everything else of ``NOTICED``."""
    origin: str = CAMERA


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """What is to be done with the proposals of a moment."""

    to_do: tuple[Command, ...]
    """To be given to the referee in the camera's name; one that is refused is for the players."""
    to_ask: tuple[Proposal, ...]
    to_log: tuple[Command, ...]
    """To be given to the referee in the camera's name."""


def sort_proposals(battle: Battle, snapshot: Snapshot) -> Sorted:
    """The open proposals of this moment by what was agreed for their kinds."""
    found = open_proposals(battle, snapshot)
    return Sorted(
        to_do=tuple(
            Command(author=CAMERA, body=AcceptProposal(proposal=each.id))
            for each in found
            if each.policy == "accept" and each.command is not None
        ),
        to_ask=tuple(each for each in found if each.policy == "ask"),
        to_log=tuple(
            Command(author=CAMERA, body=LogProposal(proposal=each.id))
            for each in found
            if each.policy == "log" or (each.policy == "accept" and each.command is None)
        ),
    )


def automatic_id(battle: Battle, command: Command) -> str:
    """An id for a command in the camera's name: the same as long as the log has not grown.

    So the same thing may be proposed, and done, again later on.
    """
    proposal = getattr(command.body, "proposal", "")
    return f"{command.author}-{proposal}-{battle.sequence}"


def open_proposals(battle: Battle, snapshot: Snapshot) -> tuple[Proposal, ...]:
    """What the camera proposes now, but for what is ignored, dismissed or logged already.

    It is shown the table as the camera has it: what a player vouches for, the camera did not see.
    """
    sighted = battle.game.sighted(battle.state, snapshot)
    found = {each.id: each for each in (_proposal(battle, one) for one in sighted)}
    return tuple(
        each for each in found.values() if each.policy != "ignore" and not _settled(battle, each)
    )


def decide_proposal(
    battle: Battle,
    body: AcceptProposal | DismissProposal | LogProposal,
    *,
    author: str,
    snapshot: Snapshot,
) -> Drafts | Refusal:
    """Accepting, dismissing and logging what the camera proposes now."""
    found = next(
        (each for each in open_proposals(battle, snapshot) if each.id == body.proposal), None
    )
    if found is None:
        return refused(CLAUSE, f"The camera proposes nothing under {body.proposal!r} now.")
    if author == CAMERA and not _by_policy(body, found):
        return refused(CLAUSE, f"The players decide on this, not the camera: {found.says}")
    if isinstance(body, AcceptProposal):
        return _accepted(battle, found, author=author, snapshot=snapshot)
    kind = ProposalDismissed if isinstance(body, DismissProposal) else ProposalLogged
    note = kind(proposal=found.id, subject=found.subject, says=found.says, numbers=found.numbers)
    return (Draft(author=author, body=note, clause=CLAUSE, evidence=found.evidence),)


def _accepted(
    battle: Battle, found: Proposal, *, author: str, snapshot: Snapshot
) -> Drafts | Refusal:
    if found.command is None:
        return refused(CLAUSE, f"There is nothing to do about this but to know it: {found.says}")
    if author not in {CAMERA, found.seat} and battle.seat(found.seat) is not None:
        return refused(CLAUSE, f"It is for {found.seat} to accept, not for {author}: {found.says}")
    in_name_of = found.seat if battle.seat(found.seat) is not None else author
    judge = judge_of(battle, snapshot, settles=found.subject)
    events = judge(Command(author=in_name_of, body=found.command))
    if isinstance(events, Refusal):
        return events
    if not events:
        return refused("REF-10", "That would change nothing.")
    note = ProposalAccepted(proposal=found.id, subject=found.subject, says=found.says)
    draft = Draft(author=author, body=note, clause=CLAUSE, evidence=found.evidence)
    rests_on = (entry_id(battle.sequence),)
    return (draft, *drafted(events, author=in_name_of, because=rests_on))


def _by_policy(body: AcceptProposal | DismissProposal | LogProposal, found: Proposal) -> bool:
    match body:
        case AcceptProposal():
            return found.policy == "accept"
        case LogProposal():
            return found.policy == "log" or (found.policy == "accept" and found.command is None)
        case DismissProposal():
            return False


def _proposal(battle: Battle, sighted: Sighted) -> Proposal:
    known = {kind.name: kind.policy for kind in battle.game.proposal_kinds}
    options = battle.options
    policy = options.choice(policy_name(sighted.kind)) if sighted.kind in known else "ask"
    words = battle.game.commands
    command: object = None
    if sighted.command is not None:
        # Read back once: a whole number in the place of a length is a measurement like any other.
        command = words.write(words.read(words.write(sighted.command), sighted.kind))
    key = [sighted.kind, sighted.subject, sighted.seat, _without_numbers(command)]
    measured = tuple(each.value for each in sighted.evidence if each.value is not None)
    return Proposal(
        id="p" + digest(canonical(key))[:16],
        kind=sighted.kind,
        subject=sighted.subject,
        seat=sighted.seat,
        says=sighted.says,
        policy=policy,
        command=sighted.command,
        evidence=sighted.evidence,
        numbers=(*_numbers(command, ""), *(value / NOTICED for value in measured)),
    )


def _settled(battle: Battle, found: Proposal) -> bool:
    return any(
        each.proposal == found.id
        and len(each.numbers) == len(found.numbers)
        and all(abs(then - now) <= 1 for then, now in zip(each.numbers, found.numbers, strict=True))
        for each in battle.settled
    )


def _without_numbers(value: object) -> object:
    """What a command says apart from what was measured: that wavers from one look to the next."""
    if isinstance(value, Mapping):
        return {name: _without_numbers(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_numbers(each) for each in value]
    return "measured" if isinstance(value, float) else value


def _numbers(value: object, name: str) -> Iterator[float]:
    if isinstance(value, Mapping):
        for field in sorted(value):
            yield from _numbers(value[field], str(field))
    elif isinstance(value, list):
        for each in value:
            yield from _numbers(each, name)
    elif isinstance(value, float):
        yield value / (TURNED if name.endswith("_deg") else NOTICED)
