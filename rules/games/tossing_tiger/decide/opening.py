"""Knows how a war opens: its number of piles, the Dawncard, the piles, the rows, the war rule."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, WAR_RULES
from rules.games.tossing_tiger.commands import LayPiles, MarkLane, RowsLaid
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.decide.ending import end
from rules.games.tossing_tiger.decide.numbers import (
    Building,
    able_to_open,
    numbers_of,
    places_to_build,
    places_to_rebuild,
)
from rules.games.tossing_tiger.events.battle import ActionOver
from rules.games.tossing_tiger.events.setup import (
    AnimalNamed,
    DawncardLaid,
    EmptyPlaceSet,
    LaneMarked,
    NumberSaid,
    PilesBuilt,
    RowsSeen,
    StageBegan,
)
from rules.games.tossing_tiger.measuring.rows import Rows, rows_seen
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    ROLES,
    Ask,
    AskKind,
    Purpose,
    Role,
    Stage,
)
from rules.referee.toolkit.phrases import counted, listed

CLAUSES_OF_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {name: f"TT-DAWN-{number:02}" for number, name in enumerate(WAR_RULES, start=1)}
)


def ask_number(draft: Draft, war: War) -> None:
    """TT-TRN-03, TT-TRN-04."""
    found = numbers_of(draft.state, war)
    if not found.choices:
        how = f"{war.attacker} and {war.defender} cannot make any legal number of piles"
        end(draft, how=how, clause="TT-FT-05")
        return
    clause = "TT-FT-03" if draft.state.together else "TT-TRN-03"
    smaller = f"; piles of {found.least} will do, as there is no other way" * (
        draft.state.together and found.least < 3
    )
    draft.choose(
        Purpose.NUMBER,
        settle=settle_number,
        player=draft.state.speaker(war.attacker).name,
        clause=clause,
        says=f"Say how many piles each side makes against {war.defender}{smaller}.",
        choices=found.choices,
        war=war.id,
    )


def settle_number(draft: Draft, ask: Ask, *, choice: str) -> None:
    found = numbers_of(draft.state, draft.state.war(ask.war))
    event = NumberSaid(
        war=ask.war,
        number=int(choice.split(maxsplit=1)[0]),
        least=found.least,
        with_dawncard=not choice.isdecimal(),
    )
    draft.emit(event, clause=ask.clause)


# --- the Dawncard ------------------------------------------------------------------------------


def dawncards(state: State, war: War) -> Mapping[str, tuple[str, str]]:
    """Every Rooster that may open a war, as it is asked for: the card, and who lays it."""
    able = able_to_open(state, war, number=war.number, least=war.least)
    cards = [card for card in state.deck.cards.values() if card.dawn and state.can_show(card.id)]
    if not state.together:
        return {card.id: (card.id, able[0]) for card in cards}
    return {f"{card.id} of {name}": (card.id, name) for card in cards for name in able}


def ask_dawncard(draft: Draft, war: War) -> None:
    """TT-DJ-02: its face is open, so the umpire has to know which it is."""
    draft.choose(
        Purpose.DAWNCARD,
        settle=settle_dawncard,
        player=draft.state.speaker(war.attacker).name,
        clause="TT-DJ-02",
        says="Which Rooster is the Dawncard? Lay it open at place 1.",
        choices=tuple(dawncards(draft.state, war)),
        war=war.id,
    )


def settle_dawncard(draft: Draft, ask: Ask, *, choice: str) -> None:
    """TT-DJ-03."""
    war = draft.state.war(ask.war)
    name, player = dawncards(draft.state, war)[choice]
    card = draft.state.deck.cards[name]
    assert card.dawn in WAR_RULES
    assert card.change in CHANGES
    event = DawncardLaid(war=war.id, player=player, card=name, rule=card.dawn, change=card.change)
    draft.emit(event, clause="TT-DJ-02")
    if card.dawn == "one_less":
        _set_empty(draft, draft.state.war(war.id))


def _set_empty(draft: Draft, war: War) -> None:
    """TT-DAWN-01, TT-AMB-16."""
    last = draft.state.options.choice("empty_place") == "last"
    places = range(war.number if last else 1, war.number + 1)
    draft.choose(
        Purpose.EMPTY,
        settle=settle_empty,
        player=draft.state.speaker(war.defender).name,
        clause="TT-DAWN-01",
        says="At which place do you lay no pile?",
        choices=tuple(f"battle {place}" for place in places),
        war=war.id,
        role=Role.DEFENDER,
    )


def settle_empty(draft: Draft, ask: Ask, *, choice: str) -> None:
    place = int(choice.removeprefix("battle "))
    draft.emit(EmptyPlaceSet(war=ask.war, place=place), clause="TT-DAWN-01")


# --- piles ---------------------------------------------------------------------------------------


def build(draft: Draft, war: War) -> None:
    """TT-PIL-01, TT-AMB-04: both sides make piles, at once or one after the other."""
    waiting = [role for role in ROLES if role not in war.built and places_to_build(war, role)]
    if not waiting:
        draft.emit(StageBegan(war=war.id, stage=Stage.LAYOUT), clause="TT-PIL-05")
        return
    order = draft.state.options.choice("layout_order")
    if order == "defender_first":
        waiting.reverse()
    for role in waiting if order == "simultaneous" else waiting[:1]:
        places = places_to_build(war, role)
        of_each = f"of {counted(war.least, 'card')} or more"
        draft.ask(
            Purpose.BUILD,
            kind=AskKind.LAY,
            player=draft.state.speaker(war.party(role)).name,
            clause="TT-PIL-01",
            says=(
                f"{war.party(role)}: make {counted(len(places), 'pile')} {of_each}, shuffle each "
                "well, lay them face down, and say how many cards each has."
            ),
            war=war.id,
            role=role,
            count=len(places),
        )


def building_of(state: State, ask: Ask) -> Building:
    """What a side that is asked makes piles of, and where."""
    war = state.war(ask.war)
    again = ask.purpose is Purpose.REBUILD
    places = places_to_build(war, ask.role)
    if again:
        places = places_to_rebuild(war, ask.role, after=ask.place)
    return Building(state=state, war=war, role=ask.role, places=places, again=again)


@handle.register
def _lay_piles(body: LayPiles, draft: Draft) -> None:
    """TT-GEO-11: sizes are said, and their sum is known."""
    ask = draft.open_ask(AskKind.LAY, body.ask)
    making = building_of(draft.state, ask)
    alone = making.members[0] if len(making.members) == 1 else ""
    owners = body.owners or (alone,) * len(body.sizes)
    if fault := making.fault(body.sizes, owners):
        draft.refuse(*fault)
    event = PilesBuilt(
        war=ask.war, role=ask.role, places=making.places, sizes=body.sizes, owners=owners,
        ask_id=ask.id, again=making.again,
    )  # fmt: skip
    draft.emit(event, clause="TT-PIL-02")
    if making.again:
        animal = draft.scene(ask.war).animal(ask.role, ask.place)
        over = ActionOver(war=ask.war, role=ask.role, place=ask.place, animal=animal)
        draft.emit(over, clause="TT-RC-08")


# --- rows ----------------------------------------------------------------------------------------


def ask_rows(draft: Draft, war: War) -> None:
    """TT-PIL-05, TT-GEO-03."""
    draft.ask(
        Purpose.ROWS,
        kind=AskKind.ROWS,
        player=draft.state.speaker(war.attacker).name,
        clause="TT-PIL-05",
        says="Lay the piles in two rows, one against one, and say when they lie there.",
        war=war.id,
    )


@handle.register
def _rows_laid(body: RowsLaid, draft: Draft) -> None:
    """TT-GEO-03 to 06: where the camera sees cards they have to lie in order."""
    ask = draft.open_ask(AskKind.ROWS, body.ask)
    war = draft.state.war(ask.war)
    seen = Rows() if body.by_word else rows_seen(draft.state, war, snapshot=draft.snapshot)
    if seen.fault:
        clause, reason = seen.fault
        draft.unless_waived(clause, reason, evidence=seen.evidence)
        seen = Rows()
    event = RowsSeen(war=war.id, ask_id=ask.id, attacking=seen.attacking, defending=seen.defending)
    draft.emit(event, clause="TT-PIL-05", evidence=seen.evidence)
    draft.emit(StageBegan(war=war.id, stage=Stage.WAR_RULE), clause="TT-PIL-05")


@handle.register
def _mark_lane(body: MarkLane, draft: Draft) -> None:
    """TT-GEO-07."""
    war = draft.war(body.war)
    seats = {player.seat for role in ROLES for player in draft.state.members(war.party(role))}
    if draft.command.author not in seats:
        names = listed(sorted(seats))
        draft.refuse("TT-GEO-07", f"Only who fights in it marks a lane: {names}.")
    lane = body.lane
    if not (lane.west_in < lane.east_in and lane.south_in < lane.north_in):
        draft.refuse("TT-GEO-07", "A lane runs from its south-west corner to its north-east one.")
    draft.emit(LaneMarked(war=war.id, lane=lane), clause="TT-GEO-07")


# --- the war rule --------------------------------------------------------------------------------


def open_rule(draft: Draft, war: War) -> None:
    """TT-DJ-03, TT-DAWN-10 to 13: an animal is named where the rule wants one."""
    rule = WAR_RULES.get(war.rule)
    if rule is None or not rule.names or war.animal:
        draft.emit(StageBegan(war=war.id, stage=Stage.BATTLE), clause="TT-DJ-03")
        return
    card = war.pile(Role.ATTACKER, 1)
    owner = draft.state.speaker(war.attacker).name if card is None else card.owner
    draft.choose(
        Purpose.NAME,
        settle=settle_name,
        player=owner,
        clause=CLAUSES_OF_RULES[war.rule],
        says=f"Name an animal. {rule.says}",
        choices=draft.state.deck.animals,
        war=war.id,
    )


def settle_name(draft: Draft, ask: Ask, *, choice: str) -> None:
    assert choice in ANIMALS
    war = draft.state.war(ask.war)
    draft.emit(AnimalNamed(war=war.id, animal=choice, rule=war.rule), clause=ask.clause)
