"""Tables that Paper Invasion can be played on, and how players behave there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.initial import OPTIONS
from rules.games.paper_invasion.tests.players import Players, hands
from rules.games.paper_invasion.tests.rosters import printed_roster
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.roster import Roster
from rules.table.snapshot import Piece, PieceState, Snapshot, TableSize
from rules.table.units import Inches
from rules.testing.driver import Mover, Sample

WEIGHTS: Final = MappingProxyType(
    {
        "give_up": 0.0003,
        "set_control": 0.01,
        "remember_words": 0.2,
        "deal_enemies": 3.0,
        "confirm_board": 6.0,
        "set_wall": 0.3,
        "join_rooms": 0.05,
        "leave_out": 0.02,
        "cut_room": 0.05,
        "name_room": 0.2,
        "take_board": 0.2,
        "settle_doubt": 3.0,
        "kill": 12.0,
        "finish": 0.3,
        "use_item": 0.5,
        "loot": 2.0,
        "grab": 2.0,
        "trigger_event": 0.3,
        "seal": 0.3,
    }
)
"""Players who come to play: they seldom mend a board that is right, and seldom give up."""
BOTH: Final = ("Heroes", "Enemies")
ALONE: Final = (Seat(name="Host", sides=BOTH),)
TWO: Final = (Seat(name="Host", sides=("Heroes",)), Seat(name="Guest", sides=("Enemies",)))
TOGETHER: Final = (Seat(name="Host", sides=BOTH), Seat(name="Guest", sides=BOTH))
THREE: Final = (
    Seat(name="Host", sides=("heroes",)),
    Seat(name="Guest", sides=("heroes",)),
    Seat(name="Stranger", sides=("enemies",)),
)


def sample(
    name: str,
    *,
    seats: tuple[Seat, ...] = ALONE,
    mover: Mover = hands,
    roster: Roster | None = None,
    weights: Mapping[str, float] = WEIGHTS,
    **options: object,
) -> Sample:
    """A game on a sheet with every token still in its box."""
    found = roster or Roster(entries=())
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
    table = TableSize(width=Inches(16.0), depth=Inches(12.0))
    return Sample(
        name=name,
        setup=Setup(seats=seats, roster=found, options=options_from(OPTIONS, options)),
        snapshot=Snapshot(table=table, pieces=pieces, number=1),
        mover=mover,
        weights=weights,
    )


SAMPLES: Final[tuple[Sample, ...]] = (
    sample("alone against the script", enemy_control="script"),
    sample("one against one", seats=TWO),
    sample(
        "each for oneself",
        seats=THREE,
        mover=Players(mode="cut_throat"),
        mode="last_survivor",
        extra_events="any_time",
        event_pick="player",
    ),
    sample(
        "other agreements",
        seats=TOGETHER,
        enemy_control="alternating",
        slot_reduce="keep_10",
        slot6="enemy_ties",
        outer_walls="open",
        heroes_outside=True,
        outside_moves="one_zone",
        outside_reach="attached_room",
        action_order="move_first",
        hero_must_act=False,
        enemy_must_move=False,
        kill_partial="not_allowed",
        seal_outer=True,
        item_cost="action",
        item_on_grab="loot_again",
        shover_walls="openings_only",
        sniper_outside=True,
        dodger_scope="holder",
        trigger_a="exactly_two",
        trigger_b="one_could_not",
        reinforce_at="inside",
        paper_thin="any_barrier",
        flamer_total="three_each",
        koolaid_depth="one_step",
        item_same_turn=False,
        enemies_leave=True,
    ),
    sample(
        "own tables",
        mover=Players(own_tables=True),
        action_order="action_first",
        item_cost="any_time",
        trigger_a="at_set_up",
        reinforce_at="event_room",
    ),
    sample(
        "the roster of the print kit",
        roster=printed_roster(),
        mover=Players(camera=True),
        seats=TWO,
        enemies_leave=True,
    ),
)
