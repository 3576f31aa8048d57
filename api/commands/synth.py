"""`umpire synth`: renders a table that does not exist, and says what is really on it."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from api.errors import ExitCode, UserError
from api.files.scene_file import read_scene
from api.kit.scene import Setting, kit_scene
from api.kit.work import KitChoices
from api.terminal.output import AsJson, Output
from api.terminal.progress import watched
from vision.synthetic.described.optics import SIZES
from vision.synthetic.described.packaged import packaged_scene, scene_names
from vision.synthetic.described.scene import TableScene
from vision.synthetic.develop import as_jpeg, as_png
from vision.synthetic.render import RenderedFrame, Renderer
from vision.synthetic.video import MotionJpeg

HELP = (
    "Render a scene as a webcam would see it: frames, a video, and the truth beside each frame. "
    "The same scene and seed give the same files, byte for byte."
)
VIDEO_JPEG = 92
"""The quality of the video where the scene's own frames are not JPEG."""
MOST_FRAMES = 100_000

Files = tuple[TableScene, dict[str, str]]
"""A scene, and the texts that are written beside its frames."""
NOTHING_CHOSEN = KitChoices(camera=None, table=None, dictionary=None)

Size = Literal["720p", "1080p", "1440p", "4k"]
Place = Annotated[
    str | None,
    typer.Argument(metavar="SCENE", help="A scene's TOML file, or a packaged scene's name."),
]
Folder = Annotated[
    Path | None, typer.Option("--output", "-o", help="A new or empty folder for the files.")
]
Frames = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_FRAMES, help="How many; by default the scene's whole story."),
]
Quality = Annotated[
    Literal["full", "fast"], typer.Option(help="fast leaves out what live play can spare.")
]
Kit = Annotated[
    str | None,
    typer.Option(
        metavar="ROSTER", help="Instead of a scene: the army of a roster, as its kit prints it."
    ),
]
Tilt = Annotated[
    float, typer.Option(metavar="DEG", help="With --kit: the camera's, from straight above.")
]
Scatter = Annotated[bool, typer.Option("--scatter", help="With --kit: anywhere, not in two zones.")]
Camera = Annotated[
    str | None,
    typer.Option(help="With --kit: 720p, 1080p, 1440p, 4k or WxH pixels, instead of the roster's."),
]
Table = Annotated[
    str | None, typer.Option(metavar="WxD", help="With --kit: inches, instead of the roster's.")
]
Tags = Annotated[str | None, typer.Option("--dictionary", help="With --kit: 4x4 or 36h11.")]


def synth(
    context: typer.Context,
    *,
    scene: Place = None,
    kit: Kit = None,
    table: Table = None,
    camera: Camera = None,
    dictionary: Tags = None,
    tilt: Tilt = 0.0,
    scatter: Scatter = False,
    folder: Folder = None,
    frames: Frames = None,
    first: Annotated[int, typer.Option(min=0, help="The number of the first frame.")] = 0,
    size: Annotated[Size | None, typer.Option(help="Instead of the scene's own.")] = None,
    quality: Quality = "full",
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the scene's own.")] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the packaged scenes.")] = False,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    if list_them:
        _list_scenes(output, as_json=as_json)
        return
    chosen = KitChoices(camera=camera, table=table, dictionary=dictionary)
    setting = Setting(seed=seed, tilt_deg=tilt, is_scattered=scatter)
    if (scene is None) == (kit is None) or folder is None:
        message = (
            "expected a scene or --kit ROSTER, and -o FOLDER; `umpire synth --list` shows packaged "
            "scenes"
        )
        raise UserError(message, ExitCode.USAGE)
    read, files = _army(kit, chosen, setting=setting) if kit else _scene(scene or "")
    if not kit and (chosen, replace(setting, seed=None)) != (NOTHING_CHOSEN, Setting()):
        message = "--table, --camera, --dictionary, --tilt and --scatter go with --kit"
        raise UserError(message, ExitCode.USAGE)
    asked = _as_asked(read, size=size, seed=seed)
    _make_empty(folder)
    count = frames or max(1, asked.frames - first)
    renderer = Renderer(asked, quality=quality)
    rendered = (renderer.frame(number) for number in range(first, first + count))
    _write_all(rendered, files=files, folder=folder, scene=asked, count=count)
    output.deed(
        f"wrote {count} frame{'s' if count > 1 else ''} to {os.fspath(folder)}",
        as_json=as_json,
        wrote=os.fspath(folder),
        frames=count,
    )


def _list_scenes(output: Output, *, as_json: bool) -> None:
    if as_json:
        scenes = [{"name": name, "says": packaged_scene(name).says} for name in scene_names()]
        output.data(json.dumps({"scenes": scenes}, indent=1, ensure_ascii=False))
        return
    width = max(len(name) for name in scene_names())
    for name in scene_names():
        output.data(f"{name:<{width}}  {packaged_scene(name).says}")


def _scene(place: str) -> Files:
    read, text = read_scene(place)
    return read, {f"{read.name}.toml": text}


def _army(roster: str, chosen: KitChoices, *, setting: Setting) -> Files:
    made = kit_scene(roster, chosen=chosen, setting=setting)
    files = {f"{made.scene.name}.toml": made.text, "kit.json": f"{made.description}\n"}
    return made.scene, files


def _write_all(
    rendered: Iterable[RenderedFrame],
    *,
    files: Mapping[str, str],
    folder: Path,
    scene: TableScene,
    count: int,
) -> None:
    """The scene, then frame by frame, with a bar for whoever waits at a terminal."""
    shown = watched(rendered, what=scene.name, total=count)
    try:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        _write(shown, folder=folder, scene=scene, count=count)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        message = f"{folder}: cannot be written: {reason}"
        raise UserError(message, ExitCode.USAGE) from failure


def _as_asked(scene: TableScene, *, size: Size | None, seed: int | None) -> TableScene:
    if size is not None:
        scene = replace(scene, camera=scene.camera.at_size(*SIZES[size]))
    return scene if seed is None else replace(scene, seed=seed)


def _make_empty(folder: Path) -> None:
    """Make the folder; files that are there already may be somebody's work."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            message = f"{folder} is not empty, and may hold your work: name another folder"
            raise UserError(message, ExitCode.USAGE)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        message = f"{folder}: cannot be made: {reason}"
        raise UserError(message, ExitCode.USAGE) from failure


def _write(frames: Iterable[RenderedFrame], *, folder: Path, scene: TableScene, count: int) -> None:
    """Each frame with its truth beside it, and all of them as a video if there is more than one."""
    size = (scene.camera.width, scene.camera.height)
    if count == 1:
        for frame in frames:
            _write_frame(frame, folder)
        return
    with (
        (folder / "video.avi").open("wb") as file,
        MotionJpeg(file, size=size, rate_hz=scene.rate_hz) as video,
    ):
        for frame in frames:
            video.add(frame.jpeg or as_jpeg(frame.picture, VIDEO_JPEG))
            _write_frame(frame, folder)


def _write_frame(frame: RenderedFrame, folder: Path) -> None:
    name = f"frame-{frame.number:05d}"
    if frame.jpeg is not None:
        (folder / f"{name}.jpg").write_bytes(frame.jpeg)
    else:
        (folder / f"{name}.png").write_bytes(as_png(frame.picture))
    truth = frame.truth.to_json()
    (folder / f"{name}.json").write_text(f"{truth}\n", encoding="utf-8", newline="\n")
