"""Knows which games the golden ones are, and writes their scripts anew.

A script is what people did and said, so that a change of the rules shows in the log and the text of
the same game. Run `python -m rules.games.tossing_tiger.tests.golden_scripts` only to have other
games; `python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.animals import ANIMALS
from rules.games.tossing_tiger.deck import KIND, ROSTER_SCHEMA, STARTER
from rules.games.tossing_tiger.tests.samples import sample, seats
from rules.referee.script.script_lines import FORMAT
from rules.referee.toolkit.game import Refusal
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows
from rules.table.files.snapshot_json import written_snapshot
from rules.table.roster import Roster
from rules.testing.driver import Sample, Step, play_sample

GOLDEN: Final = Path(__file__).parent / "golden"
TIME: Final = "2026-11-21T19:00:00Z"
MOST: Final = 2_000


def rows() -> list[dict[str, object]]:
    """The starter deck as a roster, with a row for each animal and one for each Rooster."""
    found: dict[str, dict[str, object]] = {}
    for card in STARTER.cards.values():
        animal = ANIMALS[card.animal]
        if card.dawn:
            words = {"animal": "rooster", "dawn_rule": card.dawn, "rooster_change": card.change}
            found[card.id] = {"id": card.id, "kind": KIND, **words}
        else:
            found[card.animal] = {"id": card.animal, "kind": KIND, "count": animal.copies}
    return list(found.values())


DECK: Final[Roster] = roster_from_rows(rows(), columns=ROSTER_SCHEMA, others=PRINTING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """A game that is kept."""

    sample: Sample
    seed: int
    title: str


GAMES: Final = MappingProxyType(
    {
        "duel": Golden(
            title="Two players with all animals and a Rooster now and then",
            sample=sample("duel", sitting=seats(2), roster=DECK, more_animals=True, dawndojo=True),
            seed=4,
        ),
        "five_at_once": Golden(
            title="Five players, two wars at once, and the fewest strengths win",
            sample=sample(
                "five at once",
                sitting=seats(5),
                roster=DECK,
                simulwars=True,
                highscore=True,
                decline_once=True,
            ),
            seed=3,
        ),
        "two_teams": Golden(
            title="Two teams, their birds, and the war pile",
            sample=sample(
                "two teams",
                sitting=seats(4, teams=2),
                roster=DECK,
                fight_together=True,
                more_animals=True,
            ),
            seed=2,
        ),
    }
)


def script(golden: Golden) -> list[str]:
    """The lines of a game's script: who sits there, and what is said."""
    lines: list[dict[str, object]] = [
        _opening(golden.sample),
        {"note": golden.title},
        {"snapshot": written_snapshot(golden.sample.snapshot)},
    ]

    def watch(step: Step) -> None:
        assert not isinstance(step.decision, Refusal), step.decision
        body = GAME.commands.write(step.command.body)
        lines.append({"seat": step.command.author, "command": body})

    rng = random.Random(golden.seed)
    played = play_sample(GAME, golden.sample, rng=rng, steps=MOST, watch=watch)
    assert played.result is not None, f"expected an end within {MOST} commands"
    return [json.dumps(line, ensure_ascii=False) for line in lines]


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
        "roster": rows(),
    }


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        lines = script(golden)
        (GOLDEN / f"{name}.script.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"wrote {name}.script.jsonl, {len(lines)} lines\n")


if __name__ == "__main__":
    main()
