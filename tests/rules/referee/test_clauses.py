"""How the clauses of a rulebook are read, and which files of clauses are turned down."""

import pytest

from rules.referee.toolkit.book.clauses import Clause, Standing, clauses_of
from rules.table.bad_input import BadInputError
from tests.rules.referee.conftest import Packed

GOOD = """
[PT1-C1a]
standing = "done"
says = "A card is laid on a unit."

[PT1-B2]
standing = "exempt"
says = "Players are polite."
reason = "Nothing to measure."

[PT1-A1]
standing = "todo"
says = "The rest."
"""


def test_clauses_stay_in_the_order_of_the_book(packed: Packed) -> None:
    clauses = clauses_of(packed({"clauses.toml": GOOD}))
    assert [clause.id for clause in clauses] == ["PT1-C1a", "PT1-B2", "PT1-A1"]
    assert [clause.standing for clause in clauses] == [
        Standing.DONE,
        Standing.EXEMPT,
        Standing.TODO,
    ]
    assert len(clauses) == 3
    assert "PT1-B2" in clauses
    assert "PT1-B3" not in clauses
    assert clauses["PT1-B2"] == Clause(
        id="PT1-B2",
        standing=Standing.EXEMPT,
        says="Players are polite.",
        reason="Nothing to measure.",
    )


def test_a_clause_that_is_not_there_is_a_fault(packed: Packed) -> None:
    with pytest.raises(KeyError):
        clauses_of(packed({"clauses.toml": GOOD}))["PT1-Z9"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[A-1]\nstanding = "perhaps"\nsays = "x"',
            "A-1.standing: expected done or exempt or todo, got 'perhaps'",
        ),
        ('[A-1]\nsays = "x"', "A-1.standing: expected this field, got nothing"),
        ('[A-1]\nstanding = "done"', "A-1.says: expected this field, got nothing"),
        ('[A-1]\nstanding = "done"\nsays = 3', "A-1.says: expected a text, got 3"),
        (
            '[A-1]\nstanding = "exempt"\nsays = "x"',
            "A-1.reason: expected a reason for an exempt clause, and for no other, got ''",
        ),
        (
            '[A-1]\nstanding = "done"\nsays = "x"\nreason = "y"',
            "A-1.reason: expected a reason for an exempt clause, and for no other, got 'y'",
        ),
        (
            '[A-1]\nstanding = "done"\nsays = "x"\nnote = "y"',
            "A-1.note: expected one of standing, says, reason, got an unknown field",
        ),
        ("A-1 = 3", "A-1: expected an object, got 3"),
    ],
)
def test_a_clause_that_cannot_be_names_its_file(packed: Packed, text: str, message: str) -> None:
    package = packed({"clauses.toml": text})
    with pytest.raises(BadInputError) as caught:
        clauses_of(package)
    assert str(caught.value) == f"{package}/clauses.toml: {message}"


def test_no_clauses_at_all(packed: Packed) -> None:
    with pytest.raises(BadInputError, match=r"/clauses\.toml: expected this file, got nothing"):
        clauses_of(packed({}))
