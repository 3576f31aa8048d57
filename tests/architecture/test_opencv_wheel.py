"""Which OpenCV wheel the set-up leaves installed, on machines played by a fake Python."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.architecture.sources import REPOSITORY

pytestmark = pytest.mark.long

ORDINARY, HEADLESS = "opencv-python", "opencv-python-headless"
NO_LIBGL = "libGL.so.1: cannot open shared object file: No such file or directory"

# Plays `python -I -c <probe>` and `python -m pip ...` from what machine.json says of the machine.
FAKE_PYTHON = """
import json, os, signal, sys
from pathlib import Path

file = Path(__file__).with_name("machine.json")
machine = json.loads(file.read_text())
wheels, arguments = machine["wheels"], sys.argv[1:]
if arguments[:2] == ["-I", "-c"]:
    if machine["crashes"]:
        os.kill(os.getpid(), signal.SIGSEGV)
    # Files of the wheel that was installed last are in place.
    error = machine["errors"].get(list(wheels)[-1]) if wheels else "No module named 'cv2'"
    print(json.dumps({"wheels": wheels, "error": error}))
elif arguments[:2] == ["-m", "pip"]:
    machine["pip"].append(" ".join(arguments[2:]))
    names = [argument for argument in arguments[3:] if not argument.startswith("-")]
    if arguments[2] == "uninstall":
        for name in names:
            del wheels[name]
    elif machine["offline"]:
        file.write_text(json.dumps(machine))
        sys.exit("no connection")
    else:
        wheels.update(name.split("==") for name in names)
    file.write_text(json.dumps(machine))
else:
    sys.exit(f"the fake interpreter does not know {arguments}")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    wheels: dict[str, str]
    errors: dict[str, str]
    """What `import cv2` raises with the files of a wheel in place; it works with the others."""
    crashes: bool = False
    offline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    status: int
    said: str
    wheels: dict[str, str]
    pip: list[str]


def settle(folder: Path, machine: Machine) -> Outcome:
    state = folder / "machine.json"
    state.write_text(
        json.dumps(
            {
                "wheels": machine.wheels,
                "errors": machine.errors,
                "crashes": machine.crashes,
                "offline": machine.offline,
                "pip": [],
            }
        )
    )
    (folder / "fake.py").write_text(FAKE_PYTHON)
    python = folder / "python"
    # No #! line of its own, as such a line cannot name a Python in a folder with a space.
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder}/fake.py" "$@"\n')
    python.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-I", REPOSITORY / ".ci" / "opencv_wheel.py", python],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    after = json.loads(state.read_text())
    return Outcome(
        status=done.returncode, said=done.stderr, wheels=after["wheels"], pip=after["pip"]
    )


def test_a_wheel_that_works_is_left_alone(tmp_path: Path) -> None:
    outcome = settle(tmp_path, Machine(wheels={ORDINARY: "5.0.0.93"}, errors={}))
    assert outcome.status == 0
    assert outcome.pip == []
    assert outcome.said == "umpire: OpenCV 5.0.0.93 works\n"


@pytest.mark.parametrize("library", ["libGL.so.1", "libgthread-2.0.so.0", "libxcb.so.1"])
def test_a_missing_desktop_library_brings_the_headless_wheel_of_the_same_version(
    tmp_path: Path, library: str
) -> None:
    error = NO_LIBGL.replace("libGL.so.1", library)
    outcome = settle(tmp_path, Machine(wheels={ORDINARY: "4.14.0.94"}, errors={ORDINARY: error}))
    assert outcome.status == 0
    assert outcome.wheels == {HEADLESS: "4.14.0.94"}
    assert outcome.pip == [
        "uninstall --quiet --yes opencv-python",
        "install --quiet --no-deps opencv-python-headless==4.14.0.94",
    ]
    assert f"as {library} is missing here" in outcome.said


def test_of_two_wheels_the_ordinary_one_stays_where_it_works(tmp_path: Path) -> None:
    both = {HEADLESS: "4.14.0.94", ORDINARY: "5.0.0.93"}
    outcome = settle(tmp_path, Machine(wheels=both, errors={}))
    assert outcome.status == 0
    assert outcome.wheels == {ORDINARY: "5.0.0.93"}
    # Removing either would take the other's files along, so both go first.
    assert outcome.pip[0] == "uninstall --quiet --yes opencv-python opencv-python-headless"


def test_of_two_wheels_the_headless_one_stays_where_the_other_does_not_work(
    tmp_path: Path,
) -> None:
    both = {HEADLESS: "4.14.0.94", ORDINARY: "5.0.0.93"}
    outcome = settle(tmp_path, Machine(wheels=both, errors={ORDINARY: NO_LIBGL}))
    assert outcome.status == 0
    assert outcome.wheels == {HEADLESS: "5.0.0.93"}


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        (
            Machine(wheels={ORDINARY: "5.0.0.93"}, errors={ORDINARY: "No module named 'numpy'"}),
            "got: No module named 'numpy'",
        ),
        (
            Machine(
                wheels={ORDINARY: "5.0.0.93"},
                errors={ORDINARY: NO_LIBGL, HEADLESS: "libz.so.1: cannot open shared object file"},
            ),
            "got: libz.so.1: cannot open",
        ),
        (
            Machine(wheels={ORDINARY: "5.0.0.93"}, errors={}, crashes=True),
            "got: `import cv2` ended the interpreter: exit status -11",
        ),
        (
            Machine(wheels={ORDINARY: "5.0.0.93"}, errors={ORDINARY: NO_LIBGL}, offline=True),
            "expected `pip install --quiet --no-deps opencv-python-headless==5.0.0.93` to work",
        ),
        (Machine(wheels={}, errors={}), "got: No module named 'cv2'"),
    ],
    ids=["other reason", "headless too", "crash", "offline", "no wheel"],
)
def test_what_cannot_be_mended_is_said(tmp_path: Path, machine: Machine, reason: str) -> None:
    outcome = settle(tmp_path, machine)
    assert outcome.status == 1
    assert reason in outcome.said
    assert "Traceback" not in outcome.said


def test_the_remedy_is_one_line_to_type(tmp_path: Path) -> None:
    broken = Machine(wheels={HEADLESS: "5.0.0.93"}, errors={HEADLESS: NO_LIBGL})
    outcome = settle(tmp_path, broken)
    assert outcome.pip == []
    typed = [line.strip() for line in outcome.said.splitlines() if line.startswith("    ")]
    assert len(typed) == 1
    assert typed[0].startswith(("sudo apt install ", f"{tmp_path / 'python'} -m pip install "))
