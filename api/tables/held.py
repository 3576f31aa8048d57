"""What is known of a table that is moved by hand at one moment, and how it is written down."""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, written_snapshot
from rules.table.files.strict_json import Fields, items, parse, string, whole
from rules.table.snapshot import Snapshot, Terrain

FORMAT: Final = "paper-umpire/hand-table/1"
LONGEST: Final = 8_000_000
"""Letters; a hundred times a crowded table."""
_DIGEST: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFollowed:
    """The ruling that pieces were moved for last."""

    battle: str
    last: int
    """How many entries the battle had with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldTable:
    """Everything that is known of the table at one moment."""

    snapshot: Snapshot
    drafts: tuple[Terrain, ...] = ()
    """Terrain that will count as it is here, once somebody confirms it."""
    locked: bool = False
    follows: RulingFollowed | None = None
    edits: int = 0
    """How often it was changed: of two that are kept the greater is the later one."""

    @property
    def order(self) -> tuple[int, int]:
        """By this the later one of two is found; older files count no edits."""
        return self.edits, self.snapshot.number


def held_text(held: HeldTable) -> str:
    """The table as a file has it."""
    drafts = replace(held.snapshot, terrain=held.drafts)
    value = {
        "format": FORMAT,
        "snapshot": written_snapshot(held.snapshot),
        "drafts": written_snapshot(drafts)["terrain"],
        "locked": held.locked,
        "edits": held.edits,
    }
    if held.follows is not None:
        value["follows"] = {"battle": held.follows.battle, "last": held.follows.last}
    return json.dumps(value, ensure_ascii=False)


def read_held(text: str) -> HeldTable:
    """The table of a file; a BadInputError says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadInputError("table", expected=f"at most {LONGEST:,} letters", got="more")
    fields = Fields(parse(text, what="table"), "")
    fields.must("format", _format)
    snapshot = fields.must("snapshot", read_snapshot)
    drafts = fields.must("drafts", items)
    locked = fields.must("locked", lambda value, _where: value is True)
    follows = fields.may("follows", _followed, default=None)
    edits = fields.may("edits", whole, default=0)
    fields.done()
    laid = read_snapshot({**written_snapshot(snapshot), "terrain": drafts}, "")
    return HeldTable(
        snapshot=snapshot, drafts=laid.terrain, locked=locked, follows=follows, edits=edits
    )


def sealed_text(held: HeldTable) -> str:
    """The same with its hash before it, for a file that may be damaged and mended."""
    text = held_text(held)
    return f"{sha256(text.encode()).hexdigest()} {text}"


def read_sealed(sealed: str) -> HeldTable | None:
    """What was sealed; None where it is not what its hash says, or no table."""
    digest, text = sealed[:_DIGEST], sealed[_DIGEST + 1 :]
    if sha256(text.encode(errors="surrogatepass")).hexdigest() != digest:
        return None
    try:
        return read_held(text)
    except BadInputError:
        return None


def _followed(value: object, where: str) -> RulingFollowed:
    fields = Fields(value, where)
    found = RulingFollowed(battle=fields.must("battle", string), last=fields.must("last", whole))
    fields.done()
    return found


def _format(value: object, where: str) -> None:
    if value != FORMAT:
        raise BadInputError(where, expected=repr(FORMAT), got=repr(value)[:60])
