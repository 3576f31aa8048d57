// Tests of the pure part of what if: addresses, how many hit a place, and luck in a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sentenceOf } from "../../../api/web/review/luck.js";
import { otherSides, placeAddress, sideAddress } from "../../../api/web/whatif/asking.js";
import { countAt, countsOver, isInside } from "../../../api/web/whatif/counts.js";

const square = (x, y, w) => [[x, y], [x + w, y], [x + w, y + w], [x, y + w]];
const yes = (...rings) => [{ answer: "YES", rings_in: rings }];
const layers = [
  { unit: "T1", areas: yes(square(0, 0, 8), square(2, 2, 2)) },
  { unit: "T2", areas: yes(square(4, 0, 8)) },
  { unit: "T3", areas: [{ answer: "TOO_CLOSE_TO_CALL", rings_in: [square(0, 0, 20)] }] },
];

test("a place in a hole lies outside", () => {
  const [{ rings_in: rings }] = layers[0].areas;
  assert.equal(isInside(rings, [1, 1]), true);
  assert.equal(isInside(rings, [3, 3]), false);
  assert.equal(isInside(rings, [9, 1]), false);
});

test("only who surely hits a place is counted", () => {
  assert.deepEqual([[1, 1], [3, 3], [6, 6], [10, 6], [15, 15]].map((at) => countAt(layers, at)), [1, 0, 2, 1, 0]);
  const counts = countsOver(layers, { width_in: 12, depth_in: 8 });
  assert.deepEqual(counts.map(({ at, count }) => [...at, count]), [[6, 2, 2], [10, 2, 1], [2, 6, 1], [6, 6, 2], [10, 6, 1]]);
  const beside = countsOver(layers, { width_in: 12, depth_in: 8 }, [[6, 1], [9, 5]]);
  assert.deepEqual(beside.map(({ at }) => at), [[10, 2], [2, 6], [6, 6]]);
});

test("a place and a side are asked for by their addresses", () => {
  const asked = { battle: "b 1", seat: "Host", mode: "sight", unit: "T1", target: "", ghost: { x_in: 3, y_in: 4 } };
  assert.equal(placeAddress(asked, [1.234, 5]), "/battles/b%201/maps/T1?kind=sight&step=0.5&x_in=3&y_in=4&seat=Host&at_x_in=1.23&at_y_in=5.00");
  assert.equal(sideAddress("b", "", "red side"), "/battles/b/sides/red%20side/map?step=0.5");
  const table = { pieces: [{ id: "T1", side: "blue" }, { id: "T2", side: "red" }, { id: "M", side: "" }, { id: "T3", side: "red" }] };
  assert.deepEqual(otherSides(table, "T1"), ["red"]);
  assert.deepEqual(otherSides(null, "T1"), []);
});

test("luck is told by what strays farthest, and not at all where it is none", () => {
  const row = { by: "Blue", what: "hit", count: 12, expected: 5.2, came: 8, as_much: 0.12, steps: [] };
  assert.equal(sentenceOf([row, { ...row, by: "Red", as_much: 0.5 }]), "Blue: hit 2.8 times more than expected. Luck alone does as much in 12 of 100 battles.");
  assert.equal(sentenceOf([{ ...row, as_much: 0.8 }]), "Luck was fair to both sides.");
  assert.equal(sentenceOf([]), "No roll or card of this battle is known well enough.");
});
