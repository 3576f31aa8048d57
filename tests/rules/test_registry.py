"""Games are found by their folders alone, and what a folder that is none is told."""

import importlib
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules import registry
from rules.table.bad_input import BadInputError
from tests.architecture.sources import REPOSITORY

GAME = '''"""Knows a game that only has a name."""

from types import MappingProxyType

from rules.referee.toolkit.book.clauses import Clauses
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.vocabulary import Vocabulary

GAME = Game(
    slug={slug!r},
    title="A game",
    version=1,
    says="A game.",
    option_schema=(),
    commands=Vocabulary(),
    events=Vocabulary(),
    clauses=Clauses(MappingProxyType({{}})),
    initial=lambda setup: None,
    decide=lambda state, command, snapshot: (),
    evolve=lambda state, event: state,
    options=lambda state, snapshot, seat: (),
    say=lambda event: "It happened.",
    view=lambda state, seat: {{}},
)
'''

NAMES = (f"planted_games_{number}" for number in itertools.count())

Plant = Callable[[dict[str, str]], str]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Writes files into a new package of games and gives its name."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def write(files: dict[str, str]) -> str:
        package = next(NAMES)
        for name, text in {"__init__.py": "", **files}.items():
            place = tmp_path / package / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return package

    yield write
    for name in set(sys.modules) - before:
        if name.startswith("planted_games_"):
            del sys.modules[name]


def a_game(slug: str) -> str:
    return GAME.format(slug=slug)


def complaint(look: Callable[[str], object], package: str) -> str:
    with pytest.raises(BadInputError) as caught:
        look(package)
    return str(caught.value).replace(package, "games")


def test_every_folder_is_a_game_in_the_order_of_their_names(plant: Plant) -> None:
    package = plant({f"{slug}/__init__.py": a_game(slug) for slug in ("zulu", "alpha", "mike")})
    found = registry.games(package)
    assert list(found) == ["alpha", "mike", "zulu"]
    assert [each.slug for each in found.values()] == list(found)
    assert registry.game("mike", package) is found["mike"]


def test_the_games_cannot_be_changed_by_who_asks_for_them(plant: Plant) -> None:
    found = registry.games(plant({"alpha/__init__.py": a_game("alpha")}))
    with pytest.raises(TypeError):
        found["beta"] = found["alpha"]  # type: ignore[index]


def test_a_game_that_is_not_there_is_told_which_are(plant: Plant) -> None:
    package = plant({f"{slug}/__init__.py": a_game(slug) for slug in ("alpha", "beta")})
    with pytest.raises(BadInputError, match=r"^game: expected one of alpha, beta, got 'chess'$"):
        registry.game("chess", package)


def test_no_game_at_all(plant: Plant) -> None:
    package = plant({})
    assert dict(registry.games(package)) == {}
    with pytest.raises(BadInputError, match="expected one of no game at all, got 'chess'"):
        registry.game("chess", package)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"alpha/__init__.py": ""},
            "games.alpha: expected GAME, a rules.referee.toolkit.game.Game, got none",
        ),
        (
            {"alpha/decide.py": ""},
            "games.alpha: expected GAME, a rules.referee.toolkit.game.Game, got none",
        ),
        (
            {"alpha/__init__.py": "GAME = {}"},
            "games.alpha: expected GAME, a rules.referee.toolkit.game.Game, got dict",
        ),
        (
            {"alpha/__init__.py": a_game("beta")},
            "games.alpha: GAME.slug: expected the name of its folder, 'alpha', got 'beta'",
        ),
        (
            {
                "alpha/__init__.py": "from rules.referee.toolkit.book.clauses import clauses_of\n"
                "CLAUSES = clauses_of(__name__)"
            },
            "games.alpha/clauses.toml: expected this file, got nothing",
        ),
    ],
    ids=["no GAME", "no __init__", "another GAME", "another slug", "no clauses"],
)
def test_a_folder_that_is_no_game(plant: Plant, files: dict[str, str], expected: str) -> None:
    assert complaint(registry.games, plant(files)) == expected


