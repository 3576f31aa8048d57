"""Moves and Actions, and what they change."""

from tests.corpus.second_engine.duties import Duties
from tests.corpus.second_engine.position import LINES, ZONES, Asked, RefusedError


class Actions(Duties):
    """What tokens do."""

    def do_move(self, asked: Asked, *, free: bool = False) -> list[str]:
        token, to = asked["token"], asked["to"]
        self.require_turn(token)
        if not free and (why := self.no_move(token)):
            raise RefusedError(why)
        self.step(token, to)
        self.flags[token].add("moved")
        self.begun = token
        return ["PI-MOV-01" if token[0] == "H" else "PI-MOV-03"]

    def step(self, token: str, to: str) -> None:
        here = self.place[token]
        if to not in (*self.rooms, *ZONES):
            raise RefusedError("PI-OBJ-05")
        if to in self.steps(token):
            self.place[token] = to
            if to in ZONES and here in self.rooms:
                self.by[token] = here
            return
        if to in ZONES:
            raise RefusedError("PI-MOV-02" if token[0] == "H" else "PI-MOV-03")
        if to not in [there for _, there in self.around(here)]:
            raise RefusedError("PI-MOV-04")
        raise RefusedError("PI-WALL-03")

    def act(self, token: str, letter: str) -> None:
        self.require_turn(token, letter)
        if why := self.no_action(token):
            raise RefusedError(why)

    def acted(self, token: str) -> None:
        self.flags[token].add("acted")
        self.begun = token

    def do_kill(self, asked: Asked) -> list[str]:
        token = asked["token"]
        self.act(token, "H")
        here = self.at(self.place[token], "O")
        least = 2 if self.options.get("kill_partial") == "not_allowed" else 1
        names = list(asked.get("enemies") or here[:2])
        if len(here) < least or not set(names) <= set(here) or len(set(names)) != min(2, len(here)):
            raise RefusedError("PI-HERO-01")
        self.acted(token)
        self.remove(names)
        return ["PI-HERO-01"]

    def own_wall(self, token: str, name: str, *, clause: str) -> str:
        wall = self.wall(name)
        if self.place[token] not in wall.split("|"):
            raise RefusedError(clause)
        if "out" in wall and not self.options.get("seal_outer"):
            raise RefusedError("PI-WALL-04")
        return wall

    def do_seal(self, asked: Asked) -> list[str]:
        token = asked["token"]
        self.act(token, "H")
        wall = self.own_wall(token, asked["wall"], clause="PI-HERO-02")
        if self.lines[wall] == "double":
            raise RefusedError("PI-WALL-02")
        self.add_line(wall)
        self.acted(token)
        return ["PI-HERO-02"]

    def add_line(self, wall: str) -> None:
        if self.lines[wall] == "open":
            self.sealed.add(wall)
        self.lines[wall] = LINES[LINES.index(self.lines[wall]) + 1]

    def take_line(self, wall: str, *, all_of_it: bool = False) -> None:
        at = 0 if all_of_it else LINES.index(self.lines[wall]) - 1
        self.lines[wall] = LINES[at]
        if at == 0:
            self.sealed.discard(wall)

    def do_smash(self, asked: Asked) -> list[str]:
        token = asked["token"]
        self.act(token, "")
        if token[0] == "H":
            wall = self.own_wall(token, asked["wall"], clause="PI-HERO-03")
            if self.lines[wall] != "double":
                raise RefusedError("PI-WALL-02")
        else:
            wall = self.wall(asked["wall"])
            if self.place[token] not in wall.split("|"):
                raise RefusedError("PI-EN-01")
            held = "out" in wall and self.options.get("outer_walls") == "indestructible"
            if self.lines[wall] == "open" or held:
                raise RefusedError("PI-WALL-02")
            attached = self.options.get("outside_reach") == "attached_room"
            if self.place[token] in ZONES and attached and wall[0] != self.by[token]:
                raise RefusedError("PI-SET-06")
        self.take_line(wall)
        self.acted(token)
        return ["PI-HERO-03" if token[0] == "H" else "PI-EN-01"]

    def do_loot(self, asked: Asked) -> list[str]:
        token = asked["token"]
        self.act(token, "H")
        if self.looted or self.place[token] != self.vault:
            raise RefusedError("PI-HERO-04")
        self.looted, self.holder, self.looted_in = True, token, self.number
        self.acted(token)
        return ["PI-HERO-04", "PI-VAULT-01"]

    def do_grab(self, asked: Asked) -> list[str]:
        token, hero = asked["token"], asked["hero"]
        self.act(token, "O")
        if hero not in self.at(self.place[token], "H"):
            raise RefusedError("PI-EN-02")
        self.acted(token)
        if self.dodge:
            return ["PI-V-7"]
        held = hero == self.holder
        self.turn_enemy(hero)
        return ["PI-EN-02", *(["PI-EN-03"] if held else [])]

    def turn_enemy(self, hero: str) -> None:
        place = self.place[hero]
        self.lose(hero)
        self.arrive("O", place)

    def lose(self, name: str) -> None:
        del self.place[name]
        if name == self.holder:
            self.holder = None
            self.looted = self.options.get("item_on_grab") != "loot_again"
        if name == self.begun:
            self.begun = None

    def arrive(self, letter: str, place: str) -> str:
        number = 1
        while f"{letter}{number}" in self.names:
            number += 1
        name = f"{letter}{number}"
        self.names.append(name)
        self.place[name], self.flags[name] = place, {"finished"}
        return name

    def remove(self, names: list[str]) -> None:
        for name in names:
            self.lose(name)

    def do_finish(self, asked: Asked) -> list[str]:
        token = asked["token"]
        self.require_turn(token)
        if why := self.owes(token):
            raise RefusedError(why)
        self.flags[token].add("finished")
        self.begun = None
        return ["PI-TRN-02"]
