"""Lists the golden battles, and writes their scripts anew.

Run `python -m rules.games.paper_tigers.tests.golden_scripts` only to have other battles;
`python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

from typing import Final

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.tests.armies import BIG_HILL, RIVER, army, entry, renamed
from rules.games.paper_tigers.tests.samples import ALONE, FOUR, sample
from rules.testing.script_writing import Golden, write_scripts

FIRING: Final = {"fire": 6.0}
"""Players who fire whenever they can."""
FEW: Final = ("tank", "squad", "gun")
_FOUR_ARMIES: Final = (
    *army("Red", ("tank", "squad"), force="Rangers"),
    *renamed(army("Red", ("tank", "gun"), force="Raiders"), "R", new="U"),
    *army("Blue", ("tank", "squad"), force="Brigade"),
    *renamed(army("Blue", ("armoured_car", "squad"), force="Battery"), "B", new="Y"),
)
_SLIPS: Final = tuple(entry(f"slip{k}", side="Blue", kind="slip") for k in range(1, 6))

BATTLES: Final = {
    "two_players_high_ground": Golden(
        title="A fight for the high ground",
        sample=sample(
            "high ground",
            (*army("Red", (*FEW, "halftrack")), *army("Blue", FEW)),
            terrain=BIG_HILL,
            scenario=HIGH_GROUND,
        ),
        weights=FIRING,
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
        weights=FIRING,
        seed=65,
    ),
    "alone": Golden(
        title="A battle of somebody who plays alone, against slips of paper",
        sample=sample("alone", (*army("Red", FEW), *army("Blue", FEW), *_SLIPS), seats=ALONE),
        weights={**FIRING, "use_slips": 50.0, "board": 0.1},
        seed=61,
    ),
    "four_players": Golden(
        title="Four players with a pack for each side",
        sample=sample("four players", _FOUR_ARMIES, seats=FOUR, decks="per_side"),
        weights=FIRING,
        seed=13,
    ),
}

if __name__ == "__main__":
    write_scripts(GAME, BATTLES)
