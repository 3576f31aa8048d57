"""Tests of telling who is waited for: by name once, and in full to whoever is asked."""

from rules.referee.toolkit.questions import Ask, ChoiceQuestion, asks_awaited

QUESTION = ChoiceQuestion(choices=("yes", "no"))


def asked(says: str) -> Ask:
    return Ask(id=1, seat="Host", who="Red", clause="C-1", says=says, question=QUESTION)


def test_a_sentence_that_begins_with_a_name_is_told_without_it() -> None:
    told = asks_awaited((asked("Red: turn up your pile."), asked("Who begins?")), "Host")
    assert [(each.who, each.says) for each in told] == [
        ("Red", "turn up your pile."),
        ("Red", "Who begins?"),
    ]


def test_the_others_hear_of_it_in_few_words() -> None:
    (told,) = asks_awaited((asked("Red: turn up your pile."),), "Guest")
    assert not told.yours
    assert "pile" not in told.says
