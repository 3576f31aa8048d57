"""Measures printed kits in path-traced pictures, which share no code with what they judge."""
