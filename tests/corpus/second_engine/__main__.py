"""Answers cases from standard input."""

import copy
import json
import sys
from collections.abc import Callable

from tests.corpus.second_engine.happening import Happening
from tests.corpus.second_engine.position import EVENTS, ITEMS, Asked, RefusedError, UnableError

Letters = Callable[[str], str]


class Game(Happening):
    """A game, with the word that it begins with."""

    seat = ""

    def do_take_word(self, asked: Asked, *, letters: Letters | None = None) -> list[str]:
        if self.stage != "the word":
            raise RefusedError("PI-TRN-01")
        word = "".join(each for each in asked["word"].lower() if each.isalpha())
        if not word.isascii():
            raise UnableError("letters beyond a to z")
        if not word:
            raise RefusedError("PI-SLOT-02")
        if (self.seat, word) in self.used:
            raise RefusedError("PI-SLOT-01")
        read = word if letters is None else letters(word)
        if not read:
            raise RefusedError("PI-SLOT-06")
        keep = self.options.get("slot_reduce") == "keep_10"
        self.slots = [value(each, keep=keep) for each in (read * 6)[:6]]
        self.stage = "the board"
        self.item = ITEMS[(self.slots[2] - 1) % 9]
        self.event = EVENTS[(self.slots[3] - 1) % 9]
        return ["PI-SLOT-05", "PI-SLOT-06"]

    def do_word_backwards(self, asked: Asked) -> list[str]:
        return self.do_take_word(asked, letters=lambda word: word[::-1])

    def do_word_from_third(self, asked: Asked) -> list[str]:
        return self.do_take_word(asked, letters=lambda word: word[2:])


def value(letter: str, *, keep: bool) -> int:
    place = ord(letter) - 96
    total = place // 10 + place % 10
    return total if total < 10 or keep else total // 10 + total % 10


def ruled(game: Game, step: Asked, *, sides: list[str]) -> tuple[Game, list[str]]:
    """The game after a command, and the clauses; a RefusedError leaves the game as it was."""
    if not hasattr(game, f"do_{step['command']}"):
        raise UnableError(f"no command {step['command']}")
    if step.get("agreed"):
        raise UnableError("nothing is overlooked")
    if game.won:
        raise RefusedError("PI-END-01" if game.won == "Heroes" else "PI-END-02")
    side = "Heroes" if step["command"] == "use_item" else game.side
    if game.stage == "play" and side not in sides:
        raise RefusedError("PI-TRN-01")
    tried = copy.deepcopy(game)
    tried.seat = step["seat"]
    cited: list[str] = getattr(tried, f"do_{step['command']}")(step)
    return tried, cited + tried.after(game)


def answered(asked: Asked) -> Asked:
    if asked["game"] != "paper_invasion":
        raise UnableError(f"no game {asked['game']}")
    game = Game(asked)
    start = list(game.facts())
    steps: list[Asked] = []
    sides = {seat["name"]: seat["sides"] for seat in asked["seats"]}
    for step in asked["steps"]:
        ruling = "allowed"
        try:
            game, cited = ruled(game, step, sides=sides.get(step["seat"], []))
        except RefusedError as refused:
            ruling, cited = "refused", [str(refused)]
        steps.append({"ruling": ruling, "clauses": cited, "facts": list(game.facts())})
    return {"id": asked["id"], "start": start, "steps": steps}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = answered(asked)
        except UnableError as why:
            answer = {"id": asked["id"], "unable": str(why)}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
