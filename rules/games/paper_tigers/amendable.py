"""Lists what players may amend together of what they see of a battle (PT1-A5).

Where a unit stands is vouched for, or accepted as the camera sees it, instead.
"""

from dataclasses import replace
from typing import Any, Final

from rules.games.paper_tigers.chapters.fire.saving import stripped
from rules.games.paper_tigers.chapters.riding import no_ride
from rules.games.paper_tigers.measuring.zones import Edge
from rules.games.paper_tigers.state import Objective, Slot, State
from rules.referee.toolkit.amending import BATTLE, Cards, Choice, Holder, Maybe, Number, YesNo
from rules.referee.toolkit.phrases import counted

PACK: Final = 52


def _units(state: State) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.units.values() if not unit.is_bridge)


def _living(state: State) -> tuple[str, ...]:
    return tuple(name for name in _units(state) if not state.unit(name).destroyed)


def _busy(state: State, value: Any, *, name: str) -> str:
    """Cards are counted, and units placed, by what is asked for."""
    del value
    acts = any(step.unit == name for step in state.steps) or name in state.picks
    return "finish first what is being done." if acts or state.asks else ""


def _hits_fit(state: State, hits: Any, *, name: str) -> str:
    unit = state.unit(name)
    if hits >= unit.profile.destroyed_at:
        return f"{counted(hits, 'hit')} would destroy it."
    return "a damaged unit has no cards on it." if hits and unit.cards else ""


def _rides(state: State, carrier: Any, *, name: str) -> str:
    known = state.units.get(carrier)
    unfit = no_ride(state, state.unit(name), carrier=known) if known is not None else None
    return _busy(state, carrier, name=name) or ("" if unfit is None else unfit[1])


def _wreck(state: State, burning: Any, *, name: str) -> str:
    gone = state.unit(name)
    fits = gone.destroyed and gone.profile.vehicle and gone.spot is not None
    return "it is no wreck on the table." if burning and not fits else ""


def _settled(state: State, value: Any, *, name: str) -> str:
    del name
    return "" if value and state.edge and state.attacker else "that is still to be settled."


def _put_aboard(part: tuple[State, str], carrier: Any) -> tuple[State, str]:
    state, name = part
    unit = replace(state.unit(name), aboard=carrier, in_area="")
    if carrier:
        unit = replace(unit, spot=state.unit(carrier).spot, vouched=-1)
    return state.with_unit(unit), name


def _put_out(part: tuple[State, str], lost: Any) -> tuple[State, str]:
    """Who is lost leaves its cards; who is back stands where it burns, or comes at its edge."""
    state, name = part
    unit = state.unit(name)
    if lost:
        state = stripped(state, name)
        unit = replace(state.unit(name), hits=unit.profile.destroyed_at, spot=None)
        gone = replace(unit, destroyed=True, aboard="", in_area="")
        return state.with_unit(gone), name
    arrives = unit.arrives if unit.spot is not None else max(1, state.turn)
    back = replace(unit, destroyed=False, hits=0, burning=False, destroyed_by="", arrives=arrives)
    return state.with_unit(back), name


def _objective(state: State, area: str) -> Objective:
    return next(each for each in state.objectives if each.area == area)


def _with_objective(state: State, objective: Objective) -> State:
    held = {each.area: each for each in state.objectives}
    return replace(state, objectives=tuple({**held, objective.area: objective}.values()))


def _cards(value: Any) -> tuple[str, ...]:
    return tuple(str(card) for card in value)


def _named(kind: str, field: str) -> Holder:
    """The parts that stand in one mapping of the state, each with its name."""
    return Holder(
        kind=kind,
        names=lambda state: tuple(getattr(state, field)),
        get=lambda state, name: (name, getattr(state, field)[name]),
        put=lambda state, part: replace(
            state, **{field: {**getattr(state, field), part[0]: part[1]}}
        ),
    )


def _card_rows(holder: Holder, prefix: str, *, down: str, up: str, where: str) -> tuple[Any, ...]:
    """How many cards nobody knows, and which ones all do."""
    faces = Cards(lambda cards: f"has {cards} {where}")
    return (
        holder.row(
            f"{prefix}_down",
            says=f"How many cards {where} have a face that nobody knows.",
            domain=Number(0, PACK, lambda count: f"has {counted(count, 'face-down card')} {where}"),
            reads=lambda part: getattr(part[1], down),
            puts=lambda part, count: (part[0], replace(part[1], **{down: count})),
            check=_busy,
        ),
        holder.row(
            f"{prefix}_open",
            says=f"Which cards {where} all know.",
            domain=faces,
            reads=lambda part: faces.parse(" ".join(getattr(part[1], up))),
            puts=lambda part, cards: (part[0], replace(part[1], **{up: _cards(cards)})),
            check=_busy,
        ),
    )


def _slots(unit: Any, *, down: int | None = None, up: Any = None) -> Any:
    """The cards on a unit, with other face-down ones or with other open ones."""
    known = _cards(up) if up is not None else tuple(s.card for s in unit.cards if s.card)
    unknown = sum(not slot.card for slot in unit.cards) if down is None else down
    return replace(unit, cards=tuple(Slot(card=card) for card in (*[""] * unknown, *known)))


