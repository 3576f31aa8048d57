"""Lays out the table from the lines of a script, and changes it a piece at a time."""

from collections.abc import Mapping
from dataclasses import replace

from rules.referee.script.script_lines import TableEdited, TableSet
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, written_footprint, written_snapshot
from rules.table.files.strict_json import Fields, string
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot

POSE = ("x_in", "y_in", "heading_deg", "sigma_in", "heading_sigma_deg", "covariance")
"""What of a move goes into the pose; the rest is the piece's own."""


def laid_out(line: TableSet, *, before: Snapshot | None) -> Snapshot:
    """The table of a line; one without a number gets the next one."""
    if line.numbered or before is None:
        return line.snapshot
    return replace(line.snapshot, number=before.number + 1)


def edited(snapshot: Snapshot, line: TableEdited, *, roster: Roster) -> Snapshot:
    """The next table: pieces taken off and put down, areas laid out."""
    value = written_snapshot(snapshot)
    pieces, areas = _by_id(value["pieces"]), _by_id(value["terrain"])
    for name in line.take:
        if name not in pieces:
            raise BadInputError("take", expected=f"one of {_known(pieces)}", got=repr(name)[:60])
        del pieces[name]
    for change in line.move:
        name = string(change.get("id"), "move.id")
        pieces[name] = _moved(pieces.get(name) or _from_roster(name, roster), change)
    for area in line.terrain:
        areas[string(area.get("id"), "terrain.id")] = area
    value |= {
        "pieces": list(pieces.values()),
        "terrain": list(areas.values()),
        "number": snapshot.number + 1,
    }
    return read_snapshot(value, "")


def _by_id(found: object) -> dict[str, Mapping[str, object]]:
    assert isinstance(found, list)
    return {str(each["id"]): each for each in found}


def _known(pieces: Mapping[str, object]) -> str:
    return ", ".join(pieces) or "no piece at all"


def _from_roster(name: str, roster: Roster) -> Mapping[str, object]:
    """A piece that was not on the table yet, as the army list has it."""
    for entry in roster.entries:
        if entry.id == name:
            return {
                "id": entry.id,
                "side": entry.side,
                "kind": entry.kind,
                "footprint": written_footprint(entry.footprint),
            }
    known = ", ".join(entry.id for entry in roster.entries)
    raise BadInputError(
        "move.id", expected=f"a piece of the table or the roster: {known}", got=repr(name)[:60]
    )


def _moved(piece: Mapping[str, object], change: Mapping[str, object]) -> Mapping[str, object]:
    """A piece after a change; what the change does not name stays as it was."""
    fields = Fields(dict(change), "move")
    given = {name for name in ("id", "state", "face", *POSE) if fields.has(name)}
    fields.done()
    found = dict(piece)
    at = {name: change[name] for name in POSE if name in given}
    old = found.get("pose")
    pose = dict(old) if isinstance(old, dict) else {}
    if given & {"sigma_in", "heading_sigma_deg"}:
        pose.pop("covariance", None)
    if pose or at:
        found["pose"] = {**pose, **at}
    if "face" in given:
        found["face"] = change["face"]
    if "state" in given:
        found["state"] = change["state"]
    elif at and found.get("state") in {"lost", "hidden", "moving"}:
        found["state"] = "seen"
    if found.get("state") in {None, "seen"}:
        found["age_s"] = 0.0
    if found.get("state") != "declared":
        found["declared_by"] = None
    return found
