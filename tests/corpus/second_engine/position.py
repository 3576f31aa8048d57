"""Where everything stands, made from facts and told as facts."""

import math
from collections.abc import Iterator
from typing import Any

Asked = dict[str, Any]
Spot = tuple[float, float]
Outline = tuple[float, float, float, float]

ROOMS: dict[int, list[Outline]] = {
    2: [(0, 0, 5, 6), (5, 0, 10, 6)],
    3: [(0, 0, 3.333, 6), (3.333, 0, 6.667, 6), (6.667, 0, 10, 6)],
    4: [(0, 3, 5, 6), (5, 3, 10, 6), (0, 0, 5, 3), (5, 0, 10, 3)],
    5: [(0, 3, 5, 6), (5, 3, 10, 6), (0, 0, 3.333, 3), (3.333, 0, 6.667, 3), (6.667, 0, 10, 3)],
}
ZONES = ("out-N", "out-E", "out-S", "out-W")
LINES = ("open", "single", "double")
ITEMS = ["Flamer", "Builder", "Mover", "Shaker", "Shover", "Sniper", "Dodger", "Survivor", "Fixer"]
EVENTS = (
    "Sleeper awakens",
    "Paper thin",
    "Kool-aid man",
    "Secret passage",
    "Terror-stricken",
    "It's a trap",
    "Freak accident",
    "Bad",
    "Worse",
)
SET = {"board", "stage", "turn", "turn_number", "at", "by", "wall", "sealed", "moved", "acted"}
SET |= {"finished", "holds", "item", "event", "vault", "marker", "looted", "happened", "skip"}
SET |= {"dodge", "dealt", "used", "begun"}
OTHER = {
    "enemy_control": "player",
    "interleave": False,
    "mode": "no_attacks",
    "outside_moves": "none",
    "trigger_b": "none_could",
}
"""Options of which it knows one value alone."""


class RefusedError(Exception):
    """A command that is refused; the message is the clause."""


class UnableError(Exception):
    """Something that this engine has no rule for."""


def board(count: int) -> tuple[dict[str, Outline], dict[str, Spot]]:
    """The rooms, and the middle of each wall by its name."""
    if count not in ROOMS:
        raise UnableError(f"no layout of {count} rooms")
    rooms = {chr(97 + at): each for at, each in enumerate(ROOMS[count])}
    walls: dict[str, Spot] = {}
    for name, (x0, y0, x1, y1) in rooms.items():
        for other, (u0, v0, u1, v1) in rooms.items():
            high, low = min(y1, v1), max(y0, v0)
            right, left = min(x1, u1), max(x0, u0)
            if name < other and x1 == u0 and high - low >= 0.5:
                walls[f"{name}|{other}"] = (x1, (high + low) / 2)
            if name < other and (y0 == v1 or y1 == v0) and right - left >= 0.5:
                walls[f"{name}|{other}"] = ((right + left) / 2, y0 if y0 == v1 else y1)
        east, north = (x0 + x1) / 2, (y0 + y1) / 2
        sides = ((east, y1), (x1, north), (east, y0), (x0, north))
        outer = (y1 == 6, x1 == 10, y0 == 0, x0 == 0)
        for zone, spot, is_outer in zip(ZONES, sides, outer, strict=True):
            if is_outer:
                walls[f"{name}|{zone}"] = spot
    return rooms, walls


