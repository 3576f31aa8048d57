"""What start-up says when another project's package stands in front of ours."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.provenance import PACKAGES, foreign_packages, require_own_packages

REPOSITORY = Path(__file__).parents[2]

# What cli.py does first: our api is imported from its place, the rest must not be imported yet.
LOOK = f"""
import sys
sys.path.append({str(REPOSITORY)!r})
from api.provenance import ForeignPackageError, require_own_packages
try:
    require_own_packages()
except ForeignPackageError as failure:
    print(failure)
loaded = {{name.partition(".")[0] for name in sys.modules}} & {{"rules", "calibration", "vision"}}
print("imported:", sorted(loaded))
"""


def look(*, cwd: Path, pythonpath: Path | None = None, code: str = LOOK) -> list[str]:
    environment = dict(os.environ)
    environment.pop("PYTHONPATH", None)
    if pythonpath is not None:
        environment["PYTHONPATH"] = str(pythonpath)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def plant(folder: Path, package: str, source: str = "raise SystemExit('foreign code ran')") -> Path:
    """Another project's package, which tells on whoever executes it."""
    (folder / package).mkdir(parents=True)
    (folder / package / "__init__.py").write_text(source)
    return folder


def test_own_packages_are_taken_for_ours() -> None:
    assert foreign_packages() == ()
    require_own_packages()


def test_own_packages_are_found_without_importing_them(tmp_path: Path) -> None:
    assert look(cwd=tmp_path) == ["imported: []"]


def test_foreign_package_on_pythonpath_is_named_with_its_place_and_the_way_out(
    tmp_path: Path,
) -> None:
    foreign = plant(tmp_path / "other project", "rules")
    said = look(cwd=tmp_path, pythonpath=foreign)
    assert said == [
        f"rules: expected Paper Umpire's own package in {REPOSITORY / 'rules'}, "
        f"got {foreign / 'rules' / '__init__.py'}; take {foreign} off PYTHONPATH",
        "imported: []",
    ]


def test_foreign_package_in_the_working_folder_is_answered_by_leaving_it(tmp_path: Path) -> None:
    plant(tmp_path, "vision")
    said = look(cwd=tmp_path)
    assert said[0].startswith("vision: expected")
    assert said[0].endswith("start it from another folder")


def test_every_foreign_package_gets_its_own_line(tmp_path: Path) -> None:
    plant(tmp_path, "calibration")
    plant(tmp_path, "vision")
    assert [line.partition(":")[0] for line in look(cwd=tmp_path)] == [
        "calibration",
        "vision",
        "imported",
    ]


def copied_packages(folder: Path) -> Path:
    for package in PACKAGES:
        (folder / package).mkdir(parents=True)
        shutil.copy(REPOSITORY / package / "__init__.py", folder / package)
    shutil.copy(REPOSITORY / "api" / "provenance.py", folder / "api")
    return folder


@pytest.mark.parametrize(
    "source",
    [
        "",
        "DISTRIBUTION: str = 'another-project'",
        "# DISTRIBUTION: Final = 'paper-umpire'",
        "def broken(:",
    ],
    ids=["empty", "other marker", "marker in a comment", "no Python"],
)
def test_package_in_the_right_place_without_our_marker_is_foreign(
    tmp_path: Path, source: str
) -> None:
    site = copied_packages(tmp_path / "site")
    (site / "rules" / "__init__.py").write_text(source)
    said = look(cwd=tmp_path, pythonpath=site, code=LOOK.replace(str(REPOSITORY), str(site)))
    assert said[0].startswith("rules: expected")
    assert "install paper-umpire anew" in said[0]
    assert said[1:] == ["imported: []"]


def test_missing_package_is_reported(tmp_path: Path) -> None:
    site = copied_packages(tmp_path / "site")
    shutil.rmtree(site / "calibration")
    said = look(cwd=tmp_path, pythonpath=site, code=LOOK.replace(str(REPOSITORY), str(site)))
    # Where this project is installed in the running environment, that one is found instead.
    assert said[0].startswith(f"calibration: expected Paper Umpire's own package in {site}")
    assert f"got {site}" not in said[0]


def test_folder_without_init_does_not_pass_for_a_package(tmp_path: Path) -> None:
    site = copied_packages(tmp_path / "site")
    (site / "vision" / "__init__.py").unlink()
    # Where this checkout is linked into the environment, its vision would be found instead.
    others = f"p == {str(REPOSITORY)!r} or 'site-packages' in p"
    isolated = f"import sys; sys.path[:] = [p for p in sys.path if not ({others})]\n"
    code = isolated + LOOK.replace(str(REPOSITORY), str(site))
    said = look(cwd=tmp_path, pythonpath=site, code=code)
    assert said[0].startswith(
        f"vision: expected Paper Umpire's own package in {site / 'vision'}, got {site / 'vision'};"
    )
