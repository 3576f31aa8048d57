"""Knows how the umpire shows what it can: a battle on a synthetic table, seen, played and told."""
