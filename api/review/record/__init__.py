"""Reads what a battle file has on record and judges it again."""
