"""Shows the answers to a script: as lines for people, or as JSON for programs."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from api.wording import listed
from rules.referee.log.entries import Entry
from rules.referee.script.adjudicating import (
    Begun,
    Checked,
    Laid,
    Noted,
    Offered,
    Ruled,
    Told,
    Viewed,
)
from rules.referee.toolkit.book.explaining import Explanation
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import MoveReach, Refusal, Template
from rules.referee.toolkit.vocabulary import written
from rules.table.snapshot import Piece, PieceState
from rules.table.units import plain, plain_error

FORMAT: Final = "paper-umpire/adjudicated/1"


def answer_lines(told: Told) -> list[Text]:
    """An answer as people read it; an expectation that is met is not mentioned."""
    match told:
        case Begun():
            return [Text(told.says), *_awaited(told)]
        case Laid():
            return _table_lines(told)
        case Ruled():
            return _ruling_lines(told)
        case Offered():
            asked = Text(f"{told.seat} may ask for:", "bold")
            return [Text(), asked, *(line for each in told.templates for line in _offer(each))]
        case Viewed():
            seen = json.dumps(plain_value(told.view), indent=2, ensure_ascii=False)
            head = Text(f"{told.seat} may know:", "bold")
            return [Text(), head, *(Text(f"  {line}") for line in seen.splitlines())]
        case Checked(faults=()):
            return []
        case Checked():
            return [
                Text.assemble((f"  NOT AS EXPECTED (line {told.line})", "bold red"), f": {fault}")
                for fault in told.faults
            ]
        case Noted():
            return [Text(), Text(f"# {told.text}", "dim")]
        case _:
            raise AssertionError(told)


def answer_value(told: Told) -> dict[str, object]:
    """An answer as JSON; docs/adjudicating.md lists the fields."""
    match told:
        case Begun():
            value: dict[str, object] = {
                "format": FORMAT,
                "game": told.game,
                "title": told.title,
                "says": told.says,
            }
            return _whole(told, what="begun", value=value)
        case Laid():
            changed: dict[str, object] = {
                "snapshot": told.snapshot.number,
                "moved": list(told.moved),
                "taken": list(told.taken),
                "laid": list(told.laid),
            }
            return _whole(told, what="table", value=changed)
        case Ruled():
            return _whole(told, what="ruling", value=_ruling_value(told))
        case Offered():
            offered = [template_value(each) for each in told.templates]
            return _whole(told, what="offers", value={"seat": told.seat, "offers": offered})
        case Viewed():
            return _whole(
                told, what="view", value={"seat": told.seat, "view": plain_value(told.view)}
            )
        case Checked():
            return _whole(
                told,
                what="expectation",
                value={"met": not told.faults, "faults": list(told.faults)},
            )
        case Noted():
            return _whole(told, what="note", value={"note": told.text})
        case _:
            raise AssertionError(told)


def _whole(told: Told, *, what: str, value: Mapping[str, object]) -> dict[str, object]:
    whole: dict[str, object] = {"what": what, "line": told.line, **value}
    if isinstance(told, Begun | Ruled):
        whole |= {"awaits": told.awaits, "result": told.result}
    return whole


def _table_lines(told: Laid) -> list[Text]:
    places = [_place(told.snapshot.piece(name)) for name in told.moved]
    places += [f"{name} is off the table" for name in told.taken]
    places += [f"{name} is laid out" for name in told.laid]
    if not places:
        pieces = _counted(len(told.snapshot.pieces), "piece")
        places = [f"{pieces} and {_counted(len(told.snapshot.terrain), 'area')}"]
    return [Text(), Text(f"(table: {'; '.join(places)})", "dim")]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count or 'no'} {what}s"


def _place(piece: Piece) -> str:
    if piece.pose is None:
        return f"{piece.id} is lost"
    state = "" if piece.state is PieceState.SEEN else f", {piece.state}"
    return f"{piece.id} at {plain(piece.pose.x)}, {plain(piece.pose.y)}{state}"


def _ruling_lines(told: Ruled) -> list[Text]:
    head = Text.assemble(
        (f"{told.given.seat}: {_command(told.given.body)}", "bold"), (_ids(told), "dim")
    )
    lines = [Text(), head]
    refusal = told.refusal
    if refusal is not None:
        lines.append(
            Text.assemble("  ", ("REFUSED", "bold red"), f" ({refusal.clause}): {refusal.full}")
        )
        lines += [
            Text(f"    {_numbers(each)}", "dim") for each in refusal.evidence if _numbers(each)
        ]
        if told.may_pass:
            lines.append(Text("    You may all agree to let it pass.", "dim"))
        return lines
    if told.ruling.before:
        lines.append(Text("  Answered before:"))
    # What is asked for is said once, with the name of whoever it is asked of.
    lines += [Text(f"  {each}") for each in told.says if not _asked_again(each, told.awaits)]
    return [*lines, *_awaited(told)]


def _asked_again(says: str, awaits: str) -> bool:
    """Whether a sentence is, word for word, what somebody is asked next.

    >>> _asked_again("Roll 1 die: sight.", "Red: Roll 1 die: sight.")
    True
    >>> _asked_again("T1 fires.", "Red: Roll 1 die: T1 fires. 4 or more: a hit.")
    False
    """
    return re.search(rf"(?:^|[.!?] )[^:.!?]*: {re.escape(says)}", awaits) is not None


def _awaited(told: Told) -> list[Text]:
    if told.result is not None:
        return [Text("  The battle is over.", "bold green")]
    return [Text.assemble("  ", ("-> ", "bold"), told.awaits)] if told.awaits else []


def _ids(told: Ruled) -> str:
    """Where it stands in the log, for whoever wants to take it back."""
    entries = told.ruling.entries or told.ruling.before
    if not entries:
        return ""
    return f"  [{entries[0].id}]" if len(entries) == 1 else f"  [{entries[0].id}-{entries[-1].id}]"


def _command(body: Mapping[str, object]) -> str:
    """A command in a line: its kind, then its fields.

    >>> _command({"kind": "fire", "target": "T2", "followers": []})
    'fire, target T2, no followers'
    """
    fields = [_field(str(name), value) for name, value in body.items() if name != "kind"]
    return ", ".join((str(body.get("kind", "?")).replace("_", " "), *fields))


def _field(name: str, value: object) -> str:
    label = name.removesuffix("_in").removesuffix("_deg").replace("_", " ")
    if value in ([], {}, ""):
        return f"no {label}"
    return f"{label} {_brief(value)}"


def _brief(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(_field(str(name), each) for name, each in value.items())
    if isinstance(value, list):
        return " ".join(_brief(each) for each in value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return plain(value) if isinstance(value, float) else str(value)


def _numbers(found: Measured) -> str:
    """What was measured, with limit, margin and errors as far as there are any."""
    rows = (
        (found.what, found.value, plain),
        ("limit", found.limit, plain),
        ("margin", found.margin, plain),
        ("error", found.sigma, plain_error),
        ("doubt", found.bound, plain_error),
    )
    return ", ".join(
        f"{name} {write(value)} in" for name, value, write in rows if value is not None
    )


def _offer(template: Template) -> Iterator[Text]:
    """A command that may be given, then what may go into its open places and what may not."""
    told = f"  {template.command.replace('_', ' ')}: {template.says}"
    if template.refusal is not None:
        reason = f"Not now ({template.refusal.clause}): {template.refusal.full}"
        yield Text(f"{told} {reason}", "dim")
        return
    yield Text(told)
    for hole in template.holes:
        name = f"{hole.name}, if you like" if hole.optional else hole.name
        allowed = listed([_brief(plain_value(each)) for each in hole.allowed], otherwise="")
        yield Text(f"    {name}: {allowed}".rstrip(": "))
        yield from (Text(f"      not {each}: {why}", "dim") for each, why in hole.greyed.items())


def _ruling_value(told: Ruled) -> dict[str, object]:
    ruling, given = told.ruling, told.given
    entries = ruling.entries or ruling.before
    return {
        "seat": given.seat,
        "command": dict(given.body),
        "accepted": ruling.refusal is None,
        "again": bool(ruling.before),
        "events": [
            _event_value(entry, says) for entry, says in zip(entries, told.says, strict=True)
        ],
        "refusal": None if ruling.refusal is None else refusal_value(ruling.refusal),
    }


def _event_value(entry: Entry, says: str) -> dict[str, object]:
    return {
        "id": entry.id,
        "time": entry.time,
        "says": says,
        "clause": entry.clause,
        "body": entry.body,
        "evidence": list(entry.evidence),
    }


def refusal_value(refusal: Refusal) -> dict[str, object]:
    """A refusal as JSON."""
    return {
        "clause": refusal.clause,
        "reason": refusal.reason,
        "remedy": refusal.remedy,
        "waivable": refusal.waivable,
        "evidence": [plain_value(each) for each in refusal.evidence],
    }


def template_value(template: Template) -> dict[str, object]:
    """A command that may be given, as JSON."""
    return {
        "command": template.command,
        "says": template.says,
        "fixed": plain_value(template.fixed),
        "holes": [
            {
                "name": hole.name,
                "kind": hole.kind,
                "allowed": plain_value(hole.allowed),
                "greyed": dict(hole.greyed),
                "optional": hole.optional,
                "count": hole.count,
                "by_chance": hole.by_chance,
            }
            for hole in template.holes
        ],
        "refusal": None if template.refusal is None else refusal_value(template.refusal),
        "weight": str(template.weight),
        "verb": template.verb,
        "deed": template.deed,
        "unit": template.unit,
        "by_drag": template.by_drag,
        "forced": template.forced,
        "each": template.each,
        "reach": None if template.reach is None else reach_value(template.reach),
        "help": None if template.help is None else help_value(template.help),
    }


def help_value(told: Explanation) -> dict[str, object]:
    """What an offer is for, as JSON."""
    return {"says": told.says, "clause": told.clause, "choices": dict(told.choices)}


def reach_value(reach: MoveReach) -> dict[str, object]:
    """How far a unit may go, as JSON."""
    return {
        "unit": reach.unit,
        "x_in": plain_value(reach.x),
        "y_in": plain_value(reach.y),
        "limit_in": plain_value(reach.limit),
        "stops": list(reach.stops),
        "entry_in": plain_value(reach.entry),
        "lead_in": plain_value(reach.lead),
        "near": None
        if reach.near is None
        else {"unit": reach.near.unit, "within_in": plain_value(reach.near.within)},
    }


def plain_value(value: object) -> object:
    """Anything as JSON; infinite numbers, which JSON lacks, become null."""
    found = written(value)
    if isinstance(found, dict):
        return {name: plain_value(each) for name, each in found.items()}
    if isinstance(found, list):
        return [plain_value(each) for each in found]
    return None if isinstance(found, float) and not math.isfinite(found) else found
