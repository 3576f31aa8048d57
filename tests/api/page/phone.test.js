// A phone as the camera: when a picture is due, how old it is, and what is said of the phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { phoneWords } from "../../../api/web/camera/phones.js";
import { lockWords, Pace, tiltOf, troubleOf } from "../../../api/web/phone/pace.js";

test("a picture is due when the rate says so, and never where none is wanted", () => {
  const pace = new Pace();
  assert.equal(pace.wait(0, 10), 0);
  pace.takes(1000);
  assert.equal(pace.wait(1040, 10), 60);
  assert.equal(pace.wait(1200, 10), 0);
  assert.equal(pace.wait(1200, 0), Infinity);
  assert.equal(pace.wait(1200, NaN), Infinity);
});

test("a picture is as old as its making and its quickest way", () => {
  const pace = new Pace();
  assert.equal(pace.age(100, 140), 40);
  for (const trip of [30, 12, 500]) pace.answered(trip);
  assert.equal(pace.age(100, 140), 52);
  assert.equal(pace.age(150, 140), 12);
});

test("each trouble has its word, and the one that explains the others comes first", () => {
  const well = { isHidden: false, isMuted: false, hasEnded: false, sinceFrameMs: 0, isRefused: false };
  assert.equal(troubleOf(well), "");
  assert.equal(troubleOf({ ...well, isMuted: true }), "muted");
  assert.equal(troubleOf({ ...well, isMuted: true, hasEnded: true }), "ended");
  assert.equal(troubleOf({ ...well, hasEnded: true, isHidden: true }), "hidden");
  assert.equal(troubleOf({ ...well, sinceFrameMs: 9000 }), "frozen");
  assert.equal(troubleOf({ ...well, isRefused: true, hasEnded: true }), "refused");
});

test("a phone that lies flat looks straight down", () => {
  assert.equal(tiltOf(0, 0), 0);
  assert.equal(tiltOf(30, 0), 30);
  assert.equal(tiltOf(0, -90), 90);
  assert.equal(tiltOf(null, 0), null);
});

test("what could not be locked is said", () => {
  assert.equal(lockWords({ focus: "locked", exposure: "asked", white_balance: "cannot" }), "Locked: focus. Asked, not confirmed: exposure. This browser cannot lock: white balance.");
  const phone = { here: true, trouble: "", unlocked: ["focus", "white_balance"], is_awake: false, tilt_deg: 14 };
  assert.equal(phoneWords(phone), "Not locked: focus, white balance. Its screen may go dark. It leans by 14°.");
  assert.equal(phoneWords({ ...phone, unlocked: [], is_awake: true, tilt_deg: 2 }), "Focus, exposure and white balance are locked.");
  assert.equal(phoneWords({ ...phone, trouble: "a call has it" }), "A call has it.");
  assert.equal(phoneWords({ ...phone, here: false }), "is not here.");
});
