"""Tables that the game can be played on, and how players behave there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.initial import OPTIONS
from rules.games.tossing_tiger.tests.hands import hands
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from rules.testing.driver import Mover, Sample

WEIGHTS: Final = MappingProxyType({"mark_lane": 0.0})


def seats(count: int, *, teams: int = 0) -> tuple[Seat, ...]:
    """So many players, each with a side of their own, or in so many teams."""
    names = ("Host", "Guest", "Stranger", "Rangers", "Raiders", "Scouts")[:count]
    sides = ("Red", "Blue", "Green", "Gold", "Grey", "White")
    return tuple(
        Seat(name=name, sides=(sides[at % teams if teams else at],))
        for at, name in enumerate(names)
    )


ALONE: Final = (Seat(name="Host", sides=("Red", "Blue")),)


def sample(
    name: str,
    *,
    sitting: tuple[Seat, ...],
    roster: Roster | None = None,
    mover: Mover = hands,
    weights: Mapping[str, float] = WEIGHTS,
    **options: object,
) -> Sample:
    """A game on an empty table."""
    table = TableSize(width=Inches(36.0), depth=Inches(24.0))
    return Sample(
        name=name,
        setup=Setup(
            seats=sitting,
            roster=Roster(entries=()) if roster is None else roster,
            options=options_from(OPTIONS, options),
        ),
        snapshot=Snapshot(table=table, number=1),
        mover=mover,
        weights=weights,
    )


SAMPLES: Final[tuple[Sample, ...]] = (
    sample("two players", sitting=seats(2)),
    sample(
        "all animals, with highscore",
        sitting=seats(3),
        more_animals=True,
        dawndojo=True,
        highscore=True,
        decline_once=True,
    ),
    sample(
        "several wars at once",
        sitting=seats(5),
        simulwars=True,
        dawndojo=True,
        sim_end="at_once",
        end_tie="most_strengths",
    ),
    sample(
        "two teams",
        sitting=seats(5, teams=2),
        fight_together=True,
        more_animals=True,
        dawndojo=True,
    ),
    sample(
        "other agreements",
        sitting=ALONE,
        more_animals=True,
        dawndojo=True,
        end_check="any_moment",
        end_tie="last_attacker",
        use_all_cards=False,
        layout_order="defender_first",
        actions_optional=True,
        reroll_triggers=False,
        forced_conflict="last_action",
        majority="more_than_half",
        spoil_pick="free_look",
        max_rerolls=1,
        turtle_timing="strict_order",
        none_is_lost=True,
        bull_mode="next_rolled",
        chameleon_source="opponent",
        rooster_default="always_loses",
        empty_place="defender_chooses",
        empty_draw="reshuffle",
        earlier_basis="ever_rolled",
        spoil_open=True,
        double_rooster="same_battle",
        dawn_number_one="legal",
    ),
)
