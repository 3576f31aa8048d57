// Tests the steps of setting up a camera: what is done, what is next, and what they say.

import assert from "node:assert/strict";
import { test } from "node:test";

import { barShare } from "../../../api/web/camera/accuracy.js";
import { besideWords, joinedWords } from "../../../api/web/camera/beside.js";
import { accuracyWords, isMoving, missingAnchors, stepsOf } from "../../../api/web/camera/steps.js";

const CLOSED = { camera: null, name: "", width: null, height: null, state: "closed", note: "no camera is open", age_s: null };
const LIVE = { camera: "device-0", name: "A webcam", width: 1920, height: 1080, state: "live", note: "", age_s: 0.1 };
const ROSTER = { name: "paper-tigers", width_in: 36, depth_in: 36, anchors: [1, 2], anchor_in: 1.5, pieces: ["T1", "T2"] };
const NOTHING = { camera: CLOSED, roster: null, lens: null, table: null, check: null, kept: null, in_use: false, beside: [], joined: [], missing: [] };
const SOLVED = { accuracy_in: 0.0672, worst_in: 0.11, rms_px: 0.1, print: { verdict: "unchecked", says: "" }, warnings: [], next: [], history: [] };

/** @param {object} told @returns {Record<string, string>} */
function standings(told) {
  return Object.fromEntries(stepsOf(/** @type {any} */ (told)).map((step) => [step.name, step.standing]));
}

/** @param {object} told @param {string} name */
function said(told, name) {
  return stepsOf(/** @type {any} */ (told)).find((step) => step.name === name)?.says;
}

test("with nothing at all the army comes first, and nothing else can be done", () => {
  assert.deepEqual(standings(NOTHING), { army: "now", camera: "later", lens: "later", anchors: "later", check: "later", use: "later" });
});

test("a camera that is open lets the anchors be measured without a lens", () => {
  const told = { ...NOTHING, roster: ROSTER, camera: LIVE };
  assert.deepEqual(standings(told), { army: "done", camera: "done", lens: "open", anchors: "now", check: "open", use: "later" });
  assert.equal(said(told, "camera"), "A webcam, 1920 × 1080");
});

test("a camera that shows nothing is what is next, and says why", () => {
  const told = { ...NOTHING, roster: ROSTER, camera: { ...LIVE, state: "too dark", note: "turn the light on" } };
  assert.equal(standings(told).camera, "now");
  assert.equal(said(told, "camera"), "A webcam, 1920 × 1080: turn the light on");
});

test("a solved table can be used, and says how well it is measured", () => {
  const table = { photographs: [], anchors_wanted: [1, 2], bar_in: null, solved: SOLVED };
  const told = { ...NOTHING, roster: ROSTER, camera: LIVE, table };
  assert.equal(standings(told).use, "now");
  assert.equal(said(told, "anchors"), "right to 0.067 in");
  assert.equal(standings({ ...told, in_use: true }).use, "done");
});

test("a table that was measured last week is as good as one of today once its camera is open", () => {
  const kept = { camera: "A webcam 1920 x 1080", accuracy_in: 0.02, worst_in: 0.03 };
  assert.equal(standings({ ...NOTHING, roster: ROSTER, kept }).anchors, "later");
  assert.equal(standings({ ...NOTHING, roster: ROSTER, camera: LIVE, kept }).use, "now");
});

test("photographs that were begun anew are not what was kept", () => {
  const kept = { camera: "A webcam 1920 x 1080", accuracy_in: 0.02, worst_in: 0.03 };
  const table = { photographs: [], anchors_wanted: [1, 2], bar_in: null, solved: null };
  const told = { ...NOTHING, roster: ROSTER, camera: LIVE, kept, table };
  assert.equal(standings(told).anchors, "now");
});

test("the roll-call counts pieces, not tags", () => {
  const pieces = [
    { piece: "T1", tags: [1, 2], unseen: [2] },
    { piece: "T2", tags: [3], unseen: [] },
  ];
  const told = { ...NOTHING, roster: ROSTER, camera: LIVE, check: { pieces, unseen: 1, strangers: [] } };
  assert.equal(said(told, "check"), "1 of 2 pieces have been seen");
  assert.equal(standings({ ...told, check: { pieces, unseen: 0, strangers: [] } }).check, "done");
});

