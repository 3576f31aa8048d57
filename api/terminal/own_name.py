"""Says what people type to start this program once more."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

NAME: Final = "umpire"


def own_name() -> str:
    """Its name, or where it was started from if it is not found by that."""
    started = sys.argv[0]
    is_itself = Path(started).stem == NAME
    return shlex.quote(started) if is_itself and not shutil.which(NAME) else NAME