class Position:
    """Tokens, walls and what has happened."""

    def __init__(self, asked: Asked) -> None:
        self.options: Asked = asked["options"]
        if any(self.options.get(name, value) != value for name, value in OTHER.items()):
            raise UnableError("an option that it does not know")
        self.stage, self.side, self.number = "play", "Heroes", 2
        self.place: dict[str, str] = {}
        self.by: dict[str, str] = {}
        self.flags: dict[str, set[str]] = {}
        self.sealed: set[str] = set()
        self.names: list[str] = []
        self.vault, self.marker, self.item, self.event = "a", "a", "Flamer", "Terror-stricken"
        self.holder: str | None = None
        self.begun: str | None = None
        self.won: str | None = None
        self.slots: list[int] = []
        self.looted = self.happened = self.could = self.dodge = False
        self.looted_in = 0
        self.skip: list[str] = []
        self.dealt = 18
        self.used: set[tuple[str, str]] = set()
        self.count = 4
        for fact in asked["before"]:
            if fact["fact"] not in SET:
                raise UnableError(f"no fact {fact['fact']}")
            if fact["fact"] == "board":
                self.count = fact["rooms"]
        self.rooms, self.walls = board(self.count)
        outer = "open" if self.options.get("outer_walls") == "open" else "single"
        self.lines = {name: outer if "out" in name else "single" for name in self.walls}
        for fact in asked["before"]:
            self.so(fact)
        for name, at in self.place.items():
            if at in ZONES:
                inside = [wall[0] for wall in self.walls if wall.endswith(at)]
                self.by.setdefault(name, inside[0])

    def so(self, fact: Asked) -> None:
        kind = fact["fact"]
        if kind == "at":
            if fact["place"] not in (*self.rooms, *ZONES):
                raise UnableError(f"no place {fact['place']}")
            self.place[fact["token"]] = fact["place"]
            self.names.append(fact["token"])
            self.flags.setdefault(fact["token"], set())
        elif kind in {"moved", "acted", "finished"}:
            self.flags.setdefault(fact["token"], set()).add(kind)
        elif kind == "wall":
            self.lines[self.wall(fact["wall"])] = fact["state"]
        elif kind == "sealed":
            self.sealed.add(self.wall(fact["wall"]))
        elif kind == "by":
            self.by[fact["token"]] = fact["room"]
        elif kind == "skip":
            self.skip.append(fact["side"])
        elif kind == "used":
            self.used.add((fact["seat"], fact["word"]))
        elif kind == "holds":
            self.holder, self.looted = fact["token"], True
        elif kind in {"looted", "happened", "dodge"}:
            setattr(self, kind, True)
        elif kind != "board":
            name, value = {
                "stage": ("stage", "stage"),
                "turn": ("side", "side"),
                "turn_number": ("number", "turn"),
                "item": ("item", "item"),
                "event": ("event", "event"),
                "vault": ("vault", "room"),
                "marker": ("marker", "room"),
                "dealt": ("dealt", "count"),
                "begun": ("begun", "token"),
            }[kind]
            setattr(self, name, fact[value])

    def facts(self) -> Iterator[Asked]:
        yield {"fact": "board", "rooms": self.count}
        yield {"fact": "stage", "stage": self.stage}
        yield {"fact": "turn", "side": self.side}
        yield {"fact": "turn_number", "turn": self.number}
        yield from ({"fact": "at", "token": n, "place": p} for n, p in self.place.items())
        yield from ({"fact": "gone", "token": n} for n in self.names if n not in self.place)
        yield from (
            {"fact": "by", "token": n, "room": r}
            for n, r in self.by.items()
            if self.place.get(n) in ZONES
        )
        yield from ({"fact": "wall", "wall": n, "state": s} for n, s in self.lines.items())
        yield from ({"fact": "sealed", "wall": n} for n in self.sealed)
        for name, flags in self.flags.items():
            yield from ({"fact": each, "token": name} for each in flags if name in self.place)
        yield {"fact": "item", "item": self.item}
        yield {"fact": "event", "event": self.event}
        yield {"fact": "vault", "room": self.vault}
        yield {"fact": "marker", "room": self.marker}
        yield {"fact": "dealt", "count": self.dealt}
        yield {"fact": "heroes", "count": len(self.of("H"))}
        yield {"fact": "enemies", "count": len(self.of("O"))}
        yield from ({"fact": "skip", "side": side} for side in set(self.skip))
        yield from ({"fact": "used", "seat": s, "word": w} for s, w in self.used)
        for name in ("looted", "happened", "dodge"):
            if getattr(self, name):
                yield {"fact": name}
        if self.holder:
            yield {"fact": "holds", "token": self.holder}
        if self.begun:
            yield {"fact": "begun", "token": self.begun}
        if self.won:
            yield {"fact": "won", "side": self.won}
        if self.slots:
            yield {"fact": "slots", "digits": "-".join(map(str, self.slots))}

    def of(self, letter: str) -> list[str]:
        return [name for name in self.place if name[0] == letter]

    def at(self, place: str, letter: str) -> list[str]:
        return [name for name in self.of(letter) if self.place[name] == place]

    def wall(self, name: str) -> str:
        for each in (name, "|".join(reversed(name.split("|")))):
            if each in self.walls:
                return each
        raise RefusedError("PI-GEO-06")

    def around(self, place: str) -> list[tuple[str, str]]:
        """The walls of a place, clockwise from north, each with what is behind it."""
        pairs = [(name, name.split("|")) for name in self.walls]
        found = [(n, ends[ends[0] == place]) for n, ends in pairs if place in ends]
        if place in ZONES:
            return found
        return sorted(found, key=lambda each: self.bearing(place, self.walls[each[0]]))

    def middle(self, room: str) -> Spot:
        x0, y0, x1, y1 = self.rooms[room]
        return (x0 + x1) / 2, (y0 + y1) / 2

    def bearing(self, room: str, spot: Spot) -> float:
        x, y = self.middle(room)
        return round(math.degrees(math.atan2(spot[0] - x, spot[1] - y)) % 360, 3)

    def rings(self) -> list[str]:
        """The rooms around the event marker, ring by ring, each clockwise from north."""
        found = [self.marker]
        while True:
            near = {to for room in found for _, to in self.around(room) if to in self.rooms}
            ring = sorted(
                near - set(found), key=lambda r: (self.bearing(self.marker, self.middle(r)), r)
            )
            if not ring:
                return found
            found += ring

    def steps(self, token: str) -> Iterator[str]:
        """Where one Move can lead."""
        here = self.place[token]
        for name, to in self.around(here):
            if token[0] == "H":
                out = to in ZONES and not self.options.get("heroes_outside")
                free = self.lines[name] != "double"
            else:
                out = to in ZONES and here in self.rooms and not self.options.get("enemies_leave")
                free = self.lines[name] == "open"
            if free and not out:
                yield to
