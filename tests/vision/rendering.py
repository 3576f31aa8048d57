"""Renders scenes for tests; those that differ only in what lies on the table share its drawing."""

from dataclasses import replace
from functools import lru_cache

from vision.synthetic.described.scene import TableScene
from vision.synthetic.render import Quality, Renderer


def renderer_of(scene: TableScene, *, quality: Quality = "full") -> Renderer:
    """Half of what a single frame costs is the bare table, which is drawn once for several tests.

    The next caller may be given the same one, to render another scene.
    """
    bare = replace(scene, name="bare", says="", pieces=(), moves=(), hands=(), bumps=())
    renderer = _of_bare_table(bare, quality)
    renderer.scene = scene
    return renderer


# A table takes up to a hundred megabytes.
@lru_cache(maxsize=3)
def _of_bare_table(bare: TableScene, quality: Quality) -> Renderer:
    return Renderer(bare, quality=quality)
