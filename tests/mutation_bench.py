"""A copy of the checkout, in which altered rules are put before the tests."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import mutation_plugin
from tests.alterations import Alteration

# What the tests of the rules may read. The rest of the checkout is left where it is.
COPIED = (
    *("rules", "calibration", "vision", "api", "tests", "docs"),
    *("conftest.py", "pyproject.toml"),
)

TESTS = ("rules", "tests/rules", "tests/corpus")
"""What is asked whether it notices an alteration, unless told otherwise."""

# It asks git what belongs to the checkout, and a copy is none.
LEFT_OUT = ("test_one_folder.py",)

# Exit statuses of pytest. An alteration that breaks an import ends in INTERRUPTED.
PASSED, FAILED, INTERRUPTED, NO_TESTS = 0, 1, 2, 5

# On a busy machine the tests may take three times as long as when they were measured.
GRACE_FACTOR = 3.0

PRINTED = "printed.txt"
"""What the tests say, beside the copies."""
LAST_LINES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A module with one alteration in it."""

    path: str
    alteration: Alteration
    clause: str = ""
    """The clause whose code is altered, where it is known; its own tests are asked first."""

    def __str__(self) -> str:
        change = f"{self.alteration.old} -> {self.alteration.new}"
        place = f"{self.path}:{self.alteration.line} {self.alteration.scope}: {change}"
        return f"{self.clause} {place}".lstrip()


