"""`umpire practice`: renders photographs of a made-up table, to try the setting up with."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode
from api.files.new_folder import make_empty, writing
from api.files.roster_file import complaining, read_army
from api.files.scene_file import parse_scene
from api.kit.work import KitChoices, planned_kit
from api.terminal.output import AsJson, Output
from api.terminal.progress import watched
from vision.kit.describe import described
from vision.staging.practice import LENS_VIEWS, MOST_PHOTOGRAPHS, Practice, practice
from vision.synthetic.develop import as_jpeg
from vision.synthetic.render import Renderer

HELP = (
    "Render what a newcomer would photograph to set up a table: the lens board, the anchors laid "
    "by hand, and the army on the table, with the truth beside it."
)
QUALITY = 92

Roster = Annotated[str, typer.Argument(metavar="ROSTER", help="The army list that a kit prints.")]
Folder = Annotated[
    Path, typer.Option("--output", "-o", help="A new or empty folder for the photographs.")
]


def practise(
    context: typer.Context,
    *,
    roster: Roster,
    folder: Folder,
    camera: Annotated[
        str | None, typer.Option(help="720p, 1080p, 1440p, 4k or WxH, instead of the roster's.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="WxD", help="Inches, instead of the roster's.")
    ] = None,
    views: Annotated[int, typer.Option(min=1, max=60, help="Of the lens board.")] = LENS_VIEWS,
    photographs: Annotated[
        int, typer.Option(min=1, max=MOST_PHOTOGRAPHS, help="Of the anchors, from other sides.")
    ] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Another one lays the anchors otherwise.")] = 1,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    chosen = KitChoices(camera=camera, table=table, dictionary=None)
    kit = described(planned_kit(read_army(roster), chosen, roster=roster))
    with complaining(roster, ExitCode.BAD_INPUT):
        made = practice(kit, seed=seed, lens_views=views, photographs=photographs)
    make_empty(folder)
    count = len(made.lens) + len(made.anchors) + 1
    files = watched(_files(made), what="practice", total=count)
    with writing(folder):
        (folder / "kit.json").write_text(
            f"{json.dumps(kit, indent=1)}\n", encoding="utf-8", newline="\n"
        )
        for name, jpeg, truth in files:
            place = folder / name
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(jpeg)
            place.with_suffix(".json").write_text(f"{truth}\n", encoding="utf-8", newline="\n")
    says = f"wrote {count} photographs to {os.fspath(folder)}"
    output.deed(says, as_json=as_json, wrote=os.fspath(folder), photographs=count)
    for line in () if as_json else _next(folder, roster=roster):
        output.remark(line)


def _files(made: Practice) -> Iterator[tuple[str, bytes, str]]:
    """Name, picture and truth of each photograph."""
    scenes = [(f"lens/view-{index + 1:02}.jpg", text) for index, text in enumerate(made.lens)]
    scenes += [(f"anchors/photo-{index + 1}.jpg", text) for index, text in enumerate(made.anchors)]
    scenes.append(("game.jpg", made.game))
    for number, (name, text) in enumerate(scenes):
        scene = parse_scene(text, origin=name, name=Path(name).stem)
        # Another number gives other noise: no sensor takes the same picture twice.
        frame = Renderer(scene).frame(number)
        yield name, frame.jpeg or as_jpeg(frame.picture, QUALITY), frame.truth.to_json()


def _next(folder: Path, *, roster: str) -> tuple[str, ...]:
    place = os.fspath(folder)
    return (
        "try it:",
        f"  umpire calibrate lens {place}/lens --kit {roster} -o lens.json",
        f"  umpire calibrate table {place}/anchors --kit {roster} --lens lens.json --bar 6 "
        "-o table.json",
        f"  umpire locate {place}/game.jpg --profile table.json --roster {roster}",
    )
