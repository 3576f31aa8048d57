// Sees that what is done by itself leaves time to read, and waits after a take-back: tried with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Pace, READING_MS, Unprompted } from "../../../api/web/play/unprompted.js";

globalThis.sessionStorage ??= /** @type {any} */ ({ kept: {}, getItem(key) { return this.kept[key] ?? null; }, setItem(key, value) { this.kept[key] = value; }, removeItem(key) { delete this.kept[key]; } });

/** A clock that is moved by hand, and what is to happen later. */
function clock() {
  const made = { time: 0, later: [], now: () => made.time, after: (act, ms) => made.later.push({ act, at: made.time + ms }), atOnce: () => false,
    pass(ms) { made.time += ms; for (const each of made.later.splice(0)) if (each.at <= made.time) each.act(); else made.later.push(each); } };
  return made;
}

const roll = { command: "roll", says: "Roll.", fixed: {}, holes: [{ name: "dice", kind: "dice", allowed: [], greyed: {}, optional: false, count: 2 }], refusal: null, weight: "main", forced: true };
const key = 'Fox roll {} dice';

function rolling(time) {
  const unprompted = new Unprompted({ step: () => "1", pace: new Pace(time) });
  unprompted.umpireDoes.of("b").turn(true);
  let rolls = 0;
  const forms = new Map([[key, { offer: roll, roll: () => (rolls += 1) }]]);
  const fed = (last, isPutBack = false) => ({ battle: "b", seats: [{ seat: "Fox", offers: [roll] }], proposals: [], last, isPutBack });
  const hear = (told) => unprompted.goOn(told, forms, () => hear(told));
  return { unprompted, hear, fed, rolls: () => rolls };
}

test("each ruling stands so long that one can read it, unless somebody wants no pause", () => {
  const time = clock();
  const seen = rolling(time);
  seen.hear(seen.fed(1));
  assert.equal(seen.rolls(), 0);
  time.pass(READING_MS);
  assert.equal(seen.rolls(), 1);
  seen.hear(seen.fed(2));
  time.pass(READING_MS - 1);
  assert.equal(seen.rolls(), 1);
  time.pass(1);
  assert.equal(seen.rolls(), 2);
  const hasty = rolling({ ...clock(), atOnce: () => true });
  hasty.hear(hasty.fed(1));
  assert.equal(hasty.rolls(), 1);
});

test("after something was taken back nothing goes on by itself until somebody says so", () => {
  const seen = rolling({ ...clock(), atOnce: () => true });
  seen.hear(seen.fed(3, true));
  seen.unprompted.eachInTurn.begin("Fox lay", "1");
  seen.hear(seen.fed(3, true));
  assert.equal(seen.rolls(), 0);
  assert.equal(seen.unprompted.eachInTurn.isOn("Fox lay"), false);
  seen.unprompted.resume(seen.fed(3, true));
  seen.hear(seen.fed(3, true));
  assert.equal(seen.rolls(), 1);
  seen.hear(seen.fed(4, true));
  assert.equal(seen.rolls(), 1);
  seen.hear(seen.fed(5));
  assert.equal(seen.rolls(), 2);
});
