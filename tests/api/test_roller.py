"""The referee's rolls are fair, bound before and provable after, and cheating shows."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.roller import (
    BYTE_VALUES,
    LONGEST_TEXT,
    MOST_OPEN,
    Commitment,
    ProvenRoll,
    Roller,
    check_roll,
    digest_of,
    drawn,
    lots_of,
    place_of,
)
from rules.referee.toolkit.cards import PACK_NAMES
from rules.table.bad_input import BadInputError
from tests.architecture.sources import REPOSITORY

PAGE = (REPOSITORY / "docs" / "dice.md").read_text(encoding="utf-8")

# Chi-square of five degrees of freedom is beyond this once in a million.
BEYOND_CHANCE_OF_5 = 35.9
# And of 51 degrees.
BEYOND_CHANCE_OF_51 = 113.0

LINES = st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=LONGEST_TEXT)


def seeded(seed: int) -> Roller:
    return Roller(source=random.Random(seed).randbytes)


def rolled(seed: int = 1, *, count: int = 3, contribution: str = "lucky") -> ProvenRoll:
    roller = seeded(seed)
    return roller.reveal(roller.commit_dice(count, what="a hit").digest, contribution=contribution)


def chi_square(counts: Counter[object], faces: int) -> float:
    expected = counts.total() / faces
    seen = [count for _, count in counts.most_common()]
    return sum((each - expected) ** 2 / expected for each in [*seen, *[0] * (faces - len(seen))])


@pytest.mark.parametrize("faces", range(1, BYTE_VALUES + 1))
def test_each_face_stands_for_as_many_bytes_as_any_other(faces: int) -> None:
    places = [place_of(byte, faces) for byte in range(BYTE_VALUES)]
    counted = Counter(place for place in places if place is not None)
    assert counted == dict.fromkeys(range(faces), BYTE_VALUES // faces)


@pytest.mark.soak
def test_dice_are_unbiased(soak_count: Callable[[int, int], int]) -> None:
    roller = seeded(20)
    dice: Counter[object] = Counter()
    pairs: Counter[object] = Counter()
    for number in range(soak_count(600, 60_000)):
        shown = roller.commit_dice(100, what=f"roll {number}")
        roll = roller.reveal(shown.digest, contribution="x").dice
        dice.update(roll)
        pairs.update(zip(roll[::2], roll[1::2], strict=True))
    assert set(dice) == set(range(1, 7))
    assert chi_square(dice, 6) < BEYOND_CHANCE_OF_5
    assert chi_square(pairs, 36) < 96.6  # 35 degrees of freedom, once in ten million


def test_a_bias_of_a_fiftieth_would_be_found() -> None:
    # A gate that never failed proves nothing.
    rng = random.Random(3)
    loaded = Counter[object](rng.choices(range(6), [1, 1, 1, 1, 1, 1.05], k=60_000))
    assert chi_square(loaded, 6) > BEYOND_CHANCE_OF_5


def test_each_card_is_dealt_as_often_as_any_other_in_each_place() -> None:
    roller = seeded(21)
    first: Counter[object] = Counter()
    last: Counter[object] = Counter()
    for _ in range(8000):
        shown = roller.commit_cards(5, unseen=PACK_NAMES, what="a hand")
        hand = roller.reveal(shown.digest).results
        assert len(set(hand)) == 5
        first[hand[0]] += 1
        last[hand[-1]] += 1
    assert chi_square(first, 52) < BEYOND_CHANCE_OF_51
    assert chi_square(last, 52) < BEYOND_CHANCE_OF_51


def test_only_unseen_cards_are_dealt_and_all_of_them_when_asked() -> None:
    roller = seeded(4)
    shown = roller.commit_cards(3, unseen=("qh", "10 D", "2S"), what="the rest")
    assert shown.asked == "3 cards of QH 10D 2S"
    roll = roller.reveal(shown.digest)
    assert sorted(roll.results) == ["10D", "2S", "QH"]
    assert check_roll(shown, roll) is None


@given(count=st.integers(1, 100), contribution=LINES, what=LINES, seed=st.integers(0, 2**32))
def test_every_honest_roll_passes(count: int, contribution: str, what: str, seed: int) -> None:
    roller = seeded(seed)
    shown = roller.commit_dice(count, what=what)
    roll = roller.reveal(shown.digest, contribution=contribution)
    assert len(roll.dice) == count
    assert set(roll.dice) <= set(range(1, 7))
    assert check_roll(shown, roll) is None


def test_the_players_text_changes_the_roll() -> None:
    rolls = {rolled(count=20, contribution=text).dice for text in ("", "a", "b", "a ", "0")}
    assert len(rolls) == 5


def test_the_commitment_tells_nothing_of_the_seed_but_its_hash() -> None:
    roller = seeded(9)
    shown = roller.commit_dice(2, what="a hit")
    roll = roller.reveal(shown.digest)
    assert roll.seed not in json.dumps(shown.as_json())
    assert shown.digest == digest_of(roll.seed, nonce=shown.nonce, what="a hit", asked="2 dice")


def flipped(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def better(roll: ProvenRoll) -> ProvenRoll:
    return replace(roll, results=("6" if roll.results[0] != "6" else "1", *roll.results[1:]))


def other_seed(roll: ProvenRoll) -> ProvenRoll:
    seed = flipped(roll.seed)
    results = drawn(roll.commitment, seed=seed, contribution=roll.contribution)
    return replace(roll, seed=seed, results=results)


def other_text(roll: ProvenRoll) -> ProvenRoll:
    return replace(roll, contribution="unlucky")


def other_commitment(roll: ProvenRoll) -> ProvenRoll:
    """The whole of another honest roll, with a commitment that fits it and was never shown."""
    return rolled(2, contribution=roll.contribution)


def more_dice(roll: ProvenRoll) -> ProvenRoll:
    commitment = replace(roll.commitment, asked="4 dice")
    results = drawn(commitment, seed=roll.seed, contribution=roll.contribution)
    return replace(roll, commitment=commitment, results=results)


def fewer_dice(roll: ProvenRoll) -> ProvenRoll:
    return replace(roll, results=roll.results[:-1])


def no_seed(roll: ProvenRoll) -> ProvenRoll:
    return replace(roll, seed="not hexadecimal")


CHEATS = (better, other_seed, other_text, other_commitment, more_dice, fewer_dice, no_seed)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_found(cheat: Callable[[ProvenRoll], ProvenRoll]) -> None:
    honest = rolled()
    assert check_roll(honest.commitment, honest) is None
    assert check_roll(honest.commitment, cheat(honest)) is not None


@pytest.mark.parametrize("asked", ["2", "x dice", "² dice", "200 dice", "3 cards of QH", "2 coins"])
def test_a_commitment_to_something_else_cannot_be_rolled(asked: str) -> None:
    digest = digest_of("00", nonce="00", what="", asked=asked)
    shown = Commitment(digest=digest, nonce="00", what="", asked=asked)
    roll = ProvenRoll(commitment=shown, seed="00", contribution="", results=())
    assert "asked: expected" in str(check_roll(shown, roll))


def test_a_commitment_is_rolled_once() -> None:
    roller = seeded(5)
    shown = roller.commit_dice(1, what="a hit")
    assert list(roller.waiting) == [shown]
    with pytest.raises(BadInputError, match="contribution: expected a text on one line"):
        roller.reveal(shown.digest, contribution="one\ntwo")
    roller.reveal(shown.digest)
    assert len(roller.waiting) == 0
    with pytest.raises(BadInputError, match="expected a commitment that waits for its roll"):
        roller.reveal(shown.digest, contribution="again")


def test_what_cannot_be_rolled_is_turned_down() -> None:
    roller = seeded(6)
    for count in (0, -1, 101):
        with pytest.raises(BadInputError, match="dice: expected 1 to 100 dice"):
            roller.commit_dice(count, what="a hit")
    with pytest.raises(BadInputError, match="cards: expected 1 to 2 of 2 unseen cards, got 3"):
        roller.commit_cards(3, unseen=("QH", "2S"), what="a hand")
    with pytest.raises(BadInputError, match="unseen: expected a card like"):
        roller.commit_cards(1, unseen=("joker",), what="a hand")
    with pytest.raises(BadInputError, match="what: expected at most 500 characters, got 501"):
        roller.commit_dice(1, what="x" * 501)
    assert roller.waiting == ()


def test_open_commitments_do_not_pile_up_without_end() -> None:
    roller = seeded(7)
    for number in range(MOST_OPEN):
        roller.commit_dice(1, what=f"{number}")
    with pytest.raises(BadInputError, match="commitments: expected at most 1000 waiting"):
        roller.commit_dice(1, what="one more")


def test_two_rollers_of_the_system_agree_on_nothing() -> None:
    shown = {Roller().commit_dice(1, what="").digest for _ in range(100)}
    assert len(shown) == 100


def page_block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def page_check() -> Callable[[dict[str, object], str], bool]:
    names: dict[str, Callable[[dict[str, object], str], bool]] = {}
    exec(page_block("python"), names)
    return names["is_fair"]


def test_the_pages_example_is_a_real_roll() -> None:
    roller = Roller(source=lambda count: bytes(range(count)))
    shown = roller.commit_dice(3, what="Battle 12, T1 fires at T2")
    roll = roller.reveal(shown.digest, contribution="seven for luck")
    assert json.loads(page_block("json")) == roll.as_json()
    assert page_check()(json.loads(page_block("json")), shown.digest)


def test_the_pages_program_finds_every_changed_character() -> None:
    example = json.loads(page_block("json"))
    check = page_check()
    for name in ("nonce", "what", "asked", "seed"):
        for at, character in enumerate(example[name]):
            other = "1" if character != "1" else "2"
            changed = f"{example[name][:at]}{other}{example[name][at + 1 :]}"
            try:
                fair = check({**example, name: changed}, example["digest"])
            except ValueError:
                continue
            assert not fair, (name, at)
    assert not check({**example, "results": ["6", "5", "1"]}, example["digest"])
    assert not check({**example, "contribution": "eight for luck"}, example["digest"])
    assert not check(example, flipped(example["digest"]))


@given(seed=st.integers(0, 2**32), contribution=LINES, count=st.integers(1, 52))
def test_the_pages_program_agrees_with_the_roller(seed: int, contribution: str, count: int) -> None:
    check = page_check()
    roller = seeded(seed)
    for shown in (
        roller.commit_dice(count, what="a hit"),
        roller.commit_cards(count, unseen=PACK_NAMES, what="a hand"),
    ):
        roll = roller.reveal(shown.digest, contribution=contribution)
        assert check(json.loads(json.dumps(roll.as_json())), shown.digest)


def test_the_pages_program_is_short() -> None:
    lines = [line for line in page_block("python").splitlines() if line.strip()]
    assert len(lines) <= 14


def test_a_toss_is_fair_and_the_page_checks_it_too() -> None:
    roller, lots = seeded(4), ("Fox", "Red Fox", "Owl")
    shown = roller.commit_toss(lots, what="Who begins?")
    roll = roller.reveal(shown.digest, contribution="heads")
    assert check_roll(shown, roll) is None
    came = Counter[object](roll.results)
    for _ in range(300):
        digest = roller.commit_toss(lots, what="Who begins?").digest
        came.update(roller.reveal(digest, contribution="heads").results)
    assert shown.asked == "1 from among Fox Red%20Fox Owl"
    assert page_check()(json.loads(json.dumps(roll.as_json())), shown.digest)
    assert lots_of(shown.asked) == lots
    assert set(came) == {"Fox", "Red%20Fox", "Owl"}
    assert chi_square(came, 3) < BEYOND_CHANCE_OF_5
    assert lots_of(roller.commit_dice(2, what="").asked) == ()


@pytest.mark.parametrize("lots", [("Fox",), ("Fox", "Fox"), ("Fox", "")])
def test_a_toss_is_among_different_lots(lots: tuple[str, ...]) -> None:
    with pytest.raises(BadInputError, match="different lots"):
        seeded(4).commit_toss(lots, what="Who begins?")
