"""Puts every entry of a log into a sentence or a few, for players."""

import re

from rules.referee.court.disputing.dispute_sentences import say_dispute
from rules.referee.log.agreement_words import (
    AmendmentAsked,
    OptionAsked,
    OptionChanged,
    StateAmended,
)
from rules.referee.log.battle import Battle, body_of
from rules.referee.log.clock_words import (
    ClockNoted,
    ClockPaused,
    ClockResumed,
    PauseAsked,
    TimeRanOut,
)
from rules.referee.log.dealing_words import (
    CardsFixed,
    CardsOpened,
    CardsPromised,
    WordsThrownIn,
)
from rules.referee.log.dispute_words import Challenged
from rules.referee.log.entries import Entry, EntryKind
from rules.referee.log.house_words import (
    Agreed,
    Objected,
    OverrideAsked,
    Overruled,
    PoseDeclared,
    PoseWithdrawn,
    ProposalAccepted,
    ProposalDismissed,
    ProposalLogged,
    TakeBackAsked,
    TakenBack,
)
from rules.referee.log.judge_words import JudgeRuled
from rules.referee.toolkit.phrases import ended, listed
from rules.table.units import plain


def say(battle: Battle, entry: Entry) -> str:
    """An entry in words.

    The entry may be the next one of this battle; what it speaks of is in the log.
    """
    match entry.kind:
        case EntryKind.HEADER:
            seats = "; ".join(
                f"{seat.name} plays {' and '.join(seat.sides) or 'no side'}"
                for seat in battle.setup.seats
            )
            return f"{battle.game.title} begins: {seats}."
        case EntryKind.EVENT:
            return _cast(battle, entry, says=battle.game.say(body_of(battle.game, entry)))
        case EntryKind.REFEREE:
            return _own(battle, entry)


def _cast(battle: Battle, entry: Entry, *, says: str) -> str:
    """The sentence with the names of those whom it tells by their roles."""
    cast = battle.game.cast
    told = [each for each in cast.roles if f"he {each}" in says] if cast else []
    if cast is None or not told:
        return says
    whose = entry.body.get(cast.of)
    for number in range(min(entry.sequence, len(battle.entries)) - 1, 0, -1):
        given = battle.entries[number].body
        if given.get("kind") == cast.event and given.get(cast.of) == whose:
            for role in told:
                name = str(given.get(role)).replace("\\", r"\\")
                says = re.sub(rf"\b[Tt]he {role}\b", name, says)
            break
    return says


def said(battle: Battle, names: tuple[str, ...]) -> str:
    """What some entries say, one after the other, but for what is clear from the rest."""
    entries = [entry for name in names if (entry := battle.entry(name)) is not None]
    telling = [entry for entry in entries if entry.body.get("kind") not in battle.game.quiet]
    return " ".join(say(battle, entry) for entry in telling or entries)


def _own(battle: Battle, entry: Entry) -> str:
    body, author = body_of(battle.game, entry), entry.author
    disputed = body.entries if isinstance(body, Challenged) else ()
    dispute = say_dispute(entry, body=body, told=said(battle, disputed))
    if dispute is not None:
        return dispute
    match body:
        case OptionAsked() | AmendmentAsked() | OptionChanged() | StateAmended():
            return _agreement(body, author=author)
        case TakeBackAsked(falls=falls, reason=reason):
            return (
                f"{author} asks to take back{_because(reason)}. This would fall: "
                f"{said(battle, falls)}"
            )
        case TakenBack(entries=names, reason=reason, agreed=agreed):
            by = _agreed(agreed)
            return f"{author} takes back{_because(reason)}{by}. This falls: {said(battle, names)}"
        case OverrideAsked(clause=clause, refusal=refusal, reason=reason, also=also):
            clauses = ", ".join((clause, *also))
            return f"{author} asks to let it pass{_because(reason)} ({clauses}): {refusal}"
        case Overruled(clause=clause, refusal=refusal, reason=reason, agreed=agreed, also=also):
            by, clauses = _agreed(agreed), ", ".join((clause, *also))
            return f"{author}'s command passes{_because(reason)}{by} ({clauses}): {refusal}"
        case Agreed(ask=ask):
            return f"{author} agrees to {ask}."
        case Objected(ask=ask, reason=reason):
            asker = battle.entry(ask)
            verb = "withdraws" if asker is not None and asker.author == author else "objects to"
            return f"{author} {verb} {ask}{_because(reason)}."
        case JudgeRuled(judge=judge, says=says, is_final=is_final):
            return f"{judge}, {'head judge' if is_final else 'judge'}, rules: {ended(says)}"
        case PauseAsked() | ClockPaused() | ClockResumed() | ClockNoted() | TimeRanOut():
            return _of_time(body, author=author)
        case WordsThrownIn() | CardsPromised() | CardsFixed() | CardsOpened():
            return _of_cards(body, author=author)
        case PoseDeclared() | PoseWithdrawn():
            return _vouched(body, author=author)
        case ProposalAccepted(says=says):
            return f"{author} accepts what was seen on the table: {says}"
        case ProposalDismissed(says=says):
            return f"{author} dismisses what was seen on the table: {says}"
        case ProposalLogged(says=says):
            return f"Seen on the table: {says}"
    raise AssertionError(body)


