"""Builds the guide into the wheel, from the Markdown beside it."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GuideHook(BuildHookInterface[Any]):
    """An install to be edited makes its guide by itself, so there it is always today's."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, self.root)
        try:
            from api.guide.making import build
        finally:
            sys.path.remove(self.root)
        self._made = tempfile.TemporaryDirectory(prefix="umpire-guide-")
        build(root, Path(self._made.name))
        build_data["force_include"][self._made.name] = "api/web/guide"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        del build_data, artifact_path
        if version != "editable":
            self._made.cleanup()
