"""A sixth game, planted for tests of the page: it tells facts of every kind."""

from dataclasses import replace
from typing import Final

from rules.referee.facts.battle import Facts, ShownObjective, ShownSide
from rules.referee.facts.cards import ShownCard, ShownHand, ShownPile, pack_card
from rules.referee.facts.course import (
    OrderPlace,
    Progress,
    ShownAwaited,
    ShownOrder,
    ShownTurn,
    steps_at,
)
from rules.referee.facts.units import (
    Gauge,
    ShownNumber,
    ShownStatus,
    ShownUnit,
    StatusMark,
    UnitStage,
)
from rules.referee.toolkit.game import State
from tests.rules.games.toy_game.nearest_the_pin import GAME as TOY

HIT: Final = Gauge(value=1, of=2, says="hits", falls=False)
LIFE: Final = Gauge(value=3, of=12, says="hit points", falls=True)


def _unit(name: str, *, side: str, **more: object) -> ShownUnit:
    unit = ShownUnit(id=name, name=name, side=side, kind="walker", says="walker", pieces=(name,))
    return replace(unit, **more)  # type: ignore[arg-type]


UNITS: Final = (
    _unit(
        "R1",
        side="red",
        says="heavy walker",
        acting=True,
        acted=True,
        damage=HIT,
        cards_down=1,
        cards_open=(pack_card("QH"),),
        carries=("R2",),
        value=5.0,
        numbers=(ShownNumber(name="Armour", value=2, unit="dice"),),
        notes=("two cannons", "amphibious"),
    ),
    _unit("R2", side="red", carried_by="R1", done=True, acted=True),
    _unit(
        "R3",
        side="red",
        place="in the mill",
        damage=LIFE,
        statuses=tuple(
            ShownStatus(name=f"is_{mark}", says=f"has the mark {mark}", mark=mark)
            for mark in StatusMark
        ),
    ),
    _unit("B1", side="blue", stage=UnitStage.WRECK, lost_to="R1"),
    _unit("B2", side="blue", stage=UnitStage.CORPSE, lost_to="R3"),
    _unit("B3", side="blue", stage=UnitStage.GONE, lost_to="R1"),
    _unit("B4", side="blue", done=True, acted=True, damage=replace(HIT, value=0)),
    _unit("B5", side="blue", stage=UnitStage.TO_COME),
)


def _hand(seat: str, side: str, *, yours: bool) -> ShownHand:
    known = (ShownCard(name="owl", says="Owl"),) if yours else ()
    return ShownHand(
        owner=seat, seat=seat, side=side, down=4 - len(known), open=(pack_card("2S"),), own=known
    )


ORDER: Final = ShownOrder(
    places=(
        OrderPlace(says="R3", state=Progress.DONE, side="red", unit="R3"),
        OrderPlace(says="R1", state=Progress.NOW, side="red", unit="R1", card=pack_card("QH")),
        OrderPlace(says="blue", state=Progress.TO_COME, side="blue"),
    ),
    down=7,
)
PILES: Final = (
    ShownPile(name="draw", says="Draw pile", count=31),
    ShownPile(name="gone", says="Discards", count=0),
    *(
        ShownPile(
            name=f"{side} {at}",
            says=f"Duel {at}",
            count=None if side == "blue" else at,
            top=ShownCard(name="fox", says="Fox") if at == 1 else None,
            side=side,
            row="red meets blue",
            column=at,
            result="red wins" if at == 1 else "",
            notes=("upside down",) if at == 2 else (),
        )
        for at in (1, 2)
        for side in ("red", "blue")
    ),
)
OBJECTIVES: Final = (
    ShownObjective(name="M1", says="The mill", worth=2.0, held_by="red"),
    ShownObjective(name="C1", says="The church"),
)


def facts(state: State, seat: str) -> Facts:
    """The same at every moment, but for what only a seat itself knows."""
    del state
    sides = tuple(
        ShownSide(
            name=side,
            seats=(player,),
            says=says,
            acting=side == "red",
            numbers=(
                ShownNumber(name="Points", value=points, main=True),
                ShownNumber(name="Walkers", value=3, of=5),
            ),
            hands=(_hand(player, side, yours=player == seat),),
            notes=("begins in the south",) if side == "red" else (),
        )
        for side, player, says, points in (
            ("red", "Fox", "Attacker", 7),
            ("blue", "Owl", "Defender", 4),
        )
    )
    return Facts(
        turn=ShownTurn(
            number=3,
            says="Turn 3",
            steps=steps_at({"Deal": ["deal"], "March": ["march"], "Rest": ["rest"]}, "march"),
            stages=steps_at({"Load": ["load"], "Aim": ["aim"]}, "aim"),
        ),
        sides=sides,
        units=UNITS,
        order=ORDER,
        piles=PILES,
        objectives=OBJECTIVES,
        clocks=(ShownNumber(name="Round", value=3, of=8),),
        awaited=(
            ShownAwaited(seat="Fox", who="red", says="turns a card", yours=seat == "Fox"),
            ShownAwaited(seat="", who="", says="The sun is going down."),
        ),
        notes=("It rains.",),
    )


GAME: Final = replace(TOY, slug="every_fact", title="Every Fact", facts=facts)
