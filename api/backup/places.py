"""Finds where on this computer everything is that a backup holds."""

from dataclasses import dataclass
from pathlib import Path

from api.backup.contents import BATTLES, REMEMBERED
from api.config.chosen import chosen, config_file
from api.files.data_folder import data_folder


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPlaces:
    """Where everything is; some of it may not be there."""

    battles: Path
    remembered: Path
    settings: Path


def kept_places(battles: Path | None) -> KeptPlaces:
    """The places of this user; the battles may be elsewhere, by command line or by settings."""
    settings = config_file()
    said = {each.setting.name: each.value for each in chosen(settings)}["battles"]
    usual = said if isinstance(said, Path) else data_folder() / BATTLES
    return KeptPlaces(
        battles=battles or usual, remembered=data_folder() / REMEMBERED, settings=settings
    )
