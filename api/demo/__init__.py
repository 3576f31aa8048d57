"""Demonstrates the umpire: a battle on a synthetic table, seen, played and told."""
