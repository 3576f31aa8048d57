"""Gathers all that the umpire runs on into one folder: Python, packages and their libraries.

Nothing is downloaded: what is gathered is what this environment runs on. So it fits machines of
this kind, with a C library as new as this one's, and can lie anywhere on them.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from shipping.carried import carried
from shipping.sbom import ROOT, needed
from shipping.wheel import write_materials

PYTHON: Final = f"python{sys.version_info.major}.{sys.version_info.minor}"
MATERIALS: Final = "materials.cdx.json"
"""The list of all that is in the folder, which goes along with it."""
LEFT_OUT: Final = shutil.ignore_patterns(
    "site-packages",
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "turtledemo",
    "lib2to3",
    "ensurepip",
    "config-*",
    "__pycache__",
    "*.a",
    "pydoc_data",
    "_tkinter*",
    "nis.*",
    "_test*",
    "_ctypes_test*",
)
GLIBC: Final = re.compile(
    r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|nss_\w+|thread_db|mvec))\.so.*"
)
"""The C library belongs to the system: two of them in one process do not work."""
_FOUND: Final = re.compile(r"^\s+(\S+) => (/\S+) \(", re.MULTILINE)

LAUNCHER: Final = f"""#!/bin/sh
here=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
LD_LIBRARY_PATH=$here/libs exec "$here/python/bin/{PYTHON}" -s -P "$@"
"""
UMPIRE: Final = """#!/bin/sh
exec "$(dirname -- "$(readlink -f -- "$0")")/python" -m api "$@"
"""
AT_START: Final = '''"""Hides our libraries from what is started from here, as a browser."""

import os
import sys
from pathlib import Path

os.environ.pop("LD_LIBRARY_PATH", None)
sys.executable = str(Path(sys.prefix).parent / "bin" / "python")
'''


def gather(folder: Path, *, wheel: Path) -> Path:
    """Make the folder, whose `bin/umpire` is the program."""
    site = folder / "python" / "lib" / PYTHON / "site-packages"
    _python(folder / "python")
    site.mkdir(parents=True)
    _packages(site)
    with zipfile.ZipFile(wheel) as archive:
        inside = [name for name in archive.namelist() if ".data/" not in name]
        archive.extractall(site, members=inside)
    (site / "sitecustomize.py").write_text(AT_START)
    programs = folder / "bin"
    programs.mkdir()
    for name, text in (("python", LAUNCHER), ("umpire", UMPIRE)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    libraries = folder / "libs"
    libraries.mkdir()
    taken = [each for each in needed_libraries(folder) if not GLIBC.fullmatch(each.name)]
    for library in taken:
        shutil.copy(library, libraries / library.name)
    write_materials(folder, name=MATERIALS, carried=carried(taken))
    # What it runs on may not be written to, and nothing is compiled at each start.
    compile_all = ["-m", "compileall", "-q", "-j", "1", "--invalidation-mode", "unchecked-hash"]
    subprocess.run(
        [str(programs / "python"), *compile_all, str(folder / "python" / "lib")],
        check=False,
        capture_output=True,
    )
    return folder


def _python(folder: Path) -> None:
    """The interpreter and its own library; it finds the one by where the other lies."""
    (folder / "bin").mkdir(parents=True)
    shutil.copy(Path(sys.base_prefix) / "bin" / PYTHON, folder / "bin" / PYTHON)
    library = Path(sys.base_prefix) / "lib" / PYTHON
    shutil.copytree(library, folder / "lib" / PYTHON, ignore=LEFT_OUT, symlinks=False)


def _packages(site: Path) -> None:
    """Every package that is needed here, file by file, as its own list has them."""
    for name, package in needed().items():
        if name == ROOT:
            continue
        for file in package.installed.files or ():
            outside = ".." in file.parts or "__pycache__" in file.parts or "tests" in file.parts
            source = Path(str(package.installed.locate_file(file)))
            if outside or not source.is_file():
                continue
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def needed_libraries(folder: Path) -> list[Path]:
    """The libraries outside the folder that something in it is linked with, each once by name."""
    binaries = [
        each
        for each in sorted((folder / "python").rglob("*"))
        if each.is_file() and (".so" in each.name or each.parent.name == "bin")
    ]
    found: dict[str, Path] = {}
    for name, place in _linked(binaries):
        inside = place.is_relative_to(folder.resolve())
        if not inside:
            found.setdefault(name, place)
    return [found[name] for name in sorted(found)]


def _linked(binaries: Iterable[Path]) -> list[tuple[str, Path]]:
    asked = ["ldd", *(str(each) for each in binaries)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return [(name, Path(place)) for name, place in dict.fromkeys(_FOUND.findall(told))]
