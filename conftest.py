"""Sets the conditions under which every test runs: seed, counts and a clean environment."""

import contextlib
import gc
import importlib
import itertools
import os
import platform
import secrets
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import is_hypothesis_test

from benchmarks.browsers import NAMES, chromium_here, has_browser

# Tests share the cores among themselves. More threads in each of them would wait for one another,
# in a loop that costs as much as work: two fifths of the time of the tests of vision.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# Pictures are given back and asked for again all the time. A C library that hands each of them to
# the system spends half of the system's time of the tests of vision on fresh pages.
os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 30))
os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", str(1 << 30))

# Containers often switch compiled files off. Each process of the tests, and each server that one
# starts, would then compile everything anew: a fifth of the time of all tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How the umpire of whoever runs the tests is set up is no concern of theirs.
OF_TESTS = {"UMPIRE_SEED", "UMPIRE_SOAK", "UMPIRE_REQUIRE_BROWSER", "UMPIRE_REQUIRE_POSTGRES"}
for name in {each for each in os.environ if each.startswith("UMPIRE_")} - OF_TESTS:
    del os.environ[name]
os.environ["XDG_CONFIG_HOME"] = os.path.join(os.sep, "nowhere")

# Of every small run: whether a change is sound must not hang on what it draws. A soak draws anew,
# with a seed small enough to be typed from one screen into another.
SMALL_SEED = 20_261_123
SEED_BITS = 32

MEMORY = Path("/dev/shm")
MEMORY_BYTES = 4_000_000_000

SEED = pytest.StashKey[int]()
SOAKING = pytest.StashKey[bool]()
BROWSER_REQUIRED = pytest.StashKey[bool]()
POSTGRES_REQUIRED = pytest.StashKey[bool]()

hypothesis.settings.register_profile("small", max_examples=15, deadline=None)
hypothesis.settings.register_profile("soak", max_examples=500, deadline=None)


class SoakCount(Protocol):
    """How often a test does something: `small` in every run, `full` in `make soak`."""

    def __call__(self, small: int, full: int) -> int: ...


