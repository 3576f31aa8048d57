"""What .ci/setup does on machines that fake interpreters play, and once on the real one."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, REPOSITORY

# All that the script may need beside a Python; nothing else is on its PATH.
TOOLS = ("cat", "cksum", "cp", "dirname", "mkdir", "mv", "rm", "sed", "sh")

# Plays every way in which the script calls a Python, and writes down each call.
FAKE_PYTHON = """#!/bin/sh
echo "$*" >>"$FAKE/log"
case "$*" in
    *'print('*) echo VERSION ;;
    *version_info*) exit OLD ;;
    *ensurepip*) exit BARE ;;
    '-m venv .venv') mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    '-m pip --version') ;;
    '-m pip install'*)
        if [ -e "$FAKE/interrupt" ]; then rm "$FAKE/interrupt"; kill -INT 0; fi
        if [ -e "$FAKE/offline" ]; then echo 'no connection' >&2; exit 1; fi ;;
    '-I -') cat >/dev/null; [ ! -e "$FAKE/incomplete" ] ;;
    '-I .ci/opencv_wheel.py') [ ! -e "$FAKE/blind" ] ;;
    *) echo "the fake interpreter does not know $*" >&2; exit 99 ;;
esac
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A checkout and a PATH of its own, in folders with spaces in their names."""

    checkout: Path
    path: Path
    notes: Path

    def add_python(
        self, name: str, *, version: str = "3.13.0", old: bool = False, bare: bool = False
    ) -> None:
        text = FAKE_PYTHON.replace("VERSION", version)
        text = text.replace("OLD", str(int(old))).replace("BARE", str(int(bare)))
        self._add_program(name, text)

    def add_apt(self) -> None:
        self._add_program("apt-get", "#!/bin/sh\nexit 1\n")

    def _add_program(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def happens(self, event: str) -> None:
        (self.notes / event).touch()

    def setup(self, extras: str = "run", **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [".ci/setup", extras],
            cwd=self.checkout,
            env={"PATH": str(self.path), "FAKE": str(self.notes), **settings},
            capture_output=True,
            text=True,
            check=False,
            # So that an interrupt of the whole group does not reach the tests.
            start_new_session=True,
        )

    def steps(self) -> list[str]:
        """The calls since the last look that change something."""
        log = self.notes / "log"
        calls = log.read_text().splitlines() if log.exists() else []
        log.write_text("")
        return [call for call in calls if call.startswith(("-m venv", "-m pip install"))]


VENV = "-m venv .venv"
INSTALL_RUN = "-m pip install --quiet --editable ."
INSTALL_DEV = "-m pip install --quiet --editable .[dev]"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(
        checkout=tmp_path / "my games" / "paper umpire",
        path=tmp_path / "the tools",
        notes=tmp_path / "the notes",
    )
    (made.checkout / ".ci").mkdir(parents=True)
    made.path.mkdir()
    made.notes.mkdir()
    for name in ("setup", "opencv_wheel.py"):
        shutil.copy(REPOSITORY / ".ci" / name, made.checkout / ".ci")
    shutil.copy(REPOSITORY / "pyproject.toml", made.checkout)
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (made.path / tool).symlink_to(found)
    return made


@pytest.fixture
def ready(machine: Machine) -> Machine:
    machine.add_python("python3.13")
    assert machine.setup("dev").returncode == 0
    assert machine.steps() == [VENV, INSTALL_DEV]
    return machine


def test_first_call_shows_a_line_per_step(machine: Machine) -> None:
    machine.add_python("python3.13")
    done = machine.setup("run")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert [line.split("]")[0] for line in done.stderr.splitlines()] == [
        "umpire: [1/3",
        "umpire: [2/3",
        "umpire: [3/3",
        "umpire: ready",
    ]
    assert machine.steps() == [VENV, INSTALL_RUN]


def test_second_call_does_and_says_nothing(ready: Machine) -> None:
    done = ready.setup("dev")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ready.steps() == []


def test_an_environment_for_work_will_do_for_play(ready: Machine) -> None:
    assert ready.setup("run").returncode == 0
    assert ready.steps() == []


def test_an_environment_for_play_is_completed_for_work(machine: Machine) -> None:
    machine.add_python("python3.13")
    machine.setup("run")
    machine.steps()
    assert machine.setup("dev").returncode == 0
    assert machine.steps() == [INSTALL_DEV]


def test_new_dependencies_are_installed_into_the_same_environment(ready: Machine) -> None:
    with (ready.checkout / "pyproject.toml").open("a") as project:
        project.write("# another dependency\n")
    assert ready.setup("dev").returncode == 0
    assert ready.steps() == [INSTALL_DEV]


def test_packages_removed_from_the_environment_are_installed_again(ready: Machine) -> None:
    ready.happens("incomplete")
    assert ready.setup("dev").returncode == 0
    assert ready.steps() == [INSTALL_DEV]


def remove_python(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "python").unlink()


def exchange_python(checkout: Path) -> None:
    python = checkout / ".venv" / "bin" / "python"
    python.write_text(python.read_text().replace("3.13.0", "3.12.9"))


@pytest.mark.parametrize("damage", [remove_python, exchange_python])
def test_an_environment_whose_python_is_gone_or_changed_is_made_anew(
    ready: Machine, damage: Callable[[Path], None]
) -> None:
    damage(ready.checkout)
    assert ready.setup("dev").returncode == 0
    assert ready.steps() == [VENV, INSTALL_DEV]


def test_a_moved_checkout_gets_a_new_environment(ready: Machine) -> None:
    moved = ready.checkout.rename(ready.checkout.with_name("paper umpire 2"))
    after = Machine(checkout=moved, path=ready.path, notes=ready.notes)
    assert after.setup("dev").returncode == 0
    assert after.steps() == [VENV, INSTALL_DEV]


def test_an_interrupted_call_is_not_taken_for_a_finished_one(machine: Machine) -> None:
    machine.add_python("python3.13")
    machine.happens("interrupt")
    assert machine.setup("dev").returncode in {-signal.SIGINT, 128 + signal.SIGINT}
    assert not (machine.checkout / ".venv" / "umpire-setup").exists()
    machine.steps()
    assert machine.setup("dev").returncode == 0
    assert machine.steps()[-1] == INSTALL_DEV


def test_a_failed_installation_is_said_and_not_taken_for_a_finished_one(machine: Machine) -> None:
    machine.add_python("python3.13")
    machine.happens("offline")
    done = machine.setup("run")
    assert done.returncode == 1
    assert "no connection" in done.stderr
    assert "\n    .venv/bin/python -m pip install --editable '.'\n" in done.stderr
    (machine.notes / "offline").unlink()
    assert machine.setup("run").returncode == 0


def test_an_opencv_that_stays_blind_ends_the_set_up(machine: Machine) -> None:
    machine.add_python("python3.13")
    machine.happens("blind")
    assert machine.setup("run").returncode == 1
    assert not (machine.checkout / ".venv" / "umpire-setup").exists()


def test_the_first_python_that_will_do_is_taken(machine: Machine) -> None:
    machine.add_python("python3.13", version="3.13.0", bare=True)
    machine.add_python("python3.12", version="3.12.1")
    machine.add_python("python3", version="3.9.2", old=True)
    assert "making .venv with Python 3.12.1" in machine.setup().stderr


def test_a_shim_that_leads_nowhere_is_passed_over(machine: Machine) -> None:
    (machine.path / "python3.14").write_text("#!/bin/sh\necho 'not installed' >&2\nexit 127\n")
    (machine.path / "python3.14").chmod(0o755)
    machine.add_python("python3")
    assert machine.setup().returncode == 0


def test_a_python_that_is_named_is_taken_and_no_other(machine: Machine) -> None:
    machine.add_python("python3.13")
    machine.add_python("mine", version="3.11.7")
    machine.add_python("ancient", version="3.9.2", old=True)
    assert "with Python 3.11.7" in machine.setup(PYTHON="mine").stderr
    shutil.rmtree(machine.checkout / ".venv")
    refused = machine.setup(PYTHON="ancient")
    assert refused.returncode == 1
    assert "expected Python 3.11 or newer, got 3.9.2" in refused.stderr
    missing = machine.setup(PYTHON="/nowhere/python")
    assert missing.returncode == 1
    assert "PYTHON: expected an interpreter, got /nowhere/python" in missing.stderr
    assert "\n    unset PYTHON\n" in missing.stderr


def test_without_a_python_it_says_what_to_type(machine: Machine) -> None:
    machine.add_apt()
    done = machine.setup()
    assert done.returncode == 1
    assert "expected Python 3.11 or newer, got none" in done.stderr
    assert "\n    sudo apt install python3 python3-venv\n" in done.stderr
    assert not (machine.checkout / ".venv").exists()


def test_without_venv_it_says_which_package_has_it(machine: Machine) -> None:
    machine.add_apt()
    machine.add_python("python3", version="3.11.2", bare=True)
    done = machine.setup()
    assert done.returncode == 1
    assert "Python 3.11.2 is here, but its venv and ensurepip modules are not" in done.stderr
    assert "\n    sudo apt install python3.11-venv\n" in done.stderr


def test_an_unknown_word_is_refused(machine: Machine) -> None:
    done = machine.setup("everything")
    assert done.returncode == 2
    assert "expected run or dev, got everything" in done.stderr


@pytest.mark.soak
def test_the_real_thing_sets_up_an_umpire(
    tmp_path: Path, soak_count: Callable[[int, int], int]
) -> None:
    if soak_count(0, 1) == 0:
        pytest.skip("downloads every package: make soak")
    checkout = tmp_path / "paper umpire"
    (checkout / ".ci").mkdir(parents=True)
    for name in ("setup", "opencv_wheel.py"):
        shutil.copy(REPOSITORY / ".ci" / name, checkout / ".ci")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(REPOSITORY / name, checkout)
    for package in PACKAGES:
        shutil.copytree(REPOSITORY / package, checkout / package)
    subprocess.run(
        [".ci/setup", "run"],
        cwd=checkout,
        env={**os.environ, "PYTHON": sys.executable},
        check=True,
    )
    look = "import vision.opencv as o; report = o.inspect_opencv(); assert not report.problem"
    subprocess.run([".venv/bin/python", "-c", look], cwd=checkout, check=True)
