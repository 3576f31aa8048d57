"""What a token may do and still has to do."""

import copy

from tests.corpus.second_engine.position import Asked, Position, RefusedError


class Duties(Position):
    """A position in which tokens act."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.watch()

    def require_turn(self, token: str, letter: str = "") -> None:
        if token not in self.place:
            raise RefusedError("PI-OBJ-03")
        if token[0] != self.side[0].replace("E", "O") or letter not in {"", token[0]}:
            raise RefusedError("PI-TRN-01")
        if "finished" in self.flags[token]:
            raise RefusedError("PI-TRN-02")
        if self.begun not in {None, token}:
            if self.owes(self.begun):
                raise RefusedError("PI-TRN-02")
            self.flags[self.begun].add("finished")
            self.begun = None

    def no_action(self, token: str) -> str | None:
        if "acted" in self.flags[token]:
            return "PI-HERO-05" if token[0] == "H" else "PI-TRN-04"
        if self.options.get("action_order") == "action_first" and "moved" in self.flags[token]:
            return "PI-TRN-05"
        return None

    def no_move(self, token: str) -> str | None:
        if "moved" in self.flags[token]:
            return "PI-TRN-03" if token[0] == "H" else "PI-TRN-04"
        order = self.options.get("action_order")
        if order == "move_first" and "acted" in self.flags[token]:
            return "PI-TRN-05"
        if order == "action_first" and self.can_act(token):
            return "PI-TRN-05"
        return None

    def can_act(self, token: str) -> bool:
        here = self.place[token]
        if "finished" in self.flags[token] or self.no_action(token):
            return False
        tries: list[tuple[str, Asked]] = []
        for name, _ in self.around(here):
            tries.append(("do_smash", {"token": token, "wall": name}))
            if token[0] == "H":
                tries.append(("do_seal", {"token": token, "wall": name}))
        if token[0] == "H":
            tries += [("do_kill", {"token": token}), ("do_loot", {"token": token})]
        else:
            tries += [("do_grab", {"token": token, "hero": h}) for h in self.at(here, "H")]
        return any(self.possible(rule, holes) for rule, holes in tries)

    def possible(self, rule: str, holes: Asked) -> bool:
        tried = copy.deepcopy(self)
        tried.begun = None
        try:
            getattr(tried, rule)(holes)
        except RefusedError:
            return False
        return True

    def owes(self, token: str) -> str | None:
        """The clause by which a token has still something to do."""
        if token not in self.place or "finished" in self.flags[token]:
            return None
        if token[0] == "H":
            must = self.options.get("hero_must_act", True)
            return "PI-TRN-06" if must and self.can_act(token) else None
        can_move = not self.no_move(token) and any(self.steps(token))
        must = self.options.get("enemy_must_move", True)
        return "PI-TRN-04" if must and (can_move or self.can_act(token)) else None

    def watch(self) -> None:
        """Whether any Enemy could move at any moment of this turn."""
        if self.stage == "play" and self.side == "Enemies":
            able = [t for t in self.of("O") if "finished" not in self.flags[t]]
            self.could = self.could or any("moved" in self.flags[t] for t in able)
            self.could = self.could or any(not self.no_move(t) and any(self.steps(t)) for t in able)
