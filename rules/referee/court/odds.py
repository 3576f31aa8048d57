"""Tells a seat how likely what follows is, as far as the players have agreed that it is told."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.referee.court.asking import heard
from rules.referee.court.declared import seen_table
from rules.referee.court.differences import judge_of
from rules.referee.court.hidden import shown_to
from rules.referee.log.battle import Battle
from rules.referee.log.house_options import ALL, ODDS, OFF
from rules.referee.odds.chances import asks_of
from rules.referee.odds.reckoning import (
    Odds,
    OddsMoment,
    odds_of_ask,
    odds_of_command,
    odds_of_offer,
)
from rules.referee.odds.walking import NotRuledError
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.questions import Ask
from rules.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class NoChance:
    """A command that would be accepted, and of which no dice or cards decide what follows."""


def agreed_odds(battle: Battle) -> str:
    """What the players agreed to be told: off, own or all."""
    return battle.options.choice(ODDS)


def asks_told(battle: Battle, *, seat: str) -> tuple[Ask, ...]:
    """The open asks of which this seat may be told how likely what they bring is."""
    agreed = agreed_odds(battle)
    asks = () if agreed == OFF else asks_of(battle.game, battle.state)
    return tuple(each for each in asks if agreed == ALL or each.seat == seat != "")


def odds_told(battle: Battle, snapshot: Snapshot, *, seat: str, ask: Ask) -> Odds | None:
    """How likely it is what an ask brings, from what this seat may see; None without chance."""
    return odds_of_ask(_moment(battle, snapshot, seat=seat), ask)


def odds_of_what_if(
    battle: Battle, snapshot: Snapshot, *, seat: str, command: Mapping[str, object]
) -> Odds | Refusal | NoChance:
    """How likely it is what a command of this seat's would bring; nothing comes of asking."""
    moment = _moment(battle, snapshot, seat=seat)
    body = heard(battle, command)
    if isinstance(body, Refusal):
        known = str(command.get("kind")) in battle.game.commands.kinds
        return (odds_of_offer(moment, command) if known else None) or body
    if type(body) not in battle.game.commands.kinds.values():
        return NoChance()
    refusal = judge_of(battle, moment.snapshot)(Command(author=seat, body=body))
    if isinstance(refusal, Refusal):
        return refusal
    try:
        return odds_of_command(moment, body) or NoChance()
    except NotRuledError as error:
        return error.refusal


def _moment(battle: Battle, snapshot: Snapshot, *, seat: str) -> OddsMoment:
    """The moment as far as this seat may see it: nobody learns of what is hidden by asking."""
    shown = shown_to(battle, seen_table(battle, snapshot), seat=seat)
    return OddsMoment(game=battle.game, state=battle.state, snapshot=shown, seat=seat)
