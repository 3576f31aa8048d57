"""Reports on a measured lens: one page, and its pictures as files of their own."""

from pathlib import Path

from api.calibrated.lens import LensDone
from api.files.new_folder import writing
from api.reports.coverage_picture import coverage_picture
from api.reports.page import Section, alone, camera_words, report_page
from api.reports.residual_picture import residual_picture


def write_lens_report(done: LensDone, *, folder: Path) -> None:
    """Files of that name are written over: a report can be made again from its photographs."""
    page, pictures = lens_report(done)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lens.html").write_text(page, encoding="utf-8", newline="\n")
        for name, text in pictures.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


def lens_report(done: LensDone) -> tuple[str, dict[str, str]]:
    """The page, and the pictures by name."""
    fit, camera = done.fit, done.profile.camera
    coverage = coverage_picture(
        done.seen,
        width=camera.width,
        height=camera.height,
        board=done.board,
        dropped=done.dropped,
    )
    residuals = residual_picture(done.kept, board=done.board, lens=fit.lens)
    left_out = [f"{name}: {why}" for name, why in done.unusable] + list(map(str, fit.dropped))
    sections = [
        Section(
            title="Where the board was seen",
            says=["A lens is known only where the board has been, and from every side."],
            picture=coverage,
            odd=[f"still missing: {each}" for each in done.coverage.missing],
        ),
        Section(
            title="What is left over",
            says=["Arrows that all point one way, or grow towards the edge, mean a wrong lens."],
            picture=residuals,
            odd=fit.warnings,
        ),
        Section(
            title="The views",
            heads=("picture", "corners", "error in px", "worst corner in px"),
            rows=[
                (view.picture, f"{view.corners}", f"{view.rms:.2f}", f"{view.worst:.2f}")
                for view in fit.views
            ],
        ),
        Section(title="Left out", says=[] if left_out else ["Nothing."], odd=left_out),
    ]
    page = report_page(
        title="A measured lens",
        number=f"{fit.rms:.2f} px",
        meaning=f"reprojection error of {len(fit.views)} views; {camera_words(camera)}",
        sections=sections,
    )
    return page, {"coverage.svg": alone(coverage), "residuals.svg": alone(residuals)}
