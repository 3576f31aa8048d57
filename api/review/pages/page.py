"""Writes the report of a battle as one page that needs nothing else."""

from collections.abc import Callable, Mapping
from datetime import datetime

from api.drawing.palette import side_colours
from api.drawing.svg import Element, element
from api.review.pages.charts import dice_bars, over_turns
from api.review.pages.maps import Maps, UnitTrail
from api.review.pages.page_looks import LOOKS
from api.review.pages.page_numbers import accuracy_part, corrections_part, luck_part, rulings_part
from api.review.pages.page_parts import counted, document, folded, said, section, table
from api.review.story.history import History, Lost, TurnEnd
from api.review.story.report_data import Report, TurnTold
from rules.table.snapshot import Snapshot

Tables = Callable[[int], Snapshot | None]
"""The table as it lay at an event, where it was kept."""
Progress = Callable[[int, int], None]


def report_page(
    report: Report, tables: Tables, *, progress: Progress = lambda _done, _of: None
) -> str:
    """The whole page."""
    sides = tuple(report.armies)
    maps = Maps(sides=sides)
    turns = []
    for at, turn in enumerate(report.turns):
        turns.append(_turn(report, turn, maps=maps, tables=tables))
        progress(at + 1, len(report.turns))
    last = tables(report.battle.sequence - 1)
    chapters = [
        ("armies", "The armies", [_armies(report)]),
        ("score", "What makes the score", _score(report)),
        ("course", "How it went", _course(report)),
        ("turns", "Turn by turn", turns),
        ("ground", "Trails and fire", [] if last is None else [_ground(report, maps, table=last)]),
        ("luck", "Dice and cards", luck_part(report, bars=dice_bars)),
        ("rulings", "What was measured", rulings_part(report)),
        ("corrections", "Corrections and disputes", corrections_part(report)),
        ("accuracy", "How well it was measured", accuracy_part(report)),
        ("rules", "Rules in force", _rules(report)),
    ]
    there = [each for each in chapters if each[2]]
    nav = element("nav", *(element("a", title, href=f"#{name}") for name, title, _ in there))
    main = element("main", *(section(name, title, *inside) for name, title, inside in there))
    body = [maps.defs(), _top(report, nav=nav), main, _foot(report)]
    return document(_title(report), looks=LOOKS, body=body)


def _title(report: Report) -> str:
    return report.about.get("title") or f"A battle of {report.battle.game.title}"


def _top(report: Report, *, nav: Element) -> Element:
    battle = report.battle
    first, last = battle.entries[0].time, battle.entries[-1].time
    kicker = " · ".join((battle.game.title, first[:10], " and ".join(_players(report))))
    colours = side_colours(tuple(report.points))
    scores = [
        element(
            "li",
            element("b", f"{value:g}"),
            f" {side}",
            class_="score",
            style=f"--side: {colours[side]}",
        )
        for side, value in report.points.items()
    ]
    turns = sum(each.end.turn > 0 for each in report.turns)
    facts = [
        ("Turns", f"{turns}"),
        ("Events", f"{battle.sequence:,}"),
        ("Measurements", f"{report.accuracy.rulings:,}"),
        ("Played", f"{_hours(first, last)}"),
    ]
    told = [element("li", f"{name} ", element("b", value)) for name, value in facts]
    return element(
        "header",
        said(kicker, class_="kicker"),
        element("h1", _title(report)),
        said(report.result or "It is not over yet.", class_="result"),
        element("ul", *scores, class_="scores", aria_label="Points"),
        element("ul", *told, class_="facts"),
        *(
            [said(f"The file was damaged: {report.about['recovered']}", class_="faint")]
            if report.about.get("recovered")
            else []
        ),
        nav,
    )


