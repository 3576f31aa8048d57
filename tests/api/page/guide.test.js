// Knows how a page of the guide is found: tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { around, found } from "../../../api/web/guide/guide.js";
import { freeTop } from "../../../api/web/lesson/lesson.js";

/** @type {[string, string, string, string, string][]} */
const rows = [
  ["cli.html", "The command line", "umpire locate", "umpire-locate", "It measures a photograph that a phone took."],
  ["phone.html", "Use your phone", "Use your phone", "use-your-phone", "It becomes the camera over the table."],
  ["kit.html", "Print", "Paper", "paper", "Thick paper lies flat."],
];
const names = (wanted) => found(rows, wanted).map((row) => row[0]);

test("every word has to be there, and what a heading says comes first", () => {
  assert.deepEqual(names("PHONE"), ["phone.html", "cli.html"]);
  assert.deepEqual(names("phone photograph"), ["cli.html"]);
  assert.deepEqual(names("phone castle"), []);
  assert.deepEqual(names("  "), []);
});

test("what is said around the first word is shown", () => {
  assert.equal(around("short", "ort"), "short");
  assert.match(around(`${"a ".repeat(99)}needle ${"b ".repeat(99)}`, "needle b"), /^… .*needle .* …$/);
  assert.equal(around("no such word", "other"), "no such word");
});

test("the note of the lesson covers no piece where there is room above or below it", () => {
  const note = { left: 500, width: 200, height: 100, wanted: 600, lowest: 692 };
  const piece = { left: 600, right: 650, top: 610, bottom: 730 };
  assert.equal(freeTop(note, []), 600);
  assert.equal(freeTop(note, [{ ...piece, left: 100, right: 150 }]), 600);
  assert.equal(freeTop(note, [piece]), 502);
  // Where one stands above, too, it goes over both.
  assert.equal(freeTop(note, [piece, { ...piece, top: 450, bottom: 560 }]), 342);
  assert.equal(freeTop(note, [{ ...piece, top: 0, bottom: 800 }]), 600);
});
