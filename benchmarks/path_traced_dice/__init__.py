"""Rolls drawn by a path tracer, for `umpire dice check`."""
