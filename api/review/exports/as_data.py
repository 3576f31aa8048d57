"""Writes the report of a battle as JSON: the same numbers as the page, for other programs."""

from collections.abc import Mapping
from typing import Any, Final

from api.review.story.history import AttackTold, Lost, Place
from api.review.story.luck import Luck
from api.review.story.report_data import Report, RulingTold, TurnTold
from api.review.story.statistics import CardsOf, DiceOf
from rules.referee.odds.luck import LuckOf
from rules.referee.toolkit.chronicle import Standing

FORMAT: Final = "paper-umpire/report/1"
Shown = dict[str, Any]


def report_data(report: Report) -> Shown:
    """Everything that the page tells; docs/after-the-battle.md lists the fields."""
    return {
        "format": FORMAT,
        "about": _about(report),
        "result": report.result,
        "points": dict(report.points),
        "points_say": report.points_say,
        "score": [
            {"side": each.side, "what": each.what, "points": each.points} for each in report.parts
        ],
        "armies": {
            side: [_standing(each) for each in units] for side, units in report.armies.items()
        },
        "options": [{"name": n, "value": v, "says": s} for n, v, s in report.chosen],
        "turns": [_turn(each) for each in report.turns],
        "trails": {
            unit: [{"event": f"e{at}", **_place(place)} for at, place in trail]
            for unit, trail in report.history.trails.items()
        },
        "fire": [_fire(each) for each in report.history.fire],
        "losses": [_lost(each) for each in report.history.losses],
        "dice": [_dice(each) for each in report.dice],
        "luck": [_luck_row(each) for each in report.luck.rows],
        "cards": [_cards(each) for each in report.cards],
        "measurements": [_ruling(each) for each in report.rulings],
        "closest": [each.entry for each in report.closest],
        "corrections": [
            {
                "event": each.entry.id,
                "turn": each.turn,
                "kind": each.entry.body.get("kind", ""),
                "author": each.entry.author,
                "says": each.says,
            }
            for each in report.corrections
        ],
        "accuracy": {
            "measurements": report.accuracy.rulings,
            "answers": report.accuracy.answers,
            "typical_error_in": report.accuracy.typical_error,
            "largest_error_in": report.accuracy.largest_error,
            "exact": report.accuracy.exact,
            "vouched": report.accuracy.vouched,
        },
        "clauses": [{"id": c.id, "events": c.count, "says": c.says} for c in report.clauses],
    }


def _about(report: Report) -> Shown:
    battle = report.battle
    return {
        "id": report.about.get("id", ""),
        "title": report.about.get("title", ""),
        "game": battle.game.slug,
        "game_title": battle.game.title,
        "seats": [{"name": s.name, "sides": list(s.sides)} for s in battle.setup.seats],
        "began": battle.entries[0].time,
        "ended": battle.entries[-1].time,
        "events": battle.sequence,
        "head": battle.head,
        "umpire": list(dict.fromkeys(entry.versions.umpire for entry in battle.entries)),
        "recovered": report.about.get("recovered", ""),
    }


def _place(place: Place | None) -> Shown:
    if place is None:
        return {"x_in": None, "y_in": None, "heading_deg": None}
    return {"x_in": place[0], "y_in": place[1], "heading_deg": place[2]}


def _standing(unit: Standing) -> Shown:
    return {
        "unit": unit.unit,
        "kind": unit.kind,
        "worth": unit.worth,
        "lost": unit.lost,
        "by": unit.by,
        **_place(unit.place),
    }


def _turn(turn: TurnTold) -> Shown:
    end = turn.end
    return {
        "turn": end.turn,
        "first": f"e{end.first}",
        "last": f"e{end.last}",
        "points": dict(end.points),
        "units_left": {
            side: sum(each.side == side and not each.lost for each in end.units)
            for side in dict.fromkeys(each.side for each in end.units)
        },
        "story": [{"event": f"e{each.first}", "says": each.says} for each in turn.story],
    }


def _fire(fire: AttackTold) -> Shown:
    return {
        "event": f"e{fire.sequence}",
        "turn": fire.turn,
        "unit": fire.unit,
        "target": fire.target,
        "side": fire.side,
        "hit": fire.hit,
        "from": _place(fire.start),
        "to": _place(fire.end),
    }


def _lost(lost: Lost) -> Shown:
    return {
        "event": f"e{lost.sequence}",
        "turn": lost.turn,
        "unit": lost.unit,
        "side": lost.side,
        "by": lost.by,
        "worth": lost.worth,
        **_place(lost.place),
    }


def luck_data(luck: Luck) -> Shown:
    """The luck of a battle by whose dice and cards they were and by what came, and one by one."""
    return {
        "rows": [
            {
                **_luck_row(row),
                "steps": [
                    {
                        "event": each.sequence,
                        "chance": float(each.trial.chance),
                        "came": each.trial.came,
                        "ahead": each.ahead,
                        "within": each.within,
                    }
                    for each in luck.steps
                    if (each.by, each.trial.what) == (row.by, row.what)
                ],
            }
            for row in luck.rows
        ],
        "unknown": luck.unknown,
    }


def _luck_row(luck: LuckOf) -> Shown:
    return {
        "by": luck.by,
        "what": luck.what,
        "count": luck.count,
        "expected": luck.expected,
        "came": luck.came,
        "as_much": luck.as_much,
    }


def _dice(dice: DiceOf) -> Shown:
    return {
        "by": dice.by,
        "count": dice.count,
        "faces": list(dice.faces),
        "mean": dice.mean,
        "expected_of_each": dice.expected,
        "strays": dice.strays,
        "chance": dice.chance,
    }


def _cards(cards: CardsOf) -> Shown:
    return {
        "by": cards.by,
        "count": cards.count,
        "red": cards.red,
        "mean_height": cards.mean,
        "strays": cards.strays,
    }


def _ruling(ruling: RulingTold) -> Shown:
    found = ruling.found
    numbers: Mapping[str, object] = {
        "value_in": found.value,
        "limit_in": found.limit,
        "margin_in": found.margin,
        "sigma_in": found.sigma,
        "bound_in": found.bound,
        "courtesy_in": found.courtesy,
    }
    return {
        "event": ruling.entry,
        "turn": ruling.turn,
        "clause": ruling.clause,
        "what": found.what,
        "answer": str(found.answer),
        **numbers,
        "why": found.why,
        "snapshot": found.snapshot,
        "declared": list(found.declared),
        "blockers": list(found.blockers),
        "line_in": [list(point) for point in found.line],
    }
