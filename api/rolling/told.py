"""Says in plain words what is known of a roll in the tray, for the page and for programs."""

from typing import Any, Final

from api.rolling.asked import OpenRoll
from rules.referee.toolkit.phrases import listed
from vision.dice.parts import ways_to_part
from vision.dice.reading import DiceDoubt, TrayReading
from vision.dice.roll_watch import RollPhase, WatchedRoll, likeliest, other_readings

_MOST_WAYS: Final = 5


def roll_told(
    roll: OpenRoll, watched: WatchedRoll, *, held: bool, accepts_in_s: float | None
) -> dict[str, Any]:
    """The roll as it stands; dice lie open on the table, so that everybody may know of them."""
    reading = watched.reading
    dice: tuple[int, ...] | None = None
    if reading is not None and watched.phase in {RollPhase.READ, RollPhase.UNSURE}:
        dice = likeliest(reading)
    others: tuple[tuple[int, ...], ...] = ()
    if reading is not None and dice is not None and DiceDoubt.PARTS in reading.doubts:
        dice, *others_left = ways_to_part(dice, roll.counts)
        others = tuple(others_left[:_MOST_WAYS])
    elif reading is not None and dice is not None and len(dice) == roll.count:
        others = other_readings(reading)
    else:
        dice = None
    return {
        "seat": roll.seat,
        "ask": roll.ask,
        "count": roll.count,
        "phase": watched.phase.value,
        "says": _says(roll, watched, held=held),
        "dice": None if dice is None else list(dice),
        "sure": watched.phase is RollPhase.READ,
        "others": [list(each) for each in others],
        "accepts_in_s": accepts_in_s,
        "held": held,
    }


def _says(roll: OpenRoll, watched: WatchedRoll, *, held: bool) -> str:
    dice = "die" if roll.count == 1 else "dice"
    match watched.phase:
        case RollPhase.OPEN:
            thrown = "a die" if roll.count == 1 else f"{roll.count} dice"
            return f"Roll {thrown} into the tray{_by_colour(roll)}."
        case RollPhase.ROLLING:
            return f"Waiting for the {dice} to rest."
        case RollPhase.BEFORE:
            return "Dice from before lie in the tray. Take them up, and roll."
        case RollPhase.READ:
            return _read(roll, watched, held=held)
        case RollPhase.UNSURE | RollPhase.UNSEEN | RollPhase.NOT_ASKED:
            return f"Not sure: {_why(watched.reading)}.{_in_order(roll, watched.reading)}"


def _read(roll: OpenRoll, watched: WatchedRoll, *, held: bool) -> str:
    said = f"The tray shows {_shown(roll, watched.faces or ())}."
    if watched.is_nudged:
        said += " The dice were moved after that."
    elif watched.was_doubtful:
        said += " It was unclear at first: check it."
    return f"{said} Somebody objects." if held else said


def _by_colour(roll: OpenRoll) -> str:
    """Which dice are for what."""
    if not roll.parts:
        return ""
    lighter, darker = roll.parts
    return (
        f", {lighter.count} of a lighter colour for {lighter.what} and {darker.count} of a darker "
        f"one for {darker.what}"
    )


def _shown(roll: OpenRoll, faces: tuple[int, ...]) -> str:
    if not roll.parts:
        return listed([str(face) for face in faces])
    first, second = roll.parts
    shares = (
        (first.what, faces[: first.count]),
        (second.what, faces[first.count :]),
    )
    told = [f"{listed([str(face) for face in share])} for {what}" for what, share in shares]
    return ", and ".join(told)


def _in_order(roll: OpenRoll, reading: TrayReading | None) -> str:
    if reading is None or DiceDoubt.PARTS not in reading.doubts:
        return ""
    first, second = roll.parts
    return f" Choose them in this order: {first.what}, then {second.what}."


def _why(reading: TrayReading | None) -> str:
    if reading is None or not reading.doubts:
        return DiceDoubt.UNCLEAR.value
    # How many there are counts for little while one of them cannot be told.
    first = next((each for each in reading.doubts if each is not DiceDoubt.COUNT), None)
    if first is not None:
        return first.value
    return f"{DiceDoubt.COUNT.value} ({reading.says})"
