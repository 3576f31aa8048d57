"""Tables that Papercraft can be played on, and how players behave there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.options import OPTIONS
from rules.games.papercraft.tests.armies import printed_roster, roster, row, rows
from rules.games.papercraft.tests.players import Players, blurred, hands, told
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Roster
from rules.table.snapshot import Piece, PieceState, Snapshot, TableSize, Terrain
from rules.table.units import Inches
from rules.testing.driver import Mover, Sample

WEIGHTS: Final = MappingProxyType(
    {
        "concede": 0.0005,
        "end_movement": 0.7,
        "end_turn": 0.4,
        "attack": 4.0,
        "use_ability": 2.0,
        "enter": 0.5,
        "leave": 0.2,
    }
)
"""Players who come to fight: they seldom give up, and attack with all they have."""
TWO: Final = (Seat(name="Host", sides=("Red",)), Seat(name="Guest", sides=("Blue",)))
ALONE: Final = (Seat(name="Host", sides=("Red", "Blue")),)
TWO_TO_ONE: Final = (
    Seat(name="Rangers", sides=("Red",)),
    Seat(name="Raiders", sides=("Red",)),
    Seat(name="Guest", sides=("Blue",)),
)
THREE: Final = (
    Seat(name="Host", sides=("Red",)),
    Seat(name="Guest", sides=("Blue",)),
    Seat(name="Stranger", sides=("Green",)),
)
WALL: Final = Terrain(
    id="wall",
    kind="wall",
    outline=tuple((Inches(x), Inches(y)) for x, y in ((15, 17), (21, 17), (21, 18), (15, 18))),
)


def sample(
    name: str,
    found: Roster,
    *,
    mover: Mover = hands,
    seats: tuple[Seat, ...] = TWO,
    side: float = 36.0,
    terrain: tuple[Terrain, ...] = (),
    weights: Mapping[str, float] = WEIGHTS,
    **options: object,
) -> Sample:
    """A battle on a square table, with every square still in its box."""
    pieces = tuple(
        Piece(
            id=entry.id,
            footprint=entry.footprint,
            pose=None,
            side=entry.side,
            kind=entry.kind,
            state=PieceState.LOST,
        )
        for entry in found.entries
    )
    table = TableSize(width=Inches(side), depth=Inches(side))
    chosen = options_from(OPTIONS, {"army_total": 1000, **options})
    return Sample(
        name=name,
        setup=Setup(seats=seats, roster=found, options=chosen),
        snapshot=Snapshot(table=table, pieces=pieces, terrain=terrain, number=1),
        mover=mover,
        weights=weights,
    )


GUARD: Final = rows(
    "Red", "quill_spears", "inkbow_company", "seal_captain", "blot_caster", "ballista_cart"
)
COURT: Final = rows(
    "Blue", "dust_wraiths", "paper_ghouls", "lantern_wisp", "moth_rider", "hollow_queen"
)
PAGES: Final = (
    "stefanos_foot_soldiers",
    "will_o_wights",
    "warmachine_otoro",
    "miguel",
    "windshear_primal",
    "shrine_of_protection",
)
MORE_PAGES: Final = (
    "savage_berserkers",
    "ninja_assassin",
    "black_bear_guard",
    "organ_house",
    "longbowmen",
    "miguel",
    "windshear_primal",
)
HOMEMADE: Final = (
    row(
        "R9",
        "hat_maker",
        side="Red",
        kind="character",
        footprint="square 1",
        points=30,
        primary_type="Magic",
        hp=9,
        movement_in=8,
        dodge_bonus=1,
        armour="None",
        attacks="pin: Pierce, melee, +1, 1D6",
        abilities="tip_the_hat",
    ),
)

SAMPLES: Final[tuple[Sample, ...]] = (
    sample("two players", roster(GUARD, COURT)),
    sample(
        "units that were found",
        roster(rows("Red", *PAGES), rows("Blue", *MORE_PAGES)),
        side=40,
        victory="rounds",
        rounds=12,
    ),
    sample(
        "two against one",
        roster(
            rows("Red", "quill_spears", "seal_captain", player="Rangers", army_total=200),
            rows(
                "Red", "inkbow_company", "wax_warden", letter="U", player="Raiders", army_total=200
            ),
            rows("Blue", *PAGES[:4], army_total=400),
        ),
        seats=TWO_TO_ONE,
        team_order="team_together",
        victory="points_share",
        victory_share=60,
    ),
    sample(
        "other agreements",
        roster(rows("Red", *MORE_PAGES[1:4], "great_moth"), rows("Blue", *PAGES[2:])),
        mover=blurred,
        side=40,
        victory="rounds",
        rounds=15,
        terrain=(WALL,),
        terrain_mode="impassable_and_blocking",
        zone_rule="centre",
        order_tie="seat_order",
        move_metric="front_corners",
        pass_friends=True,
        pivot_counts=False,
        range_fail_costs=True,
        corpses_block="yes",
        min_damage="one",
        ability_los="as_attacks",
        friendly_fire=True,
        infantry_mix="same_only",
        half_rounding="up",
        power_duration="until_own_turn",
        heal_cap="unlimited",
        titan_corpse="passable",
        building_death="passable",
        melee_reach_in=1.0,
        borderline_policy="ask",
    ),
    sample(
        "without a camera",
        roster(rows("Red", *MORE_PAGES[:4]), rows("Blue", *MORE_PAGES[3:])),
        mover=told,
        seats=ALONE,
        victory="rounds",
        rounds=12,
        move_metric="edge_reach",
        on_corpse_ok=False,
        min_damage="heal",
        building_death="removed",
        infantry_front="per_unit",
        corpses_block="large_only",
    ),
    sample("the roster of the print kit", printed_roster(), mover=blurred, seats=TWO),
    sample(
        "three armies",
        roster(
            [*rows("Red", "quill_spears", "gilded_colossus"), *HOMEMADE],
            rows("Blue", "moth_rider", "web_spitter", "cocoon_shrine"),
            rows("Green", "lantern_wisp", "miguel", "press_tower", army_total=250),
        ),
        mover=Players(bold=0.5),
        seats=THREE,
        edge_plan="one_each",
        victory="rounds",
        rounds=4,
        doubt_policy="allow",
        terrain=(WALL,),
        terrain_mode="impassable",
    ),
)
