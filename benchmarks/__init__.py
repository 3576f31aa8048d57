"""Measures how fast, exact and honest the umpire is, each figure beside a peer in the same run."""

import os

# As `api` does for the program: numpy reads it once, when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
