"""Which state of the checkout a long run belongs to, as it is resumed on that one only."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any


def state_name(root: Path) -> str:
    """A name for exactly the files that are here, `-dirty` where that is not the last commit.

    Every edit makes another name. Neither the index nor the objects of the repository are touched.
    """
    objects = _git(root, "rev-parse", "--path-format=absolute", "--git-path", "objects")
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "objects").mkdir()
        aside = {
            "GIT_INDEX_FILE": f"{scratch}/index",
            "GIT_OBJECT_DIRECTORY": f"{scratch}/objects",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": objects,
        }
        _git(root, "add", "--all", ".", **aside)
        here = _git(root, "write-tree", **aside)
    committed = _git(root, "rev-parse", "HEAD^{tree}")
    return here if here == committed else f"{here}-dirty"


def write_atomically(path: Path, value: Any) -> None:
    """Leave either the old JSON file or the new one, whenever the machine stops."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n")
    new.replace(path)


def _git(root: Path, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        ["git", *arguments],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(
            f"expected a git checkout with a commit in {root}, got: {done.stderr.strip()}"
        )
    return done.stdout.strip()
