"""Referees any game: commands, rulings, events, corrections, proposals and the log."""
