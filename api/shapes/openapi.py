"""Completes the description of the server: security, summaries, problems, and what answers are."""

from collections.abc import Iterator
from typing import Any, Final

from api.access.policy import ANYBODY, POLICY
from api.errors import PROBLEM_TYPE
from api.shapes.operations import Operated
from api.shapes.problem_types import URN, ProblemTold, types_of

Json = dict[str, Any]

SCHEME: Final = "token"
TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "What `umpire serve` prints behind the `#`, or what an invitation holds.",
}
TEXTS: Final = ("text/", "image/svg", "application/jsonl")
METHODS: Final = ("get", "put", "post", "patch", "delete")


def completed(described: Json) -> Json:
    """The description as FastAPI gives it, with all that it cannot know; changed in place."""
    components = described["components"]
    components["securitySchemes"] = {SCHEME: TOKEN}
    for shape in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(shape, None)
    components["schemas"]["Problem"] = ProblemTold.model_json_schema()
    for path, method, operation in operations(described):
        _completed(operation, path=path, method=method)
    return described


def operations(described: Json) -> Iterator[tuple[str, str, Json]]:
    """Path, method and operation, one after the other."""
    for path, held in described["paths"].items():
        yield from ((path, method, held[method]) for method in METHODS if method in held)


def _completed(operation: Json, *, path: str, method: str) -> None:
    roles = POLICY[operation["operationId"]]
    is_open = roles == ANYBODY
    operation["security"] = [] if is_open else [{SCHEME: []}]
    operation["x-roles"] = sorted(str(role) for role in roles)
    operation["summary"] = _first_sentence(operation["description"])
    answers = {
        status: _told(answer)
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    }
    known = Operated(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        asks="parameters" in operation or "requestBody" in operation,
        is_open=is_open,
    )
    if method == "get":
        answers |= _unchanged(answers)
    operation["responses"] = answers | _problems(known)


def _first_sentence(description: str) -> str:
    r"""In one line, and without its full stop.

    >>> _first_sentence("Begin a battle; it is kept\nwhen this answers. Then play.")
    'Begin a battle; it is kept when this answers'
    """
    return " ".join(description.split()).partition(". ")[0].removesuffix(".")


def _told(answer: Json) -> Json:
    """What comes as a file gets a schema, too: a text, or bytes."""
    for media_type, content in answer.get("content", {}).items():
        if not content.get("schema"):
            content["schema"] = _of_file(media_type)
    if answer["description"] == "Successful Response":
        answer["description"] = "As asked."
    return answer


def _of_file(media_type: str) -> Json:
    if media_type.endswith(("/json", "+json")):
        return {"type": "object"}
    is_text = media_type.startswith(TEXTS)
    return {"type": "string"} if is_text else {"type": "string", "format": "binary"}


def _unchanged(answers: Json) -> Json:
    """What can be asked for again by its tag."""
    kinds = [kind for each in answers.values() for kind in each.get("content", {})]
    if "application/json" not in kinds:
        return {}
    tag = {"description": "Names this answer, for `if-none-match`.", "schema": {"type": "string"}}
    for answer in answers.values():
        answer["headers"] = {**answer.get("headers", {}), "etag": tag}
    return {"304": {"description": "The same as under the `if-none-match` that was sent."}}


def _problems(known: Operated) -> Json:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        str(status): {
            "description": "; ".join(f"`{each.kind}`: {each.says}" for each in found) + ".",
            "content": {PROBLEM_TYPE: {"schema": schema}},
            "x-problem-types": [f"{URN}{each.kind}" for each in found],
        }
        for status, found in types_of(known).items()
    }
