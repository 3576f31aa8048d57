"""Runs the benchmarks: `python -m benchmarks`."""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.battles.judged_cases import judged_cases
from benchmarks.battles.late_in_battle import late_in_battle
from benchmarks.battles.odds_speed import odds_speed
from benchmarks.battles.refereeing import decide, options
from benchmarks.battles.replaying import replay
from benchmarks.battles.second_edition import decide_second
from benchmarks.browsers import has_browser
from benchmarks.finding import Effort, Finding
from benchmarks.live.fast_motion import fast_motion
from benchmarks.live.live_latency import live_latency
from benchmarks.live.live_table import live_recall, live_speed
from benchmarks.live.phone_pictures import phone_pictures
from benchmarks.live.several_live import several_live
from benchmarks.live.tray_reading import tray_reading
from benchmarks.page import PAGE, as_json, line, renewed, renewed_in_part
from benchmarks.path_traced.painted import has_mitsuba
from benchmarks.path_traced.path_traced import path_traced, path_traced_steep
from benchmarks.pictures.accuracy import accuracy, accuracy_blurs
from benchmarks.pictures.accuracy_april import accuracy_april, has_april_tags
from benchmarks.pictures.accuracy_recall import accuracy_recall
from benchmarks.pictures.bad_pictures import bad_pictures
from benchmarks.pictures.bent_tags import bent_tags
from benchmarks.pictures.camera_treatments import camera_treatments
from benchmarks.pictures.card_tables import card_tables
from benchmarks.pictures.end_to_end import end_to_end
from benchmarks.pictures.kit_recall import kit_recall
from benchmarks.pictures.outlines import outlines
from benchmarks.pictures.several_cameras import several_cameras
from benchmarks.pictures.synthetic_truth import synthetic_speed, synthetic_truth
from benchmarks.pictures.vision_speed import vision_speed
from benchmarks.server.bare_echo import beside_a_bare_echo
from benchmarks.server.ghost_speed import ghost_speed
from benchmarks.server.hub_load import can_load_a_hub, hub_load
from benchmarks.server.live_load import live_load
from benchmarks.server.many_battles import can_tell_time, many_battles
from benchmarks.server.page_speed import first_paint, page_speed
from benchmarks.server.restart import restart
from benchmarks.server.review import review
from benchmarks.server.starting import starting
from benchmarks.table.honesty import honesty
from benchmarks.table.maps import maps
from benchmarks.table.maps_of_games import maps_of_games
from benchmarks.table.sight_doubt import doubt
from benchmarks.table.sight_speed import all_pairs, one_moved, thousand_units
from benchmarks.table.spacing import chains, gaps
from benchmarks.table.ways import clear_lines, routes

Benchmark = Callable[[Effort], Iterable[Finding]]
"""Its rows, all at once or each as it is measured."""

BENCHMARKS: Final[Mapping[str, Benchmark]] = {
    "all-pairs": all_pairs,
    "one-moved": one_moved,
    "thousand-units": thousand_units,
    "doubt": doubt,
    "chains": chains,
    "gaps": gaps,
    "honesty": honesty,
    "clear-lines": clear_lines,
    "routes": routes,
    "maps": maps,
    "maps-of-games": maps_of_games,
    "synthetic-truth": synthetic_truth,
    "synthetic-speed": synthetic_speed,
    "kit-recall": kit_recall,
    "card-tables": card_tables,
    "accuracy": accuracy,
    "accuracy-blurs": accuracy_blurs,
    "accuracy-recall": accuracy_recall,
    "bad-pictures": bad_pictures,
    "several-cameras": several_cameras,
    "bent-paper": bent_tags,
    "outlines": outlines,
    **({"accuracy-april": accuracy_april} if has_april_tags() else {}),
    **(
        {"path-traced": path_traced, "path-traced-steep": path_traced_steep}
        if has_mitsuba()
        else {}
    ),
    "vision-speed": vision_speed,
    "end-to-end": end_to_end,
    "camera-treatments": camera_treatments,
    "live-speed": live_speed,
    "fast-motion": fast_motion,
    "live-recall": live_recall,
    "live-latency": live_latency,
    "several-live": several_live,
    "tray-reading": tray_reading,
    "decide": decide,
    "decide-second-edition": decide_second,
    "options": options,
    "replay": replay,
    "judged-cases": judged_cases,
    "late-in-battle": late_in_battle,
    "odds": odds_speed,
    "live-load": live_load,
    "bare-echo": beside_a_bare_echo,
    "restart": restart,
    "starting": starting,
    **({"many-battles": many_battles} if can_tell_time() else {}),
    **({"event": hub_load} if can_load_a_hub() else {}),
    "review": review,
    **(
        {
            "page-speed": page_speed,
            "first-paint": first_paint,
            "ghost-speed": ghost_speed,
            "phone": phone_pictures,
        }
        if has_browser()
        else {}
    ),
}


def main(
    arguments: Sequence[str] | None = None,
    *,
    benchmarks: Mapping[str, Benchmark] = BENCHMARKS,
    page: Path = PAGE,
) -> int:
    """Run, show and keep; 1 when an answer is wrong, or with --strict when a goal is missed."""
    asked = _asked(arguments, names=list(benchmarks))
    effort = Effort(small=asked.small)
    findings: list[Finding] = []
    for name in asked.only or benchmarks:
        for finding in benchmarks[name](effort):
            print(line(finding), flush=True)
            findings.append(finding)
    if asked.json:
        asked.json.write_text(as_json(findings, date=asked.date), encoding="utf-8")
    if asked.write:
        text = page.read_text(encoding="utf-8")
        anew = renewed_in_part if asked.only else renewed
        page.write_text(anew(text, findings=findings, date=asked.date), encoding="utf-8")
    return _judged(findings, strict=asked.strict)


def _asked(arguments: Sequence[str] | None, *, names: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    today = datetime.now(UTC).date().isoformat()
    parser.add_argument("--only", action="append", choices=names, help="this one; may be repeated")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the findings to a file")
    parser.add_argument(
        "--write", action="store_true", help=f"renew the table in {PAGE.name}, or what is run of it"
    )
    parser.add_argument("--strict", action="store_true", help="a missed goal fails, too")
    parser.add_argument("--small", action="store_true", help="only enough to judge the answers")
    parser.add_argument("--date", default=today, help="the date to write (default: today)")
    asked = parser.parse_args(arguments)
    if asked.write and asked.small:
        parser.error("--write is for full runs, so it does not go with --small")
    return asked


def _judged(findings: Sequence[Finding], *, strict: bool) -> int:
    failed = False
    for finding in findings:
        where = f"{finding.benchmark}, {finding.measure}"
        for complaint in finding.wrong:
            print(f"WRONG  {where}: {complaint}", file=sys.stderr)
        for goal in finding.missed:
            print(f"missed {where}: {goal.says(finding.unit)}", file=sys.stderr)
        failed |= finding.is_wrong or (strict and bool(finding.missed))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
