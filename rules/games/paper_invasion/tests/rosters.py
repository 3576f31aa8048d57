"""Knows the roster of the print kit, as a game of Paper Invasion has it."""

from importlib import resources

from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_toml
from rules.table.roster import Roster


def printed_roster() -> Roster:
    """The sheet, ten Heroes, thirty-two Enemies, two markers and twelve strips."""
    folder = resources.files("api.examples").joinpath("rosters")
    text = folder.joinpath("paper-invasion.toml").read_text(encoding="utf-8")
    return roster_from_toml(text, others=PRINTING)
