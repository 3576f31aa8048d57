"""A table in two worlds that look alike: the same cards are rolled, and all others differ.

A world deals every card face down. What is rolled must be the same in both, so the hidden cards
that differ are those that nobody turns up; now and then somebody peeks, or holds a hand so that the
camera reads it.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.layout import RowsToLay
from rules.games.tossing_tiger.deck import KIND
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.tests.card_table import WAR_ROWS, card, laid
from rules.games.tossing_tiger.view import hides
from rules.referee.facts.battle import written_facts
from rules.referee.toolkit.game import Command, Refusal, Template
from rules.referee.toolkit.vocabulary import written
from rules.table.files.snapshot_json import snapshot_to_json
from rules.table.snapshot import Snapshot
from rules.testing.driver import Moved, Rng, Sample, at_random, body_of

BESIDE = ((2.0, 2.0), (33.0, 2.0), (2.0, 22.0), (33.0, 22.0), (30.0, 12.0))
"""Where hands are held, and piles looked through."""


def peeked(state: State, rng: Rng) -> Snapshot:
    """The rows as they lie, and a few cards that only one player should see."""
    known = {*state.face_up, *state.shown_cards}
    hidden = [name for name in state.deck.cards if name not in known]
    shown = rng.sample(hidden, 3)
    places = rng.sample(BESIDE, 3)
    backs = [
        card(f"{KIND} back {number}", at, face="back")
        for number, at in enumerate((*WAR_ROWS[0], *WAR_ROWS[1]), start=1)
    ]
    return laid(*(card(name, at) for name, at in zip(shown, places, strict=True)), *backs)


def witnessed(state: State, snapshot: Snapshot, seats: tuple[str, ...]) -> list[str]:
    """All that leaves the game for anybody: views, offers, the table, what the camera says."""
    found = []
    for seat in (*seats, "nobody"):
        found.append(json.dumps(dict(GAME.view(state, seat)), sort_keys=True))
        assert GAME.facts is not None
        found.append(json.dumps(written_facts(GAME.facts(state, seat))))
        found += [_told(each) for each in GAME.options(state, snapshot, seat)]
        found.append(snapshot_to_json(snapshot.without(hides(state, snapshot, seat))))
    assert GAME.awaits is not None
    found.append(GAME.awaits(state))
    found += [f"{each.kind} {each.says}" for each in GAME.differences(state, snapshot)]
    found += [f"{each.kind} {each.says} {each.command}" for each in GAME.sighted(state, snapshot)]
    return found


def _told(template: Template) -> str:
    holes = [[hole.name, written(hole.allowed), dict(hole.greyed)] for hole in template.holes]
    return json.dumps([template.command, template.says, written(template.fixed), holes])


def two_worlds(sample: Sample, *, seed: str, steps: int) -> Iterator[tuple[list[str], list[str]]]:
    """What everybody is told after each command, in the one world and in the other."""
    rng = random.Random(f"{seed} play")
    worlds = [random.Random(f"{seed} one"), random.Random(f"{seed} other")]
    seats = tuple(seat.name for seat in sample.setup.seats)
    state = GAME.initial(sample.setup)
    for _ in range(steps):
        tables = [peeked(state, world) for world in worlds]
        if rows := [ask for ask in state.asks if isinstance(ask.question, RowsToLay)]:
            tables = [replace(table, pieces=()) for table in tables if rows]
        yield tuple(witnessed(state, table, seats) for table in tables)  # type: ignore[misc]
        if GAME.result is not None and GAME.result(state) is not None:
            return
        offers = [
            (seat, each)
            for seat in seats
            for each in GAME.options(state, tables[0], seat)
            if each.refusal is None and each.command != "mark_lane"
        ]
        seat, template = rng.choice(offers)
        values = at_random(GAME, template, moved=Moved(snapshot=tables[0]), rng=rng)
        command = Command(author=seat, body=body_of(GAME, template, values=values))
        decisions = [GAME.decide(state, command, table) for table in tables]
        said = [_said(each) for each in decisions]
        yield said[0], said[1]
        assert not isinstance(decisions[0], Refusal), decisions[0]
        for event in decisions[0]:
            state = GAME.evolve(state, event.body)


def _said(decision: object) -> list[str]:
    if isinstance(decision, Refusal):
        return [decision.reason]
    assert isinstance(decision, tuple)
    return [GAME.say(event.body) for event in decision]
