"""Alters each rule once and reports which alterations no test noticed."""

import argparse
import fnmatch
import json
import queue
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.alterations import one_per_function
from tests.clause_mutants import clause_mutants, corpus_of, tests_of
from tests.mutation_bench import TESTS, Bench, MeaninglessError, Mutant
from tests.worktree import state_name, write_atomically

INTERRUPTED = 130
PROCESSES = 2


def mutants(root: Path, *, seed: str) -> list[Mutant]:
    """One for each function of the modules that users get."""
    paths = (path for path in sorted((root / "rules").rglob("*.py")) if "tests" not in path.parts)
    return [
        Mutant(path=name, alteration=alteration)
        for path in paths
        for name in [path.relative_to(root).as_posix()]
        for alteration in one_per_function(path.read_text(), seed=f"{seed} {name}")
    ]


def chosen_mutants(
    found: list[Mutant], *, seed: str, only: str | None, limit: int | None
) -> list[Mutant]:
    """All of them, or those that match, or as many of those drawn by the seed."""
    if only is not None:
        names = [f"{each.clause} {each.path} {each.alteration.scope}" for each in found]
        matching = set(fnmatch.filter(names, f"*{only}*"))
        found = [mutant for mutant, name in zip(found, names, strict=True) if name in matching]
    if limit is not None and limit < len(found):
        drawn = random.Random(seed).sample(range(len(found)), limit)
        found = [found[index] for index in sorted(drawn)]
    return found


@contextmanager
def judging(
    root: Path, *, seed: str, patience: float, tests: Sequence[str] = TESTS
) -> Iterator[Callable[[Mutant], Future[bool]]]:
    """Benches side by side and a way to hand them mutants; left early, nothing goes on running."""
    free: queue.SimpleQueue[Bench] = queue.SimpleQueue()

    def judge(mutant: Mutant) -> bool:
        bench = free.get()
        try:
            return bench.notices(mutant)
        finally:
            free.put(bench)

    with tempfile.TemporaryDirectory(prefix="umpire-mutate-") as scratch:
        benches = [
            Bench(root, Path(scratch) / str(number), seed=seed, patience=patience, tests=tests)
            for number in range(PROCESSES)
        ]
        pool = ThreadPoolExecutor(PROCESSES)
        try:
            unaltered = pool.submit(benches[0].measured).result()
            list(pool.map(lambda bench: bench.require_meaning(unaltered), benches))
            for bench in benches:
                free.put(bench)
            yield lambda mutant: pool.submit(judge, mutant)
        finally:
            for bench in benches:
                bench.close()
            pool.shutdown(cancel_futures=True)


def judge_all(
    found: list[Mutant],
    *,
    file: Path,
    benches: AbstractContextManager[Callable[[Mutant], Future[bool]]],
    console: Console,
) -> dict[str, bool]:
    """Whether each mutant was noticed, kept on disk as it becomes known."""
    known: dict[str, bool] = json.loads(file.read_text()) if file.exists() else {}
    left = [mutant for mutant in found if str(mutant) not in known]
    if len(left) < len(found):
        console.print(f"{len(found) - len(left)} of {len(found)} are known already")
    if not left:
        return known
    columns = (TextColumn("alterations"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with benches as judge, Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=len(found), completed=len(found) - len(left))
        futures = {judge(mutant): mutant for mutant in left}
        for future in as_completed(futures):
            known[str(futures[future])] = future.result()
            write_atomically(file, known)
            progress.advance(bar)
    return known


def report(
    judged: list[tuple[Mutant, bool]], *, console: Console, unanchored: Sequence[str] = ()
) -> float:
    """Print the survivors, and return the share that was noticed; what has no place was not."""
    for clause in unanchored:
        console.print(f"not anchored: {clause}: no code cites it", markup=False, highlight=False)
    survivors = [mutant for mutant, noticed in judged if not noticed]
    for mutant in survivors:
        console.print(f"survived: {mutant}", markup=False, highlight=False, soft_wrap=True)
    whole = len(judged) + len(unanchored)
    share = (len(judged) - len(survivors)) / whole
    console.print(f"{len(judged) - len(survivors)} of {whole} noticed ({share:.1%})")
    return share


def main(arguments: list[str], *, root: Path) -> int:
    """Exit status 1 for fewer alterations noticed than asked for, 2 when none can be tried."""
    parser = _arguments()
    chosen = parser.parse_args(arguments)
    if chosen.corpus and not chosen.clauses:
        parser.error("--corpus needs --clauses GAME: it asks the judged cases of one game")

    console = Console()
    asked = "-corpus" if chosen.corpus else ""
    file = root / ".mutate" / f"{state_name(root)}-{chosen.seed}{asked}.json"
    if chosen.again:
        file.unlink(missing_ok=True)
    unanchored: tuple[str, ...] = ()
    if chosen.clauses:
        found, unanchored = clause_mutants(root, chosen.clauses, seed=chosen.seed)
        unanchored = unanchored if chosen.only is None and chosen.limit is None else ()
    else:
        found = mutants(root, seed=chosen.seed)
    found = chosen_mutants(found, seed=chosen.seed, only=chosen.only, limit=chosen.limit)
    if not found:
        console.print("expected rules to alter, got none")
        return 2
    tests: tuple[str, ...] = TESTS
    if chosen.clauses:
        game = chosen.clauses
        tests = corpus_of(game) if chosen.corpus else tests_of(root, game)
    try:
        benches = judging(root, seed=chosen.seed, patience=chosen.patience, tests=tests)
        known = judge_all(found, file=file, benches=benches, console=console)
    except KeyboardInterrupt:
        console.print("stopped; the next call goes on from here")
        return INTERRUPTED
    except MeaninglessError as failure:
        console.print(str(failure), markup=False, highlight=False, soft_wrap=True)
        return 2
    judged = [(mutant, known[str(mutant)]) for mutant in found]
    share = report(judged, console=console, unanchored=unanchored)
    return 1 if share < chosen.at_least else 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument(
        "--clauses",
        metavar="GAME",
        help="alter the code of each clause of this game that is done, and ask the game's tests; "
        "without it each function of all rules is altered",
    )
    parser.add_argument(
        "--corpus", action="store_true", help="ask the game's judged cases alone, and no other test"
    )
    parser.add_argument("--only", metavar="PATTERN", help="file, function or clause, with * and ?")
    parser.add_argument("--limit", type=int, metavar="N", help="as many, drawn by the seed")
    parser.add_argument("--seed", default="1", help="which alteration of a function is tried")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="SHARE", help="e.g. 0.95")
    parser.add_argument(
        "--patience",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="how much longer than three times their usual time tests may take before they count "
        "as endless, which counts as noticed",
    )
    parser.add_argument("--again", action="store_true", help="forget what is known already")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], root=Path(__file__).parents[1]))
