"""Gathers what a maintainer needs to find a fault, from a list of what may be told."""

import json
import shutil
import sys
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from api.config.chosen import ChosenSetting

FORMAT: Final = "paper-umpire/bundle/1"
TOLD_AS_SET: Final = frozenset(
    {"port", "pictures", "picture_quality", "json_log", "announce", "open"}
)
"""Settings whose values are nobody's; of the others it is told that they are set."""
ABOUT: Final = """What `umpire doctor --bundle` packed, for whoever looks for the fault.

doctor.json     what `umpire doctor --json` says, with places of this computer left out
settings.json   which settings are set, and by what; values of numbers and switches alone
battles.json    how large each battle is and how many there are, without names
packages.json   which packages are installed, in which version

No token, key, code, address, name, picture or battle is in it.
"""


def bundled(
    report: Mapping[str, Any],
    *,
    settings: Iterable[ChosenSetting],
    battles: Path,
    packages: Mapping[str, str],
) -> bytes:
    """The bundle, a zip. Everything in it was chosen; nothing is copied as it lies there."""
    parts = {
        "doctor.json": _placeless({**report, "interpreter": ""}),
        "settings.json": [_told(each) for each in settings],
        "battles.json": _sizes(battles),
        "packages.json": dict(sorted(packages.items())),
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        for name, content in parts.items():
            archive.writestr(name, json.dumps({"format": FORMAT, "content": content}, indent=2))
    return packed.getvalue()


def _told(chosen: ChosenSetting) -> dict[str, Any]:
    name = chosen.setting.name
    by = "nobody" if chosen.value is None else "the file"
    if chosen.source == chosen.setting.variable:
        by = "the environment"
    value = {"value": chosen.value} if name in TOLD_AS_SET and chosen.value is not None else {}
    return {"name": name, "by": by, **value}


def _sizes(folder: Path) -> dict[str, Any]:
    """Of the folder of battles: numbers alone."""
    try:
        sizes = sorted(each.stat().st_size for each in folder.glob("*.battle"))
        free = shutil.disk_usage(folder).free
    except OSError as failure:
        return {"battles": [], "trouble": type(failure).__name__}
    return {"battles": sizes, "free_on_disk": free}


def _placeless(value: Any) -> Any:
    """The same, with the places where this user and this installation are left out."""
    if isinstance(value, str):
        for place, name in ((sys.prefix, "<installation>"), (str(Path.home()), "<home>")):
            value = value.replace(place, name)
        return value
    if isinstance(value, Mapping):
        return {key: _placeless(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_placeless(each) for each in value]
    return value
