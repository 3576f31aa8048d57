"""What changes a wall, whoever did it (PI-WALL)."""

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_invasion.chapters.consequences import acted
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import WallState, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class WallChanged:
    """A wall has another state."""

    clause: ClassVar[str] = "PI-HERO-02"

    wall: str
    before: WallState
    becomes: WallState = field(metadata={"wire": "after"})
    work: Work
    token: str = ""
    """Whose Action it was; nothing where no Action was spent."""

    def after(self, state: State) -> State:
        wall = state.map.wall(self.wall)
        assert wall is not None
        closes = self.work in CLOSING and self.before is WallState.OPENING
        sealed = self.becomes is not WallState.OPENING and (wall.sealed or closes)
        board = state.map.with_wall(replace(wall, state=self.becomes, sealed=sealed))
        doubts = tuple(each for each in state.doubts if each.subject != wall.id)
        state = replace(state, board=board, doubts=doubts)
        return acted(state, self.token) if self.token else state

    def told(self) -> str:
        now = f"{self.wall} is {CALLED[self.becomes]} now"
        match self.work:
            case Work.SEAL:
                return f"{self.token} seals {self.wall}: {now}."
            case Work.SMASH:
                return f"{self.token} smashes {self.wall}: {now}."
            case Work.AGREED:
                return f"Agreed: {now}."
            case Work.STRIP:
                return f"The strip counts: {now}."
        return f"{self.work}: {now}."


CLOSING = frozenset({Work.SEAL, Work.BUILDER, Work.FIXER})
"""PI-E-2: what makes an Opening a barrier that can wear away again."""


CALLED: Final = MappingProxyType(
    {
        WallState.OPENING: "an Opening",
        WallState.SINGLE: "a Single Barrier",
        WallState.DOUBLE: "a Double Barrier",
    }
)
"""A wall in each of its states."""
