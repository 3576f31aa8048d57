"""Plays by the page alone, as somebody would: reads what is offered, and clicks or types."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Locator, Page, expect

from api.client import Client

WAITED = ".offers .seat-offers .offer:not(.greyed)"
"""What is waited for; taking back and giving up stand elsewhere."""
FACES = {"lucky": 6, "unlucky": 1}
MOST_DICE, MOST_CARDS = 12, 60
Given = tuple[str, Mapping[str, object]]
TO_FIRE_OR_MOVE: Final[tuple[Given, ...]] = (
    ("Host", {"kind": "roll", "dice": [6, 6]}),
    ("Guest", {"kind": "roll", "dice": [1, 1]}),
    ("Host", {"kind": "terrain_done"}),
    ("Guest", {"kind": "choose", "choice": "accept"}),
    ("Guest", {"kind": "choose_edge", "edge": "north"}),
    ("Guest", {"kind": "deploy_done"}),
    ("Host", {"kind": "deploy_done"}),
    ("Guest", {"kind": "shuffle"}),
    ("Host", {"kind": "roll", "dice": [6, 6]}),
    ("Guest", {"kind": "roll", "dice": [1, 1]}),
    ("Host", {"kind": "deal"}),
    ("Host", {"kind": "assign", "unit": "T1", "card": ""}),
    ("Guest", {"kind": "pass", "force": "Blue"}),
    ("Host", {"kind": "assign", "unit": "T1", "card": ""}),
    ("Host", {"kind": "turn_up", "cards": ["2H", "3H"]}),
)
"""A duel up to where T1 may fire or move."""
TO_MOVE: Final[tuple[Given, ...]] = (
    *TO_FIRE_OR_MOVE,
    ("Host", {"kind": "move"}),
    ("Host", {"kind": "roll", "dice": [6, 6]}),
)
"""And on to where it may be moved up to 12 inches."""


def clicked(wanted: Locator) -> None:
    wanted.click()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody at a page, with a mouse or with keys, and with luck or without."""

    page: Page
    luck: str
    likes: tuple[str, ...] = ("fire", "assign")
    """Commands that are given whenever they are offered."""
    avoids: tuple[str, ...] = ("board", "name_objective", "decline")
    edge: str = "North"
    press: Callable[[Locator], None] = clicked

    def acts(self) -> bool:
        """Answer one thing that is waited for; False where nothing is."""
        offers = self.page.locator(WAITED)
        kinds = [
            offers.nth(index).get_attribute("data-command") or "" for index in range(offers.count())
        ]
        wanted = [kind for kind in kinds if kind not in self.avoids]
        if not wanted:
            return False
        best = next((kind for kind in self.likes if kind in wanted), wanted[0])
        self.give(offers.nth(kinds.index(best)))
        return True

    def give(self, offer: Locator) -> None:
        opener = offer.locator("[data-key=opener]")
        if opener.count():
            self.press(opener)
        give = offer.locator("[data-key=give]")
        # What needs no button of its own is given by the choice, and the next offer may have one.
        asks_twice = give.count() > 0
        with self.page.expect_response("**/commands"):
            for hole in offer.locator("fieldset").all():
                self._fill(hole)
            if asks_twice:
                self.press(give)

    def _fill(self, hole: Locator) -> None:
        if "if you like" in hole.locator("legend").inner_text():
            return
        face = hole.get_by_role("button", name=f"A {FACES[self.luck]}", exact=True)
        for _ in range(MOST_DICE):
            if face.count() and face.is_enabled():
                self.press(face)
        cards = hole.locator(".pack .card:enabled[aria-pressed=false]")
        for _ in range(MOST_CARDS):
            # One card is enough where one is asked for; of several, the rest is greyed in the end.
            one = hole.locator(":scope.hole-card [aria-pressed=true]")
            if not cards.count() or one.count():
                break
            # The twos are easily beaten; whoever is lucky has them.
            self.press(cards.last if self.luck == "lucky" else cards.first)
        choices = hole.locator(".choices button:not(.greyed), .cards > button:not(.quiet)")
        if choices.count() and not hole.locator("[aria-pressed=true]").count():
            edge = hole.get_by_role("button", name=self.edge, exact=True)
            self.press(edge if edge.count() else choices.first)


def lead(umpire: Client, battle: str, commands: Sequence[Given]) -> None:
    """Bring a battle to where a test begins, without a page."""
    for seat, command in commands:
        assert umpire.command(battle, command, seat=seat)["accepted"], command


def told(page: Page, last: int) -> None:
    """Wait until the page has what may be asked for after this event."""
    expect(page.locator(".offers")).to_have_attribute("data-last", str(last))


def play_until(words: str, players: tuple[Player, ...], *, umpire: Client, battle: str) -> None:
    """Play until the referee waits for something."""
    for _ in range(60):
        state = umpire.battle(battle)
        for player in players:
            told(player.page, state["last"])
        if words in state["view"]["awaits"]:
            return
        assert any(player.acts() for player in players), state["view"]["awaits"]
    raise AssertionError(umpire.battle(battle)["view"]["awaits"])


def play_out(
    players: tuple[Player, ...],
    *,
    umpire: Client,
    battle: str,
    most: int = 80,
) -> int:
    """Play until it is over; how many things were done."""
    for done in range(most):
        state = umpire.battle(battle)
        if state["view"]["result"] is not None:
            return done
        for player in players:
            told(player.page, state["last"])
        assert any(player.acts() for player in players), state["view"]["awaits"]
    raise AssertionError(f"not over after {most}: {umpire.battle(battle)['view']['awaits']}")
