"""Answers a command, with entries for the log or with a refusal.

Every command gets an answer, in every state and whatever is in it. A command that was refused has
left no trace and is judged anew when it comes again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from rules.referee.court.agreements import decide_amend_state, decide_change_option
from rules.referee.court.consent import told_refusal
from rules.referee.court.corrections import (
    decide_agree,
    decide_object,
    decide_override,
    decide_take_back,
)
from rules.referee.court.dealing import decide_throw_in
from rules.referee.court.declared import decide_declared
from rules.referee.court.differences import judge_of
from rules.referee.court.disputing.disputes import (
    decide_challenge,
    decide_measure_again,
    decide_settle,
    settled,
)
from rules.referee.court.disputing.refusal_disputes import decide_challenge_refusal
from rules.referee.court.hidden import shown_to
from rules.referee.court.keeping_time import with_clock
from rules.referee.court.pausing import decide_pause, decide_resume
from rules.referee.court.proposals import decide_proposal
from rules.referee.court.sentences import say
from rules.referee.log.agreement_words import AmendState, ChangeOption
from rules.referee.log.battle import CAMERA, Battle, applied
from rules.referee.log.clock_words import PauseClock, ResumeClock
from rules.referee.log.dealing_words import ThrowIn
from rules.referee.log.dispute_words import Challenge, ChallengeRefusal, MeasureAgain, Settle
from rules.referee.log.drafts import Drafts, drafted, entered, refused
from rules.referee.log.entries import Entry, Stamp
from rules.referee.log.house_words import (
    REFEREE_COMMANDS,
    AcceptProposal,
    Agree,
    Declare,
    DeclareUnmoved,
    DismissProposal,
    LogProposal,
    Object,
    Override,
    TakeBack,
    WithdrawDeclared,
)
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The referee's answer. Either a refusal, or entries, or what was answered before."""

    entries: tuple[Entry, ...] = ()
    """To be written to the log first, then applied; none for a command that came again."""
    refusal: Refusal | None = None
    says: tuple[str, ...] = ()
    """What has happened, a sentence an entry; the same again for a command that came again."""
    before: tuple[Entry, ...] = ()
    """What the command brought about when it first came; it is in the log already."""
    after: Battle | None = field(default=None, compare=False, repr=False)
    """The battle once the entries are applied, where there are any."""


def ask(battle: Battle, command: Command, *, snapshot: Snapshot, stamp: Stamp) -> Ruling:
    """The answer to a command; its body is a value, or the JSON of one."""
    earlier = battle.of_command(stamp.command_id)
    if earlier:
        return _again(battle, earlier, author=command.author)
    if command.author != CAMERA and battle.seat(command.author) is None:
        seats = ", ".join(seat.name for seat in battle.setup.seats)
        reason = f"{str(command.author)[:60]!r} does not sit at this table; {seats} do."
        return _refusal(battle, refused("REF-1", reason))
    body = heard(battle, command.body)
    if isinstance(body, Refusal):
        return _refusal(battle, body)
    try:
        drafts = _decided(battle, body, author=command.author, snapshot=snapshot)
        if isinstance(drafts, Refusal):
            return _refusal(battle, drafts)
        entries = entered(battle, drafts, stamp=stamp)
    except BadInputError as error:
        return _refusal(battle, refused("REF-2", f"That cannot be done as it is given: {error}."))
    if not entries:
        return _refusal(battle, refused("REF-10", "That would change nothing."))
    noted, after = with_clock(applied(battle, entries), stamp=stamp)
    entries = (*entries, *noted)
    says = tuple(say(after, entry) for entry in entries)
    return Ruling(entries=entries, says=says, after=after)


def heard(battle: Battle, body: object) -> object:
    """A command's body as a value that has been checked, or the Refusal of one that is none."""
    words = battle.game.commands
    name = body.get("kind") if isinstance(body, Mapping) else kind_of(body)
    if isinstance(name, str) and name in REFEREE_COMMANDS.kinds:
        words = REFEREE_COMMANDS
    elif not isinstance(name, str) or name not in words.kinds:
        known = ", ".join(sorted((*words.kinds, *REFEREE_COMMANDS.kinds)))
        return refused("REF-2", f"There is no command {str(name)[:60]!r}; there are: {known}.")
    try:
        return words.read(body if isinstance(body, Mapping) else words.write(body), name)
    except BadInputError as error:
        return refused("REF-2", f"That command cannot be read: {error}.")


def _again(battle: Battle, earlier: tuple[Entry, ...], *, author: str) -> Ruling:
    if earlier[0].author != author:
        return _refusal(battle, refused("REF-3", "That id belongs to a command of somebody else."))
    return Ruling(before=earlier, says=tuple(say(battle, entry) for entry in earlier))


def _refusal(battle: Battle, refusal: Refusal) -> Ruling:
    return Ruling(refusal=told_refusal(battle, refusal))


def _decided(battle: Battle, body: object, *, author: str, snapshot: Snapshot) -> Drafts | Refusal:
    if isinstance(body, AcceptProposal | DismissProposal | LogProposal):
        return decide_proposal(battle, body, author=author, snapshot=snapshot)
    if author == CAMERA:
        return refused("REF-1", "The camera proposes; it gives no other commands.")
    judge = judge_of(battle, snapshot)
    match body:
        case TakeBack():
            return decide_take_back(battle, body, author=author)
        case Override():
            return decide_override(battle, body, author=author, judge=judge)
        case Agree():
            settles = partial(settled, snapshot=snapshot)
            return decide_agree(battle, body, author=author, judge=judge, settles=settles)
        case Object():
            return decide_object(battle, body, author=author)
        case ChangeOption():
            return decide_change_option(battle, body, author=author)
        case AmendState():
            return decide_amend_state(battle, body, author=author)
        case PauseClock():
            return decide_pause(battle, body, author=author)
        case ResumeClock():
            return decide_resume(battle, author=author)
        case ThrowIn():
            return decide_throw_in(battle, body, author=author)
        case Challenge():
            return decide_challenge(battle, body, author=author)
        case ChallengeRefusal():
            return decide_challenge_refusal(battle, body, author=author, snapshot=snapshot)
        case MeasureAgain():
            return decide_measure_again(battle, body, author=author, snapshot=snapshot)
        case Settle():
            return decide_settle(battle, body, author=author, snapshot=snapshot)
        case Declare() | DeclareUnmoved() | WithdrawDeclared():
            # Whether a hidden piece is in view is nobody's to find out by vouching for it.
            shown = shown_to(battle, snapshot, seat=author)
            return decide_declared(battle, body, author=author, snapshot=shown)
    found = judge(Command(author=author, body=body))
    return found if isinstance(found, Refusal) else drafted(found, author=author)
