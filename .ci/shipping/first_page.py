"""Counts the seconds from installing the wheel to its page, in an environment of its own."""

import argparse
import re
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Final

from shipping.wheel import build_wheel

MOST_S: Final = 60.0
ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+/")


def first_page(wheel: Path, *, python: str, folder: Path) -> tuple[float, float]:
    """Seconds until it is installed, and until its page was read."""
    began = time.monotonic()
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    programs = folder / "venv" / "bin"
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([str(programs / "pip"), "install", *quiet, str(wheel)], check=True)
    installed = time.monotonic() - began
    asked = ["serve", "--no-open", "--port", "0", "--battles", str(folder / "battles")]
    with subprocess.Popen(
        [str(programs / "umpire"), *asked], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as served:
        try:
            told = "" if served.stderr is None else served.stderr.readline()
            found = ADDRESS.search(told)
            if found is None:
                raise SystemExit(f"expected an address, got {told!r}")
            urllib.request.urlopen(found.group()).read()
        finally:
            served.terminate()
    return installed, time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="python3", help="the interpreter to install into")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="umpire-first-") as made:
        wheel, _ = build_wheel(Path(made) / "dist")
        installed, read = first_page(wheel, python=asked.python, folder=Path(made))
        print(f"{asked.python}: installed after {installed:.0f} s, the page after {read:.0f} s")
        smoke = subprocess.run([f"{made}/venv/bin/umpire", "smoketest"], cwd=made, check=False)
    if smoke.returncode != 0 or read > MOST_S:
        raise SystemExit(f"expected the page within {MOST_S:g} s and a smoke test that passes")


if __name__ == "__main__":
    main()