def _hours(first: str, last: str) -> str:
    """From when to when, and how long that is."""
    began, ended = (datetime.fromisoformat(each) for each in (first, last))
    minutes = int((ended - began).total_seconds() // 60)
    lasted = f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
    zone = "UTC" if last.endswith("Z") else last[-6:]
    return f"{lasted}, {first[11:16]} to {last[11:16]} {zone}"


def _players(report: Report) -> list[str]:
    return [
        seat.name if seat.sides == (seat.name,) else f"{seat.name} ({', '.join(seat.sides)})"
        for seat in report.battle.setup.seats
    ]


def _armies(report: Report) -> Element:
    lost = {each.unit: each for each in report.history.losses}
    cards = []
    for side, units in report.armies.items():
        rows = [
            (
                each.unit,
                each.kind.replace("_", " "),
                f"{each.worth:g}",
                _fate(lost.get(each.unit), there=each.lost),
            )
            for each in units
        ]
        left = sum(not each.lost for each in units)
        cards.append(
            element(
                "div",
                element("h3", f"{side}: {left} of {counted(len(units), 'unit')} left"),
                table(("unit", "kind", "worth", "fate"), rows, numbers=(2,)),
                class_="card",
            )
        )
    return element("div", *cards, class_="columns")


def _fate(lost: Lost | None, *, there: bool) -> str:
    if lost is None:
        return "lost" if there else "came through"
    by = f" to {lost.by}" if lost.by else ""
    return f"lost in turn {lost.turn}{by}"


def _score(report: Report) -> list[Element]:
    rows = [(each.side, each.what, f"{each.points:g}") for each in report.parts]
    return [table(("side", "for", "points"), rows, numbers=(2,))] if rows else []


def _course(report: Report) -> list[Element]:
    ends = [each.end for each in report.turns if each.end.points]
    if len(ends) < 2:
        return []
    turns = [each.turn for each in ends]
    points = {side: [each.points.get(side, 0.0) for each in ends] for side in ends[-1].points}
    left = {side: [float(_left(each, side=side)) for each in ends] for side in report.armies}
    charts = [
        (report.points_say, over_turns(points, turns=turns, title=report.points_say)),
        ("Units left", over_turns(left, turns=turns, title="Units left")),
    ]
    cards = [
        element("figure", element("h3", name), drawn, class_="card", style="margin: 0")
        for name, drawn in charts
    ]
    return [element("div", *cards, class_="columns")]


def _left(end: TurnEnd, *, side: str) -> int:
    return sum(each.side == side and not each.lost for each in end.units)


def _turn(report: Report, turn: TurnTold, *, maps: Maps, tables: Tables) -> Element:
    end = turn.end
    name = "Before the first turn" if end.turn == 0 else f"Turn {end.turn}"
    if not report.history.turns:
        name = "The whole battle"
    standing = ", ".join(f"{side} {value:g}" for side, value in end.points.items())
    head = element("h3", name, element("small", standing), id=f"turn-{end.turn}")
    story = element("div", *(said(each.says) for each in turn.story), class_="story")
    table_then = tables(end.last)
    if table_then is None:
        return element("article", head, story, class_="turn alone")
    drawn = maps.turn(
        table_then,
        title=f"The table at the end of {name.lower()}",
        ways=ways_in(report.history, end),
        fire=turn.fire,
        losses=turn.losses,
    )
    return element("article", head, drawn, story, class_="turn")


def ways_in(history: History, end: TurnEnd) -> tuple[UnitTrail, ...]:
    """How units moved in a turn, from where each stood before."""
    sides = {each.unit: each.side for each in end.units}
    ways = []
    for unit, trail in history.trails.items():
        earlier = [place for at, place in trail if at < end.first]
        moved = [place for at, place in trail if end.first <= at <= end.last]
        if earlier and moved:
            places = (earlier[-1], *moved)
            ways.append(UnitTrail(unit=unit, side=sides.get(unit, ""), places=places))
    return tuple(ways)


def whole_ways(history: History, sides: Mapping[str, str]) -> tuple[UnitTrail, ...]:
    """How units moved in the whole battle."""
    return tuple(
        UnitTrail(unit=unit, side=sides.get(unit, ""), places=tuple(place for _, place in trail))
        for unit, trail in history.trails.items()
    )


def _ground(report: Report, maps: Maps, *, table: Snapshot) -> Element:
    sides = {each.unit: side for side, units in report.armies.items() for each in units}
    ways = whole_ways(report.history, sides)
    trails = maps.trails(table, ways=ways, losses=report.history.losses)
    hits = sum(each.hit for each in report.history.fire)
    heat_key = f"{counted(len(report.history.fire), 'attack')}, {counted(hits, 'hit')}. A hit "
    return element(
        "div",
        element(
            "div",
            element("h3", "Where every unit went"),
            trails,
            said("A ring: it began there; a dot: it ended there; a cross: a loss.", class_="key"),
        ),
        element(
            "div",
            element("h3", "Where the fire fell"),
            maps.heat(table, report.history.fire),
            said(
                f"{heat_key}warms the ground around its target twice as much as a miss.",
                class_="key",
            ),
        ),
        class_="columns",
    )


def _rules(report: Report) -> list[Element]:
    chosen = [(name, value, says) for name, value, says in report.chosen]
    clauses = [(each.id, f"{each.count:,}", each.says) for each in report.clauses]
    parts = [
        table(("option", "agreed", "what it decides"), chosen)
        if chosen
        else said("Every option was left as the game has it.")
    ]
    name = f"All {len(clauses)} clauses that this battle used"
    return [*parts, folded(name, table(("clause", "events", "says"), clauses, numbers=(1,)))]


def _foot(report: Report) -> Element:
    entries = report.battle.entries
    made = ", ".join(dict.fromkeys(each.versions.umpire for each in entries))
    return element(
        "footer",
        said(
            "Every number here comes from the battle's log. `umpire verify` checks the log and "
            f"measures every ruling again. The log ends with {entries[-1].hash}."
        ),
        said(f"Played with Paper Umpire {made}; {report.about.get('id', '')}."),
    )
