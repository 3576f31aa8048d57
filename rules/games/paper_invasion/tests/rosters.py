"""Knows the roster of the print kit, as a game of Paper Invasion has it."""

from importlib import resources

from rules.table.printed import PRINTING
from rules.table.roster import Roster, roster_from_toml


def printed_roster() -> Roster:
    """The sheet, ten Heroes, thirty-two Enemies, two markers and twelve strips."""
    folder = resources.files("api.examples").joinpath("rosters")
    text = folder.joinpath("paper-invasion.toml").read_text(encoding="utf-8")
    return roster_from_toml(text, others=PRINTING)
