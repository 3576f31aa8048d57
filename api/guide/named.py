"""Names a page of the guide where a message sends somebody there."""

from importlib import resources
from pathlib import Path

from api.guide.places import REPOSITORY


def guide_page(name: str) -> str:
    """Where a page can be opened without a server: the built page, in a checkout its Markdown.

    >>> guide_page("cameras").rpartition("/")[2] in {"cameras.html", "cameras.md"}
    True
    """
    built = Path(str(resources.files("api") / "web" / "guide" / f"{name}.html"))
    return built.as_uri() if built.is_file() else (REPOSITORY / "docs" / f"{name}.md").as_uri()
