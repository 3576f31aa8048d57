"""Names what is carried beside Python packages: the interpreter, and libraries by their package."""

import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

_OWNED: Final = re.compile(r"^([a-z0-9.+-]+)(?::[a-z0-9]+)?(?:, [^:]+)*: (/\S+)$", re.MULTILINE)
_SHOWN: Final = "${Package}\t${Version}\t${Architecture}\n"

Component = dict[str, Any]
"""A part of the list of materials, as CycloneDX has it."""


def carried(files: Iterable[Path]) -> list[Component]:
    """The interpreter, and each package of the system that one of the files comes from."""
    version = platform.python_version()
    python = _component("python", version=version, address=f"pkg:generic/python@{version}")
    names, left = _packages(sorted(set(files)))
    system = platform.freedesktop_os_release().get("ID", "linux") if names else ""
    packages = [
        _component(name, version=told, address=f"pkg:deb/{system}/{name}@{told}?arch={kind}")
        for name, told, kind in _versions(names)
    ]
    others = [
        _component(each.name, version="", address=f"pkg:generic/{each.name}") for each in left
    ]
    return [python, *packages, *others]


def _component(name: str, *, version: str, address: str) -> Component:
    told = {"type": "library", "bom-ref": address, "name": name, "purl": address}
    return {**told, "version": version} if version else told


def _spellings(file: Path) -> list[str]:
    """As dpkg may know it: it keeps the paths of before /lib became a link to /usr/lib."""
    places = [str(file), str(file.resolve())]
    return list(dict.fromkeys([*places, *(each.removeprefix("/usr") for each in places)]))


def _packages(files: list[Path]) -> tuple[list[str], list[Path]]:
    """The packages that own files, and the files that none owns."""
    if shutil.which("dpkg-query") is None:
        return [], files
    asked = [spelling for file in files for spelling in _spellings(file)]
    command = ["dpkg-query", "--search", *asked]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    owners = {place: name for name, place in _OWNED.findall(said)}
    found = {file: [owners[each] for each in _spellings(file) if each in owners] for file in files}
    names = sorted({owned[0] for owned in found.values() if owned})
    return names, [file for file in files if not found[file]]


def _versions(names: list[str]) -> Iterator[list[str]]:
    if not names:
        return
    command = ["dpkg-query", "--show", f"--showformat={_SHOWN}", *names]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    yield from (line.split("\t") for line in sorted(set(said.splitlines())))
