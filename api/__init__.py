"""Starts the referee and answers what it is asked; only here are sockets and databases opened."""

import os
from typing import Final

# The matrices of one tag are small: threads wait for one another longer than they work, and on a
# computer that is busy with other things a look takes several times as long. numpy reads this once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

DISTRIBUTION: Final = "paper-umpire"
"""What `api.provenance` reads to know that this package is ours and no namesake."""
