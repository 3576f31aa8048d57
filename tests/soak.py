"""Runs the counted tests with their full counts, and where an earlier run stopped."""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.worktree import state_name, write_atomically

SEED_BITS = 32
INTERRUPTED = 130

# As much of a failure as fits on a screen; the line to repeat it shows the rest.
SHOWN_LINES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one test went. A skip is no pass: what it would have counted has not been counted."""

    outcome: str
    seed: int
    seconds: float
    counted: tuple[str, ...]
    """What the test reported by record_property("soak", ...)."""

    @property
    def passed(self) -> bool:
        return self.outcome == "passed"


class Record:
    """The results for one state of the checkout, on disk after each test."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, Result] = {}
        if path.exists():
            for test, kept in json.loads(path.read_text()).items():
                self.results[test] = Result(**{**kept, "counted": tuple(kept["counted"])})

    def keep(self, test: str, result: Result) -> None:
        self.results[test] = result
        write_atomically(self.path, {name: asdict(kept) for name, kept in self.results.items()})

    def forget(self) -> None:
        self.results.clear()
        self.path.unlink(missing_ok=True)


def collect(root: Path, *, only: str | None = None) -> list[str]:
    """The node ids of all tests marked soak."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "soak"]
    if only is not None:
        command += ["-k", only]
    environment = {**os.environ, "UMPIRE_SOAK": "1"}
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    # 5 says that nothing was collected, which is for the caller to judge.
    if done.returncode not in {0, 5}:
        raise SystemExit(f"expected the tests to be collected, got:\n{done.stdout}{done.stderr}")
    return [line for line in done.stdout.splitlines() if "::" in line]


def run(root: Path, test: str, *, seed: int) -> tuple[Result, str]:
    """Run one test in a process of its own; its result and what it printed."""
    environment = {**os.environ, "UMPIRE_SOAK": "1", "UMPIRE_SEED": str(seed)}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"--junit-xml={report}", test]
        started = time.perf_counter()
        done = subprocess.run(
            command,
            cwd=root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - started
        outcome, counted = _read(report, status=done.returncode)
    result = Result(outcome=outcome, seed=seed, seconds=round(seconds, 3), counted=counted)
    return result, done.stdout


def _read(report: Path, *, status: int) -> tuple[str, tuple[str, ...]]:
    if not report.exists():
        return f"crashed with status {status}", ()
    cases = list(ET.parse(report).iter("testcase"))
    kinds = {child.tag for case in cases for child in case}
    counted = tuple(
        entry.get("value", "")
        for case in cases
        for entry in case.iter("property")
        if entry.get("name") == "soak"
    )
    if status != 0:
        return "failed", counted
    return ("skipped" if "skipped" in kinds or not cases else "passed"), counted


def soak(
    root: Path, tests: list[str], *, record: Record, console: Console, seed: int | None
) -> None:
    """Run what has not passed yet, one test after the other, keeping each result at once."""
    left = [test for test in tests if not _has_passed(record, test)]
    if len(left) < len(tests):
        console.print(f"{len(tests) - len(left)} of {len(tests)} tests have passed already")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=len(tests), completed=len(tests) - len(left))
        for test in left:
            progress.update(bar, description=test.rpartition("::")[2])
            used = secrets.randbits(SEED_BITS) if seed is None else seed
            result, output = run(root, test, seed=used)
            record.keep(test, result)
            progress.advance(bar)
            if not result.passed:
                shown = output.splitlines()[-SHOWN_LINES:]
                console.print("\n".join(shown), markup=False, highlight=False)


def _has_passed(record: Record, test: str) -> bool:
    return test in record.results and record.results[test].passed


def show(results: Iterable[tuple[str, Result]], *, console: Console) -> None:
    """A line for each test, as it can be typed again, and below it what it counted."""
    for test, result in results:
        outcome = f"[{'green' if result.passed else 'red'}]{result.outcome}[/]"
        console.print(outcome, escape(test), soft_wrap=True, highlight=False)
        told = (f"{result.seconds:.1f} s, seed {result.seed}", *result.counted)
        for each in told:
            console.print(f"    {escape(each)}", soft_wrap=True, highlight=False)


def main(arguments: list[str], *, root: Path) -> int:
    """Exit status 0 when all counted tests have passed, 1 when one has not or there is none."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--again", action="store_true", help="forget what has passed already")
    parser.add_argument("--only", metavar="EXPRESSION", help="tests that match, as with pytest -k")
    parser.add_argument("--seed", type=int, help="one seed for every test instead of fresh ones")
    chosen = parser.parse_args(arguments)

    console = Console()
    record = Record(root / ".soak" / f"{state_name(root)}.json")
    if chosen.again:
        record.forget()
    tests = collect(root, only=chosen.only)
    if not tests:
        console.print("expected tests marked soak, got none")
        return 1
    try:
        soak(root, tests, record=record, console=console, seed=chosen.seed)
    except KeyboardInterrupt:
        console.print("stopped; the next call goes on with the test that was running")
        return INTERRUPTED
    done = [(test, record.results[test]) for test in tests]
    show(done, console=console)
    failed = [(test, result) for test, result in done if not result.passed]
    for test, result in failed:
        line = f"UMPIRE_SOAK=1 UMPIRE_SEED={result.seed} python -m pytest '{test}'"
        console.print(f"repeat with: {line}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(done) - len(failed)} of {len(done)} passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], root=Path(__file__).parents[1]))
