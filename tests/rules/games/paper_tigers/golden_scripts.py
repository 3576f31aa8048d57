"""Knows which battles the golden ones are, and writes their scripts anew.

A script is what people did and said, so that a change of the rules shows in the log and the text of
the same battle. Run `python -m tests.rules.games.paper_tigers.golden_scripts` only to have other
battles; `python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

import json
import random
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.test_samples import ALONE, FOUR, sample
from rules.referee.game import Game, Refusal
from rules.referee.script import FORMAT
from rules.table.roster import Entry
from rules.table.shapes import Disc, Rectangle
from rules.table.snapshot import Piece, Snapshot
from rules.table.snapshot_json import written_snapshot
from rules.table.units import plain
from tests.rules.games.driver import Sample, Step, play_sample
from tests.rules.games.paper_tigers.armies import BIG_HILL, RIVER, army, entry, renamed

GOLDEN: Final = Path(__file__).parents[4] / "rules" / "games" / "paper_tigers" / "golden"
TIME: Final = "2026-11-21T19:00:00Z"
MOST: Final = 2_000

FEW: Final = ("tank", "squad", "gun")
_FOUR_ARMIES: Final = (
    *army("Red", ("tank", "squad"), force="Rangers"),
    *renamed(army("Red", ("tank", "gun"), force="Raiders"), "R", new="U"),
    *army("Blue", ("tank", "squad"), force="Brigade"),
    *renamed(army("Blue", ("armoured_car", "squad"), force="Battery"), "B", new="Y"),
)
_SLIPS: Final = tuple(entry(f"slip{k}", side="Blue", kind="slip") for k in range(1, 6))


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """A battle that is kept."""

    sample: Sample
    seed: int
    title: str
    weights: dict[str, float] = field(default_factory=dict)


BATTLES: Final = {
    "two_players_high_ground": Golden(
        title="A fight for the high ground",
        sample=sample(
            "high ground",
            (*army("Red", (*FEW, "halftrack")), *army("Blue", FEW)),
            terrain=BIG_HILL,
            scenario=HIGH_GROUND,
        ),
        seed=39,
    ),
    "two_players_withdrawal": Golden(
        title="A fighting withdrawal over a bridge",
        sample=sample(
            "withdrawal",
            (*army("Red", (*FEW, "truck")), *army("Blue", (*FEW, "truck"))),
            terrain=RIVER,
            scenario=WITHDRAWAL,
        ),
        seed=65,
    ),
    "alone": Golden(
        title="A battle of somebody who plays alone, against slips of paper",
        sample=sample("alone", (*army("Red", FEW), *army("Blue", FEW), *_SLIPS), seats=ALONE),
        weights={"use_slips": 50.0, "board": 0.1},
        seed=61,
    ),
    "four_players": Golden(
        title="Four players with a pack for each side",
        sample=sample("four players", _FOUR_ARMIES, seats=FOUR, decks="per_side"),
        seed=13,
    ),
}


def script(golden: Golden, *, seed: int, game: Game = GAME) -> list[str]:
    """The lines of a battle's script: whoever sits there, what lies there, what is done."""
    lines: list[dict[str, object]] = [
        _opening(golden.sample, game=game),
        {"note": golden.title},
        {"snapshot": written_snapshot(golden.sample.snapshot)},
    ]
    last = golden.sample.snapshot

    def watch(step: Step) -> None:
        nonlocal last
        if isinstance(step.decision, Refusal):
            return
        moves = _moves(last, step.moved.snapshot)
        last = step.moved.snapshot
        if moves:
            lines.append({"move": moves})
        body = game.commands.write(step.command.body)
        lines.append({"seat": step.command.author, "command": body})

    played = play_sample(game, as_kept(golden), rng=random.Random(seed), steps=MOST, watch=watch)
    assert played.result is not None, f"expected an end within {MOST} commands"
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def as_kept(golden: Golden) -> Sample:
    """Players who fire whenever they can, and never give up."""
    weights = {**golden.sample.weights, "concede": 0.0, "fire": 6.0, **golden.weights}
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


def _moves(before: Snapshot, after: Snapshot) -> list[dict[str, object]]:
    changed = [piece for piece in after.pieces if before.piece(piece.id) != piece]
    return [_move(piece) for piece in changed]


def _move(piece: Piece) -> dict[str, object]:
    assert piece.pose is not None
    move: dict[str, object] = {"id": piece.id, "state": str(piece.state)}
    pose = piece.pose
    return move | {"x_in": pose.x, "y_in": pose.y, "heading_deg": pose.heading}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, golden in BATTLES.items():
        lines = script(golden, seed=golden.seed)
        (GOLDEN / f"{name}.script.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"wrote {name}.script.jsonl, {len(lines)} lines\n")


if __name__ == "__main__":
    main()
