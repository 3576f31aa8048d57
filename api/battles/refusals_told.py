"""Remembers what refused commands were answered, and keeps those that rest on measuring."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from api.battle_files.file import BattleFile, CommandRecord
from api.battle_files.refusals import Refused
from api.battles.jobs import CommandAnswer, ReusedIdError
from rules.referee.log.battle import Battle
from rules.referee.log.drafts import refused
from rules.referee.toolkit.game import Command, Refusal
from rules.table.snapshot import Snapshot

MOST_REFUSALS: Final = 512
"""Refusals that are remembered, so that a command that is sent again gets the same answer."""

BY_THE_FILE: Final = MappingProxyType(
    {
        "challenge_refusal": "A refusal is disputed as it is kept: "
        "POST .../refusals/NUMBER/challenge.",
        "measure_again": "What is measured again is what was asked for then, as it is kept: "
        "POST .../review/measure-again.",
    }
)
"""Commands that state what another one was. Whoever gives one plainly could bring up a command that
never was, so what they say is only taken from the file.
"""


def stated_by_the_file(body: Mapping[str, object]) -> Refusal | None:
    """Why such a command is not taken from whoever gives it plainly."""
    how = BY_THE_FILE.get(str(body.get("kind", "")))
    return None if how is None else refused("REF-12", how)


class RefusalsTold:
    """The refusals of one battle; errors of the disk are for whoever asks."""

    def __init__(self, file: BattleFile, *, now: Callable[[], str], umpire_version: str) -> None:
        self._file = file
        self._now = now
        self._version = umpire_version
        self._answers: OrderedDict[str, tuple[str, CommandAnswer]] = OrderedDict()
        self._fresh: list[Refused] = []

    def fresh(self) -> tuple[Refused, ...]:
        """Those that were kept since this was asked last."""
        found, self._fresh = tuple(self._fresh), []
        return found

    def before(self, command_id: str, *, asked: str) -> CommandAnswer | None:
        """What the same command was answered when it was refused, also before a restart."""
        if command_id in self._answers:
            earlier, answer = self._answers[command_id]
        else:
            kept = self._file.refused(command_id)
            if kept is None:
                return None
            earlier, answer = kept.asked, CommandAnswer(refusal=kept.refusal, kept=kept.name)
        if earlier != asked:
            raise ReusedIdError
        return answer

    def answer(
        self,
        refusal: Refusal,
        command: Command,
        *,
        battle: Battle,
        sent: CommandRecord,
        snapshot: Snapshot,
    ) -> CommandAnswer:
        """The answer of a refusal; one that rests on measuring is on the disk before it is told."""
        body = command.body
        kind = body.get("kind") if isinstance(body, Mapping) else None
        is_game = isinstance(kind, str) and kind in battle.game.commands.kinds
        answer = CommandAnswer(refusal=refusal)
        if refusal.evidence and is_game:
            assert isinstance(body, Mapping)
            found = Refused(
                number=0,
                command_id=sent.id,
                time=self._now(),
                author=command.author,
                command=body,
                after=battle.sequence - 1,
                head=battle.head,
                refusal=refusal,
                umpire=self._version,
            )
            kept = self._file.refuse(found, seen=snapshot)
            self._fresh.append(kept)
            answer = CommandAnswer(refusal=kept.refusal, kept=kept.name)
        self._answers[sent.id] = (sent.asked, answer)
        while len(self._answers) > MOST_REFUSALS:
            self._answers.popitem(last=False)
        return answer
