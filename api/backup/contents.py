"""Says what a backup holds, and reads the list of it that stands in the file."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from api.wording import counted
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, parse, string, whole

FORMAT: Final = "paper-umpire/backup/1"
LIST: Final = "backup.json"
"""The file in it that lists all others."""
BATTLES: Final = "battles"
REMEMBERED: Final = "remembered"
SETTINGS: Final = "umpire.toml"
BATTLE: Final = ".battle"
LARGEST: Final = 1 << 40
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_UNFIT: Final = re.compile(r'[\x00-\x1f\\:*?"<>|]')
"""What no name may have that is to be a file on every kind of computer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedFile:
    """One file of a backup."""

    name: str
    size: int
    digest: str
    """SHA-256 of its content."""

    @property
    def is_battle(self) -> bool:
        """Whether it is a battle, and not what lies beside them."""
        return self.name.startswith(f"{BATTLES}/") and self.name.endswith(BATTLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupContents:
    """What a backup holds, and which umpire made it when."""

    umpire: str
    made: str
    files: tuple[PackedFile, ...]

    @property
    def battles(self) -> int:
        """How many of its files are battles."""
        return sum(each.is_battle for each in self.files)

    @property
    def size(self) -> int:
        """The bytes of all files, unpacked."""
        return sum(each.size for each in self.files)

    def counted(self) -> str:
        """How much it is, in words."""
        others = counted(len(self.files) - self.battles, "other file")
        return f"{counted(self.battles, 'battle')} and {others}, {self.size / 1e6:.1f} MB"

    def told(self, **more: object) -> str:
        """How much it is, for programs."""
        about = {"format": FORMAT, **more, "umpire": self.umpire, "made": self.made}
        much = {"battles": self.battles, "files": len(self.files), "bytes": self.size}
        return json.dumps(about | much, indent=2, ensure_ascii=False)

    def written(self) -> str:
        """As it stands in the file."""
        files = [
            {"name": each.name, "bytes": each.size, "sha256": each.digest} for each in self.files
        ]
        told = {"format": FORMAT, "umpire": self.umpire, "made": self.made, "files": files}
        return json.dumps(told, indent=1) + "\n"


def read_contents(text: str) -> BackupContents:
    """The list of a backup; a BadInputError names what is wrong in it."""
    fields = Fields(parse(text, what=LIST), LIST)
    told = fields.must("format", string)
    if told != FORMAT:
        raise BadInputError(f"{LIST}.format", expected=FORMAT, got=repr(told)[:80])
    umpire, made = fields.must("umpire", string), fields.must("made", string)
    listed = fields.must("files", items)
    fields.done()
    files = tuple(_files(listed))
    if len({each.name.casefold() for each in files}) < len(files):
        raise BadInputError(f"{LIST}.files", expected="each name once", got="one twice")
    return BackupContents(umpire=umpire, made=made, files=files)


def _files(listed: list[object]) -> Iterator[PackedFile]:
    for number, value in enumerate(listed):
        where = f"{LIST}.files[{number}]"
        fields = Fields(value, where)
        name, size = fields.must("name", string), fields.must("bytes", whole)
        digest = fields.must("sha256", string)
        fields.done()
        if not _is_fit(name):
            expected = f"a file under {BATTLES}/ or {REMEMBERED}/, or {SETTINGS}"
            raise BadInputError(f"{where}.name", expected=expected, got=repr(name)[:80])
        if not 0 <= size <= LARGEST:
            raise BadInputError(f"{where}.bytes", expected=f"0 to {LARGEST}", got=str(size))
        if not _DIGEST.fullmatch(digest):
            raise BadInputError(f"{where}.sha256", expected="64 digits", got=repr(digest)[:80])
        yield PackedFile(name=name, size=size, digest=digest)


def _is_fit(name: str) -> bool:
    """Whether it leads to where files of a backup belong, and nowhere else.

    >>> [_is_fit(name) for name in ("battles/a.battle", "battles/../x", "/etc/x", "umpire.toml")]
    [True, False, False, True]
    """
    parts = PurePosixPath(name).parts
    if _UNFIT.search(name) or "/".join(parts) != name or {".", ".."} & set(parts):
        return False
    return name == SETTINGS or (len(parts) > 1 and parts[0] in {BATTLES, REMEMBERED})
