"""Knows which battles the golden ones are, and writes their scripts anew.

A script is what people did and said, so that a change of the rules shows in the log and the text of
the same battle. Run `python -m tests.rules.games.papercraft.golden_scripts` only to have other
battles; `python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

import json
import random
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rules.games.papercraft import GAME
from rules.games.papercraft.test_samples import TWO_TO_ONE, sample
from rules.referee.game import Refusal
from rules.referee.script import FORMAT
from rules.table.roster import Entry
from rules.table.shapes import Rectangle
from rules.table.snapshot import Piece, Snapshot
from rules.table.snapshot_json import written_snapshot
from rules.table.units import plain
from tests.rules.games.driver import Sample, Step, play_sample
from tests.rules.games.papercraft.armies import roster, rows
from tests.rules.games.papercraft.players import Players

GOLDEN: Final = Path(__file__).parents[4] / "rules" / "games" / "papercraft" / "golden"
TIME: Final = "2026-11-21T19:00:00Z"
MOST: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """A battle that is kept."""

    sample: Sample
    seed: int
    title: str


BATTLES: Final = {
    "duel": Golden(
        title="A duel of two small armies",
        sample=sample(
            "duel",
            roster(
                rows("Red", "seal_captain", "inkbow_company", "miguel"),
                rows("Blue", "black_bear_guard", "ninja_assassin", "hollow_queen"),
            ),
            mover=Players(bold=1.0),
            army_total=200,
            side=24,
            table_w_in=24,
            table_d_in=24,
            victory="rounds",
            rounds=6,
        ),
        seed=5,
    ),
    "two_against_one": Golden(
        title="Two against one",
        sample=sample(
            "two against one",
            roster(
                rows("Red", "quill_spears", "seal_captain", player="Rangers", army_total=100),
                rows(
                    "Red", "blot_caster", "inkbow_company", letter="U", player="Raiders",
                    army_total=100,
                ),
                rows("Blue", "warmachine_otoro", "windshear_primal", army_total=200),
            ),
            mover=Players(bold=1.0),
            seats=TWO_TO_ONE,
            side=24,
            table_w_in=24,
            table_d_in=24,
            victory="points_share",
            victory_share=60,
        ),
        seed=2,
    ),
}  # fmt: skip


def script(golden: Golden, *, seed: int) -> list[str]:
    """The lines of a battle's script: whoever sits there, what lies there, what is done."""
    lines: list[dict[str, object]] = [
        _opening(golden.sample),
        {"note": golden.title},
        {"snapshot": written_snapshot(replace(golden.sample.snapshot, pieces=()))},
    ]
    last = golden.sample.snapshot

    def watch(step: Step) -> None:
        nonlocal last
        if isinstance(step.decision, Refusal):
            return
        moves, taken = _moves(last, step.moved.snapshot)
        last = step.moved.snapshot
        if moves or taken:
            edit: dict[str, object] = {"move": moves} if moves else {}
            lines.append(edit | ({"take": taken} if taken else {}))
        body = GAME.commands.write(step.command.body)
        lines.append({"seat": step.command.author, "command": body})

    played = play_sample(GAME, as_kept(golden), rng=random.Random(seed), steps=MOST, watch=watch)
    assert played.result is not None, f"expected an end within {MOST} commands"
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def as_kept(golden: Golden) -> Sample:
    """Players who attack whenever they can, and never give up."""
    weights = {**golden.sample.weights, "concede": 0.0, "attack": 8.0, "use_ability": 6.0}
    return replace(golden.sample, weights=weights)


def _opening(found: Sample) -> dict[str, object]:
    standard = {option.name: option.default for option in GAME.option_schema}
    chosen = {
        name: value
        for name, value in found.setup.options.values.items()
        if value != standard.get(name, value)
    }
    return {
        "format": FORMAT,
        "game": GAME.slug,
        "time": TIME,
        "seats": [{"name": s.name, "sides": list(s.sides)} for s in found.setup.seats],
        "options": chosen,
        "roster": [_row(each) for each in found.setup.roster.entries],
    }


def _row(each: Entry) -> dict[str, object]:
    outline = each.footprint
    assert isinstance(outline, Rectangle)
    size = f"rectangle {plain(outline.length)} x {plain(outline.width)}"
    row = {"id": each.id, "side": each.side, "kind": each.kind, "footprint": size}
    return row | {name: value for name, value in each.extra.items() if value}


def _moves(before: Snapshot, after: Snapshot) -> tuple[list[dict[str, object]], list[str]]:
    """What was put down or moved, and what was taken off."""
    changed = [piece for piece in after.pieces if before.piece(piece.id) != piece]
    moves = [_move(piece) for piece in changed if piece.pose is not None]
    return moves, [piece.id for piece in changed if piece.pose is None]


def _move(piece: Piece) -> dict[str, object]:
    assert piece.pose is not None
    pose = piece.pose
    move: dict[str, object] = {"id": piece.id, "state": str(piece.state)}
    move |= {"face": piece.face} if piece.face else {}
    return move | {"x_in": pose.x, "y_in": pose.y, "heading_deg": pose.heading}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, golden in BATTLES.items():
        lines = script(golden, seed=golden.seed)
        (GOLDEN / f"{name}.script.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"wrote {name}.script.jsonl, {len(lines)} lines\n")


if __name__ == "__main__":
    main()
