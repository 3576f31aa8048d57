"""Makes units that shoot as a test needs them to, and measures their ranges."""

from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.phases import decide
from rules.games.papercraft.profiles import AttackRecord, DamageType, SecondaryType
from rules.games.papercraft.tests.table_play import HOST, Battle, Put, profile_of, put
from rules.referee.toolkit.dice import dice_from
from rules.referee.toolkit.game import Command, Refusal
from rules.table.units import Inches


def attack(
    *, kind: DamageType = DamageType.PIERCE, range_in: float = 18, bonus: int = 2, dice: str = "2D6"
) -> AttackRecord:
    """A ranged attack as an example needs it."""
    return AttackRecord(
        id="x",
        name="X",
        types=(kind,),
        melee=False,
        range=Inches(range_in),
        hit_bonus=bonus,
        damage=dice_from(dice, ""),
    )


def shooter(at: tuple[float, float], kind: SecondaryType, **record: object) -> Put:
    unit_type = {"Infantry": "inkbow_company", "Character": "seal_captain"}[str(kind)]
    made = profile_of(unit_type, attacks=(attack(**record),))  # type: ignore[arg-type]
    return put("A", unit_type, at, profile=made)


def range_of(game: Battle, target: str = "B") -> float | None:
    """The measured range of a shot that is allowed, or None."""
    body = Attack(unit="A", attack="x", target=target)
    found = decide(game.state, Command(author=HOST, body=body), game.snapshot)
    return None if isinstance(found, Refusal) else found[0].evidence[0].value


INFANTRY, CHARACTER = SecondaryType.INFANTRY, SecondaryType.CHARACTER
