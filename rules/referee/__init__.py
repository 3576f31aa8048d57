"""Knows how any game is refereed: commands, rulings, events, corrections, proposals and the log."""
