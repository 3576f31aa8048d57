"""Styles a report for a desk, a phone, the dark and paper."""

from typing import Final

LOOKS: Final = """
:root { color-scheme: light dark; --paper: #f7f3e8; --card: #fffdf7; --ink: #2b2a26;
  --faint: #6b6450; --line: #ddd4bb; --accent: #7a5b16; --bar: #b89a55; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1c1a; --card: #272522; --ink: #ece7da;
  --faint: #a89f8a; --line: #423e36; --accent: #d8b76a; --bar: #8d7642; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, 'Segoe UI', Roboto, sans-serif; }
main, header, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1 { font: 700 2.1rem/1.15 Georgia, 'Times New Roman', serif; margin: .2rem 0 .6rem;
  text-wrap: balance; overflow-wrap: anywhere; }
h2 { font: 700 1.45rem/1.2 Georgia, 'Times New Roman', serif; margin: 3rem 0 .8rem;
  padding-top: .9rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.02rem; margin: 0 0 .5rem; }
p { margin: 0 0 .7rem; max-width: 44rem; }
.kicker { color: var(--accent); font-weight: 600; margin: 0; }
.result { font-size: 1.25rem; max-width: 44rem; }
.faint { color: var(--faint); }
.facts, .scores { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: 1rem 0; padding: 0;
  list-style: none; }
.facts b { font-weight: 600; }
.score { display: flex; align-items: baseline; gap: .6rem; padding: .5rem 1rem;
  background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--side);
  border-radius: 6px; min-width: 9rem; }
.score b { font: 700 2rem/1 Georgia, serif; font-variant-numeric: tabular-nums; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin: 1.2rem 0 0; font-size: .95rem; }
a { color: var(--accent); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: 1.2rem 1.6rem; align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 1rem 1.1rem; min-width: 0; }
.card > :last-child { margin-bottom: 0; }
.turn { margin: 0 0 2.2rem; display: grid; grid-template-columns: minmax(0, 25rem) minmax(0, 1fr);
  gap: .4rem 1.6rem; align-items: start; }
.turn h3 { grid-column: 1 / -1; font: 700 1.15rem/1.2 Georgia, serif; margin: 0; }
.turn h3 small { font: 400 .9rem system-ui, sans-serif; color: var(--faint); margin-left: .6rem; }
.turn .map { position: sticky; top: .8rem; }
.turn .story p { margin-bottom: .55rem; }
.turn.alone { grid-template-columns: minmax(0, 1fr); }
svg { display: block; width: 100%; height: auto; }
svg.defs { position: absolute; width: 0; height: 0; }
svg.map { border: 1px solid var(--line); border-radius: 6px; }
.chart text { font-family: system-ui, sans-serif; font-size: 13px; }
.chart .axis { fill: var(--faint); } .chart .value { fill: var(--ink); }
.chart .grid { stroke: var(--line); fill: none; }
.chart .series { fill: none; stroke-width: 2.4; stroke-linejoin: round; }
.chart .series-name { font-weight: 700; } .chart .bar { fill: var(--bar); }
.chart .within { fill: currentColor; opacity: .12; stroke: none; }
.chart .expected { stroke: var(--ink); stroke-dasharray: 5 4; fill: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
  font-size: .93rem; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { color: var(--faint); font-weight: 600; } td.n, th.n { text-align: right; }
tr.lost td:first-child { text-decoration: line-through; }
.key { font-size: .9rem; color: var(--faint); margin: .5rem 0 0; }
details { margin: .8rem 0; } summary { cursor: pointer; color: var(--accent); font-weight: 600;
  padding: .5rem 0; }
footer { padding: 2.5rem 1.25rem 3rem; color: var(--faint); font-size: .88rem;
  overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 46rem) { .turn { grid-template-columns: minmax(0, 1fr); }
  .turn .map { position: static; } .chart text { font-size: 20px; } h1 { font-size: 1.65rem; }
  header { padding-top: 1.4rem; } }
@media print { :root { --paper: #fff; --card: #fff; --ink: #000; --faint: #444; --line: #bbb;
  --accent: #000; --bar: #999; } body { font-size: 10pt; } nav, .screen { display: none; }
  main, header, footer { max-width: none; padding: 0; } h2 { break-after: avoid; }
  .turn { grid-template-columns: 8cm 1fr; } .turn .map { position: static; }
  .turn h3, .card, svg, tr { break-inside: avoid; } .turn h3 { break-after: avoid; }
  svg.map { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  @page { margin: 15mm; } }
"""
