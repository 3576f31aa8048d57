// Knows that the replay finds its way through the turns and reads addresses of moments.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, momentOf, nextOf, turnAt, turnFrom, turnMarks, turnWord, turnWords } from "../../../api/web/review/course.js";
import { disputeOf, disputeWords } from "../../../api/web/review/dispute.js";

const COURSE = {
  count: 100,
  turns: [{ turn: 0, first: 0 }, { turn: 1, first: 10 }, { turn: 2, first: 50 }],
  kinds: [], kind: [], measured: [3, 20, 60], corrections: [], fallen: [], tables: [], pictured: [], whole: false,
};

test("a moment tells its turn where the game tells turns", () => {
  assert.equal(turnWords(COURSE, 0), "before turn 1, ");
  assert.equal(turnWords(COURSE, 2), "turn 2, ");
  assert.equal(turnWords({ ...COURSE, turns: [] }, 0), "");
});

test("turns are called what the game calls them", () => {
  assert.deepEqual([turnWord("Round 3"), turnWord("Turn 12"), turnWord("Over"), turnWord()], ["Round", "Turn", "Turn", "Turn"]);
});

test("the course is marked where each turn begins", () => {
  assert.equal(turnMarks(COURSE), "M10 0v1M50 0v1");
  assert.equal(turnMarks({ ...COURSE, turns: [{ turn: 0, first: 0 }] }), "");
});

test("a moment lies in the turn that began last", () => {
  assert.deepEqual([0, 9, 10, 49, 50, 99].map((each) => turnAt(COURSE, each)), [0, 0, 1, 1, 2, 2]);
});

test("going back by a turn goes to its beginning first, then to the one before", () => {
  assert.equal(turnFrom(COURSE, 55, -1), 50);
  assert.equal(turnFrom(COURSE, 50, -1), 10);
  assert.equal(turnFrom(COURSE, 0, -1), 0);
  assert.equal(turnFrom(COURSE, 0, 1), 10);
  assert.equal(turnFrom(COURSE, 50, 1), 99);
});

test("the next ruling is found, and where there is none one stays", () => {
  assert.equal(nextOf(COURSE.measured, 3, 1), 20);
  assert.equal(nextOf(COURSE.measured, 20, -1), 3);
  assert.equal(nextOf(COURSE.measured, 60, 1), 60);
  assert.equal(nextOf(COURSE.measured, 3, -1), 3);
});

test("an address leads back to its moment, and no other address does", () => {
  assert.deepEqual(momentOf(addressOf(64, null)), { sequence: 64, beside: null });
  assert.deepEqual(momentOf(addressOf(64, 12)), { sequence: 64, beside: 12 });
  assert.deepEqual(momentOf("#/replay"), { sequence: null, beside: null });
  for (const other of ["#/log", "#/replay/", "#/replay/x", "#/replay/1/2/3", "#/replay/-1", ""]) {
    assert.equal(momentOf(other), null);
  }
});

test("the latest dispute of a ruling is the one that is shown", () => {
  const first = { dispute: "e9", author: "Blue", entry: "e3", entries: ["e3", "e4"], subjects: ["T1"], reason: "", measured: ["e10"], outcome: "stands", open: false };
  const second = { ...first, dispute: "e20", entries: ["e15"], entry: "e15", measured: [], outcome: "", open: true, reason: "too far" };
  assert.equal(disputeOf([first, second], "e4"), first);
  assert.equal(disputeOf([first, second], "e10"), first);
  assert.equal(disputeOf([first, second], "e20"), second);
  assert.equal(disputeOf([first, second], "e1"), null);
  const events = [{ id: "e3", sequence: 3, kind: "event", says: "T2 fires at T1." }];
  assert.equal(disputeWords(first, events, () => 2), "Blue disputed “T2 fires at T1”, turn 2. Settled: the ruling stands.");
  assert.equal(disputeWords(second, [], () => 0), "Blue disputes e15 (too far). What concerns T1 waits.");
});

test("a settled dispute tells who disputed what, and what came of it as its answers were called", () => {
  const dispute = { dispute: "e9", author: "Blue", entry: "e3", entries: ["e3"], subjects: ["T1"], reason: "too far", measured: [], outcome: "changed", changed: true, open: false, refusal: "" };
  const words = (more, events = []) => disputeWords({ ...dispute, ...more }, events, () => 0).replace("Blue disputed e3 (too far). ", "");
  assert.equal(words({}), "Settled: it is taken back, with what followed.");
  assert.equal(words({ refusal: "r3" }), "Settled: what was refused is done.");
  assert.equal(words({ refusal: "r3", changed: false, outcome: "stands" }), "Settled: the refusal stands.");
  assert.equal(words({ outcome: "rolled_off" }), "Rolled off: it is taken back, with what followed.");
  assert.equal(words({ outcome: "rolled_off", changed: false }), "Rolled off: the ruling stands.");
  assert.equal(words({ outcome: "taken_back" }), "It is taken back.");
  const agreed = { outcome: "agreed", changed: false };
  assert.equal(words(agreed), "Agreed otherwise.");
  const settles = (id, terms) => ({ id: "e30", sequence: 30, kind: "referee", says: `Red settles ${id}, agreed by Blue: agreed otherwise: ${terms}.` });
  assert.equal(words(agreed, [settles("e90", "no"), settles("e9", "T1 may fire: once")]), "Agreed otherwise: T1 may fire: once.");
});
