"""Knows how the events of battles are told."""

from rules.games.tossing_tiger.events import battle as happened
from rules.games.tossing_tiger.saying.dispatch import say
from rules.games.tossing_tiger.saying.phrases import a, called, won
from rules.referee.toolkit.phrases import counted, ended


@say.register
def _battle_began(event: happened.BattleBegan) -> str:
    return f"Battle {event.place}."


@say.register
def _battle_given_up(event: happened.BattleGivenUp) -> str:
    return f"The {event.role} gives battle {event.place} up; there is no bonus in this war."


@say.register
def _guess_made(event: happened.GuessMade) -> str:
    return f"The attacker guesses that the defender rolls {a(event.animal)} in {_at(event.place)}."


def _at(place: int) -> str:
    return f"battle {place}"


@say.register
def _guess_right(event: happened.GuessRight) -> str:
    return f"{called(event.animal)} it is: the attacker wins {_at(event.place)} by the guess."


@say.register
def _piles_merged(event: happened.PilesMerged) -> str:
    return (
        f"The defender's piles of battles {event.into} and {event.gone} become one in "
        f"{_at(event.into)}; the other place is empty."
    )


@say.register
def _turned_up(event: happened.TurnedUp) -> str:
    return f"{event.player} rolls {a(event.animal)} in {_at(event.place)}."


@say.register
def _action_over(event: happened.ActionOver) -> str:
    card = f"The {event.role}'s {called(event.animal) or 'card'} in {_at(event.place)}"
    return f"{card} does nothing: {event.why}." if event.why else f"{card} has acted."


@say.register
def _action_asked(event: happened.ActionAsked) -> str:
    will = "declines" if event.declined else "uses"
    return f"The {event.role} {will} the action of the {called(event.animal)}."


@say.register
def _pile_shuffled(event: happened.PileShuffled) -> str:
    return f"The {event.role} shuffles the pile of {_at(event.place)}."


@say.register
def _tossed(event: happened.Tossed) -> str:
    how = "face up" if event.face_up else "face down"
    wins = "wins" if event.face_up else "loses"
    return f"The card of {event.player} lands {how}: it {wins} {_at(event.place)}."


@say.register
def _rerolled(event: happened.Rerolled) -> str:
    return f"{event.player} shuffles the pile of {_at(event.place)} and rolls it again."


@say.register
def _looked(event: happened.Looked) -> str:
    what = "the top cards" if event.top_only else "both piles"
    return f"{event.player} looks at {what} of {_at(event.place)}, and nobody else does."


@say.register
def _piles_swapped(event: happened.PilesSwapped) -> str:
    return f"The {event.role}'s piles of battles {event.first} and {event.second} change places."


@say.register
def _card_destroyed(event: happened.CardDestroyed) -> str:
    card = f"{a(event.animal)}" if event.card else "a card that nobody saw"
    stays = f"; the result stays: {won(event.frozen)}" if event.frozen is not None else ""
    told = f"{card} of the {event.role} in {_at(event.place)} leaves the game{stays}"
    return ended(told[:1].upper() + told[1:])


@say.register
def _card_taken(event: happened.CardTaken) -> str:
    if event.role is None:
        back = counted(event.reshuffled, "discarded card")
        first = f"The draw pile is made of {back}. " if event.reshuffled else ""
        return f"{first}{event.player} takes a card from the draw pile."
    return f"{event.player} takes a card from the {event.role}'s pile of {_at(event.place)}."


@say.register
def _action_copied(event: happened.ActionCopied) -> str:
    return f"The {event.role}'s Chameleon in {_at(event.place)} acts as {a(event.animal)}."


@say.register
def _battle_out(event: happened.BattleOut) -> str:
    return f"Battle {event.place} does not count: {event.why}."


@say.register
def _battle_lost(event: happened.BattleLost) -> str:
    return f"The {event.role} turns {_at(event.place)} into a loss."


@say.register
def _bonus_changed(event: happened.BonusChanged) -> str:
    bonus = counted(event.piles, "pile") if event.piles else "nothing"
    return f"The bonus of this war is {bonus}: {event.why}."


@say.register
def _strength_taught(event: happened.StrengthTaught) -> str:
    later = f"later cards of the {event.role}"
    return f"From battle {event.after + 1} on, {later} are strong against {a(event.animal)}."


@say.register
def _pile_given_away(event: happened.PileGivenAway) -> str:
    return f"The {event.role} gives the pile of {_at(event.place)} away."


@say.register
def _battle_turned(event: happened.BattleTurned) -> str:
    return f"Battle {event.place} is turned: {won(event.result)} has won it."


@say.register
def _final_reroll_used(event: happened.FinalRerollUsed) -> str:
    del event
    return "The reroll after the last battle is settled."


@say.register
def _reroll_passed(event: happened.RerollPassed) -> str:
    return f"The {event.role} rolls nothing again."


@say.register
def _bait_over(event: happened.BaitOver) -> str:
    del event
    return "No further battle changes hands."
