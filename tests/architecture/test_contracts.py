"""Each import contract is kept, and that a breach of it would be found."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.sources import PACKAGES, REPOSITORY

CONTRACTS: dict[str, dict[str, Any]] = {
    contract["id"]: contract
    for contract in tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"][
        "importlinter"
    ]["contracts"]
}

LINT = "from importlinter.cli import import_linter; import_linter()"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """An import that breaks exactly one contract, but where a staircase forbids it, too."""

    contract: str
    importer: str
    imported: str
    also: tuple[str, ...] = ()
    is_mutual: bool = False
    """Whether the one that is imported imports the importer back."""
    says: str = ""
    """What is told of it, where that is not the import itself."""

    @property
    def broken(self) -> tuple[str, ...]:
        return (self.contract, *self.also)

    @property
    def module(self) -> str:
        """The importer as it is imported."""
        return self.importer.removesuffix(".py").replace("/", ".")


BREACHES = (
    Breach(contract="packages", importer="rules/planted.py", imported="calibration.planted"),
    Breach(contract="packages", importer="calibration/planted.py", imported="vision.kit.p"),
    Breach(contract="packages", importer="vision/kit/planted.py", imported="api.files.planted"),
    Breach(
        contract="inside-rules", importer="rules/table/sight/p.py", imported="rules.referee.log.p"
    ),
    Breach(
        contract="inside-rules", importer="rules/referee/log/planted.py", imported="rules.games.p"
    ),
    Breach(contract="inside-rules", importer="rules/games/p/planted.py", imported="rules.registry"),
    Breach(contract="inside-rules", importer="rules/games/p/planted.py", imported="rules.testing"),
    Breach(
        contract="inside-table", importer="rules/table/files/p.py", imported="rules.table.sight"
    ),
    Breach(
        contract="inside-table",
        importer="rules/table/planted.py",
        imported="math",
        says="- rules.table.planted",
    ),
    Breach(contract="inside-vision", importer="vision/tags/p.py", imported="vision.kit.making"),
    Breach(contract="inside-vision", importer="vision/staging/p.py", imported="vision.camera"),
    Breach(
        contract="inside-vision",
        importer="vision/planted.py",
        imported="math",
        says="- vision.planted",
    ),
    Breach(contract="pure-rules", importer="rules/table/sight/p.py", imported="time"),
    Breach(
        contract="inside-referee",
        importer="rules/referee/toolkit/planted.py",
        imported="rules.referee.court.planted",
    ),
    Breach(
        contract="inside-referee",
        importer="rules/referee/log/planted.py",
        imported="rules.referee.script.planted",
    ),
    Breach(contract="pure-rules", importer="rules/games/p/planted.py", imported="random"),
    Breach(contract="games", importer="rules/games/p/planted.py", imported="rules.games.q.planted"),
    Breach(contract="synthetic", importer="vision/synthetic/planted.py", imported="calibration.p"),
    Breach(
        contract="synthetic",
        importer="vision/synthetic/p.py",
        imported="vision.locating.p",
        also=("inside-vision",),
    ),
    Breach(
        contract="synthetic",
        importer="vision/synthetic/p.py",
        imported="vision.tracking.p",
        also=("inside-vision",),
    ),
    Breach(contract="inside-api", importer="api/demo/planted.py", imported="api.routes.planted"),
    Breach(contract="inside-api", importer="api/locating/planted.py", imported="api.review.p"),
    Breach(contract="inside-api", importer="api/planted.py", imported="math", says="- api.planted"),
    Breach(
        contract="inside-hub",
        importer="api/hub/planted.py",
        imported="math",
        says="- api.hub.planted",
    ),
    Breach(
        contract="inside-hub", importer="api/hub/intake/planted.py", imported="api.hub.serving.p"
    ),
    Breach(contract="pure-events", importer="api/hub/pairing/planted.py", imported="random"),
    Breach(
        contract="no-circles",
        importer="api/review/record/p.py",
        imported="api.review.pages.p",
        is_mutual=True,
        says="No cycles are allowed in api.review.",
    ),
    Breach(
        contract="no-circles",
        importer="vision/kit/pages/p.py",
        imported="vision.kit.pages.q",
        is_mutual=True,
        says="No cycles are allowed in vision.kit.pages.",
    ),
    Breach(contract="servers", importer="calibration/planted.py", imported="sqlite3"),
    Breach(contract="servers", importer="vision/camera/planted.py", imported="socket"),
)


def copied_packages(folder: Path, *, copy: Callable[[str, str], object] = shutil.copyfile) -> Path:
    """The packages without their data."""
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    for package in PACKAGES:
        shutil.copytree(
            REPOSITORY / package,
            folder / package,
            ignore=lambda _, names: {
                name
                for name in names
                if "." in name and not name.endswith(".py") and name != "manifest.toml"
            },
            copy_function=copy,
        )
    contract = Path("tests/architecture/games_contract.py")
    (folder / contract).parent.mkdir(parents=True)
    shutil.copy(REPOSITORY / contract, folder / contract)
    return folder


def empty_packages(folder: Path) -> Path:
    """The modules by name with nothing in them, so that only what is planted is imported.

    Every contract names modules, and no breach needs another import than the planted one; to read
    what the real ones import takes twice as long.
    """

    def emptied(source: str, target: str) -> None:
        if source.endswith(".py"):
            Path(target).touch()
        else:
            shutil.copyfile(source, target)

    return copied_packages(folder, copy=emptied)


def plant(folder: Path, path: str, source: str) -> None:
    """Write a module and make packages of the folders above it; never over an existing one."""
    target = folder / path
    for parent in target.relative_to(folder).parents:
        # A package beside a module of its name would hide the module and all that it imports.
        assert not (folder / parent).with_suffix(".py").is_file(), f"{parent} is a module"
    target.parent.mkdir(parents=True, exist_ok=True)
    for parent in target.relative_to(folder).parents:
        if parent.parts:
            (folder / parent / "__init__.py").touch()
    if not target.exists():
        target.write_text(source)


def plant_breaches(folder: Path, breaches: Sequence[Breach]) -> None:
    for breach in breaches:
        plant(folder, breach.importer, "")
        with (folder / breach.importer).open("a") as planted:
            planted.write(f"import {breach.imported}\n")
    for breach in breaches:
        if breach.imported.partition(".")[0] in PACKAGES:
            path = breach.imported.replace(".", "/")
            if not (folder / path).is_dir():
                plant(folder, f"{path}.py", f"import {breach.module}\n" if breach.is_mutual else "")


def lint(folder: Path) -> tuple[dict[str, str], str]:
    """What import-linter says of each contract, by id, and its whole output."""
    done = subprocess.run(
        [sys.executable, "-c", LINT, "lint", "--no-cache", "--no-logo"],
        cwd=folder,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = dict(re.findall(r"^(.*) (KEPT|BROKEN)\b", done.stdout, flags=re.MULTILINE))
    verdicts = {
        name: said.get(contract["name"], "not reported") for name, contract in CONTRACTS.items()
    }
    assert (done.returncode == 0) == (set(verdicts.values()) == {"KEPT"}), done.stdout + done.stderr
    return verdicts, done.stdout


def test_the_packages_keep_every_contract(tmp_path: Path) -> None:
    verdicts, output = lint(copied_packages(tmp_path))
    assert verdicts == dict.fromkeys(CONTRACTS, "KEPT"), output


@pytest.mark.long
@pytest.mark.parametrize("broken", sorted({breach.broken for breach in BREACHES}), ids=" and ".join)
def test_breaches_break_their_contract_alone_and_each_is_told(
    tmp_path: Path, broken: tuple[str, ...]
) -> None:
    planted = [breach for breach in BREACHES if breach.broken == broken]
    plant_breaches(empty_packages(tmp_path), planted)
    verdicts, output = lint(tmp_path)
    assert verdicts == {**dict.fromkeys(CONTRACTS, "KEPT"), **dict.fromkeys(broken, "BROKEN")}
    told = output.partition("Broken contracts")[2]
    wanted = [each.says or f"{each.module} -> {each.imported}" for each in planted]
    assert [each for each in wanted if each not in told] == [], told


def test_every_contract_has_a_breach() -> None:
    assert {breach.contract for breach in BREACHES} == set(CONTRACTS)


@pytest.mark.long
def test_games_that_do_not_import_each_other_keep_the_contract(tmp_path: Path) -> None:
    empty_packages(tmp_path)
    for game in ("p", "q"):
        plant(tmp_path, f"rules/games/{game}/planted.py", "import rules.table\n")
    verdicts, output = lint(tmp_path)
    assert verdicts == dict.fromkeys(CONTRACTS, "KEPT"), output


def amending(folder: Path, *, importer: str, imported: str) -> str:
    """What becomes of an import when `second` amends `first`."""
    empty_packages(folder)
    for game in ("first", "second", "third"):
        plant(folder, f"rules/games/{game}/planted.py", "")
    plant(folder, f"rules/games/{importer}/deeper/importing.py", f"import {imported}\n")
    (folder / "rules/games/second/manifest.toml").write_text('amends = "first"\n')
    verdicts, output = lint(folder)
    others = {name: said for name, said in verdicts.items() if name != "games"}
    assert others == dict.fromkeys(others, "KEPT"), output
    return verdicts["games"]


@pytest.mark.long
@pytest.mark.parametrize("imported", ["rules.games.first", "rules.games.first.planted"])
def test_a_game_may_import_the_one_that_it_amends(tmp_path: Path, imported: str) -> None:
    assert amending(tmp_path, importer="second", imported=imported) == "KEPT"


@pytest.mark.long
@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("first", "rules.games.second.planted"),
        ("second", "rules.games.third.planted"),
        ("third", "rules.games.first.planted"),
        ("third", "rules.games.second"),
    ],
)
def test_no_other_import_between_games_is_let_through(
    tmp_path: Path, importer: str, imported: str
) -> None:
    assert amending(tmp_path, importer=importer, imported=imported) == "BROKEN"


@pytest.mark.long
def test_what_an_amended_game_shares_with_nobody_stays_closed(tmp_path: Path) -> None:
    # `third` reaches `first` through `second`, which may; its own step to `second` may not.
    empty_packages(tmp_path)
    plant(tmp_path, "rules/games/first/planted.py", "")
    plant(tmp_path, "rules/games/second/planted.py", "import rules.games.first.planted\n")
    plant(tmp_path, "rules/games/third/planted.py", "import rules.games.second.planted\n")
    (tmp_path / "rules/games/second/manifest.toml").write_text('amends = "first"\n')
    (tmp_path / "rules/games/third/manifest.toml").write_text('amends = "first"\n')
    _, output = lint(tmp_path)
    assert "rules.games.third is not allowed to import rules.games.second:" in output
    assert "rules.games.second is not allowed to import" not in output


@pytest.mark.long
def test_the_synthetic_camera_may_import_nothing_that_it_judges(tmp_path: Path) -> None:
    # Some of these are modules, some packages, and some are still to be written.
    empty_packages(tmp_path)
    names = [each.removeprefix("*.") for each in CONTRACTS["synthetic"]["forbidden_modules"]]
    modules = [name if name in PACKAGES else f"vision.{name}" for name in names]
    for module in modules:
        path = module.replace(".", "/")
        if not (tmp_path / path).is_dir():
            plant(tmp_path, f"{path}.py", "")
    source = "".join(f"import {module}\n" for module in modules)
    plant(tmp_path, "vision/synthetic/planted.py", source)
    _, output = lint(tmp_path)
    silent = [name for name in modules if f"vision.synthetic.planted -> {name} (l." not in output]
    assert silent == []


@pytest.mark.long
@pytest.mark.parametrize("contract", ["pure-rules", "servers"])
def test_each_forbidden_module_is_found(tmp_path: Path, contract: str) -> None:
    # A name mistyped in the configuration would forbid nothing, and nobody would notice.
    empty_packages(tmp_path)
    forbidden = CONTRACTS[contract]["forbidden_modules"]
    package = CONTRACTS[contract]["source_modules"][-1]
    plant(tmp_path, f"{package}/planted.py", "".join(f"import {name}\n" for name in forbidden))
    _, output = lint(tmp_path)
    silent = [
        name for name in forbidden if f"{package} is not allowed to import {name}:" not in output
    ]
    assert silent == []
