"""Knows what a seat may know of a battle: built up field by field. Nothing here is secret.

Hit points are the software's alone (PC-OBJ-10): they stand here, and on the sheet to print.
"""

from collections.abc import Mapping

from rules.games.papercraft.abilities import called
from rules.games.papercraft.profiles import START_ZONE
from rules.games.papercraft.sheet import sheet_rows
from rules.games.papercraft.state import Outcome, Player, State, Unit
from rules.games.papercraft.unit_views import shown_profile
from rules.games.papercraft.vocabulary import Ask, Phase
from rules.referee.toolkit.answers import shown_dice
from rules.referee.toolkit.spots import shown_spot
from rules.referee.toolkit.strips import shown_strip

Shown = dict[str, object]


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    return {
        "phase": str(state.phase),
        "turn": state.turn,
        "round": state.round,
        "active": state.active,
        "order": list(state.order),
        "ready": list(state.ready),
        "sides": [{"name": side, "seats": list(state.seats_of(side))} for side in state.sides],
        "players": [_player(state, player) for player in state.players],
        "units": [_unit(state, unit) for unit in state.units.values()],
        "sheet": sheet_rows(state),
        "asks": [_ask(ask) for ask in state.asks if ask.seat == seat],
        "waits_for": [
            {"seat": ask.seat, "player": ask.player, "purpose": str(ask.purpose)}
            for ask in state.asks
            if ask.seat != seat
        ],
        "zones": _zones(state),
        "outcome": None if state.outcome is None else _outcome(state.outcome),
    }


def _zones(state: State) -> list[Shown]:
    """PC-SET-07: where everybody begins, for as long as somebody has still to be put down."""
    if state.phase is not Phase.DEPLOY:
        return []
    return [
        shown_strip(f"{name} begins here", edge=str(edge), depth=START_ZONE)
        for name, edge in state.edges.items()
    ]


def _player(state: State, player: Player) -> Shown:
    living = [unit for unit in state.army(player.name) if unit.alive]
    return {
        "name": player.name,
        "seat": player.seat,
        "side": player.side,
        "army_total": player.total,
        "edge": str(state.edges.get(player.name, "")),
        "to_place": [unit.id for unit in state.to_place(player.name)],
        "points_left": sum(unit.profile.points for unit in living),
        "turns": state.turns.get(player.name, 0),
    }


def _unit(state: State, unit: Unit) -> Shown:
    return {
        "id": unit.id,
        "player": unit.player,
        "side": unit.side,
        **shown_profile(unit.profile),
        "hp": unit.hp,
        "fate": str(unit.fate),
        "killed_by": unit.killed_by,
        "spot": None if unit.spot is None else shown_spot(unit.spot),
        "on_table": unit.on_table,
        "inside": unit.inside,
        "held_by": unit.held_by,
        "walked_in": unit.walked,
        "moved": unit.moved,
        "attacks_made": [{"attack": attack, "target": on} for attack, on in unit.attacks],
        "ability_used": unit.ability_used,
        "spent": [called(each) for each in unit.spent],
        "lasting": [
            {"kind": str(each.kind), "turn": each.turn, "by": each.by} for each in unit.statuses
        ],
        "empowered": state.empowered(unit),
    }


def _ask(ask: Ask) -> Shown:
    return {
        "id": ask.id,
        "player": ask.player,
        "kind": str(ask.kind),
        "purpose": str(ask.purpose),
        "clause": ask.clause,
        "says": ask.says,
        "unit": ask.unit,
        "other": ask.other,
        **shown_dice(ask.dice),
        "choices": list(ask.choices),
        "inches": ask.inches,
    }


def _outcome(outcome: Outcome) -> Shown:
    return {"winner": outcome.winner, "how": outcome.how, "says": outcome.says}
