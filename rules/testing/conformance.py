"""Holds a game to what it owes the referee, and says where it falls short.

Each check raises an AssertionError that names the game's word, clause or command.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from rules.referee.toolkit.book.clauses import Clauses, Standing, clauses_of
from rules.referee.toolkit.chronicle import Counted
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import (
    Command,
    Decision,
    Event,
    Game,
    Hole,
    Refusal,
    State,
    Template,
)
from rules.referee.toolkit.ruling import waived_as
from rules.referee.toolkit.settings import options_from
from rules.referee.toolkit.vocabulary import Vocabulary, read_as, written
from rules.table.bad_input import on_one_line
from rules.table.files.roster_files import COLUMNS
from rules.table.snapshot import Snapshot
from rules.testing.driver import (
    Moved,
    Played,
    Rng,
    Sample,
    Step,
    body_of,
    variations,
)
from rules.testing.made_values import random_body
from rules.testing.told_facts import facts_are_sane

SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
CLAUSE = re.compile(r"[A-Z]+[0-9]*(-[A-Za-z0-9]+)+")
CLOSED = (".", "!", "?")
WORD = re.compile(r'"([^"]{1,20})"')

MOST_WAIVED = 20
"""Refusals of one command that are let pass one after the other."""

HOLE_KINDS = frozenset(
    {"unit", "units", "card", "cards", "choice", "count", "text"}
    | {"dice", "pose", "area", "line", "sheet"}
)


def is_sentence(text: str, where: str) -> None:
    """Players read it as it is."""
    on_one_line(text, where)
    assert text == text.strip() != "", f"{where}: expected a sentence, got {text!r}"
    assert text.endswith(CLOSED), f"{where}: expected an end with one of {CLOSED}, got {text!r}"


def round_trips(vocabulary: Vocabulary, body: object) -> None:
    """Written, sent as JSON and read again, it is the same."""
    sent = json.dumps(vocabulary.write(body), allow_nan=False)
    assert vocabulary.read(json.loads(sent), "body") == body, sent


def same_evidence(evidence: Iterable[Measured]) -> None:
    for found in evidence:
        sent = json.dumps(written(found), allow_nan=False)
        assert read_as(Measured, json.loads(sent), where="evidence") == found, sent


def names_are_sane(game: Game) -> None:
    """Slug, titles, options and columns can be shown and typed."""
    assert SNAKE.fullmatch(game.slug), f"expected a slug in snake_case, got {game.slug!r}"
    assert game.title.strip(), "expected a title, got none"
    assert game.version >= 1, f"expected a version from 1, got {game.version}"
    is_sentence(game.says, f"{game.slug}: says")
    for option in game.option_schema:
        assert SNAKE.fullmatch(option.name), f"expected snake_case, got option {option.name!r}"
        is_sentence(option.says, f"option {option.name}")
    options_from(game.option_schema, {})
    columns = [column.name for column in game.roster_schema]
    for name in columns:
        assert SNAKE.fullmatch(name), f"expected snake_case, got column {name!r}"
        assert name not in COLUMNS, f"expected a column of its own, got {name!r}"
    assert len(set(columns)) == len(columns), f"expected each column once, got {columns}"
    for name in game.headlines:
        assert name in game.events.kinds, f"expected an event of the game, got headline {name!r}"
    for kind in game.proposal_kinds:
        assert SNAKE.fullmatch(kind.name), f"expected snake_case, got proposal {kind.name!r}"
        assert kind.says.strip(), f"proposal {kind.name}: expected a sentence, got nothing"
    _ways_are_sane(game)
    _explanations_are_sane(game)


def _ways_are_sane(game: Game) -> None:
    """What is said of winning cites the game's own clauses, and options as they can be."""
    options = {option.name: option for option in game.option_schema}
    for way in game.clauses.named_ways:
        is_sentence(way.says, f"way to win by {way.clause}")
        assert way.clause in game.clauses, f"expected a clause of the game, got {way.clause}"
        assert way.named() <= set(options), f"expected options of the game, got {way.named()}"
        for name, among in (*way.when.items(), *way.unless.items()):
            for value in among:
                options[name].read(value, f"way to win by {way.clause}: {name}")


