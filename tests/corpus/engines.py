"""Starts engines for tests: the second one, and small ones that misbehave."""

import shlex
import sys
from pathlib import Path

SECOND = f"exec:{shlex.quote(sys.executable)} -m tests.corpus.second_engine"


def misbehaving(folder: Path, body: str) -> str:
    """An engine that does this with each case, `asked`; `answer` prints a JSON value."""
    place = folder / "engine.py"
    place.write_text(
        "import json, sys, time\n"
        "def answer(value):\n"
        "    print(json.dumps(value), flush=True)\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n" + "".join(f"    {each}\n" for each in body.splitlines())
    )
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(place))}"
