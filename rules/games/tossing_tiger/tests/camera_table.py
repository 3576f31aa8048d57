"""Knows a card table under the synthetic camera: piles are laid and turned up, and all is seen."""

from dataclasses import dataclass, replace
from types import MappingProxyType

from api.demo.calibrating import SetTable, set_table
from api.demo.stage import RESTS_S, DemoStage
from api.kit.kit_in_use import KitInUse, kit_in_use
from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.deck import STARTER, Deck, roster_toml
from rules.games.tossing_tiger.initial import initial
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.tests.war_play import setup, sitting
from rules.referee.toolkit.game import Command, Event, Refusal, Sighted
from rules.table.roster import Roster
from vision.kit.battle import battle_roster
from vision.synthetic.described.scene import SceneHand, ScenePiece, ScenePlace, SceneTag, Station

Place = tuple[float, float]
PAPER_IN = 0.012
"""How high a card lies over the table."""


def small_deck(*, copies: int) -> Deck:
    """The first cards of each base animal, so that a picture is quickly made."""
    wanted = tuple(f"-{number}" for number in range(1, copies + 1))
    cards = {
        name: card
        for name, card in STARTER.cards.items()
        if name.startswith("B-") and name.endswith(wanted)
    }
    return replace(STARTER, cards=MappingProxyType(cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A printed deck, and its table as a camera measures it."""

    kit: KitInUse
    laid: SetTable


def printed(deck: Deck, *, table: str, camera: str) -> Printed:
    """The camera is measured over a table with one card: all of a deck would find no room there."""
    text = roster_toml(deck).replace('"36x24"', f'"{table}"').replace('"1080p"', f'"{camera}"')
    head, first, *_ = text.split("[[piece]]")
    alone = kit_in_use(f"{head}[[piece]]{first}", name="a card")
    laid = set_table(alone, seed=2, say=lambda _: None)
    return Printed(kit=kit_in_use(text, name="cards"), laid=laid)


class CardTable(DemoStage):
    """A stage on which cards are put down, turned up and covered."""

    def __init__(self, made: Printed) -> None:
        battle, scene = made.kit.battle, made.laid.scene
        self.wearers = {each.entry.id: each for each in battle.pieces}
        bare = tuple(each for each in scene.pieces if each.id not in self.wearers)
        self.dictionary = next(each.tags[0].dictionary for each in bare if each.tags)
        super().__init__(replace(scene, pieces=bare), profile=made.laid.done.profile, battle=battle)
        self.bare = bare
        self.cards: dict[str, ScenePiece] = {}

    def put(self, name: str, at: Place, *, card: str = "", heading: float = 90.0) -> None:
        """A pile that shows a card, or a back; where one lay before it lies there no more."""
        wearer = self.wearers[card or next(iter(self.wearers))]
        face = "face" if card else "back"
        tags = tuple(
            SceneTag(
                id=tag.number, dictionary=self.dictionary, side_in=tag.size,
                offset_in=(tag.x, tag.y), turn_deg=tag.turn,
            )
            for tag in wearer.tags
            if tag.face == face
        )  # fmt: skip
        self.cards[name] = ScenePiece(
            id=name, place=ScenePlace(x=at[0], y=at[1], heading=heading), colour=(236, 236, 232),
            footprint=wearer.entry.footprint, kind="tiger_card", height_in=PAPER_IN, tags=tags,
        )  # fmt: skip

    def look(self, *, hand: Place | None = None, seconds: float = RESTS_S + 0.4) -> None:
        """All hands go, but for one from the north that stays there; the camera looks."""
        self._scene = replace(self._scene, pieces=(*self.bare, *self.cards.values()))
        hands: tuple[SceneHand, ...] = ()
        if hand is not None:
            over = ScenePlace(x=hand[0], y=hand[1], heading=270.0)
            hands = (
                SceneHand(stations=tuple(Station(at_s=at, place=over) for at in (0.0, 999.0))),
            )
        self._show(hands=hands)
        self.watch(seconds)


class Watched:
    """A game on a table that a camera sees."""

    def __init__(self, made: Printed) -> None:
        self.table = CardTable(made)
        entries = battle_roster(made.kit.kit).entries
        self.state: State = initial(setup(sitting(2), roster=Roster(entries=entries)))

    def give(self, author: str, body: object) -> tuple[Event, ...]:
        """A command that is accepted, judged on what the camera sees now."""
        command = Command(author=author, body=body)
        decision = GAME.decide(self.state, command, self.table.table)
        assert not isinstance(decision, Refusal), decision.reason
        for event in decision:
            self.state = GAME.evolve(self.state, event.body)
        return decision

    def seen(self, kind: str) -> list[Sighted]:
        """What the camera takes to have happened, of one kind."""
        return [each for each in GAME.sighted(self.state, self.table.table) if each.kind == kind]

    def accept(self, kind: str) -> list[str]:
        """Let all of it have happened; its sentences."""
        said = []
        for each in self.seen(kind):
            assert each.command is not None
            self.give(each.seat, each.command)
            said.append(each.says)
        return said
