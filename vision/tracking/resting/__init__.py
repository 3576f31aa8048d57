"""Knows tags at rest ever more surely, and notices that one creeps."""
