// Holds which pieces are moved from this page: the newest answer counts, and what failed is asked again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { given, settled, standIn } from "./stand_in.js";

standIn();
const { WhoMoves } = await import("../../../api/web/seat/who_moves.js");

const DRAWN = { is_table: true, is_drawn: true };

/** @param {"host" | "player"} role */
function asking(role) {
  const { store, requests } = given({ me: { role } });
  return { store, requests, moves: new WhoMoves({ store, requests }) };
}

test("a late answer about a camera does not count once the table is moved by hand", async () => {
  const { store, requests, moves } = asking("host");
  moves.heard(false);
  moves.heard(true);
  await requests.answers("/camera", DRAWN);
  assert.equal(store.now.practice, false);
});

test("of two questions the newest is answered, whichever answer comes last", async () => {
  const { store, requests, moves } = asking("player");
  moves.heard(true);
  moves.heard(false);
  const [early, late] = [requests.question("/battles/one/pieces"), requests.question("/battles/one/pieces")];
  late.answer({ pieces: [] });
  await settled();
  early.answer({ pieces: ["T1"] });
  await settled();
  assert.deepEqual([store.now.byHand, store.now.own], [false, []]);
});

test("a late failure does not have what was answered since asked again", async () => {
  const { store, requests, moves } = asking("player");
  moves.heard(false);
  moves.heard(true);
  const early = requests.question("/battles/one/pieces");
  await requests.answers("/battles/one/pieces", { pieces: ["T1"] });
  early.fail(new Error("too late"));
  await settled();
  moves.heard(true);
  moves.again();
  assert.equal(requests.asked.length, 2);
  assert.deepEqual(store.now.own, ["T1"]);
});

test("what failed, however it did, is asked again with the next line and after a while, and not with each table", async () => {
  const later = [];
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (act) => later.push(act);
  for (const [role, path] of [["host", "/camera"], ["player", "/battles/one/pieces"]]) {
    for (const occasion of ["line", "while"]) {
      const { store, requests, moves } = asking(role);
      const comes = () => (occasion === "line" ? moves.again() : later.at(-1)?.());
      moves.heard(false);
      await requests.fails(path, "the umpire answered 500");
      moves.heard(false);
      assert.equal(requests.asked.length, 1);
      comes();
      assert.equal(requests.asked.length, 2);
      await requests.answers(path, role === "host" ? DRAWN : { pieces: ["T1"] });
      assert.equal(role === "host" ? store.now.practice : store.now.byHand, true);
      comes();
      assert.equal(requests.asked.length, 2);
    }
  }
  globalThis.setTimeout = wait;
});

test("before anything is told of the table nothing is asked", () => {
  const { requests, moves } = asking("host");
  moves.again();
  assert.deepEqual(requests.asked, []);
});