def test_a_fault_inside_a_game_comes_through_as_it_is(plant: Plant) -> None:
    package = plant({"alpha/__init__.py": "import nowhere_to_be_found"})
    with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
        registry.games(package)
    package = plant({"alpha/__init__.py": "1 / 0"})
    with pytest.raises(ZeroDivisionError):
        registry.games(package)


def test_what_python_leaves_behind_is_no_game(plant: Plant) -> None:
    package = plant({"gone/__pycache__/decide.pyc": "", "__pycache__/x.pyc": "", ".idea/x": ""})
    assert registry.slugs(package) == ()


def test_which_game_amends_which_stands_in_its_manifest(plant: Plant) -> None:
    package = plant(
        {
            "alpha/__init__.py": a_game("alpha"),
            "beta/__init__.py": a_game("beta"),
            "beta/manifest.toml": 'amends = "alpha"',
            "gamma/__init__.py": a_game("gamma"),
            "gamma/manifest.toml": "",
        }
    )
    assert dict(registry.amendments(package)) == {"beta": "alpha"}
    assert list(registry.games(package)) == ["alpha", "beta", "gamma"]


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ("amend = 'alpha'", "manifest.toml.amend: expected one of amends, got an unknown field"),
        ("amends = 3", "manifest.toml.amends: expected a text, got 3"),
        ("amends = 'chess'", "manifest.toml: amends: expected one of alpha, got 'chess'"),
        ("amends = 'beta'", "manifest.toml: amends: expected one of alpha, got 'beta'"),
    ],
)
def test_a_manifest_that_cannot_be(plant: Plant, manifest: str, expected: str) -> None:
    files = {f"{slug}/__init__.py": a_game(slug) for slug in ("alpha", "beta")}
    package = plant({**files, "beta/manifest.toml": manifest})
    assert complaint(registry.games, package) == f"games.beta/{expected}"


def test_a_manifest_that_is_no_toml(plant: Plant) -> None:
    package = plant({"alpha/__init__.py": a_game("alpha"), "alpha/manifest.toml": "amends ="})
    assert complaint(registry.games, package).startswith(
        "games.alpha/manifest.toml: expected TOML, got"
    )


def test_games_that_amend_each_other_are_turned_down(plant: Plant) -> None:
    files = {f"{slug}/__init__.py": a_game(slug) for slug in ("alpha", "beta", "gamma")}
    files |= {
        "alpha/manifest.toml": "amends = 'beta'",
        "beta/manifest.toml": "amends = 'gamma'",
        "gamma/manifest.toml": "amends = 'beta'",
    }
    assert complaint(registry.amendments, plant(files)) == (
        "games.beta/manifest.toml: amends: expected a game that does not come back to this one, "
        "got beta amends gamma amends beta"
    )


def test_the_games_that_are_shipped_are_found_by_their_folders() -> None:
    folders = {place.parent.name for place in (REPOSITORY / "rules/games").glob("*/__init__.py")}
    assert set(registry.slugs()) == folders


def test_one_game_is_found_without_the_others() -> None:
    for slug in registry.slugs():
        assert registry.alone(slug) is registry.game(slug)
    with pytest.raises(BadInputError, match="expected one of"):
        registry.alone("no such game")


def test_a_game_in_a_package_of_its_own_stands_beside_the_others(plant: Plant) -> None:
    package = plant({"alpha/__init__.py": a_game("alpha")})
    elsewhere = plant({"inside/beta/__init__.py": a_game("beta"), "inside/__init__.py": ""})
    found = registry.games(package, also=(f"{elsewhere}.inside.beta",))
    assert list(found) == ["alpha", "beta"]
    assert found["beta"] is registry.game_at(f"{elsewhere}.inside.beta")


def test_a_game_elsewhere_takes_no_slug_that_is_taken(plant: Plant) -> None:
    package = plant({"alpha/__init__.py": a_game("alpha")})
    elsewhere = plant({"alpha/__init__.py": a_game("alpha")})
    with pytest.raises(BadInputError) as caught:
        registry.games(package, also=(f"{elsewhere}.alpha",))
    expected = "expected a game with a slug of its own, got 'alpha' like"
    assert str(caught.value) == f"{elsewhere}.alpha: {expected} {package}.alpha"
