"""Which parts of the documentation the program writes itself, and writes them anew.

Run it as `python -m tests.regenerate`. A block of a page that begins with
`<!-- from: umpire ... -->` and ends with `<!-- end -->` is the output of that command, or with
`(from "..." up to "...")` behind it some of its lines; `exit codes` stands for their table. The
pages of the games are written whole, and so are the books of rulings, and the logs and texts of the
golden battles.
"""

import contextlib
import io
import itertools
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.cli import run
from api.errors import ExitCode
from api.files.roster_file import roster_names, roster_text
from api.files.table_file import example_names, example_text, script_names
from api.shapes.problem_types import PROBLEM_TYPES
from rules.registry import games
from rules.testing.golden import golden_files
from tests import architecture_picture, scene_pictures, setting_up_page
from tests.api.server.promised import PROMISED, described_server, promises
from tests.book_pages import book_pages
from tests.game_page import game_page
from tests.kit_pictures import kit_pictures
from tests.man_page import MAN_PAGE, man_page
from tests.sentences import sentences_page

REPOSITORY: Final = Path(__file__).parents[1]
PAGES: Final = (
    "README.md",
    "docs/measuring.md",
    "docs/what-if.md",
    "docs/adjudicating.md",
    "docs/printing.md",
    "docs/cli.md",
    "docs/api.md",
)
SENTENCES: Final = "docs/sentences.md"
GAME_PAGE: Final = "README.md"
"""The page of each game in the registry, made from its code and kept in its own folder."""
BLOCK: Final = re.compile(r"<!-- from: (?P<source>[^\n]+?) -->\n.*?<!-- end -->", re.DOTALL)
PART: Final = re.compile(r'(?P<command>.+?) \(from "(?P<first>.+)" up to "(?P<last>.+)"\)')

PICTURES: Final = {
    "sight-blocked.svg": "measure sight river-crossing.json S2 T8",
    "sight-clear.svg": "measure sight river-crossing.json T1 T7",
    "range-too-close.svg": "measure range close-call.json A1 A2 --limit 3",
    "map-sight.svg": "measure map river-crossing.json T1",
    "map-reach.svg": "measure map river-crossing.json T1 --kind reach --inches 9",
    "map-threat.svg": "measure map river-crossing.json S2 --kind threat --limit 12",
    "map-from.svg": "measure map river-crossing.json T1 --kind from --target T8 --inches 9",
    "near.svg": "measure near old-shrine.json Pikes",
    "chain.svg": "measure chain river-crossing.json S1",
    "line.svg": "measure line old-shrine.json Mage Guard",
}


def generated() -> dict[Path, str]:
    """Every generated page and picture with the content that it should have."""
    with _among_the_examples():
        files = {
            REPOSITORY / "docs" / "pictures" / name: _output(f"{command} --svg -")[0]
            for name, command in PICTURES.items()
        }
        for name in PAGES:
            page = REPOSITORY / name
            files[page] = BLOCK.sub(_block, page.read_text(encoding="utf-8"))
    drawn = kit_pictures()
    files |= {REPOSITORY / "docs" / "pictures" / name: text for name, text in drawn.items()}
    files[REPOSITORY / SENTENCES] = sentences_page()
    files[PROMISED] = promises(described_server())
    files[architecture_picture.PICTURE] = architecture_picture.picture()
    for slug, game in games().items():
        files[REPOSITORY / "rules" / "games" / slug / GAME_PAGE] = game_page(game)
    files |= book_pages()
    files[MAN_PAGE] = man_page()
    return files


@contextlib.contextmanager
def _among_the_examples() -> Iterator[None]:
    """A folder with every example as a file, and a terminal of a fixed width."""
    columns = os.environ.get("COLUMNS")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name in example_names():
            Path(f"{name}.json").write_text(example_text(name), encoding="utf-8")
        for name in roster_names():
            Path(f"{name}.toml").write_text(roster_text(name), encoding="utf-8")
        for name in script_names():
            Path(name).write_text(example_text(name), encoding="utf-8")
        os.environ["COLUMNS"] = "100"
        try:
            yield
        finally:
            if columns is None:
                del os.environ["COLUMNS"]
            else:
                os.environ["COLUMNS"] = columns


def _output(command: str) -> tuple[str, int]:
    """What the command prints, remarks included, and its exit code."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = run(shlex.split(command))
    return printed.getvalue(), code


def _block(found: re.Match[str]) -> str:
    source = found["source"]
    if source == "exit codes":
        body = _exit_codes()
    elif source == "problems":
        body = _problems()
    else:
        part = PART.fullmatch(source)
        command = part["command"] if part else source
        printed, code = _output(command.removeprefix("umpire "))
        told = _part(printed, part) if part else printed.rstrip()
        left = f"\n$ echo $?\n{code}" if code else ""
        body = f"```console\n$ {command}\n{told}{left}\n```"
    return f"<!-- from: {source} -->\n{body}\n<!-- end -->"


def _part(printed: str, part: re.Match[str]) -> str:
    """Some of the lines: from the first that begins one way to the next that begins another."""
    lines = printed.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(part["first"]))
    rest = itertools.takewhile(lambda line: not line.startswith(part["last"]), lines[first:])
    told = "\n".join(rest).rstrip()
    return f"...\n{told}\n..."


def _exit_codes() -> str:
    rows = [f"| {code.value} | {code.meaning} |" for code in ExitCode]
    return "\n".join(["| code | meaning |", "| ---: | --- |", *rows])


def _problems() -> str:
    rows = [f"| `{each.kind}` | {each.status} | {each.says} |" for each in PROBLEM_TYPES]
    return "\n".join(["| type | status | what |", "| --- | ---: | --- |", *rows])


def main() -> None:
    for place, content in {**generated(), **golden_files()}.items():
        if place.exists() and place.read_text(encoding="utf-8") == content:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8", newline="\n")
        sys.stdout.write(f"wrote {place.relative_to(REPOSITORY)}\n")
    for place in (*scene_pictures.renew(), *setting_up_page.renew()):
        sys.stdout.write(f"wrote {place.relative_to(REPOSITORY)}\n")


if __name__ == "__main__":
    main()
