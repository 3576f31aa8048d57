"""Leaves installed, of OpenCV's two wheels, exactly the one that works on this machine.

The ordinary wheel needs libraries of a desktop; the headless one does not. They share the folder
`cv2`, so with both installed the last one wins and removing either removes the other's files.
"""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

ORDINARY = "opencv-python"
HEADLESS = "opencv-python-headless"

# Runs in the interpreter that is asked, as a crash of the import must not take this program along.
PROBE = """
import json
from importlib import metadata

wheels = {}
for name in ("opencv-python", "opencv-python-headless"):
    try:
        wheels[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
try:
    import cv2
    error = None
except ImportError as failure:
    error = str(failure)
print(json.dumps({"wheels": wheels, "error": error}))
"""

MISSING_LIBRARY = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")


class OpenCvError(Exception):
    """OpenCV cannot be made to work here; the message is for the person at the keyboard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    wheels: dict[str, str]
    error: str | None
    """Why `import cv2` fails, None where it works."""

    @property
    def missing_library(self) -> str | None:
        found = MISSING_LIBRARY.search(self.error or "")
        return found.group(1) if found else None


def look(python: str) -> State:
    done = subprocess.run([python, "-I", "-c", PROBE], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
        return State(wheels={}, error=f"`import cv2` ended the interpreter: {reason[0]}")
    answer = json.loads(done.stdout)
    return State(wheels=answer["wheels"], error=answer["error"])


def _pip(python: str, *arguments: str) -> None:
    done = subprocess.run([python, "-m", "pip", *arguments], check=False)
    if done.returncode != 0:
        raise OpenCvError(
            f"expected `pip {' '.join(arguments)}` to work, got exit status {done.returncode}"
        )


def replace(python: str, old: State, *, wheel: str, version: str) -> State:
    """Leave `wheel` as the only OpenCV and look again."""
    _pip(python, "uninstall", "--quiet", "--yes", *sorted(old.wheels))
    _pip(python, "install", "--quiet", "--no-deps", f"{wheel}=={version}")
    return look(python)


def settle(python: str) -> str:
    """Make `import cv2` work with one wheel installed, and say in a sentence what it took."""
    state = look(python)
    said = "OpenCV {} works"
    if len(state.wheels) > 1:
        # The environment was brought up to date after an earlier switch to the headless wheel.
        state = replace(python, state, wheel=ORDINARY, version=state.wheels[ORDINARY])
    library = state.missing_library
    if library is not None and list(state.wheels) == [ORDINARY]:
        state = replace(python, state, wheel=HEADLESS, version=state.wheels[ORDINARY])
        said = f"OpenCV {{}} works as the headless wheel, as {library} is missing here"
    if state.error is not None:
        raise OpenCvError(
            f"expected `import cv2` to work in {python}, got: {state.error}\n"
            f"type this, then try again:\n\n    {_remedy(python)}\n"
        )
    if len(state.wheels) != 1:
        raise OpenCvError(
            f"expected one of {ORDINARY} and {HEADLESS} in {python}, got {sorted(state.wheels)}"
        )
    return said.format(*state.wheels.values())


def _remedy(python: str) -> str:
    if shutil.which("apt-get") is not None:
        return "sudo apt install libgl1 libglib2.0-0 libxcb1"
    return f"{python} -m pip install --force-reinstall {ORDINARY}"


def main(arguments: list[str]) -> int:
    python = arguments[0] if arguments else sys.executable
    try:
        print(f"umpire: {settle(python)}", file=sys.stderr)
    except OpenCvError as failure:
        print(f"umpire: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
