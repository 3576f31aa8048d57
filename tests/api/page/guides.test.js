// Tests what is said about pieces that are out of place: how far, which way, how turned.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrow, guides, turnBetween, wind } from "../../../api/web/back/guides.js";

const TANK = { rectangle: { length_in: 3, width_in: 1.6 } };
const SURE = [1e-6, 0, 1e-6, 0, 0, 1e-6];

/** @returns {any} */
function piece(id, { x = 10, y = 10, heading = 0, state = "seen", footprint = TANK, covariance = SURE } = {}) {
  return { id, side: "Red", kind: "tank", footprint, state, age_s: 0, declared_by: null, pose: { x_in: x, y_in: y, heading_deg: heading, covariance } };
}

test("a piece that was pushed is led back by how far and which way", () => {
  const [found] = guides([piece("T1")], [piece("T1", { x: 8.5, y: 10 })]);
  assert.equal(found.standing, "off");
  assert.equal(found.says, "1.5 in to the east");
  assert.equal(found.marks.at(-1).words, "T1 1.5 in");
  assert.deepEqual(found.marks.at(-1).line_in.slice(0, 2), [[8.5, 10], [10, 10]]);
});

test("a piece that was turned is turned back the short way", () => {
  const [found] = guides([piece("T1", { heading: 350 })], [piece("T1", { heading: 20 })]);
  assert.equal(found.says, "turn it 30° to the right");
  assert.equal(found.marks.length, 1);
});

test("nobody turns a round piece back", () => {
  const round = { footprint: { disc: { radius_in: 0.5 } } };
  const [found] = guides([piece("S1", round)], [piece("S1", { ...round, heading: 90 })]);
  assert.equal(found.standing, "stands");
});

test("what is within a hand's care, or the umpire's own doubt, stands where it was", () => {
  assert.equal(guides([piece("T1")], [piece("T1", { x: 10.08 })])[0].standing, "stands");
  const unsure = { covariance: [0.04, 0, 0.04, 0, 0, 1e-6] };
  assert.equal(guides([piece("T1", unsure)], [piece("T1", { ...unsure, x: 10.5 })])[0].standing, "stands");
  assert.equal(guides([piece("T1")], [piece("T1", { x: 10.5 })])[0].standing, "off");
});

test("what is missing is told its place, and what is covered is not guessed at", () => {
  const found = guides([piece("T1"), piece("T2"), piece("T3")], [piece("T2", { state: "hidden", x: 3 }), piece("T3", { state: "lost" })]);
  assert.deepEqual(found.map(({ id, standing }) => [id, standing]), [["T1", "missing"], ["T3", "missing"], ["T2", "unseen"]]);
  assert.equal(found[0].says, "put it down at 10 in from the west edge, 10 in from the south");
  assert.equal(found[2].marks.length, 0);
});

test("what nobody had on the table is named, and what never lay there is not asked for", () => {
  const absent = { ...piece("T9"), pose: null };
  const found = guides([piece("T1"), absent], [piece("T1"), piece("T7")]);
  assert.deepEqual(found.map(({ id, standing }) => [id, standing]), [["T7", "extra"], ["T1", "stands"]]);
});

test("directions are those of the wind rose", () => {
  assert.deepEqual([wind(1, 0), wind(0, 1), wind(-1, 0), wind(0, -1), wind(-1, -1), wind(1, -0.9)], ["east", "north", "west", "south", "south-west", "south-east"]);
});

test("a turn is never longer than half a turn", () => {
  assert.deepEqual([turnBetween(10, 350), turnBetween(350, 10), turnBetween(0, 180)], [-20, 20, -180]);
});

test("an arrow of no length is no arrow", () => {
  assert.deepEqual(arrow([1, 1], [1, 1]), [[1, 1], [1, 1]]);
  assert.equal(arrow([0, 0], [4, 0]).length, 5);
});

test("a heading that is not well known is not called turned", () => {
  const unsure = { covariance: [1e-6, 0, 1e-6, 0, 0, 25] };
  assert.equal(guides([piece("T1", unsure)], [piece("T1", { ...unsure, heading: 12 })])[0].standing, "stands");
  assert.equal(guides([piece("T1", unsure)], [piece("T1", { ...unsure, heading: 20 })])[0].standing, "off");
});