def snake(clause: str) -> str:
    """A clause's id as the names of its tests have it.

    >>> snake("PT1-C2a-x")
    'pt1_c2a_x'
    """
    return clause.lower().replace("-", "_")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a test takes and calls with nothing altered."""

    seconds: float
    calls: frozenset[str]
    """Functions of the rules, as "rules/table/reach.py reaches"."""

    @property
    def files(self) -> frozenset[str]:
        """Those that the functions stand in."""
        return frozenset(called.partition(" ")[0] for called in self.calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unaltered:
    """What the tests do with nothing altered, which is measured once for all copies."""

    tests: Mapping[str, Asked]
    setting_up: float
    """Seconds until the first test runs, and after the last."""


class MeaninglessError(Exception):
    """No answer would mean anything: the tests fail anyway, or do not read the altered files."""


class ClosedError(Exception):
    """The run was stopped; tests that were killed have noticed nothing."""


class Bench:
    """One copy, used by one thread at a time; any thread may close it."""

    def __init__(
        self, root: Path, folder: Path, *, seed: str, patience: float, tests: Sequence[str] = TESTS
    ) -> None:
        self.folder = folder
        self._patience = patience
        # Properties try the same values on every mutant, so a survivor survives again.
        tests_seed = str(random.Random(seed).getrandbits(32))
        self._environment = {**os.environ, "UMPIRE_SEED": tests_seed}
        self._unaltered = Unaltered(tests={}, setting_up=0.0)
        self._edits = 0
        self._lock = threading.Lock()
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc", *LEFT_OUT)
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=ignored)
            elif (root / name).exists():
                shutil.copy(root / name, folder / name)
        shutil.copy(mutation_plugin.__file__, folder / f"{mutation_plugin.NAME}.py")
        self._tests = tuple(name for name in tests if (folder / name.partition("::")[0]).exists())

    def measured(self) -> Unaltered:
        """What each test takes and calls; all of them must pass as they are."""
        written = self.folder / "calls.json"
        started = time.perf_counter()
        status = self._run(("--write-calls", written.as_posix()), seconds=None)
        if status != PASSED:
            raise MeaninglessError(
                f"expected all to pass with nothing altered, got status {status} from "
                f"`python -m pytest -x {' '.join(self._tests)}`, which printed:\n{self._printed()}"
            )
        tests = {
            name: Asked(seconds=told["seconds"], calls=frozenset(told["calls"]))
            for name, told in json.loads(written.read_text()).items()
        }
        in_tests = sum(asked.seconds for asked in tests.values())
        return Unaltered(tests=tests, setting_up=time.perf_counter() - started - in_tests)

    def require_meaning(self, unaltered: Unaltered) -> None:
        """The tests, here or in another copy so measured, fail where no rule can be imported."""
        self._unaltered = unaltered
        with self._written("rules/__init__.py", "raise AssertionError('planted')\n"):
            if not self._fails(tuple(unaltered.tests)):
                raise MeaninglessError(
                    f"expected the tests in {self.folder} to fail with rules broken, but they pass"
                )

    def notices(self, mutant: Mutant) -> bool:
        """Whether a test fails, or never ends, for the alteration.

        Those that call the altered function are asked first, and before all others those that are
        named after its clause; what is quick before what is slow. After them come those that call
        something else of its file, which may have what it answered from a test before. All are
        asked where no test calls it: it is called when it is imported.
        """
        changed = f"{mutant.path} {mutant.alteration.scope}"
        named = f"test_{snake(mutant.clause)}_" if mutant.clause else mutant.path
        known = self._unaltered.tests
        order = sorted(known, key=lambda it: (named not in it, known[it].seconds))
        near = tuple(name for name in order if changed in known[name].calls)
        far = tuple(
            name
            for name in order
            if changed not in known[name].calls and (not near or mutant.path in known[name].files)
        )
        altered = mutant.alteration.apply((self.folder / mutant.path).read_text())
        with self._written(mutant.path, altered):
            return any(self._fails(tests) for tests in (near, far) if tests)

    def close(self) -> None:
        """Kill what is running; whoever waits for it, or asks again, gets a ClosedError."""
        with self._lock:
            self._closed = True
            self._kill()

    def _seconds(self, tests: Iterable[str]) -> float:
        return sum(self._unaltered.tests[name].seconds for name in tests)

    def _fails(self, tests: tuple[str, ...]) -> bool:
        """Whether one of them does, or they take far longer than with nothing altered."""
        asked = self.folder / "asked.json"
        asked.write_text(json.dumps(tests))
        usual = self._unaltered.setting_up + self._seconds(tests)
        limit = self._patience + GRACE_FACTOR * usual
        status = self._run(("--ask", asked.as_posix()), seconds=limit)
        if status is None or status in {FAILED, INTERRUPTED} or status < 0:
            return True
        if status not in {PASSED, NO_TESTS}:
            raise MeaninglessError(f"expected {len(tests)} tests to run, got status {status}")
        return False

    @contextmanager
    def _written(self, path: str, source: str) -> Iterator[None]:
        original = (self.folder / path).read_text()
        self._write(path, source)
        try:
            yield
        finally:
            self._write(path, original)

    def _write(self, path: str, source: str) -> None:
        target = self.folder / path
        target.write_text(source)
        # Python matches compiled modules by size and whole seconds. With a second of its own for
        # each edit it cannot take the alteration before for this one.
        self._edits += 1
        moment = int(time.time()) - 1_000_000 + self._edits
        os.utime(target, (moment, moment))

    def _run(self, options: tuple[str, ...], *, seconds: float | None) -> int | None:
        """The exit status of pytest, None when it took too long."""
        plugins = ("-p", "no:cacheprovider", "-p", mutation_plugin.NAME)
        quick = ("-m", "not long", *plugins, *options)
        command = [sys.executable, "-m", "pytest", "-x", "-q", *quick, *self._tests]
        with self._lock, (self.folder / PRINTED).open("wb") as printed:
            if self._closed:
                raise ClosedError
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            status = self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            status = None
        with self._lock:
            self._kill()
            if self._closed:
                raise ClosedError
        return status

    def _printed(self) -> str:
        """The end of what the tests printed last."""
        text = (self.folder / PRINTED).read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-LAST_LINES:])

    def _kill(self) -> None:
        """End the tests and whatever they have started."""
        process = self._process
        if process is not None and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
