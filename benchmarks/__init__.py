"""Knows how fast, how exact and how honest the umpire is, each beside a peer in the same run."""
