"""Says what people type to start this program once more."""

import shutil
import sys
from typing import Final

NAME: Final = "umpire"


def own_name() -> str:
    """As it is found by its name alone, or else as it was started now."""
    return NAME if shutil.which(NAME) else sys.argv[0]
