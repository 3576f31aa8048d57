"""Holds tables that the second edition can be played on, and how players behave there."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.tests.armies import OPEN_GROUND, SIDE, box
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, OPTIONS, PINCERS, RECONNAISSANCE
from rules.games.paper_tigers_2.tests.armies import army, line, random_army
from rules.games.paper_tigers_2.tests.players import blurred, hands, told
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Entry, Roster
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Inches
from rules.testing.driver import Mover, Sample

WEIGHTS: Final = MappingProxyType(
    {
        "concede": 0.0005,
        "name_objective": 0.3,
        "pass": 0.05,
        "decline": 0.05,
        "board": 0.5,
        "amend": 0.0,
        "accept_table": 0.0,
        "fire": 2.0,
        "close_combat": 3.0,
        "take_cover": 0.6,
        "take_flames": 0.3,
        "break_off": 0.05,
    }
)
TWO_SEATS: Final = (Seat(name="Red", sides=("Red",)), Seat(name="Blue", sides=("Blue",)))
ALONE: Final = (Seat(name="Red", sides=("Red", "Blue")),)
FOUR: Final = tuple(
    Seat(name=name, sides=(side,))
    for name, side in (
        ("Rangers", "Red"),
        ("Raiders", "Red"),
        ("Brigade", "Blue"),
        ("Battery", "Blue"),
    )
)
GROUND: Final = (
    *OPEN_GROUND,
    box("D1", "road", at=(22, 0), size=(2, 48)),
    box("K1", "bunker", at=(4, 8), size=(4, 3)),
    box("K2", "trench", at=(36, 36), size=(6, 2)),
    box("V1", "water", at=(13, 12), size=(5, 3)),
)
MIXED: Final = (
    "light tank + rapid fire + rivets",
    "heavy tank + unreliable + armour skirts",
    "infantry + machine gun + tough",
    "infantry + mortar + suicide assault",
    "towed gun + howitzer",
    "halftrack + open top",
    "transport",
)
FOOT: Final = (
    "infantry + suicide assault",
    "improved infantry",
    "infantry + machine gun",
    "infantry + tough",
)
SCOUTS: Final = ("armoured car", "light transport", "light armoured car", "light transport")
TANKS: Final = ("medium tank + two guns", "light tank + fast", "heavy tank + open top")
OTHERS: Final = (
    "improved medium tank + death trap",
    "tank destroyer + hell on wheels + weak running gear",
    "self-propelled gun + improved gun/fire",
    "improved infantry + stealthy",
    "scouts",
    "light towed gun",
    "light armoured car + engine fire",
    "light transport",
)


def sample(
    name: str,
    entries: Sequence[Entry],
    *,
    mover: Mover = hands,
    terrain: tuple[Terrain, ...] = GROUND,
    seats: tuple[Seat, ...] = TWO_SEATS,
    **options: object,
) -> Sample:
    """A battle on a table of 48 by 48 inches."""
    snapshot = Snapshot(
        table=TableSize(width=Inches(SIDE), depth=Inches(SIDE)),
        pieces=tuple(
            Piece(
                id=each.id,
                footprint=each.footprint,
                pose=Pose(x=Inches(SIDE / 2), y=Inches(SIDE / 2)),
                side=each.side,
                kind=each.kind,
                state=PieceState.LOST if each.kind == "slip" else PieceState.SEEN,
            )
            for each in entries
        ),
        terrain=terrain,
        number=1,
    )
    setup = Setup(
        seats=seats,
        roster=Roster(entries=tuple(entries)),
        options=options_from(OPTIONS, options),
    )
    return Sample(name=name, setup=setup, snapshot=snapshot, mover=mover, weights=WEIGHTS)


def historical_sample(number: int, *, count: int = 6) -> Sample:
    """Two armies of random nations."""
    seed = f"armies {number}"
    red, blue = (random_army(side, count=count, seed=seed) for side in ("Red", "Blue"))
    return sample(f"historical armies {number}", (*red, *blue))


SAMPLES: Final[tuple[Sample, ...]] = (
    sample("two players", (*army("Red", MIXED), *army("Blue", OTHERS))),
    historical_sample(1),
    historical_sample(2, count=4),
    sample("alone", (*army("Red", MIXED[:4]), *army("Blue", OTHERS[:5])), seats=ALONE),
    sample(
        "four players",
        (
            *army("Red", MIXED[:3], letter="R", force="Rangers"),
            *army("Red", MIXED[3:6], letter="U", force="Raiders"),
            *army("Blue", OTHERS[:3], letter="B", force="Brigade"),
            *army("Blue", OTHERS[3:6], letter="Y", force="Battery"),
        ),
        seats=FOUR,
        decks="per_side",
    ),
    sample(
        "other agreements",
        (*army("Red", MIXED), *army("Blue", OTHERS)),
        two_card_initiative="sum",
        deal_mode="block",
        lethal_base="modified",
        lethal_save="per_success",
        best_of_two_armour="worst_of_two",
        td_keep="worst",
        min_action_dice=0,
        road_die_counts=False,
        reroll_subset="all_or_one",
        indirect_facing="front",
        gun_class_on_mg=True,
        indirect_suppress_armour="one_card",
        mortar_chain="recursive",
        chain_on="unsaved_hit",
        auto_suppress_save=False,
        rivets_save=False,
        half_base="modified",
        mg_hits_riders=True,
        passenger_lethal="two_hits",
        regroup_exact="up_to",
        regroup_reference="all_enemies",
        cc_damaged_strikes_back=False,
        cc_after_win="return",
        cover_loss="success_only",
        suicide_fail="after_defence",
        follower_targets="supporting_only",
        attacked_strikes_back=False,
        immobile_regroup=True,
        action_choice_time="on_reveal",
        followers_declared="after_roll",
        wrecks="always_burn",
        spotter="fit_friend",
    ),
    sample(
        "without a camera",
        (*army("Red", MIXED), *army("Blue", OTHERS)),
        mover=told,
        action_choice_time="on_reveal",
        allow_decline=False,
    ),
    sample(
        "reconnaissance",
        (
            *army("Red", SCOUTS),
            *army("Blue", ("infantry", "towed gun", "medium tank")),
        ),
        scenario=RECONNAISSANCE,
    ),
    sample(
        "pincers",
        (*army("Red", ("medium tank", "light tank", "heavy tank")), *army("Blue", TANKS)),
        scenario=PINCERS,
        support=True,
    ),
    sample(
        "fog of war",
        (*army("Red", MIXED), *army("Blue", OTHERS)),
        scenario=FOG_OF_WAR,
        terrain=(),
        support=True,
        ace_support="hand",
    ),
    sample(
        "landings and bunkers",
        (
            *army("Red", ("infantry", *MIXED[:2], "light tank + amphibious")),
            line("RA", side="Red", kind="infantry", traits=("airborne", "machine gun")),
            line("RG", side="Red", kind="glider"),
            line("RL", side="Red", kind="infantry", arrives=1),
            *army("Blue", (*OTHERS[:3], "infantry + airborne + mortar", "infantry + anti-air")),
        ),
        landings=True,
        support=True,
    ),
    sample(
        "infantry close together",
        (*army("Red", FOOT), *army("Blue", FOOT)),
        scenario="patrols",
    ),
    sample("blurred", (*army("Red", MIXED), *army("Blue", OTHERS)), mover=blurred),
)