_UNITS: Final = Holder(
    kind="unit",
    names=_living,
    get=lambda state, name: state.unit(name),
    put=lambda state, unit: state.with_unit(unit),
)
_ALL: Final = replace(_UNITS, names=_units)
_PLACED: Final = replace(
    _UNITS, get=lambda state, name: (state, name), put=lambda _state, part: part[0]
)
_GROUND: Final = Holder(
    kind="battle",
    names=lambda state: tuple(each.area for each in state.objectives),
    get=_objective,
    put=_with_objective,
)
_OPEN_ON_UNIT: Final = Cards(lambda cards: f"has {cards} open on it", 4)

AMENDABLE: Final = (
    _UNITS.row(
        "hits",
        says="How many hits a unit has.",
        domain=Number(0, 9, lambda hits: f"has {counted(hits, 'hit')}"),
        check=_hits_fit,
    ),
    _UNITS.row(
        "cards_down",
        says="How many face-down cards lie on a unit.",
        domain=Number(0, 4, lambda count: f"has {counted(count, 'face-down card')} on it"),
        reads=lambda unit: sum(not slot.card for slot in unit.cards),
        puts=lambda unit, count: _slots(unit, down=count),
        check=_busy,
    ),
    _UNITS.row(
        "cards_open",
        says="Which open cards lie on a unit.",
        domain=_OPEN_ON_UNIT,
        reads=lambda unit: _OPEN_ON_UNIT.parse(" ".join(slot.card for slot in unit.cards)),
        puts=lambda unit, cards: _slots(unit, up=cards),
        check=_busy,
    ),
    _UNITS.row(
        "had_card",
        says="Whether a unit has had a card in this turn.",
        domain=YesNo("has had a card in this turn", "has had no card in this turn"),
    ),
    _UNITS.row(
        "actions",
        says="How many actions a unit has taken in this turn.",
        domain=Number(0, 9, lambda count: f"has taken {counted(count, 'action')} in this turn"),
    ),
    _UNITS.row(
        "follows",
        says="Whom a unit has followed in this turn.",
        domain=Maybe(Choice(_units, lambda name: f"follows {name}"), "follows nobody", ""),
    ),
    _UNITS.row(
        "in_area",
        says="Which house or woods a unit is in.",
        domain=Maybe(Choice(lambda s: s.areas, lambda name: f"is in {name}"), "is in no house", ""),
        check=_busy,
    ),
    _PLACED.row(
        "aboard",
        says="What carries or tows a unit.",
        domain=Maybe(Choice(_living, lambda name: f"is carried by {name}"), "is on its own", ""),
        reads=lambda part: part[0].unit(part[1]).aboard,
        puts=_put_aboard,
        check=_rides,
    ),
    replace(_PLACED, names=_units).row(
        "destroyed",
        says="Whether a unit is destroyed.",
        domain=YesNo("is destroyed", "is in play"),
        reads=lambda part: part[0].unit(part[1]).destroyed,
        puts=_put_out,
        check=_busy,
    ),
    _ALL.row(
        "destroyed_by",
        says="Which unit a loss counts for.",
        domain=Maybe(Choice(_units, lambda name: f"was destroyed by {name}"), "by nobody", ""),
    ),
    _ALL.row(
        "burning",
        says="Whether a wreck burns where it stands.",
        domain=YesNo("burns where it stands", "does not burn"),
        check=_wreck,
    ),
    *_card_rows(_named("side", "hands"), "hand", down="hidden", up="open", where="in hand"),
    *_card_rows(
        _named("battle", "packs"),
        "discards",
        down="hidden_discards",
        up="discards",
        where="in the discards",
    ),
    _named("battle", "packs").row(
        "draw",
        says="How many cards a draw pile has.",
        domain=Number(0, PACK, lambda count: f"has {counted(count, 'card')} to draw"),
        reads=lambda part: part[1].draw,
        puts=lambda part, count: (part[0], replace(part[1], draw=count)),
        check=_busy,
    ),
    _GROUND.row(
        "points",
        says="How many points an objective is worth.",
        domain=Number(0, 50, lambda points: f"is worth {counted(points, 'point')}"),
    ),
    _GROUND.row(
        "held_by",
        says="Who holds an objective from the start.",
        domain=Maybe(Choice(lambda s: s.sides, lambda side: f"is held by {side}"), "is free", ""),
    ),
    BATTLE.row("turn", says="The turn.", domain=Number(0, 99, lambda turn: f"it is turn {turn}")),
    BATTLE.row(
        "run", says="The run of the deck.", domain=Number(1, 9, lambda run: f"it is run {run}")
    ),
    BATTLE.row(
        "attacker",
        says="Which side attacks.",
        domain=Choice(lambda state: state.sides, lambda side: f"{side} attacks"),
        check=_settled,
    ),
    BATTLE.row(
        "edge",
        says="The Defender's edge of the table.",
        domain=Choice(tuple(Edge), lambda edge: f"the Defender has the {edge} edge"),
        check=_settled,
    ),
    BATTLE.row(
        "bridge_gone",
        says="Whether the bridge is blown.",
        domain=YesNo("the bridge is blown", "the bridge stands"),
    ),
    BATTLE.row(
        "captured_by",
        says="Who has captured the bridge.",
        domain=Maybe(Choice(lambda s: s.sides, lambda side: f"{side} has it"), "nobody has it", ""),
    ),
)
