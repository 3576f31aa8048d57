"""Serves an event: its addresses, who may use them, and what changes as it changes."""
