"""Follows pieces from frame to frame: seen, moving, settled, hidden, lost."""
