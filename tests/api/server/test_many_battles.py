"""Many battles lie in one folder: none of them gets into the way of another."""

from pathlib import Path
from typing import Any

from api.tables.hand import HandTable
from rules.table.snapshot import Snapshot
from tests.api.server.serving import problem, served
from tests.api.server.test_playing import BATTLE, seen


def army(prefix: str, *, pieces: int = 3) -> dict[str, Any]:
    """A battle whose pieces have names of their own, and the same tags as any other army."""
    roster = [
        {
            "id": f"{prefix}{number}",
            "side": "red",
            "kind": "counter",
            "footprint": "disc 1",
            "tags": [number],
        }
        for number in range(1, pieces + 1)
    ]
    return {**BATTLE, "roster": roster}


def test_the_host_moves_pieces_beside_two_battles_of_different_armies(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for prefix in ("A", "B"):
            assert server.post("/api/v1/battles", army(prefix)).status_code == 201
        place = {"x_in": 7.5, "y_in": 3}
        for piece in ("C1", "A2", "B2"):
            told = server.ask("PUT", f"/api/v1/table/pieces/{piece}", json=place)
            assert (told.status_code, told.json().get("id")) == (200, piece), told.text
        told = problem(server.ask("PUT", "/api/v1/table/pieces/Z9", json=place), 422)
        assert "a piece of the table or the roster of an open battle" in told["detail"]


def test_a_piece_that_several_armies_have_is_the_latest_ones(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for size in ("1", "2"):
            wanted = army("A", pieces=1)
            wanted["roster"][0]["footprint"] = f"disc {size}"
            server.post("/api/v1/battles", wanted)
        place = {"x_in": 7.5, "y_in": 3}
        told = server.ask("PUT", "/api/v1/table/pieces/A1", json=place).json()
        assert told["footprint"] == {"disc": {"radius_in": 1}}


class _CountingTable(HandTable):
    """Counts how often somebody looks at it."""

    __slots__ = ("looks",)

    def __init__(self) -> None:
        super().__init__(seen())
        self.looks = 0

    def latest(self) -> Snapshot:
        self.looks += 1
        return super().latest()


def looks_at_a_move(folder: Path, *, battles: int) -> int:
    """How often the table is looked at for a move beside so many battles."""
    folder.mkdir()
    table = _CountingTable()
    with served(table, folder) as server:
        for _ in range(battles):
            assert server.post("/api/v1/battles", BATTLE).status_code == 201
        before = table.looks
        server.ask("PUT", "/api/v1/table/pieces/C1", json={"x_in": 21})
        # Looks at the table stand in each battle's queue before this, which is answered after it.
        for number in range(1, battles + 1):
            server.post(f"/api/v1/battles/battle{number}/resume", {})
        return table.looks - before


def test_a_move_costs_the_same_beside_one_battle_and_beside_many(tmp_path: Path) -> None:
    found = [looks_at_a_move(tmp_path / f"{many}", battles=many) for many in (1, 30)]
    assert found[0] == found[1]
