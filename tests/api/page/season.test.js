// Tells what dice brought over many battles: the pure part, tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { captionOf } from "../../../api/web/review/season.js";

const FAIR = [1, 2, 3, 4, 5, 6].map((face) => ({ face, count: 10, low: 0.08, high: 0.33 }));

test("fair dice are told to be as luck has it", () => {
  const told = captionOf({ by: "Fox", how: "tray", count: 60, mean: 3.5, faces: FAIR, says: "" });
  assert.equal(told, "Fox, thrown into the tray: 60 dice, 3.50 on average, as luck has it.");
});

test("faces that came too often or too seldom are named", () => {
  const faces = FAIR.map((each) => (each.face === 6 ? { ...each, low: 0.2 } : each.face === 1 ? { ...each, high: 0.1 } : each));
  const told = captionOf({ by: "Owl", how: "umpire", count: 1, mean: 4.25, faces, says: "" });
  assert.equal(told, "Owl, rolled by the umpire: 1 die, 4.25 on average. More than luck: 1, 6.");
});
