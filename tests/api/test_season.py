"""Tests what a season says of a player's dice."""

import numpy as np

from api.rolling.season import ThrownDie, counted


def test_a_loaded_die_stands_out_and_fair_ones_hardly_ever_do() -> None:
    rng = np.random.default_rng(1)
    fair = sum(
        all(share.is_fair for share in found.faces)
        for _ in range(200)
        for found in counted(
            ThrownDie(by="Host", how="tray", face=int(face)) for face in rng.integers(1, 7, 300)
        )
    )
    assert fair >= 180
    faces = rng.choice(6, 600, p=[0.1, 0.15, 0.15, 0.15, 0.15, 0.3]) + 1
    (loaded,) = counted(ThrownDie(by="Host", how="tray", face=int(face)) for face in faces)
    assert [share.face for share in loaded.faces if not share.is_fair] == [1, 6]
    assert loaded.says.endswith("more than luck: 1, 6")
