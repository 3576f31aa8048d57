"""Every sentence can be read: listed once on its page, in plain English, with what would do."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import pytest

from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.referee.toolkit.book.clauses import ERROR, Clauses
from rules.referee.toolkit.book.explaining import EXPLAINED
from rules.referee.toolkit.book.frames import BRACES
from rules.referee.toolkit.package_data import packed_toml
from rules.registry import games
from tests.game_page import folder_of
from tests.rulings import rulings_in
from tests.sentences import REFEREE, page_texts, sentences

ON_TWO_LINES: Final = re.compile(r'"\n\s*f?"')
BAD: Final[Mapping[str, str]] = {
    "a word twice": r"(?<!\{)\b([a-z]{2,}) \1\b(?![^{]*\})",
    "a before a vowel": r"\ba (?!one|uni|use|eu)[aeio][a-z]+\b",
    "an before a consonant": r"\ban (?!hour|honest|S\b|H\b|E\b)[bcdfgjklmnpqrstvwxyz][a-z]+\b",
    "coordinates": r"\bin east\b|\bin north\b",
    "an adverb before its object": r"\bhits? lethally\b",
    "a name said twice": r"\b(\w+): \1\b",
    "a thing without its article": r"has lost (?:mortar|machine gun)",
    "a translation": r"\b[Aa] point (?:more|less)\b|Still open|found by its by|not count any more",
    "any more behind a no": r"\b(?:not|no|nobody)\b[^.;:]* any more\b",
    "error of nothing": r"error 0 in|of the worlds",
    "in this turn": r"\bin this turn\b",
    "of too many": r"\b(?:in|out)side of\b",
    "no as an article": r"(?<!here )\bis (?:no (?!longer|more|other)[A-Za-z{]|none\b)",
    "anew": r"\banew\b|\b(?:in|degrees) asked\b",
    "so many for that many": r"\bso (?:many|much)\b|for all to say",
    "alone for only": r"\b(?:Barriers|Openings|die) alone\b",
    "an animal in small letters": r"(?<!Tossing )\b(?:tiger|dragon|turtle|bull|frog|rooster"
    r"|chameleon|unicorn|mantis|leopard|peacock)s?\b",
    "an inch before a way": r"\bin (?:in|into|out of)\b",
    "a token that is on": r"\} is on\.$",
    "a comma before a way": r", as its\b",
    "two stops": r"\.\.(?!\.)|[,;:]\.",
    "please": r"\b[Pp]lease\b|\b[Ss]orry\b|!$",
    "two spaces": r"\S  \S",
}
LEAST_SHARE: Final = 0.85
"""Of the refusals that something helps against, at least so many say what."""


def faults(text: str) -> Iterator[str]:
    """What is wrong with a sentence as it stands."""
    bare = text.replace("{...}", "{it}")
    yield from (name for name, pattern in BAD.items() if re.search(pattern, bare))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("F1 hits lethally TR.", "an adverb before its object"),
        ("S1 is a infantry.", "a before a vowel"),
        ("S1 has lost mortar.", "a thing without its article"),
        ("Put it at 21 in east and 24.4 in north.", "coordinates"),
        ("It was found by its by its colour.", "a translation"),
        ("Too close (error 0 in, blocked in 100 % of the worlds).", "error of nothing"),
        ("Still open: to", "a translation"),
        ("A point more", "a translation"),
        ("It is not any more as it was asked.", "any more behind a no"),
        ("Host: Host.", "a name said twice"),
        ("It is is done.", "a word twice"),
        ("S1 has moved in this turn.", "in this turn"),
        ("Put it outside of the house.", "of too many"),
        ("a|b is no Opening.", "no as an article"),
        ("S1 is none of them.", "no as an article"),
        ("Make your piles anew.", "anew"),
        ("S1 is 4 in away, 3 in asked.", "anew"),
        ("It loses so many HP.", "so many for that many"),
        ("The higher die alone.", "alone for only"),
        ("The turtle stops it.", "an animal in small letters"),
        ("T1 went 4 in into the woods.", "an inch before a way"),
        ("{token} is on.", "a token that is on"),
        ("H1 uses the Mover, as its Action.", "a comma before a way"),
    ],
)
def test_a_planted_fault_is_seen(text: str, fault: str) -> None:
    assert fault in list(faults(text))


def test_no_sentence_has_a_known_fault() -> None:
    found = {f"{each.whose}: {each.text}": list(faults(each.text)) for each in sentences()}
    assert {text: wrong for text, wrong in found.items() if wrong} == {}


def test_the_texts_of_a_script_are_found_and_its_names_are_not() -> None:
    script = """make("p", { class: "row give" }, "Nothing is lost."); // "Not this."
        say(`${name} moves ${x.toFixed(1)} in.`); get("/battles/one two"); on("ArrowLeft")"""
    assert list(page_texts(script)) == ["Nothing is lost.", "{name} moves {x toFixed} in."]


@cache
def remedies(package: str) -> Mapping[str, Any]:
    return packed_toml(package, "remedies.toml")


def refusals_of(package: str) -> set[str]:
    """The sentences with which a game, or the referee, refuses."""
    if package == "rules.referee":
        return {
            each.text for each in sentences() if (each.whose, each.kind) == (REFEREE, "refused")
        }
    game = games()[package.rpartition(".")[2]]
    return {each.text for each in rulings_in(folder_of(game)).refusals}


PACKAGES: Final = (*(f"rules.games.{slug}" for slug in games()), "rules.referee")


@pytest.mark.parametrize("package", PACKAGES)
def test_each_refusal_says_what_would_do_or_that_nothing_would(package: str) -> None:
    known = remedies(package)
    parts = [*known["instead"], *known["other"]["says_it"], *known["other"]["nothing"]]
    assert sorted(parts) == sorted(refusals_of(package)), "mend remedies.toml of this game"


def test_most_refusals_say_what_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    said = [remedies(package) for package in PACKAGES]
    with_remedy = sum(len(each["instead"]) + len(each["other"]["says_it"]) for each in said)
    hopeless = sum(len(each["other"]["nothing"]) for each in said)
    measured = sum(len(each.get("measured", {})) for each in said)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{with_remedy} of {with_remedy + hopeless} refusals say what would do, "
            f"against {hopeless} nothing helps; {measured} measured ones say it, too\n"
        )
    assert with_remedy >= LEAST_SHARE * (with_remedy + hopeless)


def test_a_remedy_is_found_for_each_sentence_once_it_is_filled_in() -> None:
    for book in (*(game.clauses for game in games().values()), REFEREE_CLAUSES):
        for frame, remedy in book.remedies.items():
            told = BRACES.sub("X 1.5", frame)
            assert book.remedy(told) == BRACES.sub("X 1.5", remedy), frame
            assert not list(faults(remedy)), remedy
            assert len(remedy.split()) <= 12, remedy
            assert remedy[0].isupper() or remedy[0] == "{", remedy


def test_what_is_measured_finds_its_remedy_with_and_without_its_error() -> None:
    book: Clauses = games()["paper_tigers"].clauses
    reason = "S2 is 15 in away; infantry fire reaches 12 in (error 0.03 in)."
    assert book.remedy(reason) == "Choose a target within 12 in."
    assert book.remedy(ERROR.sub("", reason)) == "Choose a target within 12 in."
    assert book.remedy("Nobody has said this ever.") == ""


PLAYED: Final[Mapping[str, str]] = {
    "an error of nothing": r"\(error 0(?: in)?\)",
    "one thing counted as several": r"(?<![\w.,/:-])(?<!battle )1 (?:[a-z-]+ )?"
    r"(?:cards|piles|points|units|hits|rooms|Heroes|Enemies|battles|turns)\b",
    "an answer without its verb": r"\b(?:Red|Blue): (?:yes|no|burn|remove|accept|change)\.",
    "a card by its number in the deck": r"opens with [A-Z]-\w+",
    "one sentence twice": r"(\bThe [A-Z]\w+ )miss (their next turn\.) \1will miss \2",
    "a wall named anew": r" (\w\|[\w-]+): \1 is",
    "one name twice": r"\b([A-Z][a-z]+): \1\b",
}
"""What no entry of a battle says, whatever has been filled in."""


@pytest.mark.parametrize("slug", games())
def test_no_battle_that_was_played_tells_what_is_nothing(slug: str) -> None:
    golden = folder_of(games()[slug]) / "tests" / "golden"
    places = [each for each in golden.iterdir() if ".script." not in each.name]
    assert {each.suffix for each in places} == {".jsonl", ".txt"}
    for place in places:
        text = " ".join(place.read_text(encoding="utf-8").split())
        for name, pattern in PLAYED.items():
            found = re.search(pattern, text)
            assert found is None, f"{place.name}, {name}: {text[found.start() - 80 : found.end()]}"


@pytest.mark.parametrize("slug", games())
def test_what_is_explained_is_asked_in_these_words(slug: str) -> None:
    """A sentence that was written anew would be explained no more, and nobody would notice."""
    game = games()[slug]
    # A sequel asks in the words of its first edition, too.
    folder = folder_of(game).parent
    files = (path for ending in ("*.py", "*.toml") for path in folder.rglob(ending))
    asked = "\n".join(path.read_text() for path in files if path.name != EXPLAINED)
    asked = ON_TWO_LINES.sub("", asked)
    for name in filter(lambda each: " " in each, game.clauses.explained):
        assert max(BRACES.split(name)[::2], key=len).lstrip(": ") in asked, name