test("anchors that a photograph lacks are named", () => {
  const table = { photographs: [], anchors_wanted: [1, 2, 7], bar_in: null, solved: null };
  assert.deepEqual(missingAnchors(table, { anchors: [7, 1] }), [2]);
});

test("an accuracy is said with the digits that mean something", () => {
  assert.equal(accuracyWords(0.06719), "A place is right to 0.067 in, nineteen times out of twenty.");
});

test("a bar is as long as its error is large, and never too short to be seen", () => {
  assert.equal(barShare(0.3, 0.3), 1);
  assert.equal(barShare(0.15, 0.3), 0.5);
  assert.equal(barShare(0.0001, 0.3), 0.05);
});

test("only an open camera, or one that is missing, is asked about again and again", () => {
  assert.equal(isMoving(/** @type {any} */ (NOTHING)), false);
  assert.equal(isMoving(/** @type {any} */ ({ ...NOTHING, camera: LIVE })), true);
  const west = { camera: "kept-1", name: "West", note: "West is being opened again", is_opening: true };
  assert.equal(isMoving(/** @type {any} */ ({ ...NOTHING, missing: [west] })), true);
});

test("a camera that is set up beside another says which it is, and all are used together", () => {
  const west = { camera: "device-0", name: "West", state: "live", note: "", accuracy_in: 0.0312, is_placed_by_others: false };
  const told = { ...NOTHING, roster: ROSTER, beside: [west] };
  assert.equal(said(told, "camera"), "camera 2, beside West");
  assert.equal(isMoving(/** @type {any} */ (told)), true);
  assert.equal(standings(told).camera, "now");
  assert.equal(stepsOf(/** @type {any} */ (told)).at(-1)?.title, "Play with 2 cameras");
  assert.equal(besideWords(west), "West: right to 0.031 in");
  assert.equal(besideWords({ ...west, is_placed_by_others: true, state: "lost", note: "look at the cable" }), "West: placed by the others; look at the cable");
});

test("of cameras in use it is told how late they are, what they miss, and why one is left out", () => {
  const east = { name: "East", is_well: true, note: "", delay_s: 0.041, delay_sigma_s: 0.004, hidden_s: 12.4 };
  assert.equal(joinedWords(east, 1), "East: well; its pictures come 41 ms later than the first one's; others saw for 12 s what was hidden from it");
  assert.equal(joinedWords({ ...east, hidden_s: 0 }, 0), "East: well");
  assert.equal(joinedWords({ ...east, delay_sigma_s: 0.05, hidden_s: 0 }, 1), "East: well");
  assert.equal(joinedWords({ ...east, is_well: false, note: "look at the cable" }, 1), "East is left out: look at the cable");
});

test("a table that cameras see from the start waits for nothing, and each of them is counted", () => {
  const [west, east] = ["West", "East"].map((name) => ({ name, is_well: true, note: "", delay_s: 0, delay_sigma_s: 1, hidden_s: 0 }));
  const told = { ...NOTHING, camera: LIVE, in_use: true, joined: [west, east] };
  assert.deepEqual(standings(told), { army: "open", camera: "done", lens: "later", anchors: "done", check: "later", use: "done" });
  assert.equal(said(told, "anchors"), "measured before");
  assert.equal(stepsOf(/** @type {any} */ (told)).at(-1)?.title, "Play with 2 cameras");
  assert.equal(said(told, "use"), "the table is what they see");
  assert.equal(said({ ...told, joined: [] }, "use"), "the table is what the camera sees");
  assert.equal(said({ ...told, is_elsewhere: true }, "use"), "for a battle of another army: the pieces of this one are moved by hand");
  assert.equal(stepsOf(/** @type {any} */ ({ ...told, joined: [] })).at(-1)?.title, "Play with this camera");
});
