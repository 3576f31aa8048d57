"""Plays by the page alone, as somebody would: reads what is offered, and clicks."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from api.client import Client

WAITED = ".offers .seat-offers .offer:not(.greyed)"
"""What is waited for; taking back and giving up stand elsewhere."""
FACES = {"lucky": 6, "unlucky": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody at a page, with a mouse and with luck or without."""

    page: Page
    luck: str
    likes: tuple[str, ...] = ("fire", "assign")
    """Commands that are given whenever they are offered."""
    avoids: tuple[str, ...] = ("board", "name_objective", "decline")
    edge: str = "North"

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
        self._give(offers.nth(kinds.index(best)))
        return True

    def _give(self, offer: Locator) -> None:
        opener = offer.locator("[data-key=opener]")
        if opener.count():
            opener.click()
        with self.page.expect_response("**/commands"):
            for hole in offer.locator("fieldset").all():
                self._fill(hole)
            give = offer.locator("[data-key=give]")
            if give.count():
                give.click()

    def _fill(self, hole: Locator) -> None:
        if "if you like" in hole.locator("legend").inner_text():
            return
        face = hole.get_by_role("button", name=f"A {FACES[self.luck]}", exact=True)
        while face.count() and face.is_enabled():
            face.click()
        cards = hole.locator(".pack .card:enabled[aria-pressed=false]")
        while cards.count():
            # The twos are easily beaten; whoever is lucky has them.
            (cards.last if self.luck == "lucky" else cards.first).click()
        choices = hole.locator(".choices button:not(.greyed), .cards > button:not(.quiet)")
        if choices.count() and not hole.locator("[aria-pressed=true]").count():
            edge = hole.get_by_role("button", name=self.edge, exact=True)
            (edge if edge.count() else choices.first).click()


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
