"""The evidence of a ruling says how near it was, and judges the same elsewhere."""

import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from api.battle_files.file import Picture
from api.battles.opening import open_battle
from api.cli import run
from api.errors import UserError
from api.review.evidence.bundle import MANIFEST, read_bundle
from api.review.evidence.evidence import evidence_data, evidence_of
from api.review.evidence.sensitivity import changes_of, readings_of, signature, with_terrain
from api.review.record.looking import looking_at
from api.review.record.rulings import case_of, judged
from rules.table.bad_input import BadInputError
from tests.api.review.battle_files import battle_file

LINES = 75
FIRST_SHOT = "e64"
"""R1 fires at B4 past the woods W1, which are 0.35 in off the line."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = battle_file(tmp_path_factory.mktemp("evidence") / "evening.battle", lines=LINES)
    file = open_battle(path, stamp="now").file
    file.keep_calibration(b'{"profile": 1}')
    file.add_picture(Picture(sequence=64, media_type="image/png", content=b"\x89PNG"))
    file.close()
    return path


@pytest.fixture(scope="module")
def bundle(place: Path) -> Path:
    return bundle_of(place, place.with_name("shot.zip"))


def bundle_of(place: Path, out: Path) -> Path:
    assert run(["evidence", "bundle", str(place), FIRST_SHOT, "-o", str(out)]) == 0
    return out


def test_sensitivity_names_what_would_change_it_and_by_how_much(place: Path) -> None:
    with looking_at(place) as found:
        case = case_of(found.battle, found.archive, sequence=64)
    changes = changes_of(case)
    assert changes[0].says == (
        "would change if W1's edge were 0.15 in further north: range yes, sight too close to call"
    )
    base = signature(judged(case))
    # What it says is so: a hair less leaves the ruling, as much changes it.
    for change in changes:
        if change.is_terrain and change.direction == "north":
            for inches, same in ((change.inches - 0.02, True), (change.inches, False)):
                table = with_terrain(case.snapshot, change.thing, by=(0.0, inches))
                assert (signature(judged(case, snapshot=table)) == base) is same


def test_readings_stand_side_by_side_with_the_agreed_one_first(place: Path) -> None:
    with looking_at(place) as found:
        every = [
            readings_of(case_of(found.battle, found.archive, sequence=entry.sequence))
            for entry in [each for each in found.battle.entries if each.evidence][3:6]
        ]
    told = [reading for readings in every for reading in readings]
    assert told
    by_option: dict[str, int] = {}
    for reading in told:
        assert reading.ambiguity.startswith("AMB1-")
        by_option[reading.option] = by_option.get(reading.option, 0) + reading.differs
    assert all(by_option.values())
    assert told[0].agreed
    assert told[0].then == "as it was ruled"


def test_evidence_holds_everything_a_ruling_was_judged_by(place: Path) -> None:
    with looking_at(place) as found:
        told = evidence_data(evidence_of(found.battle, found.archive, sequence=64))
        entry = found.battle.entries[64]
        later = found.archive.profile_of(found.battle.sequence)
    assert told["event"] == "e64"
    assert told["measured"] == [dict(each) for each in entry.evidence]
    assert told["clauses"][0]["id"] == entry.clause
    assert told["versions"]["umpire"] == entry.versions.umpire
    assert told["profile"] is None, "that profile came into use after it was ruled"
    assert later is not None
    assert later.digest == sha256(b'{"profile": 1}').hexdigest()
    assert told["picture"] is True
    assert told["same_again"] is True
    assert "los_doubt_band_in" in told["options"]


@pytest.mark.parametrize(
    ("sequence", "told"),
    [
        (0, "e0"),
        (1, r"rests on measuring, got another event; the nearest is e\d+$"),
        (9999, "e1"),
    ],
)
def test_what_is_no_ruling_has_no_evidence(place: Path, sequence: int, told: str) -> None:
    with looking_at(place) as found, pytest.raises(BadInputError, match=told):
        case_of(found.battle, found.archive, sequence=sequence)


def test_a_bundle_is_judged_the_same_elsewhere(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mailed.zip"
    out.write_bytes(bundle.read_bytes())
    found = read_bundle(out)
    assert found.same
    assert found.has_picture
    assert run(["evidence", "check", str(out)]) == 0
    assert "e64: ruled the same again; with its picture" in capsys.readouterr().out
    assert run(["evidence", "check", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["event"], told["same"], told["differences"]) == ("e64", True, [])
    page = zipfile.ZipFile(out).read("read-me.html").decode()
    assert "W1&#39;s edge" in page or "W1's edge" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")


def test_a_bundle_has_the_same_bytes_each_time(place: Path, bundle: Path, tmp_path: Path) -> None:
    assert bundle_of(place, tmp_path / "again.zip").read_bytes() == bundle.read_bytes()


Change = Callable[[dict[str, bytes]], None]


def altered(source: Path, target: Path, change: Change, *, sealed: bool) -> Path:
    """The bundle with another content; sealed, its manifest tells of that content."""
    with zipfile.ZipFile(source) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    if sealed:
        manifest = json.loads(files[MANIFEST])
        for name in manifest["files"]:
            manifest["files"][name] = sha256(files[name]).hexdigest()
        files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target


def moved(files: dict[str, bytes]) -> None:
    value = json.loads(files["snapshot.json"])
    value["pieces"][0]["pose"]["x_in"] += 0.25
    files["snapshot.json"] = json.dumps(value).encode()


def test_a_number_that_was_changed_in_a_bundle_is_found(bundle: Path, tmp_path: Path) -> None:
    careless = altered(bundle, tmp_path / "careless.zip", moved, sealed=False)
    with pytest.raises(UserError, match=r"snapshot\.json: expected what was bundled"):
        read_bundle(careless)
    careful = altered(bundle, tmp_path / "careful.zip", moved, sealed=True)
    told = [each.what for each in read_bundle(careful).differences]
    assert "evidence[0].line[0][0]" in told
    assert run(["evidence", "check", str(careful)]) == 7


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda files: files.pop("picture.png"), "picture.png: expected its picture"),
        (lambda files: files.pop("log.jsonl"), "log.jsonl: expected log.jsonl"),
        (lambda files: files.pop(MANIFEST), "got another zip file"),
        (lambda files: files.update({MANIFEST: b'{"format": "other"}'}), "manifest.json, format"),
    ],
)
def test_a_bundle_that_misses_something_is_told(
    bundle: Path, tmp_path: Path, change: Change, told: str
) -> None:
    bad = altered(bundle, tmp_path / "bad.zip", change, sealed=False)
    with pytest.raises(UserError, match=told):
        read_bundle(bad)


@pytest.mark.parametrize("content", [b"", b"PK", b"a letter"])
def test_what_is_no_bundle_is_told(tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "bad.zip"
    bad.write_bytes(content)
    with pytest.raises(UserError, match="expected a bundle of evidence"):
        read_bundle(bad)
    with pytest.raises(UserError, match="expected a bundle of evidence"):
        read_bundle(tmp_path / "none.zip")
