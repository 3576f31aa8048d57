"""What is in the vault."""

from tests.corpus.second_engine.actions import Actions
from tests.corpus.second_engine.position import ZONES, Asked, RefusedError, UnableError


class Items(Actions):
    """What an item does."""

    def do_use_item(self, asked: Asked) -> list[str]:
        token = asked["token"]
        if token not in self.place:
            raise RefusedError("PI-OBJ-03")
        if token != self.holder:
            raise RefusedError("PI-VAULT-02")
        if self.side != "Heroes" and self.options.get("item_cost") != "any_time":
            raise RefusedError("PI-VAULT-03")
        fresh = self.looted_in == self.number
        if fresh and not self.options.get("item_same_turn", True):
            raise RefusedError("PI-VAULT-03")
        if self.options.get("item_cost") == "action":
            self.act(token, "H")
            self.acted(token)
        cited = getattr(self, f"use_{self.item.lower()}")(asked)
        self.holder = None
        return ["PI-VAULT-02", *cited]

    def targets(self, asked: Asked, clause: str) -> list[str]:
        names = list(asked.get("enemies", ()))
        if not names or len(set(names)) < len(names):
            raise RefusedError(clause)
        if any(name not in self.place for name in names):
            raise RefusedError("PI-OBJ-03")
        if any(name[0] != "O" for name in names):
            raise RefusedError(clause)
        return names

    def use_flamer(self, asked: Asked) -> list[str]:
        names = self.targets(asked, "PI-V-1")
        here = self.place[asked["token"]]
        far = {self.place[name] for name in names} - {here}
        near = [to for _, to in self.around(here) if to in self.rooms]
        each = self.options.get("flamer_total") == "three_each"
        counts = [len([n for n in names if self.place[n] == p]) for p in (here, *far)]
        if len(far) > 1 or not far <= set(near) or (max(counts) if each else len(names)) > 3:
            raise RefusedError("PI-V-1")
        self.remove(names)
        return ["PI-V-1"]

    def use_sniper(self, asked: Asked) -> list[str]:
        names = self.targets(asked, "PI-V-6")
        outside = self.place[names[0]] in ZONES and not self.options.get("sniper_outside")
        if len(names) != 1 or outside:
            raise RefusedError("PI-V-6")
        self.remove(names)
        return ["PI-V-6"]

    def use_builder(self, asked: Asked) -> list[str]:
        wall = self.wall(asked["wall"])
        if self.lines[wall] == "double":
            raise RefusedError("PI-V-2")
        self.add_line(wall)
        return ["PI-V-2"]

    def use_fixer(self, asked: Asked) -> list[str]:
        wall = self.wall(asked["wall"])
        if self.lines[wall] != "open":
            raise RefusedError("PI-V-9")
        self.add_line(wall)
        return ["PI-V-9"]

    def use_mover(self, asked: Asked) -> list[str]:
        self.step(asked["token"], asked["room"])
        return ["PI-V-3"]

    def use_shaker(self, asked: Asked) -> list[str]:
        del asked
        self.skip.append("Enemies")
        return ["PI-V-4"]

    def use_shover(self, asked: Asked) -> list[str]:
        start, to = asked["room"], asked["to"]
        if start not in self.rooms or to not in self.rooms:
            raise RefusedError("PI-OBJ-05")
        between = [name for name, there in self.around(start) if there == to]
        shut = all(self.lines[name] != "open" for name in between)
        only = self.options.get("shover_walls") == "openings_only"
        if not between or not self.at(start, "O") or (only and shut):
            raise RefusedError("PI-V-5")
        for name in self.at(start, "O"):
            self.place[name] = to
        return ["PI-V-5"]

    def use_dodger(self, asked: Asked) -> list[str]:
        del asked
        if self.options.get("dodger_scope") == "holder":
            raise UnableError("a Dodger that guards one Hero")
        self.dodge = True
        return ["PI-V-7"]

    def use_survivor(self, asked: Asked) -> list[str]:
        if asked["room"] not in self.rooms:
            raise RefusedError("PI-OBJ-05")
        self.arrive("H", asked["room"])
        return ["PI-V-8"]
