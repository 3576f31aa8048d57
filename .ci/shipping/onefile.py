"""Packs the umpire into one program for Linux that unfolds itself the first time it is started."""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from shipping.environment import MATERIALS, gather
from shipping.wheel import REPOSITORY, build_wheel, told, version, write_sums

HEAD: Final = """#!/bin/sh
# Paper Umpire {version}: unfolds itself into the folder for caches once, and starts from there.
set -eu
name=paper-umpire-{digest}
place=${{XDG_CACHE_HOME:-$HOME/.cache}}/$name
if [ ! -x "$place/bin/umpire" ]; then
    echo "umpire: unfolding into $place, this once" >&2
    mkdir -p "${{place%/*}}"
    half=$(mktemp -d "${{place%/*}}/unfolding-XXXXXX")
    trap 'rm -rf "$half"' EXIT INT TERM
    tail -n +{lines} -- "$0" | tar -xzf - -C "$half"
    # Whoever comes second finds it there, and uses that one.
    mv "$half/env" "$place" 2>/dev/null || [ -x "$place/bin/umpire" ]
    rm -rf "$half"
    trap - EXIT INT TERM
fi
exec "$place/bin/umpire" "$@"
"""


def build_one_file(folder: Path, *, wheel: Path) -> Path:
    """The program, which needs a shell, tar, gzip and a C library as new as this one's."""
    place = folder / f"umpire-{version()}-linux"
    with tempfile.TemporaryDirectory(prefix="umpire-one-") as made:
        gather(Path(made) / "env", wheel=wheel)
        shutil.copy(Path(made) / "env" / MATERIALS, folder / f"{place.name}.cdx.json")
        packed = Path(made) / "env.tar.gz"
        order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]
        subprocess.run(["tar", *order, "-czf", str(packed), "-C", made, "env"], check=True)
        payload = packed.read_bytes()
    digest = hashlib.sha256(payload).hexdigest()[:16]
    head = HEAD.format(version=version(), digest=digest, lines=HEAD.count("\n") + 1)
    place.write_bytes(head.encode() + payload)
    place.chmod(0o755)
    return place


def main() -> None:
    folder = REPOSITORY / "dist"
    wheel, _ = build_wheel(folder)
    program = build_one_file(folder, wheel=wheel)
    print(told([program, folder / f"{program.name}.cdx.json", write_sums(folder)]))


if __name__ == "__main__":
    main()
