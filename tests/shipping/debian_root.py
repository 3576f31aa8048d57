"""Lays out a Debian of its own in a folder, from the packages that this machine has installed."""

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ASKED: Final = ("systemd", "apt")
"""Beside what every Debian has: what manages services, and what installs."""
_ALTERNATIVE: Final = re.compile(r"^\s*([a-z0-9.+-]+)")
MERGED: Final = ("bin", "lib", "lib64", "sbin")
OURS: Final = ("dev", "proc", "sys", "run", "tmp", "root", "var/lib/dpkg/updates", "var/log")


def debian_root(root: Path) -> tuple[str, ...]:
    """Make it, and name its packages; a program started in it sees nothing else."""
    known = _installed()
    names = _with_needs([name for name in known if known[name][1] == "yes"], known=known)
    for name in MERGED:
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    for folder in OURS:
        (root / folder).mkdir(parents=True)
    _copy_files(names, root=root)
    information = root / "var" / "lib" / "dpkg" / "info"
    information.mkdir(parents=True, exist_ok=True)
    for place in Path("/var/lib/dpkg/info").iterdir():
        name = re.split(r":|\.(?=[a-z0-9]+$)", place.name)[0]
        if name in names or name == "format":
            shutil.copy(place, information / place.name)
    told = subprocess.run(
        ["dpkg-query", "--status", *names], capture_output=True, text=True, check=True
    )
    (root / "var" / "lib" / "dpkg" / "status").write_text(told.stdout)
    for name in ("passwd", "group", "shadow", "gshadow"):
        _accounts(root, name)
    return names


def _installed() -> dict[str, tuple[str, str]]:
    """What each package needs, and whether every Debian has it."""
    asked = "${Package}\t${Pre-Depends}, ${Depends}\t${Essential}\t${db:Status-Abbrev}\n"
    told = subprocess.run(
        ["dpkg-query", "--show", f"--showformat={asked}"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = (line.split("\t") for line in told.stdout.splitlines())
    return {row[0]: (row[1], row[2]) for row in rows if row[3].startswith("ii")}


def _with_needs(first: Iterable[str], *, known: dict[str, tuple[str, str]]) -> tuple[str, ...]:
    """These, those that were asked for, and all that they need of what is installed."""
    found: set[str] = set()
    left = [*first, *ASKED]
    while left:
        name = left.pop()
        if name in found or name not in known:
            continue
        found.add(name)
        needs = map(_ALTERNATIVE.match, re.split(r"[,|]", known[name][0]))
        left += [need[1] for need in needs if need]
    return tuple(sorted(found))


def _copy_files(names: tuple[str, ...], *, root: Path) -> None:
    """Every file of the packages, as it is here; what only explains them is left out."""
    told = subprocess.run(
        ["dpkg-query", "--listfiles", *names], capture_output=True, text=True, check=True
    )
    explains = ("/usr/share/doc/", "/usr/share/man/", "/usr/share/locale/", "/usr/share/info/")
    for line in sorted(set(told.stdout.splitlines())):
        place = Path(line)
        if not place.is_absolute() or line.startswith(explains) or line in {"/.", "/"}:
            continue
        target = root / line.lstrip("/")
        if place.is_symlink() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.symlink_to(place.readlink())
        elif place.is_file() and not target.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(place, target)
        elif place.is_dir() and not target.exists():
            target.mkdir(parents=True)


def _accounts(root: Path, name: str) -> None:
    """Those that every Debian has from the first, and nobody who was added on this machine."""
    master = Path("/usr/share/base-passwd") / f"{name}.master"
    place = root / "etc" / name
    if master.is_file():
        shutil.copy(master, place)
    elif not place.exists():
        place.write_text("")
