"""Lays a deck out as one plays with it: two rows of piles, a draw pile and discards."""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from vision.staging.outlines import Described, taken
from vision.staging.places import CROOKED_DEG, StandingPiece, ground_of, scattered

MOST_ABREAST: Final = 5
ASIDE_IN, BETWEEN_IN = 1.5, 2.0
"""Room between neighbours of a row, and between the two rows."""
CROOKED_IN: Final = 0.2
FACE_UP, FACE_DOWN = 0, 1


def is_deck(kit: dict[str, Any]) -> bool:
    """Whether there is nothing but cards whose backs are all alike."""
    backs = [face["tags"] for piece in kit["pieces"] for face in piece["faces"][FACE_DOWN:]]
    all_cards = all(piece["group"] == "cards" for piece in kit["pieces"])
    alike = all(tags and not any(tag["unique"] for tag in tags) for tags in backs)
    return all_cards and alike and len(backs) == len(kit["pieces"]) > 0


def as_played(
    kit: dict[str, Any], *, seed: int, is_scattered: bool = False
) -> tuple[list[StandingPiece], list[Described]]:
    """The cards on top, some of them turned up; and those for which there was no room.

    All other cards are in the piles, under those. Scattered, the same cards lie anyhow.
    """
    stands, missing = _in_rows(kit, seed=seed)
    if is_scattered:
        tops = [stand.piece for stand in stands]
        stands, missing = scattered(kit, seed=seed, pieces=tops, any_face=True)
    return [_nameless(stand, number) for number, stand in enumerate(stands, start=1)], missing


def _nameless(stand: StandingPiece, number: int) -> StandingPiece:
    """The renderer writes its name on each piece; a card that is face down has none."""
    if stand.face == FACE_UP:
        return stand
    return replace(stand, piece={**stand.piece, "id": f"{stand.piece['kind']} back {number}"})


def _in_rows(kit: dict[str, Any], *, seed: int) -> tuple[list[StandingPiece], list[Described]]:
    rng = np.random.default_rng([seed, 29])
    ground = ground_of(kit)
    deck = [kit["pieces"][at] for at in rng.permutation(len(kit["pieces"]))]
    rear, right, front, left = taken(deck[0]).bounds
    step, apart = left - right + ASIDE_IN, (front - rear + BETWEEN_IN) / 2
    # Beside the rows is room for the draw pile and the discards.
    abreast = min(MOST_ABREAST, int(ground.width / step) - 2, len(deck) // 2 - 1)
    if abreast < 1:
        return [], deck
    rolled = int(rng.integers(0, abreast + 1))
    missing = []
    for column in range(abreast + 1):
        is_aside = column == abreast
        for is_south in (True, False):
            is_up = is_south if is_aside else column < rolled
            ahead = -apart if is_south else apart
            aside, along = (float(each) for each in rng.uniform(-CROOKED_IN, CROOKED_IN, 2))
            stand = StandingPiece(
                piece=deck.pop(),
                face=FACE_UP if is_up else FACE_DOWN,
                x=ground.width / 2 + (column - abreast / 2 + is_aside) * step + aside,
                y=ground.depth / 2 + ahead + along,
                heading=(90.0 if is_south else 270.0)
                + float(rng.uniform(-CROOKED_DEG, CROOKED_DEG)),
            )
            if ground.is_free(stand, within=ground.area):
                ground.put(stand)
            else:
                missing.append(stand.piece)
    return ground.stands, missing
