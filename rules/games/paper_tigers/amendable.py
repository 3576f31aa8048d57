"""Lists what players may amend together of what they see of a battle (PT1-A5).

Where a unit stands is vouched for, or accepted as the camera sees it, instead.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers.chapters.fire.saving import stripped
from rules.games.paper_tigers.chapters.riding import no_ride
from rules.games.paper_tigers.state import Objective, Slot, State, Unit
from rules.referee.toolkit.amending import BATTLE, Amendable, Cards, Holder, domain_of
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.phrases import counted
from rules.table.edges import TableEdge


def _units(state: State) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.units.values() if not unit.is_bridge)


def _living(state: State) -> tuple[str, ...]:
    return tuple(name for name in _units(state) if not state.unit(name).destroyed)


def _waiting(state: State) -> tuple[str, ...]:
    """Those that come onto the table later."""
    units = (state.unit(name) for name in _living(state))
    return tuple(unit.id for unit in units if unit.arrives and unit.spot is None)


KNOWN: Final = MappingProxyType(
    {
        "units": _units,
        "living": _living,
        "sides": lambda state: state.sides,
        "areas": lambda state: state.areas,
        "edges": lambda _state: tuple(str(edge) for edge in TableEdge),
    }
)
"""Names that the state knows, of each sort."""


def _busy(state: State, value: Any, *, name: str) -> str:
    """Cards are counted, and units placed, by what is asked for.

    Whoever picks in secret holds up the cards of all: a unit's own answer would tell the pick.
    """
    del value
    acts = any(step.unit == name for step in state.steps) or bool(state.picks)
    return "finish first what is being done." if acts or state.asks else ""


def _hits_fit(state: State, hits: Any, *, name: str) -> str:
    unit = state.unit(name)
    if hits >= unit.profile.destroyed_at:
        return f"{counted(hits, 'hit')} would destroy it."
    return "a damaged unit has no cards on it." if hits and unit.cards else ""


def _repairable(state: State, laid: Any, *, name: str) -> str:
    if laid and not state.unit(name).damaged:
        return "it has nothing to repair."
    return _busy(state, laid, name=name)


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


def _nothing(state: State, value: Any, *, name: str) -> str:
    del state, value, name
    return ""


CHECKS: Final = MappingProxyType(
    {
        "hits": _hits_fit,
        "aboard": _rides,
        "repairing": _repairable,
        "burning": _wreck,
        **dict.fromkeys(("attacker", "edge"), _settled),
        **dict.fromkeys(("cards_down", "cards_open", "in_area", "destroyed"), _busy),
        **dict.fromkeys(("hand_down", "hand_open", "discards_down", "discards_open"), _busy),
        "draw": _busy,
    }
)
"""Why something cannot be so now; the rest can be whatever is agreed."""


def _with_ride(state: State, unit: Unit) -> State:
    """Whoever is put aboard stands where its carrier does, and in no house."""
    if not unit.aboard:
        return state.with_unit(unit)
    spot = state.unit(unit.aboard).spot
    return state.with_unit(replace(unit, spot=spot, vouched=-1, in_area=""))


def _with_fate(state: State, unit: Unit) -> State:
    """Who is lost leaves its cards; who is back stands where it burns, or comes at its edge."""
    if unit.destroyed:
        state = stripped(state, unit.id)
        gone = replace(state.unit(unit.id), hits=unit.profile.destroyed_at, spot=None)
        return state.with_unit(replace(gone, destroyed=True, aboard="", in_area=""))
    arrives = unit.arrives if unit.spot is not None else max(1, state.turn)
    back = replace(unit, hits=0, burning=False, destroyed_by="", arrives=arrives)
    return state.with_unit(back)


def _with_objective(state: State, objective: Objective) -> State:
    others = {each.area: each for each in state.objectives}
    return replace(state, objectives=tuple({**others, objective.area: objective}.values()))


def _by_name(kind: str, field: str) -> Holder:
    """The parts that stand in one mapping of the state, each with its name."""
    return Holder(
        kind=kind,
        names=lambda state: tuple(getattr(state, field)),
        get=lambda state, name: (name, getattr(state, field)[name]),
        put=lambda state, part: replace(
            state, **{field: {**getattr(state, field), **dict([part])}}
        ),
    )


UNIT: Final = Holder(
    kind="unit",
    names=_units,
    get=lambda s, name: s.unit(name),
    put=lambda s, unit: s.with_unit(unit),
)
HOLDERS: Final = MappingProxyType(
    {
        "battle": BATTLE,
        "unit": UNIT,
        "living": replace(UNIT, names=_living),
        "waiting": replace(UNIT, names=_waiting),
        "ride": replace(UNIT, names=_living, put=_with_ride),
        "fate": replace(UNIT, put=_with_fate),
        "hand": _by_name("side", "hands"),
        "pack": _by_name("battle", "packs"),
        "objective": Holder(
            kind="battle",
            names=lambda state: tuple(each.area for each in state.objectives),
            get=lambda state, area: next(o for o in state.objectives if o.area == area),
            put=_with_objective,
        ),
    }
)
FIELDS: Final = MappingProxyType(
    {
        "hand_down": "hidden",
        "hand_open": "open",
        "discards_down": "hidden_discards",
        "discards_open": "discards",
        "draw": "draw",
    }
)
"""What of a hand or a pack is amended."""


def _faces(cards: Any) -> Any:
    """Cards as the state has them, out of those of the pack, or what is no card as it is.

    >>> _faces(Cards(str).parse("QH 10D")), _faces(3)
    (('QH', '10D'), 3)
    """
    return tuple(str(card) for card in cards) if isinstance(cards, tuple) else cards


def _amendable(name: str, row: Mapping[str, Any]) -> Amendable:
    holder, domain = HOLDERS[row["of"]], domain_of(row, known=KNOWN)
    given: dict[str, Any] = {"says": row["says"], "domain": domain}
    if field := FIELDS.get(name):

        def read(part: Any) -> Any:
            value = getattr(part[1], field)
            return domain.parse(" ".join(value)) if isinstance(domain, Cards) else value

        given["reads"] = read
        given["puts"] = lambda part, value: (part[0], replace(part[1], **{field: _faces(value)}))
    elif name in SLOTS:
        given["reads"], given["puts"] = SLOTS[name]
    return holder.row(name, check=CHECKS.get(name, _nothing), **given)


def _with_slots(unit: Unit, *, down: int, up: tuple[str, ...]) -> Unit:
    return replace(unit, cards=tuple(Slot(card=card) for card in (*[""] * down, *up)))


def _down(unit: Unit) -> int:
    return sum(not slot.card for slot in unit.cards)


def _up(unit: Unit) -> tuple[str, ...]:
    return tuple(slot.card for slot in unit.cards if slot.card)


SLOTS: Final[Mapping[str, tuple[Any, Any]]] = MappingProxyType(
    {
        "cards_down": (_down, lambda unit, down: _with_slots(unit, down=down, up=_up(unit))),
        "cards_open": (
            lambda unit: Cards(str).parse(" ".join(_up(unit))),
            lambda unit, up: _with_slots(unit, down=_down(unit), up=_faces(up)),
        ),
        "repairing": (
            lambda unit: unit.repair is not None,
            lambda unit, laid: replace(unit, repair=Slot(card="") if laid else None),
        ),
    }
)
AMENDABLE: Final = tuple(
    _amendable(name, row)
    for name, row in packed_toml("rules.games.paper_tigers", "amendable.toml").items()
)
