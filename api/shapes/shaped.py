"""Gives a plain JSON value the description of a model, and leaves the value itself alone."""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema


class Described(BaseModel):
    """What all descriptions share: docstrings under fields tell what they mean.

    Nothing is ever read or written by these models. Answers are built from allow-lists elsewhere;
    a test holds every answer to its description, with no field too few and none too many.
    """

    # Built when somebody asks for the description, and not at the start.
    model_config = ConfigDict(use_attribute_docstrings=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class Shaped:
    """Put beside a type in `Annotated`: described as the model, and written as it is.

    >>> from typing import Annotated, Any
    >>> from pydantic import TypeAdapter
    >>> class PlaceTold(Described):
    ...     x_in: float
    >>> TypeAdapter(Annotated[dict[str, Any], Shaped(PlaceTold)]).json_schema()["title"]
    'PlaceTold'
    """

    model: type[BaseModel]

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        self.model.model_rebuild()
        # Inside another schema it keeps its name, and is described once for all that refer to it.
        return handler(core_schema.definitions_schema(self.model.__pydantic_core_schema__, []))