def _explanations_are_sane(game: Game) -> None:
    """What a newcomer is told cites the game's own clauses; of what, is a command or a sentence."""
    for name, told in game.clauses.explained.items():
        is_known = " " in name or name in game.commands.kinds
        assert is_known, f"expected a command or a sentence to explain, got {name!r}"
        assert told.clause in game.clauses, f"expected a clause of the game, got {told.clause}"
        for says in (told.says, *told.choices.values()):
            is_sentence(says, f"what {name} is for")


def clauses_are_sane(clauses: Clauses) -> None:
    assert len(clauses), "expected clauses, got none"
    for clause in clauses:
        assert CLAUSE.fullmatch(clause.id), f"expected an id like PT1-C1a, got {clause.id!r}"
        assert clause.says.strip(), f"{clause.id}: expected what it says, got nothing"
        if clause.standing is Standing.EXEMPT:
            assert clause.reason.strip(), f"{clause.id}: expected a reason, got nothing"


def untested(clauses: Clauses, folders: Iterable[Path]) -> list[str]:
    """Clauses that are done, and have no test named after them in these folders."""
    tests = sorted(_tests_in(folders))
    return [
        clause.id
        for clause in clauses
        if clause.standing is Standing.DONE
        and not any(_is_test_of(clause.id, test) for test in tests)
    ]


def _is_test_of(clause: str, test: str) -> bool:
    """Whether a test carries the whole id: PT1-C1 is not PT1-C1a.

    >>> _is_test_of("PT1-C1", "test_pt1_c1_fire"), _is_test_of("PT1-C1", "test_pt1_c1a_fire")
    (True, False)
    >>> _is_test_of("PT1-C1a", "test_ex1_14_pt1_c1a_fire")
    True
    """
    return f"_{clause.lower().replace('-', '_')}_" in f"{test}_"


