"""Builds the wheel and the source archive, with checksums and the list of materials beside them."""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from shipping.sbom import bill_of_materials

REPOSITORY: Final = Path(__file__).resolve().parents[2]
SUMS: Final = "SHA256SUMS"
NO_LICENCE: Final = (
    "No licence has been chosen yet: until there is one, all rights stay with the owner."
)


def version() -> str:
    """As pyproject.toml has it, the one place that says it."""
    told = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    return str(told["project"]["version"])


def licence() -> str:
    """As pyproject.toml will have it once the owner has chosen one; until then, what that means."""
    told = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    return str(told["project"].get("license", NO_LICENCE))


def epoch() -> int:
    """The moment written into what is built: that of the commit, so it can be built again."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    asked = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else 1_577_836_800


def build_wheel(folder: Path, *, source: Path = REPOSITORY) -> list[Path]:
    """The source archive, and the wheel from it; the tools are those of this environment."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), "."]
    moment = {"SOURCE_DATE_EPOCH": str(epoch())}
    done = subprocess.run(
        command, cwd=source, env=os.environ | moment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"the build failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    name = f"paper_umpire-{version()}"
    return [folder / f"{name}-py3-none-any.whl", folder / f"{name}.tar.gz"]


def write_materials(
    folder: Path, *, name: str = "", carried: Sequence[dict[str, Any]] = ()
) -> Path:
    """What an installation consists of, beside what is installed."""
    made_at = datetime.fromtimestamp(epoch(), UTC).isoformat().replace("+00:00", "Z")
    told = bill_of_materials(version=version(), made_at=made_at, carried=carried)
    place = folder / (name or f"paper_umpire-{version()}.cdx.json")
    place.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return place


def write_sums(folder: Path) -> Path:
    """A line for each file beside it, as `sha256sum --check` reads them."""
    files = sorted(each for each in folder.iterdir() if each.is_file() and each.name != SUMS)
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    place = folder / SUMS
    place.write_text("".join(lines), encoding="utf-8")
    return place


def told(places: list[Path]) -> str:
    """Each file with its size."""
    return "\n".join(f"{each.stat().st_size / 1e6:8.2f} MB  {each}" for each in places)


def main() -> None:
    folder = REPOSITORY / "dist"
    made = [*build_wheel(folder), write_materials(folder)]
    print(told([*made, write_sums(folder)]))


if __name__ == "__main__":
    main()
