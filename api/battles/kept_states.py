"""Keeps what a long log has come to, so that a battle that is opened again is not folded anew.

A kept state is for one head of a log, by which all that lies before it is fixed; the chain is
checked to that head each time. It is taken only if this umpire has written it with the rules of
today: anything else is passed over, and the log is folded from its beginning.
"""

import asyncio
import hashlib
import hmac
import io
import os
import pickle
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import rules
from api.battles.jobs import BattleChange
from rules.referee.log.battle import Battle, Milestone
from rules.referee.log.growing import Entries
from rules.referee.log.setup_json import read_setup
from rules.referee.toolkit.game import Game, State

SHORTEST: Final = 500
"""Events; a shorter log is folded in no time."""
EVERY: Final = 1000
"""Events after which a state is kept again, so that little is folded after a crash."""
MILESTONES: Final = 2
KEY_BYTES: Final = 32
SEAL_BYTES: Final = 32
LARGEST: Final = 20_000_000
ENDING: Final = ".state"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptState:
    """What the first entries of a log came to."""

    entries: int
    head: str
    made_by: str
    """Which rules it was folded with."""
    state: State
    fields: Mapping[str, Any]
    """What else a battle is but for its game, its setup and its entries."""
    milestones: tuple[Milestone, ...] = ()

    def battle(self, game: Game, entries: Entries) -> Battle:
        """The battle of these entries."""
        setup = read_setup(game, entries[0].body, where=entries[0].id)
        return Battle(
            game=game,
            setup=setup,
            state=self.state,
            entries=entries,
            milestones=self.milestones,
            **self.fields,
        )


FIELDS: Final = ("fallen", "pending", "declared", "settled", "disputes", "changed")


class KeptStates:
    """The kept states of a folder's battles; none, where there is no folder. For any thread."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._key = b""
        self._keeping: asyncio.Future[None] | None = None
        """What is being kept now; nobody waits for it."""

    def keep(self, name: str, battle: Battle) -> None:
        """Keep what a battle has come to, where its log is long; a disk may refuse it."""
        if self._folder is None or battle.sequence < SHORTEST:
            return
        kept = KeptState(
            entries=battle.sequence,
            head=battle.head,
            made_by=rules_of(battle.state),
            state=battle.state,
            fields={field: getattr(battle, field) for field in FIELDS},
            milestones=battle.milestones[-MILESTONES:],
        )
        try:
            content = _pickled(kept)
            place, seal = self._place(name), self._seal(content)
            fresh = place.with_name(f"{place.name}.new")
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(seal + content)
            os.replace(fresh, place)
        except (OSError, pickle.PicklingError, TypeError, AttributeError):
            # A game may keep what cannot be written down; its battles are folded each time.
            self.forget(name)

    def following(self, name: str) -> Callable[[BattleChange], None]:
        """Told of every change, keeps the battle now and then: little is folded after a crash."""

        def changed(change: BattleChange) -> None:
            now = change.battle.sequence
            if (now - len(change.entries)) // EVERY != now // EVERY:
                keep = partial(self.keep, name, change.battle)
                self._keeping = asyncio.get_running_loop().run_in_executor(None, keep)

        return changed

    def found(self, name: str) -> KeptState | None:
        """What is kept of a battle, if this umpire has written it with the rules of today."""
        if self._folder is None or not self._place(name).exists():
            return None
        try:
            with self._place(name).open("rb") as file:
                sealed = file.read(LARGEST)
            seal, content = sealed[:SEAL_BYTES], sealed[SEAL_BYTES:]
            if not hmac.compare_digest(seal, self._seal(content)):
                return None
            kept = _Reader(io.BytesIO(content)).load()
        except (OSError, pickle.UnpicklingError, EOFError, LookupError, ValueError):
            return None
        except (TypeError, AttributeError, ImportError, AssertionError):
            return None
        is_ours = isinstance(kept, KeptState) and kept.made_by == rules_of(kept.state)
        return kept if is_ours else None

    def forget(self, name: str) -> None:
        """Remove what is kept of a battle, which tells the secrets of all seats."""
        if self._folder is not None:
            with suppress(OSError):
                self._place(name).unlink()

    def _place(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{name}{ENDING}"

    def _seal(self, content: bytes) -> bytes:
        return hmac.digest(self._own_key(), content, "sha256")

    def _own_key(self) -> bytes:
        """Ours alone: what somebody else has written is never taken for our own."""
        if not self._key and self._folder is not None:
            place = self._folder / "key"
            self._folder.mkdir(exist_ok=True, mode=0o700)
            with suppress(FileExistsError):
                handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "wb") as file:
                    file.write(secrets.token_bytes(KEY_BYTES))
            self._key = place.read_bytes()
        return self._key


def rules_of(state: State) -> str:
    """Which rules these are: what each of their files is called, how long it is, and how old."""
    return _rules_of(type(state).__module__)


@cache
def _rules_of(module: str) -> str:
    found = hashlib.sha256(module.encode())
    # A game that is installed from elsewhere has files of its own.
    own = getattr(sys.modules.get(module), "__file__", None) or ""
    for root in (*rules.__path__, str(Path(own).parent)):
        for folder, _, files in sorted(os.walk(root)):
            for name in sorted(files):
                if not name.endswith(".pyc"):
                    about = (Path(folder) / name).stat()
                    told = f"{folder}/{name} {about.st_size} {about.st_mtime_ns}\n"
                    found.update(told.encode())
    return found.hexdigest()


def as_read_only(values: dict[Any, Any]) -> Mapping[Any, Any]:
    """What a mapping that cannot be written down is made from."""
    return MappingProxyType(values)


def _constants() -> Mapping[int, tuple[str, str]]:
    """The values that games have in their modules, as an edition's, by which one each is."""
    return {
        id(value): (module, name)
        for module, held in tuple(sys.modules.items())
        if module.startswith("rules.games.")
        for name, value in tuple(vars(held).items())
        if name.isupper() and is_dataclass(value) and not isinstance(value, type)
    }


class _Writer(pickle.Pickler):
    def __init__(self, content: io.BytesIO) -> None:
        super().__init__(content, protocol=5)
        self._constants = _constants()

    def persistent_id(self, value: Any) -> tuple[str, str] | None:
        return self._constants.get(id(value))

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, MappingProxyType):
            return as_read_only, (dict(value),)
        if isinstance(value, Enum):
            # Python 3.11 before 3.11.4 would have it looked up by `getattr`, which is not read.
            return type(value), (value.value,)
        return NotImplemented


def _pickled(kept: KeptState) -> bytes:
    content = io.BytesIO()
    _Writer(content).dump(kept)
    return content.getvalue()


class _Reader(pickle.Unpickler):
    """Makes values of the rules and nothing else, whatever a file asks for."""

    def persistent_load(self, place: Any) -> Any:
        module, name = place
        if module.startswith("rules.games.") and name.isupper():
            return getattr(import_module(module), name)
        raise pickle.UnpicklingError(f"{module}.{name}")

    def find_class(self, module: str, name: str) -> Any:
        if module == __name__ and name in {as_read_only.__name__, KeptState.__name__}:
            return globals()[name]
        if (module, name) == ("builtins", "frozenset"):
            return frozenset
        # A game that is installed from elsewhere has been loaded, or its battle is folded.
        if module.startswith("rules."):
            import_module(module)
        found = getattr(sys.modules.get(module), name, None)
        if isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum)):
            return found
        # A state may hold a function of its game. All of them are pure: they do nothing.
        if module.startswith("rules.") and getattr(found, "__module__", "") == module:
            return found
        raise pickle.UnpicklingError(f"{module}.{name}")
