"""Chooses the golden battles of the second edition, and writes their scripts anew.

Run `python -m rules.games.paper_tigers_2.tests.golden_scripts` only to have other battles;
`python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

from typing import Final

from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.golden_scripts import FIRING
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.battle_options import PINCERS
from rules.games.paper_tigers_2.tests.armies import army, line, listed
from rules.games.paper_tigers_2.tests.samples import sample
from rules.games.paper_tigers_2.units.catalogue import historical
from rules.testing.script_writing import Golden, write_scripts

FIELDS: Final = (
    box("W1", "woods", at=(6, 20), size=(6, 6)),
    box("W2", "woods", at=(34, 22), size=(6, 5)),
    box("B1", "building", at=(18, 26), size=(3, 3)),
    box("B2", "building", at=(28, 18), size=(3, 3)),
    box("H1", "hill", at=(38, 30), size=(6, 6)),
    box("D1", "road", at=(23, 0), size=(2, 48)),
    box("K1", "bunker", at=(6, 6), size=(5, 4)),
    box("K2", "trench", at=(36, 38), size=(6, 2)),
)


ALLIES: Final = (
    listed("R1", side="Red", model=historical()["USA", "M4 Sherman"]),
    listed("R2", side="Red", model=historical()["Great Britain", "Sherman Firefly"]),
    listed("R3", side="Red", model=historical()["USA", "Regulars"], traits=("mortar",)),
    listed(
        "R4",
        side="Red",
        model=historical()["USA", "Airborne or Rangers"],
        traits=("airborne", "machine gun"),
    ),
    line("R5", side="Red", kind="glider"),
    line("R6", side="Red", kind="light towed gun", arrives=1),
    listed("R7", side="Red", model=historical()["USA", "M8 Greyhound"]),
)
GERMANS: Final = (
    listed("B1", side="Blue", model=historical()["Germany", "Panther G"]),
    listed("B2", side="Blue", model=historical()["Germany", "Sturmgeschutz III (late)"]),
    listed(
        "B3", side="Blue", model=historical()["Germany", "SS grenadiers"], traits=("machine gun",)
    ),
    listed("B4", side="Blue", model=historical()["Germany", "Militia"]),
    line("B5", side="Blue", kind="towed gun", traits=("howitzer",)),
    listed("B6", side="Blue", model=historical()["Germany", "Truck"]),
)

BATTLES: Final = {
    "normandy": Golden(
        title="Normandy: everything that the second edition has, in one battle",
        sample=sample("normandy", (*ALLIES, *GERMANS), terrain=FIELDS, landings=True, support=True),
        seed=66,
        weights={**FIRING, "close_combat": 20.0, "board": 1.0, "name_objective": 0.05},
    ),
    "pincers": Golden(
        title="A small fight in the pincers",
        sample=sample(
            "pincers",
            (
                *army("Red", ("medium tank + rivets", "light tank + fast")),
                *army("Blue", ("heavy tank + unreliable", "medium tank + death trap")),
            ),
            terrain=FIELDS[:5],
            scenario=PINCERS,
        ),
        seed=71,
        weights={**FIRING, "close_combat": 20.0, "name_objective": 0.05},
    ),
}


if __name__ == "__main__":
    write_scripts(GAME, BATTLES)
