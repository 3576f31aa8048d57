"""Knows how players put a wrong count right: only together, and in the log."""

from rules.games.tossing_tiger.commands import Amend
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.events.ending import Amended
from rules.games.tossing_tiger.vocabulary import Phase, Stage
from rules.referee.toolkit.phrases import counted


@handle.register
def _amend(body: Amend, draft: Draft) -> None:
    """TT-OBJ-02: a card too many or too few in a hand was counted wrong on the draw pile."""
    state = draft.state
    names = [player.name for player in state.players]
    if body.player not in names:
        draft.refuse("TT-OBJ-02", f"There is no player called {body.player!r}.")
    building = all(war.stage in {Stage.NUMBER, Stage.OVER} for war in state.wars)
    if state.phase not in {Phase.PAIRING, Phase.WAR} or not building:
        draft.refuse("TT-OBJ-02", "Hands are counted anew before a war, not in the middle of it.")
    most = state.hands[body.player] + state.draw
    if not 0 <= body.hand <= most:
        draft.refuse("TT-OBJ-02", f"A hand has 0 to {most} cards now, not {body.hand}.")
    if body.hand == state.hands[body.player]:
        draft.refuse("TT-OBJ-02", f"{body.player} has {counted(body.hand, 'card')} already.")
    draft.unless_waived(
        "TT-OBJ-02",
        f"That {body.player} has {counted(body.hand, 'card')} in hand is for all to say: agree on "
        "it together, with a reason.",
    )
    draft.emit(Amended(player=body.player, hand=body.hand), clause="TT-OBJ-02")