def _vouched(body: PoseDeclared | PoseWithdrawn, *, author: str) -> str:
    """What is told of a place that somebody vouches for."""
    match body:
        case PoseDeclared():
            return (
                f"{author} vouches that {body.piece} stands {plain(body.x_in)} in from the "
                f"west edge and {plain(body.y_in)} in from the south, "
                f"heading {plain(body.heading_deg)} degrees, "
                f"give or take {plain(body.sigma_in)} in."
            )
        case PoseWithdrawn(piece=piece):
            return f"{author} no longer vouches for {piece}."


def _of_cards(
    body: WordsThrownIn | CardsPromised | CardsFixed | CardsOpened, *, author: str
) -> str:
    """What is told of an order that the umpire promised."""
    match body:
        case WordsThrownIn(words=words):
            return f"{author} throws words in for the shuffle: {words}"
        case CardsPromised(pack=pack, digest=digest):
            seal = f"sealed as {digest[:16]}, to be checked when the battle is over"
            return f"The umpire has shuffled the cards ({pack}). Their order is {seal}."
        case CardsFixed(pack=pack):
            return f"The umpire deals the cards that it has sealed ({pack})."
        case CardsOpened(pack=pack):
            return f"The umpire opens the order of the cards ({pack}): everybody can check it."


def _of_time(
    body: PauseAsked | ClockPaused | ClockResumed | ClockNoted | TimeRanOut, *, author: str
) -> str:
    """What is told of the clock."""
    match body:
        case PauseAsked(reason=reason):
            return f"{author} asks for a pause of the clock{_because(reason)}."
        case ClockPaused(reason=reason, agreed=agreed):
            return f"The clock is paused{_because(reason)}{_agreed(agreed)}."
        case ClockResumed():
            return f"{author} lets the clock go on."
        case TimeRanOut(side=side, turn=turn):
            return f"Time has run out for {side}{f' in turn {turn}' if turn else ''}."
        case ClockNoted(runs=runs, why=why):
            if runs:
                return f"The clock runs for {listed(runs)}."
            return f"The clock stands{f': {why}' if why else ''}."


def _agreement(
    body: OptionAsked | AmendmentAsked | OptionChanged | StateAmended, *, author: str
) -> str:
    """What players agree on, or ask the others to; an amendment is marked as one."""
    why = _because(body.reason)
    match body:
        case OptionAsked(option=option, value=value, before=before):
            return f"{author} asks to change {option} from {before} to {value}{why}."
        case OptionChanged(option=option, value=value, before=before):
            by = _agreed(body.agreed)
            return f"From here on {option} is {value}, not {before}{why}{by}."
        case AmendmentAsked(says=says, said=said):
            return f"{author} asks to amend{why}: {says}; until now {said}."
        case StateAmended(says=says, said=said):
            return f"Amended{why}{_agreed(body.agreed)}: {says}; until now {said}."


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _agreed(seats: tuple[str, ...]) -> str:
    return f", agreed by {' and '.join(seats)}" if seats else ""
