"""Knows the sheet with everybody's hit points, which nobody keeps but the software (PC-OBJ-10)."""

from typing import Final

from rules.games.papercraft.state import State, Unit

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
            str(row["unit"]), str(row["name"]), str(row["side"]),
            f"{row['hp']}/{row['printed_hp']}", str(row["points"]), str(row["note"]),
        )
        for row in sheet_rows(state)
    ]  # fmt: skip
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines) + "\n"
