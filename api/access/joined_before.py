"""Keeps where players were let in, so that their phones come back after a restart.

What is kept is an address of this computer and a port, beside the grants. Both have to be the same
again, and somebody who was let in has to be so still; else the host lets phones join anew.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from api.files.synced import replace_whole
from rules.table.files.strict_json import Fields, parse, string, whole

FORMAT: Final = "paper-umpire/joining/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedBefore:
    """The address that the last run of this umpire was open at; nowhere where nothing is kept."""

    keep: Path | None
    port: int

    @classmethod
    def beside(cls, grants: Path | None, *, port: int) -> Self:
        """Kept where the grants are, and only there."""
        return cls(keep=grants and grants.with_name("joining.json"), port=port)

    def address(self) -> str:
        """Where it was open when it ended, at this port; a file that cannot be read opens none."""
        if self.keep is None:
            return ""
        try:
            fields = Fields(parse(self.keep.read_text(encoding="utf-8"), what="joining"), "")
            is_ours = fields.must("format", string) == FORMAT
            address, port = fields.must("address", string), fields.must("port", whole)
        except (OSError, ValueError):
            return ""
        return address if is_ours and port == self.port else ""

    def opened(self, address: str) -> None:
        """Open it there after a restart; where the disk does not take it, the host has to."""
        if self.keep is None:
            return
        told = {"format": FORMAT, "address": address, "port": self.port}
        with suppress(OSError):
            replace_whole(self.keep, json.dumps(told).encode())

    def stopped(self) -> None:
        """Open it no more after a restart; an OSError says that this could not be kept."""
        if self.keep is not None:
            self.keep.unlink(missing_ok=True)
