"""Knows which games the golden ones are, and writes their scripts anew.

A script is what people did and said, so that a change of the rules shows in the log and the text of
the same game. Run `python -m rules.games.paper_invasion.tests.golden_scripts` only to have other
games; `python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

import json
import random
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.tests.samples import TWO, sample
from rules.referee.script.script_lines import FORMAT
from rules.referee.toolkit.game import Refusal
from rules.table.files.snapshot_json import written_snapshot
from rules.testing.driver import Sample, Step, play_sample

GOLDEN: Final = Path(__file__).parent / "golden"
TIME: Final = "2026-11-21T19:00:00Z"
MOST: Final = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """A game that is kept."""

    sample: Sample
    seed: int
    title: str


GAMES: Final = {
    "alone": Golden(
        title="Alone against the umpire's Enemies",
        sample=sample("alone", enemy_control="script"),
        seed=11,
    ),
    "one_against_one": Golden(
        title="One against one",
        sample=sample("one against one", seats=TWO, seal_outer=True),
        seed=4,
    ),
}


def script(golden: Golden) -> list[str]:
    """The lines of a game's script: whoever sits there, and what is done."""
    found = as_kept(golden.sample)
    lines: list[dict[str, object]] = [
        _opening(found),
        {"note": golden.title},
        {"snapshot": written_snapshot(found.snapshot)},
    ]

    def watch(step: Step) -> None:
        if not isinstance(step.decision, Refusal):
            body = GAME.commands.write(step.command.body)
            lines.append({"seat": step.command.author, "command": body})

    rng = random.Random(golden.seed)
    played = play_sample(GAME, found, rng=rng, steps=MOST, watch=watch)
    assert played.result is not None, f"expected an end within {MOST} commands"
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def as_kept(found: Sample) -> Sample:
    """Players who never give up, and do not mend what is right."""
    barred = dict.fromkeys(
        (
            "give_up",
            "set_control",
            "remember_words",
            "set_wall",
            "name_room",
            "join_rooms",
            "cut_room",
            "leave_out",
        ),
        0.0,
    )
    return replace(found, weights={**found.weights, **barred})


def _opening(found: Sample) -> dict[str, object]:
    standard = {option.name: option.default for option in GAME.option_schema}
    chosen = {
        name: value
        for name, value in found.setup.options.values.items()
        if standard.get(name) != value
    }
    return {
        "format": FORMAT,
        "game": GAME.slug,
        "time": TIME,
        "seats": [{"name": s.name, "sides": list(s.sides)} for s in found.setup.seats],
        "options": chosen,
        "roster": [{"id": "sheet", "kind": "game_sheet"}],
    }


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        place = GOLDEN / f"{name}.script.jsonl"
        place.write_text("\n".join(script(golden)) + "\n", encoding="utf-8")
        sys.stdout.write(f"wrote {place.name}\n")


if __name__ == "__main__":
    main()
