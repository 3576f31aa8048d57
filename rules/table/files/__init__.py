"""Reads and writes what stands on a table: rosters, snapshots and terrain, as text."""
