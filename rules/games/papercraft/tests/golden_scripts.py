"""Lists the golden battles, and writes their scripts anew.

Run `python -m rules.games.papercraft.tests.golden_scripts` only to have other battles;
`python -m tests.regenerate` writes logs and texts from the scripts as they are.
"""

from typing import Final

from rules.games.papercraft import GAME
from rules.games.papercraft.tests.armies import roster, rows
from rules.games.papercraft.tests.players import Players
from rules.games.papercraft.tests.samples import TWO_TO_ONE, sample
from rules.testing.script_writing import Golden, write_scripts

ATTACKING: Final = {"attack": 8.0, "use_ability": 6.0}
"""Players who attack whenever they can."""

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
        weights=ATTACKING,
        seed=5,
    ),
    "two_against_one": Golden(
        title="Two against one",
        sample=sample(
            "two against one",
            roster(
                rows("Red", "quill_spears", "seal_captain", player="Rangers", army_total=100),
                rows(
                    "Red",
                    "blot_caster",
                    "inkbow_company",
                    letter="U",
                    player="Raiders",
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
        weights=ATTACKING,
        seed=2,
    ),
}


if __name__ == "__main__":
    write_scripts(GAME, BATTLES)