def _has_room(folder: Path) -> bool:
    """Whether a test run may keep its files there, and start programs from them."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= MEMORY_BYTES and not found.f_flag & os.ST_NOEXEC


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # A battle waits for the disk after each command; what a test writes is gone soon anyway.
    if _has_room(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    # Read once, before the environment is cleaned. The workers of pytest-xdist share one seed.
    worker_input: dict[str, Any] = getattr(config, "workerinput", {})
    typed = worker_input.get("umpire_seed") or os.environ.get("UMPIRE_SEED")
    if typed is not None and not str(typed).isdecimal():
        raise pytest.UsageError(f"UMPIRE_SEED: expected a whole number, got {typed!r}")
    config.stash[SOAKING] = os.environ.get("UMPIRE_SOAK") == "1"
    fresh = secrets.randbits(SEED_BITS) if config.stash[SOAKING] else SMALL_SEED
    config.stash[SEED] = seed = fresh if typed is None else int(typed)
    config.stash[BROWSER_REQUIRED] = os.environ.get("UMPIRE_REQUIRE_BROWSER") == "1"
    config.stash[POSTGRES_REQUIRED] = os.environ.get("UMPIRE_REQUIRE_POSTGRES") == "1"
    # A shell that has started this in the background has switched Ctrl-C off for all under it.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hypothesis.settings.load_profile("soak" if config.stash[SOAKING] else "small")
    if getattr(config.option, "hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(seed)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    # One module in ten has examples. To look for them in the others takes as long as to import
    # all the tests.
    collectors = yield
    if parent.session.isinitpath(file_path) or b">>> " in file_path.read_bytes():
        return collectors
    return [each for each in collectors if not isinstance(each, DoctestModule)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.stash[SOAKING]:
        left = [item for item in items if item.get_closest_marker("soak_only") is not None]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    for item in items:
        # JUnit reports leave markers out; .ci/no_skips.py reads these.
        for name in ("browser", "long"):
            if item.get_closest_marker(name) is not None:
                item.user_properties.append(("marker", name))
        test = getattr(item, "function", None)
        if item.get_closest_marker("soak") is not None and is_hypothesis_test(test):
            most = hypothesis.settings.default.max_examples  # type: ignore[union-attr]
            item.user_properties.append(("soak", f"up to {most:,} examples"))


def _import_share(config: pytest.Config) -> None:
    """Import some of the test modules first, the other processes their own.

    In a clone that is fresh each module is compiled at its first import. All processes go through
    the tests in one order and at one time: without this, each of them compiles everything.
    """
    worker_input: dict[str, Any] = getattr(config, "workerinput", {})
    if not worker_input.get("umpire_is_whole"):
        return
    number = int(worker_input["workerid"].removeprefix("gw"))
    root = config.rootpath
    paths = sorted(
        path for each in config.getini("testpaths") for path in (root / each).rglob("test_*.py")
    )
    for path in paths[number :: worker_input["workercount"]]:
        # What is wrong with one is told when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    # What is collected stays to the end. To look through it for garbage took a quarter of the time
    # of collecting it, in each process, and a seventh of the time of all tests.
    gc.disable()
    try:
        _import_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One process more than there are cores: a quarter of the time a test waits for another one."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    known = getattr(os, "sched_getaffinity", None)
    cores = (os.cpu_count() or 1) if known is None else len(known(0))
    return cores + 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["umpire_seed"] = str(node.config.stash[SEED])
    source = node.config.args_source
    node.workerinput["umpire_is_whole"] = source is pytest.Config.ArgsSource.TESTPATHS


def _repeat_line(config: pytest.Config) -> str:
    soak = "UMPIRE_SOAK=1 " if config.stash[SOAKING] else ""
    arguments = " ".join(config.invocation_params.args)
    return f"{soak}UMPIRE_SEED={config.stash[SEED]} python -m pytest {arguments}".rstrip()


def _version(*distributions: str) -> str:
    """The version of the first of these distributions that is installed."""
    for name in distributions:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "missing"


def pytest_report_header(config: pytest.Config) -> list[str]:
    opencv = _version("opencv-python", "opencv-python-headless")
    return [
        f"python {platform.python_version()}, opencv {opencv}, numpy {_version('numpy')}, "
        f"shapely {_version('shapely')}",
        f"seed {config.stash[SEED]}, {'full' if config.stash[SOAKING] else 'small'} counts; "
        f"repeat with: {_repeat_line(config)}",
    ]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    if config.get_verbosity() > 0:
        # What tests counted and found, also with the small counts.
        for report in terminalreporter.getreports("passed"):
            for name, told in report.user_properties:
                if name == "soak":
                    terminalreporter.write_line(f"{report.nodeid}: {told}")
    # The header is far up the screen, and -q leaves it out.
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        terminalreporter.write_line(f"repeat with: {_repeat_line(config)}")


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new name for each test, for folders that are made only by a test that writes there."""
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, homes: Iterator[Path]) -> None:
    """No setting of the person at the keyboard reaches a test, and no test writes to their home."""
    for name in list(os.environ):
        if name.startswith("UMPIRE_") or name in {"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"}:
            monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "100")
    home = next(homes)
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", f"{home}-{name.lower()}")


@pytest.fixture(scope="session")
def rng_seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run, for `random.Random(rng_seed)` or `numpy.random.default_rng`."""
    return pytestconfig.stash[SEED]


@pytest.fixture
def soak_count(
    request: pytest.FixtureRequest,
    pytestconfig: pytest.Config,
    record_property: Callable[[str, object], None],
) -> SoakCount:
    """`soak_count(20, 10_000)` is 20 in `make test` and 10,000 in `make soak`, which reports it."""
    if request.node.get_closest_marker("soak") is None:
        # Else no soak would ever run it, and its full count would be a claim.
        pytest.fail("expected @pytest.mark.soak on a test that takes soak_count, got none")
    soaking = pytestconfig.stash[SOAKING]

    def choose(small: int, full: int) -> int:
        chosen = full if soaking else small
        record_property("soak", f"{chosen:,}")
        return chosen

    return choose


@pytest.fixture(scope="session")
def chromium_path(pytestconfig: pytest.Config) -> Path:
    if has_browser():
        return chromium_here(light=True)
    missing = f"no browser: looked on PATH for {', '.join(NAMES)}"
    if pytestconfig.stash[BROWSER_REQUIRED]:
        pytest.fail(missing)
    pytest.skip(missing)