def _tests_in(folders: Iterable[Path]) -> Iterator[str]:
    for folder in folders:
        for path in sorted(folder.rglob("test_*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield node.name


@cache
def referee_clauses() -> Clauses:
    return clauses_of("rules.referee")


class Watcher:
    """Holds a game to its promises at every step; give `watch` to the driver."""

    def __init__(
        self, game: Game, sample: Sample, *, rng: Rng, most: int = 30, junk: int = 2
    ) -> None:
        self.game = game
        self.sample = sample
        self.rng = rng
        self.most = most
        """Fillings of templates that are tried at each step."""
        self.junk = junk
        """Careless commands that are given at each step."""
        self.states: list[State] = []
        self.tried = 0

    def watch(self, step: Step) -> None:
        self.states.append(step.after)
        self._decision_is_as_promised(step)
        self._offers_are_honest(step)
        self._everything_can_be_shown(step.after)
        for _ in range(self.junk):
            self._careless_command(step)
        self._table_is_described(step)

    def finish(self, played: Played) -> None:
        """The log alone gives every state again."""
        state = self.game.initial(self.sample.setup)
        left = list(self.states)
        while left and left[0] == state:
            del left[0]
        for event in played.events:
            sent = json.dumps(self.game.events.write(event.body))
            state = self.game.evolve(state, self.game.events.read(json.loads(sent), "event"))
            while left and left[0] == state:
                del left[0]
        assert state == played.state, "expected the same state from the log, got another"
        step = len(self.states) - len(left)
        assert not left, f"expected the log to lead through the state after step {step}"
        assert not played.stuck, f"expected something to ask for, got nothing: {played.state}"
        if played.result is not None:
            is_sentence(played.result, "result")
            self._score_is_made_of_its_parts(played)

    def _score_is_made_of_its_parts(self, played: Played) -> None:
        """Where the last ruling says what makes the score, that adds up, and is told."""
        if self.game.chronicle is None or not played.events:
            return
        last = played.events[-1].body
        for each in self.game.chronicle.tells(last):
            if isinstance(each, Counted) and each.parts:
                sums = dict.fromkeys(each.points, 0.0)
                for part in each.parts:
                    sums[part.side] = sums.get(part.side, 0.0) + part.points
                assert sums == dict(each.points), f"expected {each.points}, got parts of {sums}"
                said = self.game.say(last)
                untold = [part.what for part in each.parts if part.what not in said]
                assert not untold, f"expected {untold} told, got {said!r}"

    def _decision_is_as_promised(self, step: Step) -> None:
        again = self.game.decide(step.state, step.command, step.moved.snapshot)
        assert again == step.decision, f"expected one answer to {step.command}, got two"
        if isinstance(step.decision, Refusal):
            self._refusal_is_sane(step.decision)
            assert not step.moved.sure, f"expected {step.command} accepted, got {step.decision}"
            return
        assert step.decision, f"expected something to come of {step.command}, got nothing"
        round_trips(self.game.commands, step.command.body)
        for event in step.decision:
            self._event_is_sane(event)

    def _event_is_sane(self, event: Event) -> None:
        round_trips(self.game.events, event.body)
        same_evidence(event.evidence)
        is_sentence(self.game.say(event.body), f"say({event.body})")
        assert self._is_clause(event.clause), f"expected a clause for {event}, got {event.clause!r}"

    def _refusal_is_sane(self, refusal: Refusal) -> None:
        same_evidence(refusal.evidence)
        is_sentence(refusal.reason, f"refusal by {refusal.clause}")
        assert self._is_clause(refusal.clause), f"expected a clause, got {refusal.clause!r}"

    def _is_clause(self, name: str) -> bool:
        return name in self.game.clauses or name in referee_clauses()

    def _offers_are_honest(self, step: Step) -> None:
        fillings = []
        for seat, template in step.offers:
            self._template_is_sane(template)
            moved = self.sample.mover(step.state, template, snapshot=step.snapshot, rng=self.rng)
            if template.refusal is None or _can_be_filled(template, moved):
                found = variations(self.game, template, moved=moved, rng=self.rng)
                fillings += [(seat, template, moved, values, why) for values, why in found]
        if len(fillings) > self.most:
            fillings = self.rng.sample(fillings, self.most)
        for seat, template, moved, values, why in fillings:
            body = body_of(self.game, template, values=values)
            command = Command(author=seat, body=body)
            self._filling_is_answered(step, command, template=template, moved=moved, why=why)

    def _filling_is_answered(
        self, step: Step, command: Command, *, template: Template, moved: Moved, why: str | None
    ) -> None:
        # A greyed value is greyed on the table as it lies, before anything was moved.
        greyed = why is not None or template.refusal is not None
        snapshot = step.snapshot if greyed else moved.snapshot
        decision = self.game.decide(step.state, command, snapshot)
        self.tried += 1
        if isinstance(decision, Refusal):
            self._refusal_is_sane(decision)
            self._can_be_let_pass(step.state, command, refusal=decision, snapshot=snapshot)
        if template.refusal is not None and why is None:
            assert decision == template.refusal, f"{command}: expected the refusal it is shown with"
        elif why is not None:
            assert isinstance(decision, Refusal), f"expected {command} refused: {why}"
            assert decision.reason == why, f"{command}: expected {why!r}, got {decision.reason!r}"
        elif moved.sure:
            assert not isinstance(decision, Refusal), f"{command}: offered, and refused: {decision}"

    def _template_is_sane(self, template: Template) -> None:
        game = self.game
        assert template.command in game.commands.kinds, f"no command {template.command!r}"
        is_sentence(template.says, f"template {template.command}")
        fields = {
            field.name for field in game.commands.fields(game.commands.kinds[template.command])
        }
        named = [*template.fixed, *(hole.name for hole in template.holes)]
        assert len(set(named)) == len(named), f"{template.command}: a field twice in {named}"
        assert set(named) <= fields, f"{template.command}: expected fields of {fields}, got {named}"
        for hole in template.holes:
            _hole_is_sane(hole, f"{template.command}.{hole.name}")
        if template.refusal is not None:
            self._refusal_is_sane(template.refusal)

    def _everything_can_be_shown(self, state: State) -> None:
        for seat in self.sample.setup.seats:
            shown = json.dumps(dict(self.game.view(state, seat.name)), allow_nan=False)
            for secret in self.sample.secrets(state, seat.name):
                assert secret not in shown, f"expected {secret!r} hidden from {seat.name}"
        facts_are_sane(self.game, self.sample, state)
        if self.game.awaits is not None:
            is_sentence(self.game.awaits(state), "awaits")

    def _careless_command(self, step: Step) -> None:
        kind = self.rng.choice(list(self.game.commands.kinds.values()))
        body = random_body(kind, self.rng, words=self._words(step.state))
        if body is None:
            return
        author = self.rng.choice([seat.name for seat in self.sample.setup.seats])
        command = Command(author=author, body=body)
        decision = self.game.decide(step.state, command, step.snapshot)
        if isinstance(decision, Refusal):
            self._refusal_is_sane(decision)
            self._can_be_let_pass(step.state, command, refusal=decision, snapshot=step.snapshot)
            return
        self._leads_on(step.state, decision)

    def _leads_on(self, state: State, events: tuple[Event, ...]) -> None:
        """What has happened is told, and what comes of it can be shown."""
        for event in events:
            self._event_is_sane(event)
            state = self.game.evolve(state, event.body)
        self._everything_can_be_shown(state)

    def _can_be_let_pass(
        self, state: State, command: Command, *, refusal: Refusal, snapshot: Snapshot
    ) -> None:
        """Where all agree to overlook what is waivable, the game goes on or says what else is."""
        passed: set[tuple[str, str]] = set()
        decision: Decision = refusal
        while isinstance(decision, Refusal) and decision.waivable and len(passed) < MOST_WAIVED:
            one = (decision.clause, decision.reason)
            assert one not in passed, f"{command}: waived {one}, and refused by it again"
            passed.add(one)
            waives = frozenset(waived_as(*each) for each in passed)
            decision = self.game.decide(state, replace(command, waives=waives), snapshot)
        if isinstance(decision, Refusal):
            self._refusal_is_sane(decision)
        else:
            self._leads_on(state, decision)

    def _words(self, state: State) -> list[str]:
        """Names that mean something now: of pieces, areas, and what a view shows."""
        snapshot = self.sample.snapshot
        names = [piece.id for piece in snapshot.pieces] + [area.id for area in snapshot.terrain]
        seat = self.sample.setup.seats[0].name
        return names + WORD.findall(json.dumps(dict(self.game.view(state, seat))))

    def _table_is_described(self, step: Step) -> None:
        seats = {seat.name for seat in self.sample.setup.seats}
        for difference in self.game.differences(step.state, step.snapshot):
            is_sentence(difference.says, f"difference of {difference.subject}")
            for remedy in difference.remedies:
                round_trips(self.game.commands, remedy)
        known = {kind.name for kind in self.game.proposal_kinds}
        for sighted in self.game.sighted(step.state, step.moved.snapshot):
            is_sentence(sighted.says, f"sighted {sighted.subject}")
            assert sighted.kind in known, f"expected one of {known}, got {sighted.kind!r}"
            assert sighted.seat in seats, f"expected one of {seats}, got {sighted.seat!r}"
            same_evidence(sighted.evidence)
            if sighted.command is not None:
                round_trips(self.game.commands, sighted.command)


def _can_be_filled(template: Template, moved: Moved) -> bool:
    return all(
        hole.optional or hole.allowed or hole.kind == "dice" or hole.name in moved.values
        for hole in template.holes
    )


def _hole_is_sane(hole: Hole, where: str) -> None:
    assert hole.kind in HOLE_KINDS, (
        f"{where}: expected one of {sorted(HOLE_KINDS)}, got {hole.kind}"
    )
    assert hole.count >= 1, f"{where}: expected a count from 1, got {hole.count}"
    allowed = [json.dumps(written(value)) for value in hole.allowed]
    assert len(set(allowed)) == len(allowed), f"{where}: expected each value once, got {allowed}"
    _both(hole.greyed, allowed, where)
    for value, reason in hole.greyed.items():
        is_sentence(reason, f"{where}: {value}")


def _both(greyed: Mapping[str, str], allowed: list[str], where: str) -> None:
    twice = [value for value in greyed if json.dumps(value) in allowed or value in allowed]
    assert not twice, f"{where}: expected {twice} either allowed or greyed, got both"
