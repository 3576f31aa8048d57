"""Ten examples of the rulebooks whose odds a reader can check with a pencil."""

from fractions import Fraction
from typing import Any

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.tests.table_play import HOST, Battle, acting, put
from rules.referee.odds.outcomes import Grade
from rules.referee.odds.reckoning import Odds, OddsMoment, odds_of_command
from tests.factories import Corner, box

WOODS = box("W", (20, 8), (24, 12))


def moment(game: Battle) -> OddsMoment:
    return OddsMoment(game=GAME, state=game.state, snapshot=game.snapshot, seat=HOST)


def fired(card: str, *, kind: str = "tank", at: Corner = (22, 10), **more: Any) -> Odds:
    """Host's tank at (10, 10) fires at something with this card."""
    terrain = more.pop("terrain", ())
    target = put("E1", at, kind=kind, blue=True, **more)
    game = acting(put("T1", (10, 10)), target, cards={"T1": card}, terrain=terrain)
    found = odds_of_command(moment(game), Fire(target="E1"))
    assert found is not None
    assert found.samples == 0
    return found


def moved(card: str, *, kind: str) -> dict[str, Fraction]:
    game = acting(
        put("T1", (10, 10), kind=kind), put("E1", (40, 40), blue=True), cards={"T1": card}
    )
    found = odds_of_command(moment(game), Move())
    assert found is not None
    return likely(found)


def likely(found: Odds) -> dict[str, Fraction]:
    told = {each.says: each.chance for each in found.likely}
    return told | {says: each.chance for each in found.likely for says in each.also}


def grades(found: Odds) -> dict[Grade, Fraction]:
    return {
        grade: sum((each.chance for each in found.outcomes if each.grade is grade), Fraction(0))
        for grade in Grade
    }


def test_three_dice_against_ten_and_two_saving_dice() -> None:
    """135 of 216 throws of three dice are 10 or more; two dice without a 5 or 6 are 16 of 36."""
    found = fired("QH")
    assert likely(found)["T1 hits E1"] == Fraction(135, 216)
    assert likely(found)["E1 has 1 hit"] == Fraction(135, 216) * Fraction(16, 36)
    assert grades(found)[Grade.CHANGED] == Fraction(135, 216) * Fraction(16, 36)
    assert grades(found)[Grade.LOST] == 0


def test_two_dice_against_ten() -> None:
    """46, 55, 56, 64, 65 and 66 are 10 or more: 6 of 36."""
    assert likely(fired("QS"))["T1 hits E1"] == Fraction(6, 36)


def test_a_second_hit_destroys() -> None:
    """Hit by 5 or more on three dice, 212 of 216, and not saved, 16 of 36."""
    found = fired("5H", hits=1)
    assert likely(found)["T1 destroys E1"] == Fraction(212, 216) * Fraction(16, 36)
    assert grades(found)[Grade.LOST] == likely(found)["T1 destroys E1"]


def test_what_has_no_armour_is_damaged_by_every_hit() -> None:
    """Two dice against 9: 36, 45, 46, 54, 55, 56, 63, 64, 65 and 66, which are 10 of 36."""
    found = fired("9S", kind="truck")
    assert likely(found)["E1 takes a hit from T1 and is damaged"] == Fraction(10, 36)


def test_one_armour_die_of_an_armoured_car() -> None:
    """Hit 10 of 36, and one die that is no 5 or 6: 4 of 6."""
    found = fired("9S", kind="armoured_car")
    assert likely(found)["E1 saves the hit"] == Fraction(10, 36) * Fraction(2, 6)
    assert likely(found)["E1 has 1 hit"] == Fraction(10, 36) * Fraction(4, 6)


def test_one_cover_die_in_the_woods() -> None:
    """Three dice against 9 hit with 160 of 216; one cover die saves with 2 of 6."""
    found = fired("9H", kind="squad", terrain=(WOODS,))
    assert likely(found)["T1 hits E1"] == Fraction(160, 216)
    assert likely(found)["E1 has 1 hit"] == Fraction(160, 216) * Fraction(4, 6)


def test_a_line_that_is_too_close_to_call_costs_half_the_hits() -> None:
    """The die clears it with 4, 5 or 6: half of what there is without it."""
    close = fired("QH", terrain=(box("H", (14, 10.1), (18, 14), kind="building"),))
    assert likely(close)["The die clears it"] == Fraction(1, 2)
    assert likely(close)["T1 hits E1"] == Fraction(1, 2) * Fraction(135, 216)


def test_a_move_that_may_not_come_off() -> None:
    """Three dice against 8: 181 of 216; a tank with 8 or more drives as far as they say."""
    assert moved("8C", kind="tank")["T1 stays where it is"] == Fraction(35, 216)


def test_a_red_move_has_two_dice() -> None:
    """Two dice against 9: 10 of 36, so that 26 of 36 stay."""
    assert moved("9D", kind="truck")["T1 stays where it is"] == Fraction(26, 36)


def test_an_ace_is_eleven() -> None:
    """Two dice against 11: 56, 65 and 66, which are 3 of 36."""
    assert likely(fired("AS"))["T1 hits E1"] == Fraction(3, 36)
