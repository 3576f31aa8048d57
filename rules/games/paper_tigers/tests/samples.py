"""Holds tables that Paper Tigers can be played on, and how players behave there."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.battle_options import HIGH_GROUND, OPTIONS, PATROLS, WITHDRAWAL
from rules.games.paper_tigers.initial import MARKERS
from rules.games.paper_tigers.tests.armies import (
    BIG_HILL,
    OPEN_GROUND,
    RIVER,
    SIDE,
    army,
    box,
    entry,
    renamed,
)
from rules.games.paper_tigers.tests.players import INWARD, blurred, hands, on_edge, standing, told
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Entry, Roster
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Inches
from rules.testing.driver import Mover, Sample

__all__ = [
    "INWARD",
    "SAMPLES",
    "SIDE",
    "SLIPS",
    "army",
    "box",
    "hands",
    "is_unit",
    "on_edge",
    "sample",
    "standing",
]

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
    }
)
"""Players who come to fight: they seldom give up, pass or leave a card unused."""
TWO_SEATS: Final = (Seat(name="Red", sides=("Red",)), Seat(name="Blue", sides=("Blue",)))
MIXED: Final = ("tank", "tank", "squad", "squad", "gun", "truck", "halftrack")
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
FOUR_ARMIES: Final = (
    *army("Red", ("tank", "squad", "truck"), force="Rangers"),
    *renamed(army("Red", ("tank", "gun"), force="Raiders"), "R", new="U"),
    *army("Blue", ("tank", "squad", "halftrack"), force="Brigade"),
    *renamed(army("Blue", ("armoured_car", "squad"), force="Battery"), "B", new="Y"),
)
TWO: Final = (*army("Red", MIXED), *army("Blue", MIXED))
SQUADS: Final = ("squad",) * 4
SMALL: Final = ("tank", "squad", "jeep", "gun")
STANDBY: Final = tuple(
    entry(f"{side[0]}9", side=side, kind="jeep", bonus=True) for side in ("Red", "Blue")
)
"""Of these one may be added for the hill that the other side holds."""
SLIPS: Final = tuple(entry(f"slip{k}", side="Blue", kind="slip") for k in range(9))


def loose(side: str, *, squads: int) -> list[Entry]:
    """Squads of four loose figures each."""
    return [
        entry(f"{side[0]}S{k}{figure}", side=side, kind="squad", unit=f"{side[0]}S{k}")
        for k in range(1, squads + 1)
        for figure in "abcd"
    ]


def is_unit(each: Entry) -> bool:
    """Whether an entry is a model that fights."""
    return each.kind not in MARKERS


def _piece_of(each: Entry) -> Piece:
    """A piece that waits in the middle until somebody puts it down; a slip is in its box."""
    pose = Pose(x=Inches(SIDE / 2), y=Inches(SIDE / 2))
    state = PieceState.LOST if each.kind == "slip" else PieceState.SEEN
    return Piece(
        id=each.id, footprint=each.footprint, pose=pose, side=each.side, kind=each.kind, state=state
    )


def sample(
    name: str,
    entries: Sequence[Entry],
    *,
    mover: Mover = hands,
    terrain: tuple[Terrain, ...] = OPEN_GROUND,
    seats: tuple[Seat, ...] = TWO_SEATS,
    **options: object,
) -> Sample:
    """A battle on a table of 48 by 48 inches."""
    snapshot = Snapshot(
        table=TableSize(width=Inches(SIDE), depth=Inches(SIDE)),
        pieces=tuple(_piece_of(each) for each in entries),
        terrain=terrain,
        number=1,
    )
    setup = Setup(
        seats=seats,
        roster=Roster(entries=tuple(entries)),
        options=options_from(OPTIONS, options),
    )
    return Sample(name=name, setup=setup, snapshot=snapshot, mover=mover, weights=WEIGHTS)


SAMPLES: Final[tuple[Sample, ...]] = (
    sample("two players", TWO),
    sample(
        "clash of patrols",
        (*army("Red", (*SQUADS, "tank"), late=1), *army("Blue", (*SQUADS, "tank"), late=1)),
        scenario=PATROLS,
    ),
    sample("high ground", (*TWO, *STANDBY), terrain=BIG_HILL, scenario=HIGH_GROUND),
    sample("withdrawal", TWO, terrain=RIVER, scenario=WITHDRAWAL),
    sample("alone", (*TWO, *SLIPS), seats=ALONE),
    sample("four players", FOUR_ARMIES, seats=FOUR, decks="per_side"),
    sample(
        "other agreements",
        TWO,
        assign_first="card_roll_winner",
        shuffle_cadence="per_deck",
        short_deal="reshuffle_now",
        pick_order="alternate",
        action_choice_time="on_reveal",
        allow_decline=False,
        assign_pass_is_final=False,
        remainder_mode="unit_by_unit",
        recovery_order="simultaneous",
        followers_declared="after_roll",
        chain_measured="after_leader",
        follow_identity="predecessor_in_chain",
        wrecks="always_burn",
        los_roll_scope="per_turn",
        dismount_direction="random",
        friendly_fire=True,
        tie_play_on="by_consent",
        saved_at_reshuffle="return",
    ),
    sample("without a camera", TWO, mover=told, pivot_cost=1.0, stop_on_exit=True),
    sample(
        "small and blurred",
        (*army("Red", SMALL), *loose("Red", squads=1), *army("Blue", SMALL)),
        mover=blurred,
        small_game_basis="each_turn",
        membership_test="any_overlap",
        cover_membership="majority_of_figures",
        gun_cover=1,
        own_area_blocks=True,
        models_block_los=True,
        hill_overlook=True,
        range_metric="edge",
        proximity_metric="centre",
        carrier_destroyed="also_destroyed",
        dismount_exact=False,
        leader_failure_blocks=True,
        deck_end_trigger="all_discarded",
        pick_order="higher_roll_first",
    ),
    sample(
        "patrols on the march",
        (*army("Red", SQUADS), *army("Blue", (*SQUADS, "halftrack"), late=1)),
        scenario=PATROLS,
        entry_depth="free",
        move_metric="nearest_edge",
        passenger_cover="never",
        damaged_controls=False,
        end_on_wipeout=False,
        overlap_end="free",
        pass_through="everybody",
        victory_target=6,
    ),
    sample(
        "four with one pack",
        FOUR_ARMIES,
        mover=blurred,
        seats=FOUR,
        followers_declared="after_roll",
        dismount_direction="away_from_shooter",
        transports_fire=False,
        wrecks="always_remove",
        multi_deck_tie="suit_then_dice",
        doubt_policy="ask",
        tie_play_on="by_consent",
    ),
)
