"""Battles of the counting game, as tables send them to be watched."""

from api.battle_files.chain import LogLine
from rules.referee.log.battle import Battle
from rules.referee.log.entries import written_line
from tests.rules.referee.counting_game import Play


def played(*dice: int) -> Battle:
    play = Play()
    play.rolls(*dice)
    return play.battle


def log(battle: Battle) -> list[LogLine]:
    return [
        LogLine(sequence=each.sequence, hash=each.hash, text=written_line(each))
        for each in battle.entries
    ]
