"""Bundles the evidence of one ruling into one file that can be judged again on any machine.

It holds the log up to the ruling, and with it all secrets of all seats up to there.
"""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from api.battle_files.chain import LogLine, chained
from api.errors import ExitCode, UserError
from api.files.games import games
from api.review.evidence.drawn import ruling_svg
from api.review.evidence.evidence import Evidence, evidence_data
from api.review.evidence.evidence_page import evidence_page
from api.review.record.archive import Archive, AskedCommand
from api.review.record.rulings import Case, Contrast, contrasts, judged
from api.review.record.verify import game_of
from api.wording import squeezed
from rules.referee.log.battle import replayed
from rules.referee.log.entries import written_line
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import snapshot_from_json, snapshot_to_json
from rules.table.files.strict_json import parse

FORMAT: Final = "paper-umpire/evidence/1"
MANIFEST: Final = "manifest.json"
NEEDED: Final = ("ruling.json", "log.jsonl", "snapshot.json", "drawing.svg", "read-me.html")
PICTURE: Final = "picture.jpg"
PICTURE_PNG: Final = "picture.png"
MOST_CAMERAS: Final = 4


def _stem(number: int) -> str:
    """What the picture of the first, second, ... camera is called."""
    return "picture" if number == 1 else f"picture-{number}"


OPTIONAL: Final = (
    *(
        f"{_stem(number)}{ending}"
        for number in range(1, MOST_CAMERAS + 1)
        for ending in (".jpg", ".png", "-marks.json")
    ),
    "profile.json",
)
MOST_BYTES: Final = 200_000_000
EPOCH: Final = (2026, 1, 1, 0, 0, 0)
"""Of every file in a bundle, so that the same ruling gives the same bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A bundle that has been read and judged again."""

    about: Mapping[str, Any]
    case: Case
    differences: tuple[Contrast, ...]
    has_picture: bool

    @property
    def same(self) -> bool:
        return not self.differences


def bundled(found: Evidence, archive: Archive, *, about: Mapping[str, str]) -> bytes:
    """The bundle as bytes."""
    case = found.case
    upto = case.entries[-1].sequence + 1
    log = [*case.before.entries, *case.entries]
    assert len(log) == upto
    title = about.get("title") or case.before.game.title
    drawing = ruling_svg(case.snapshot, found.measured, title=f"{title}: e{case.number}")
    ruling = {
        "format": FORMAT,
        "battle": {"id": about.get("id", ""), "title": about.get("title", "")},
        "game": case.before.game.slug,
        "asked": {
            "id": case.asked.id,
            "first": case.asked.first,
            "last": case.asked.last,
            "author": case.asked.author,
            "command": case.asked.command,
        },
        "evidence": evidence_data(found),
    }
    files: dict[str, bytes] = {
        "ruling.json": json.dumps(ruling, indent=1, ensure_ascii=False).encode(),
        "log.jsonl": "".join(f"{written_line(entry)}\n" for entry in log).encode(),
        "snapshot.json": snapshot_to_json(case.snapshot, indent=None).encode(),
        "drawing.svg": drawing.encode(),
        "read-me.html": evidence_page(found, drawing=drawing, title=title).encode(),
    }
    for number, picture in enumerate(found.pictures[:MOST_CAMERAS], start=1):
        stem = _stem(number)
        name = f"{stem}.png" if picture.media_type == "image/png" else f"{stem}.jpg"
        files[name] = picture.content
        files[f"{stem}-marks.json"] = picture.marks.encode()
    if found.profile is not None:
        files["profile.json"] = archive.calibration(found.profile)
    return _zipped(files)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    manifest = {
        "format": FORMAT,
        "files": {name: sha256(content).hexdigest() for name, content in files.items()},
    }
    whole = {MANIFEST: json.dumps(manifest, indent=1).encode(), **files}
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in whole.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def read_bundle(place: Path) -> Bundle:
    """A bundle, judged again; a UserError says what is missing or wrong in it."""
    try:
        files = _unzipped(place)
        value = parse(files["ruling.json"].decode(), what="ruling.json")
        assert isinstance(value, dict)
        case = _case(value, files)
        return Bundle(
            about=value,
            case=case,
            differences=contrasts(case, judged(case)),
            has_picture=PICTURE in files or PICTURE_PNG in files,
        )
    except BadInputError as complaint:
        message = f"{place}: {squeezed(str(complaint))}"
        raise UserError(message, ExitCode.BAD_INPUT) from complaint
    except (OSError, zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError) as failure:
        why = getattr(failure, "strerror", None) or str(failure)
        message = f"{place}: expected a bundle of evidence, got a file that cannot be read: {why}"
        raise UserError(message, ExitCode.BAD_INPUT) from failure
    except (UnicodeDecodeError, LookupError, TypeError, AssertionError) as fault:
        message = f"{place}: expected a bundle of evidence, got one without what belongs in it"
        raise UserError(f"{message}: {squeezed(str(fault))}", ExitCode.BAD_INPUT) from fault


def _unzipped(place: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(place) as archive:
        infos = {info.filename: info for info in archive.infolist()}
        if MANIFEST not in infos:
            raise BadInputError(MANIFEST, expected="a bundle of evidence", got="another zip file")
        if sum(info.file_size for info in infos.values()) > MOST_BYTES:
            raise BadInputError("bundle", expected=f"at most {MOST_BYTES:,} bytes", got="more")
        manifest = json.loads(archive.read(MANIFEST))
        if manifest.get("format") != FORMAT:
            got = repr(manifest.get("format"))[:60]
            raise BadInputError(f"{MANIFEST}, format", expected=repr(FORMAT), got=got)
        told = dict(manifest["files"])
        for name in (*NEEDED, *(each for each in told if each not in NEEDED)):
            if name not in (*NEEDED, *OPTIONAL):
                raise BadInputError(MANIFEST, expected="files of a bundle", got=repr(name)[:60])
            if name not in infos:
                what = "its picture" if name.startswith("picture.") else name
                raise BadInputError(name, expected=f"{what}, as the manifest says", got="nothing")
            content = archive.read(name)
            if sha256(content).hexdigest() != told.get(name):
                raise BadInputError(name, expected="what was bundled", got="a changed file")
            files[name] = content
    return files


def _case(value: Mapping[str, Any], files: Mapping[str, bytes]) -> Case:
    texts = files["log.jsonl"].decode().splitlines()
    log = chained(
        LogLine(sequence=at, hash=str(json.loads(text)["hash"]), text=text)
        for at, text in enumerate(texts)
    )
    if log.fault:
        raise BadInputError("log.jsonl", expected="a log that is whole", got=log.fault)
    asked = value["asked"]
    first, last = int(asked["first"]), int(asked["last"])
    entries = log.entries[first : last + 1]
    if not entries or last + 1 != len(log.entries):
        raise BadInputError("ruling.json", expected="the last events of its log", got=f"e{last}")
    game = game_of(games(), log.entries)
    return Case(
        before=replayed(game, log.entries[:first]),
        asked=AskedCommand(
            id=str(asked["id"]),
            first=first,
            last=last,
            author=str(asked["author"]),
            command=dict(asked["command"]),
        ),
        snapshot=snapshot_from_json(files["snapshot.json"].decode()),
        entries=entries,
    )
