// Knows how cases of the book of rulings are found: tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { entriesOf, matching } from "../../../api/web/book/search.js";

const ruling = { seat: "Heroes", command: "H1 smashes a|b", ruling: "allowed", clauses: ["PI-HERO-03"], why: "A wall goes.", then: [], measured: [] };
const found = { id: "smash", title: "A Smash", example: "PI-EX-03", options: [], situation: ["H1 is in a"], rulings: [ruling], drawn: false };
const other = { ...found, id: "kill", title: "A Kill", example: "", rulings: [{ ...ruling, clauses: ["PI-HERO-01"], command: "H1 kills O1" }] };
const book = { game: "paper_invasion", title: "Paper Invasion", usual: [], clauses: {}, chapters: [{ id: "heroes", title: "Heroes", cases: [found, other] }] };

const names = (text) => matching(entriesOf(book), text).map((entry) => entry.found.id);

test("a case is found by clause, by example, and by any words that stand in it", () => {
  assert.deepEqual(names("pi-hero-03"), ["smash"]);
  assert.deepEqual(names("PI-EX-03"), ["smash"]);
  assert.deepEqual(names("kills heroes"), ["kill"]);
  assert.deepEqual(names("  h1   IS in a "), ["smash", "kill"]);
});

test("nothing is looked for, everything is found; and nothing for what stands nowhere", () => {
  assert.deepEqual(names(""), ["smash", "kill"]);
  assert.deepEqual(names("kill dragon"), []);
});
