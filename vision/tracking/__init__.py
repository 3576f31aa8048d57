"""Knows how pieces are followed from frame to frame: seen, moving, settled, hidden, lost."""
