"""The event, and how turns and games end."""

from typing import Self

from tests.corpus.second_engine.items import Items
from tests.corpus.second_engine.position import EVENTS, ZONES, Asked, RefusedError, UnableError


class Happening(Items):
    """What events do, and what follows every command."""

    def happen(self) -> list[str]:
        self.happened = True
        number = EVENTS.index(self.event) + 1
        if number == 4 or self.options.get("event_pick") == "player":
            raise UnableError("an event that asks for something")
        getattr(self, f"event_{number}")()
        return ["PI-EVT-04", f"PI-E-{number}"]

    def first(self, letter: str) -> str | None:
        for place in (*self.rings(), *ZONES):
            if found := self.at(place, letter):
                return found[0]
        return None

    def event_1(self) -> None:
        if (hero := self.first("H")) is not None:
            self.turn_enemy(hero)

    def event_2(self) -> None:
        walls = [name for place in (*self.rings(), *ZONES) for name, _ in self.around(place)]
        if self.options.get("paper_thin") == "any_barrier":
            fit = [name for name in walls if self.lines[name] != "open"]
        else:
            fit = [name for name in walls if self.lines[name] == "double"]
            fit += [name for name in walls if name in self.sealed]
        if fit:
            self.take_line(fit[0])

    def event_3(self) -> None:
        room = next((r for r in self.rings() if self.at(r, "H")), None)
        held = self.options.get("outer_walls") == "indestructible"
        walls = [name for name, _ in self.around(room)] if room else []
        walls = [n for n in walls if self.lines[n] != "open" and not (held and "out" in n)]
        if walls:
            one = self.options.get("koolaid_depth") == "one_step"
            self.take_line(walls[0], all_of_it=not one)

    def event_5(self) -> None:
        self.skip.append("Heroes")

    def event_6(self) -> None:
        if (hero := self.first("H")) is not None:
            self.lose(hero)

    def event_7(self) -> None:
        if (enemy := self.first("O")) is not None:
            self.remove([enemy])

    def event_8(self) -> None:
        self.more(2)

    def event_9(self) -> None:
        self.more(4)

    def more(self, count: int) -> None:
        where = self.options.get("reinforce_at", "outside")
        rooms = self.rings()
        for at in range(count):
            if where == "outside":
                zone = ZONES[self.dealt % 4]
                name = self.arrive("O", zone)
                self.by[name] = next(wall[0] for wall in self.walls if wall.endswith(zone))
                self.dealt += 1
            else:
                self.arrive("O", rooms[0 if where == "event_room" else at % len(rooms)])

    def ended(self) -> str | None:
        if self.stage != "play" or self.won:
            return self.won
        if not self.of("H"):
            self.won = "Enemies"
        elif not self.of("O"):
            self.won = "Heroes"
        if self.won:
            self.stage = "its end"
        return self.won

    def after(self, before: Self) -> list[str]:
        cited = []
        count, had = len(self.of("O")), len(before.of("O"))
        few = count == 2 if self.options.get("trigger_a") == "exactly_two" else 1 <= count <= 2
        if not self.ended() and count < had and few and not self.happened:
            cited += ["PI-EVT-01", *self.happen()]
        if self.ended():
            cited.append("PI-END-01" if self.won == "Heroes" else "PI-END-02")
        self.watch()
        return cited

    def do_end_turn(self, asked: Asked) -> list[str]:
        del asked
        for token in self.of("H" if self.side == "Heroes" else "O"):
            if why := self.owes(token):
                raise RefusedError(why)
        cited = ["PI-TRN-01"]
        if self.side == "Enemies":
            self.dodge = False
            if not self.could and not self.happened:
                cited += ["PI-EVT-02", *self.happen()]
        if not self.ended():
            cited += self.next_turn()
        return cited

    def next_turn(self) -> list[str]:
        self.side = "Enemies" if self.side == "Heroes" else "Heroes"
        self.number += 1
        self.begun = None
        if self.side in self.skip:
            self.skip.remove(self.side)
            return ["PI-TRN-08", *self.next_turn()]
        self.could = False
        for token in self.of("H" if self.side == "Heroes" else "O"):
            self.flags[token] = set()
        return []
