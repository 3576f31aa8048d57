"""Builds up, field by field, what a seat is shown of a battle from what that seat may know.

The body of an event and its hash stay here: a body may hold what its sentence keeps to itself, and
a hash would let somebody try out what the body is. State comes from the game's own view.
"""

import json
from collections.abc import Mapping

from api.answers.adjudged import plain_value, refusal_value, template_value
from api.battles.catalogue import ListedBattle
from api.battles.jobs import CommandAnswer
from api.battles.session import Session
from rules.referee.court.keeping_time import clock_now
from rules.referee.court.offers import offers, view
from rules.referee.court.proposals import open_proposals
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, body_of, ended, is_part
from rules.referee.log.clock_state import seconds_of
from rules.referee.log.clock_words import QUIET_NOTE
from rules.referee.log.entries import Entry, EntryKind, canonical
from rules.referee.toolkit.chronicle import Thrown
from rules.table.snapshot import Snapshot

Shown = dict[str, object]


def event_shown(battle: Battle, entry: Entry) -> Shown:
    """One event of the log, for anybody."""
    return {
        "sequence": entry.sequence,
        "id": entry.id,
        "time": entry.time,
        "author": entry.author,
        "kind": str(entry.kind),
        "clause": entry.clause,
        "says": say(battle, entry),
        "evidence": [_as_sealed(each) for each in entry.evidence],
        "ruling": _ruling(battle, entry),
        "quiet": _is_quiet(battle, entry),
        "headline": _headline(battle, entry),
        "dice": dice_of(battle, entry),
        "may_fall": is_part(entry),
        "taken_back": entry.id in battle.fallen,
    }


def _ruling(battle: Battle, entry: Entry) -> str:
    """The first event of the command that brought it; the events of one command lie together."""
    first = entry
    while first.sequence > 1:
        before = battle.entries[first.sequence - 1]
        if not entry.command or before.command != entry.command:
            break
        first = before
    return first.id


def _is_quiet(battle: Battle, entry: Entry) -> bool:
    if entry.kind is EntryKind.REFEREE and entry.body.get("kind") == QUIET_NOTE:
        return True
    chronicle, kind = battle.game.chronicle, entry.body.get("kind")
    return kind in battle.game.quiet or (chronicle is not None and kind in chronicle.quiet)


def _headline(battle: Battle, entry: Entry) -> int:
    """Its rank among what could head its ruling, the largest first; 0 for most events."""
    kinds = battle.game.headlines
    kind = entry.body.get("kind") if entry.kind is EntryKind.EVENT else None
    return len(kinds) - kinds.index(str(kind)) if kind in kinds else 0


def dice_of(battle: Battle, entry: Entry) -> list[int]:
    """What was rolled, as the game tells it to whoever looks back; nobody sees more of it here."""
    chronicle = battle.game.chronicle
    if chronicle is None or entry.kind is not EntryKind.EVENT:
        return []
    told = chronicle.tells(body_of(battle.game, entry))
    return [die for each in told if isinstance(each, Thrown) for die in each.dice]


def events_shown(battle: Battle, *, after: int, most: int) -> Shown:
    """The events after a sequence number, the oldest first."""
    first = max(0, after + 1)
    entries = battle.entries[first : first + most]
    last = entries[-1].sequence if entries else min(after, battle.sequence - 1)
    return {
        "events": [event_shown(battle, each) for each in entries],
        "last": last,
        "more": last + 1 < battle.sequence,
    }


def state_shown(session: Session, *, seat: str) -> Shown:
    """The state of a battle for a seat; for no seat, what anybody may know."""
    battle = session.battle
    return {
        "id": session.name,
        "name": session.title,
        "last": battle.sequence - 1,
        "paused": session.paused,
        "recovered": session.recovered,
        "table_says": [] if session.own is None else list(session.own.says),
        "in_event": session.in_event,
        "clock": clock_now(battle, now=seconds_of(session.now())),
        "to_place": [plain_value(each) for each in session.to_place(seat=seat)],
        "view": plain_value(view(battle, seat=seat)),
    }


def brief_shown(session: Session) -> Shown:
    """A battle in a list."""
    battle = session.battle
    return {
        "id": session.name,
        "name": session.title,
        "game": battle.game.slug,
        "title": battle.game.title,
        "began": battle.entries[0].time,
        "seats": [seat.name for seat in battle.setup.seats],
        "last": battle.sequence - 1,
        "paused": session.paused,
        "recovered": session.recovered,
        "unopened": "",
        "over": ended(battle) is not None,
    }


def listed_shown(listed: ListedBattle, *, title: str) -> Shown:
    """The same of a battle that is not open."""
    return {
        "id": listed.name,
        "name": listed.title,
        "game": listed.game,
        "title": title,
        "began": listed.began,
        "seats": list(listed.seats),
        "last": listed.events - 1,
        "paused": "",
        "recovered": "",
        "unopened": "",
        "over": listed.over,
    }


def answer_shown(answer: CommandAnswer) -> Shown:
    """What a command got: the same, to the letter, each time that it is sent."""
    return {
        "accepted": answer.refusal is None,
        "events": [
            {
                "sequence": entry.sequence,
                "id": entry.id,
                "time": entry.time,
                "author": entry.author,
                "kind": str(entry.kind),
                "clause": entry.clause,
                "says": says,
                "evidence": [_as_sealed(each) for each in entry.evidence],
            }
            for entry, says in zip(answer.entries, answer.says, strict=True)
        ],
        "refusal": None
        if answer.refusal is None
        else {**refusal_value(answer.refusal), "kept": answer.kept},
    }


def offers_shown(battle: Battle, snapshot: Snapshot, *, seat: str) -> list[Shown]:
    """What a seat may ask for now."""
    return [template_value(each) for each in offers(battle, snapshot, seat=seat)]


def proposals_shown(battle: Battle, snapshot: Snapshot) -> list[Shown]:
    """What the camera proposes now. The command that would be done is the proposal's own matter."""
    return [
        {
            "id": each.id,
            "kind": each.kind,
            "subject": each.subject,
            "seat": each.seat,
            "says": each.says,
            "policy": each.policy,
            "can_be_done": each.command is not None,
            "evidence": [plain_value(found) for found in each.evidence],
        }
        for each in open_proposals(battle, snapshot)
    ]


def _as_sealed(evidence: Mapping[str, object]) -> Shown:
    """In the order in which it is written down, so that it is the same after a restart."""
    found: Shown = json.loads(canonical(evidence))
    return found
