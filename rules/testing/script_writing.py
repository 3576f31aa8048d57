"""Writes the script of a golden battle: what people did and said, line by line.

A script is kept so that a change of the rules shows in the log and the text of the same battle.
A game's `golden_scripts` says which battles these are; running it writes other ones.
"""

import json
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rules.referee.script.script_lines import FORMAT
from rules.referee.toolkit.game import Game, Refusal
from rules.table.files.snapshot_json import written_snapshot
from rules.table.roster import Entry
from rules.table.shapes import Disc, Rectangle
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import plain
from rules.testing.driver import Sample, Step, play_sample
from rules.testing.golden import golden_folder

TIME: Final = "2026-11-21T19:00:00Z"
MOST: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """A battle that is kept."""

    sample: Sample
    seed: int
    title: str
    weights: Mapping[str, float] = field(default_factory=dict)
    """How likely kinds of commands are where they differ from the sample's."""


def script(game: Game, golden: Golden) -> list[str]:
    """The lines of a battle's script: whoever sits there, what lies there, what is done."""
    begin = golden.sample.snapshot
    placed = tuple(piece for piece in begin.pieces if piece.pose is not None)
    lines: list[dict[str, object]] = [
        _opening(golden.sample, game=game),
        {"note": golden.title},
        {"snapshot": written_snapshot(replace(begin, pieces=placed))},
    ]
    last = begin

    def watch(step: Step) -> None:
        nonlocal last
        if isinstance(step.decision, Refusal):
            return
        lines.extend(_touched(last, step.moved.snapshot))
        last = step.moved.snapshot
        body = game.commands.write(step.command.body)
        lines.append({"seat": step.command.author, "command": body})

    rng = random.Random(golden.seed)
    played = play_sample(game, as_kept(golden), rng=rng, steps=MOST, watch=watch)
    assert played.result is not None, f"expected an end within {MOST} commands"
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def as_kept(golden: Golden) -> Sample:
    """Players who do what makes a battle worth reading, and never give up."""
    weights = {**golden.sample.weights, "concede": 0.0, **golden.weights}
    return replace(golden.sample, weights=weights)


def _opening(found: Sample, *, game: Game) -> dict[str, object]:
    standard = {option.name: option.default for option in game.option_schema}
    chosen = {
        name: value
        for name, value in found.setup.options.values.items()
        if value != standard.get(name, value)
    }
    return {
        "format": FORMAT,
        "game": game.slug,
        "time": TIME,
        "seats": [{"name": s.name, "sides": list(s.sides)} for s in found.setup.seats],
        "options": chosen,
        "roster": [_row(each) for each in found.setup.roster.entries],
    }


def _row(each: Entry) -> dict[str, object]:
    outline = each.footprint
    size = "disc 1"
    if isinstance(outline, Disc):
        size = f"disc {plain(outline.radius * 2)}"
    elif isinstance(outline, Rectangle):
        size = f"rectangle {plain(outline.length)} x {plain(outline.width)}"
    row = {"id": each.id, "side": each.side, "kind": each.kind, "footprint": size}
    return row | {name: value for name, value in each.extra.items() if value}


def _touched(before: Snapshot, after: Snapshot) -> list[dict[str, object]]:
    """What was put down, moved or taken off, as one line; no line where nothing was."""
    changed = [piece for piece in after.pieces if before.piece(piece.id) != piece]
    moves = [_move(piece) for piece in changed if piece.pose is not None]
    taken = [piece.id for piece in changed if piece.pose is None]
    line: dict[str, object] = ({"move": moves} if moves else {}) | (
        {"take": taken} if taken else {}
    )
    return [line] if line else []


def _move(piece: Piece) -> dict[str, object]:
    assert piece.pose is not None
    move: dict[str, object] = {"id": piece.id, "state": str(piece.state)}
    move |= {"face": piece.face} if piece.face else {}
    pose = piece.pose
    return move | {"x_in": pose.x, "y_in": pose.y, "heading_deg": pose.heading}


def write_scripts(game: Game, battles: Mapping[str, Golden]) -> None:
    """Write the script of each battle into the game's folder."""
    folder = golden_folder(game.slug)
    folder.mkdir(exist_ok=True)
    for name, golden in battles.items():
        lines = script(game, golden)
        (folder / f"{name}.script.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"wrote {name}.script.jsonl, {len(lines)} lines\n")
