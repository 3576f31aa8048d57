"""Writes a whole battle as JSON Lines, from which the same file can be read back hash by hash.

A line has a `record` that says what it is; docs/after-the-battle.md has the schema. The plain
sealed log, as `export.jsonl` and `umpire adjudicate --log` write it, is read as well.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from api.battle_files.chain import LogLine, chained
from api.battle_files.file import CommandRecord, Picture
from api.battle_files.refusals import RefusedLine, linked, read_refusal
from api.review.pictures.caught import of_one_moment
from api.review.record.archive import Archive
from api.review.record.reading import Battles
from rules.referee.log.entries import FORMAT as LOG_FORMAT
from rules.referee.log.entries import Entry, canonical, digest
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, snapshot_to_json, written_snapshot
from rules.table.files.strict_json import parse
from rules.table.snapshot import Snapshot

FORMAT: Final = "paper-umpire/battle-lines/1"
LONGEST_LINE: Final = 16_000_000
Fields = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class BattleContents:
    """What a battle file is made of."""

    about: dict[str, str] = field(default_factory=dict)
    lines: list[LogLine] = field(default_factory=list)
    entries: tuple[Entry, ...] = ()
    seen: dict[int, int] = field(default_factory=dict)
    """By event, the place of its table in `snapshots`."""
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    commands: list[tuple[CommandRecord, int, int]] = field(default_factory=list)
    profiles: list[tuple[int, bytes]] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    refusals: list[RefusedLine] = field(default_factory=list)

    @property
    def head(self) -> str:
        return self.lines[-1].hash


def written_lines(battles: Battles, *, pictures: bool = False) -> Iterator[str]:
    """A battle as lines without their line feeds."""
    archive = battles.archive
    yield canonical({"record": "battle", "format": FORMAT, "about": archive.about()})
    for each in archive.profiles():
        content = archive.calibration(each).decode("utf-8", "surrogateescape")
        yield json.dumps(
            {"record": "profile", "since": each.since, "digest": each.digest, "content": content}
        )
    places, told = archive.snapshot_ids(), set[int]()
    for line in battles.log.lines:
        place = places.get(line.sequence)
        if place is not None and place not in told:
            told.add(place)
            yield _snapshot_line(place, archive.snapshot(place))
        # The event goes in as the text that was sealed, letter by letter.
        yield f'{{"event":{line.text},"record":"event","snapshot":{json.dumps(place)}}}'
    yield from _commands(archive)
    for refused in archive.refusals():
        if refused.snapshot not in told:
            told.add(refused.snapshot)
            yield _snapshot_line(refused.snapshot, archive.snapshot(refused.snapshot))
        yield f'{{"record":"refusal","refusal":{refused.text},"snapshot":{refused.snapshot}}}'
    if pictures:
        yield from _pictures(archive)
    yield canonical({"record": "end", "events": len(battles.log.lines), "head": battles.log.head})


def read_lines(lines: Iterable[str]) -> BattleContents:
    """What some lines hold; a BadInputError names the first one that is wrong."""
    found = BattleContents()
    ended = False
    for number, raw in enumerate(lines, 1):
        text = raw.strip()
        if not text:
            continue
        if ended:
            where = f"line {number}"
            raise BadInputError(where, expected="nothing after the end", got=text[:40])
        try:
            ended = _take(found, text)
        except BadInputError as complaint:
            raise complaint.inside(f"line {number}") from complaint
    if not found.lines:
        raise BadInputError("lines", expected="a battle", got="no event at all")
    if found.about and not ended:
        got = f"lines that break off after event {len(found.lines) - 1}"
        raise BadInputError("lines", expected="a last line with the end of the battle", got=got)
    log = chained(found.lines)
    if log.fault:
        raise BadInputError("lines", expected="events that hang on one another", got=log.fault)
    found.entries = tuple(log.entries)
    for _ in linked(found.refusals, found.entries):
        pass
    found.about = found.about or _about(log.entries[0], head=log.head)
    return found


def _take(found: BattleContents, text: str) -> bool:
    """Take in one line; returns whether it was the end."""
    value = parse(text, what="line")
    if not isinstance(value, dict):
        raise BadInputError("", expected="an object", got=text[:40])
    if value.get("format") == LOG_FORMAT and "record" not in value:
        _event(found, {"event": value, "snapshot": None})
        return False
    kind = value.get("record")
    try:
        match kind:
            case "battle":
                _battle(found, value)
            case "profile":
                content = str(value["content"]).encode("utf-8", "surrogateescape")
                found.profiles.append((int(value["since"]), content))
            case "snapshot":
                _snapshot(found, value)
            case "event":
                _event(found, value)
            case "command":
                _command(found, value)
            case "refusal":
                _refusal(found, value)
            case "picture":
                _picture(found, value)
            case "end":
                _end(found, value)
                return True
            case _:
                kinds = "battle, profile, snapshot, event, command, refusal, picture, end"
                raise BadInputError("record", expected=f"one of {kinds}", got=repr(kind)[:40])
    except (LookupError, TypeError, ValueError) as fault:
        if isinstance(fault, BadInputError):
            raise
        raise BadInputError(f"{kind}", expected="its fields", got=str(fault)[:80]) from fault
    return False


def _battle(found: BattleContents, value: Fields) -> None:
    if value["format"] != FORMAT:
        raise BadInputError("format", expected=repr(FORMAT), got=repr(value["format"])[:60])
    found.about = {str(name): str(each) for name, each in value["about"].items()}


def _snapshot(found: BattleContents, value: Fields) -> None:
    snapshot = read_snapshot(value["content"], "content")
    got = sha256(snapshot_to_json(snapshot, indent=None).encode()).hexdigest()
    if got != value["digest"]:
        raise BadInputError("content", expected=f"what has digest {value['digest']}", got=got)
    found.snapshots[int(value["id"])] = snapshot


def _event(found: BattleContents, value: Fields) -> None:
    event = value["event"]
    if not isinstance(event, dict):
        raise BadInputError("event", expected="an object", got=repr(event)[:40])
    line = LogLine(sequence=len(found.lines), hash=str(event["hash"]), text=canonical(event))
    if not line.is_whole or event["sequence"] != line.sequence:
        expected = f"event {line.sequence} as it was sealed"
        raise BadInputError("event", expected=expected, got=f"e{event['sequence']}, or changed")
    found.lines.append(line)
    place = value["snapshot"]
    if place is not None:
        if place not in found.snapshots:
            raise BadInputError("snapshot", expected="one of a line before", got=f"{place}"[:20])
        found.seen[line.sequence] = int(place)


def _command(found: BattleContents, value: Fields) -> None:
    body = value["body"]
    text = "" if body is None else canonical(body)
    asked = str(value["asked"])
    if text and asked and digest(text) != asked:
        raise BadInputError("body", expected=f"what has digest {asked[:16]}", got="another command")
    first, last = int(value["first"]), int(value["last"])
    if not 0 < first <= last < len(found.lines):
        raise BadInputError("first", expected="events of this battle", got=f"{first} to {last}")
    found.commands.append((CommandRecord(id=str(value["id"]), asked=asked, body=text), first, last))


def _refusal(found: BattleContents, value: Fields) -> None:
    if value["snapshot"] not in found.snapshots:
        got = f"{value['snapshot']}"[:20]
        raise BadInputError("snapshot", expected="one of a line before", got=got)
    refusal = value["refusal"]
    text = canonical(refusal)
    line = RefusedLine(
        number=int(refusal["number"]),
        command_id=str(refusal["id"]),
        snapshot=int(value["snapshot"]),
        hash=digest(text),
        text=text,
    )
    read_refusal(line)
    found.refusals.append(line)


def _picture(found: BattleContents, value: Fields) -> None:
    content = base64.b64decode(str(value["content"]), validate=True)
    got = sha256(content).hexdigest()
    if got != value["digest"]:
        raise BadInputError("content", expected=f"what has digest {value['digest']}", got=got)
    found.pictures.append(
        Picture(
            sequence=int(value["sequence"]),
            media_type=str(value["media_type"]),
            content=content,
            marks=str(value["marks"]),
            refusal=None if value.get("refusal") is None else int(value["refusal"]),
        )
    )


def _end(found: BattleContents, value: Fields) -> None:
    got = (len(found.lines), found.lines[-1].hash if found.lines else "")
    if got != (value["events"], value["head"]):
        expected = f"{value['events']} events that end with {str(value['head'])[:16]}"
        raise BadInputError("end", expected=expected, got=f"{got[0]} that end with {got[1][:16]}")


def _snapshot_line(place: int, snapshot: Snapshot) -> str:
    text = snapshot_to_json(snapshot, indent=None)
    value = {
        "record": "snapshot",
        "id": place,
        "digest": sha256(text.encode()).hexdigest(),
        "content": written_snapshot(snapshot),
    }
    return json.dumps(value, ensure_ascii=False)


def _commands(archive: Archive) -> Iterator[str]:
    for name, asked, first, last, body in archive.command_rows():
        value = None if body is None else json.loads(str(body))
        yield canonical(
            {
                "record": "command",
                "id": name,
                "asked": asked,
                "first": first,
                "last": last,
                "body": value,
            }
        )


def _pictures(archive: Archive) -> Iterator[str]:
    pictured = dict.fromkeys(sequence for sequence, _ in archive.pictured())
    of_events = (
        picture
        for sequence in pictured
        # Read back in this order, the one that is shown first is the latest again.
        for picture in reversed(of_one_moment(archive.pictures_of(sequence)))
    )
    for picture in (*of_events, *archive.refusal_pictures()):
        yield canonical(
            {
                "record": "picture",
                "sequence": picture.sequence,
                "refusal": picture.refusal,
                "media_type": picture.media_type,
                "digest": sha256(picture.content).hexdigest(),
                "marks": picture.marks,
                "content": base64.b64encode(picture.content).decode(),
            }
        )


def _about(header: Entry, *, head: str) -> dict[str, str]:
    """What can be said of a battle of which only the log exists."""
    return {
        "id": header.hash[:10],
        "title": "",
        "game": header.versions.game,
        "created": header.time,
        "umpire": header.versions.umpire,
        "log_only": head[:16],
    }
