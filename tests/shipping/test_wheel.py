"""What is handed out beside the wheel: what it consists of, its checksums, the same bytes twice."""

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from shipping.carried import carried
from shipping.sbom import ROOT, bill_of_materials, needed
from shipping.wheel import build_wheel, write_sums
from tests.architecture.sources import REPOSITORY
from tests.architecture.test_wheel import repository_files

MOMENT = "2026-01-01T00:00:00Z"


def test_all_that_runs_is_listed_and_nothing_that_only_builds() -> None:
    told = bill_of_materials(version="1.2.3", made_at=MOMENT)
    names = {each["name"] for each in told["components"]}
    assert {"numpy", "opencv-python", "fastapi", "uvloop", "pydantic-core"} <= names
    assert not names & {"pytest", "ruff", "hatchling", ROOT}
    assert told["metadata"]["component"]["purl"] == "pkg:pypi/paper-umpire@1.2.3"
    (fastapi,) = (each for each in told["components"] if each["name"] == "fastapi")
    assert fastapi["licenses"] == [{"expression": "MIT"}]


def test_every_link_of_the_list_leads_to_a_part_of_it() -> None:
    told = bill_of_materials(version="1.2.3", made_at=MOMENT)
    known = {each["bom-ref"] for each in told["components"]}
    linked = {other for each in told["dependencies"] for other in each["dependsOn"]}
    assert linked == known
    assert len(known) == len(needed()) - 1


def test_the_same_installation_gives_the_same_list() -> None:
    first, again = (bill_of_materials(version="1", made_at=MOMENT) for _ in range(2))
    other = bill_of_materials(version="2", made_at=MOMENT)
    assert first == again
    assert first["serialNumber"] != other["serialNumber"]


def test_what_is_carried_beside_packages_is_listed_by_where_it_comes_from(tmp_path: Path) -> None:
    own = tmp_path / "libours.so"
    own.write_bytes(b"")
    shell = Path("/bin/sh")
    parts = carried([own, shell] if shutil.which("dpkg-query") else [own])
    told = bill_of_materials(version="1", made_at=MOMENT, carried=parts)
    addresses = [each["purl"] for each in told["components"]]
    assert f"pkg:generic/python@{platform.python_version()}" in addresses
    assert "pkg:generic/libours.so" in addresses
    assert len(parts) == 2 or any(re.match(r"pkg:deb/\w+/dash@", each) for each in addresses)
    (links,) = (each for each in told["dependencies"] if ROOT in each["ref"])
    assert {each["bom-ref"] for each in parts} <= set(links["dependsOn"])


def test_checksums_are_read_by_the_usual_program(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"a")
    (tmp_path / "b.tar.gz").write_bytes(b"b")
    sums = write_sums(tmp_path)
    check = ["sha256sum", "--check", "--quiet", sums.name]
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 0
    (tmp_path / "b.tar.gz").write_bytes(b"c")
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "b.tar.gz: FAILED\n"


@pytest.mark.long
def test_built_twice_it_is_the_same_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    built = []
    for place in ("here", "there"):
        copy = tmp_path / place / "checkout"
        for name in repository_files():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(REPOSITORY / name, copy / name)
            (copy / name).chmod(0o600 if place == "there" else 0o644)
        built.append(build_wheel(tmp_path / place / "dist", source=copy))
    for first, again in zip(*built, strict=True):
        assert first.read_bytes() == again.read_bytes(), first.name
