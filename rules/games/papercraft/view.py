"""Shows what a seat may know of a battle: built up field by field. Nothing here is secret.

Hit points are the software's alone (PC-OBJ-10): they stand here, and on the sheet to print.
"""

from collections.abc import Mapping
from typing import Final

from rules.games.papercraft.abilities import called
from rules.games.papercraft.armies import shown_profile
from rules.games.papercraft.asks import about
from rules.games.papercraft.chapters.moving import PutQuestion
from rules.games.papercraft.profiles import START_ZONE
from rules.games.papercraft.state import Outcome, Phase, Player, State, Unit
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, DiceQuestion, shown_dice
from rules.referee.toolkit.spots import shown_spot, shown_strip
from rules.referee.toolkit.vocabulary import kind_of

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
            {"seat": ask.seat, "player": ask.who, "purpose": kind_of(ask.question)}
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
    question = ask.question
    unit, other = (*about(ask), "", "")[:2]
    return {
        "id": ask.id,
        "player": ask.who,
        "kind": question.answered_by,
        "purpose": kind_of(question),
        "clause": ask.clause,
        "says": ask.says,
        "unit": unit,
        "other": other,
        **shown_dice(question.dice if isinstance(question, DiceQuestion) else None),
        "choices": list(question.choices) if isinstance(question, ChoiceQuestion) else [],
        "inches": question.inches if isinstance(question, PutQuestion) else 0.0,
    }


def _outcome(outcome: Outcome) -> Shown:
    return {"winner": outcome.winner, "how": outcome.how, "says": outcome.says}


HEAD: Final = ("unit", "what it is", "side", "HP", "points", "what becomes of it")


def sheet_rows(state: State) -> list[dict[str, object]]:
    """A row a unit, army by army."""
    return [
        {
            "unit": unit.id,
            "name": unit.profile.name,
            "player": player.name,
            "side": unit.side,
            "hp": max(unit.hp, 0),
            "printed_hp": unit.profile.hp,
            "points": unit.profile.points,
            "note": note_of(unit),
        }
        for player in state.players
        for unit in state.army(player.name)
    ]


def note_of(unit: Unit) -> str:
    """What is to be known of a unit beside its hit points."""
    notes = [] if unit.alive else [f"{unit.fate}, killed by {unit.killed_by or 'agreement'}"]
    notes += [f"held by {unit.held_by}"] if unit.held_by else []
    notes += [f"in {unit.inside}"] if unit.inside else []
    notes += [f"{each.kind} by {each.by}" for each in unit.statuses]
    return "; ".join(notes)


def sheet_text(state: State) -> str:
    """The sheet as a text to print: columns as wide as what stands in them."""
    rows = [HEAD] + [
        (
            str(row["unit"]),
            str(row["name"]),
            str(row["side"]),
            f"{row['hp']}/{row['printed_hp']}",
            str(row["points"]),
            str(row["note"]),
        )
        for row in sheet_rows(state)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines) + "\n"
