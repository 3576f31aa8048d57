"""Offers the scenes that come with the program."""

from importlib import resources

from vision.synthetic.described.scene import TableScene
from vision.synthetic.described.scene_toml import scene_from_toml

_FOLDER = "scenes"
_ENDING = ".toml"


def scene_names() -> tuple[str, ...]:
    """All of them, in order of the alphabet."""
    folder = resources.files("vision.synthetic") / _FOLDER
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING)))


def scene_text(name: str) -> str:
    """A packaged scene as its TOML; a KeyError's text names the ones there are."""
    names = scene_names()
    if name not in names:
        raise KeyError(f"no scene {name!r}; there are: {', '.join(names)}")
    file = resources.files("vision.synthetic") / _FOLDER / f"{name}{_ENDING}"
    return file.read_text(encoding="utf-8")


def packaged_scene(name: str) -> TableScene:
    """A packaged scene, ready to render."""
    return scene_from_toml(scene_text(name), name=name)
