// Knows whose table is meant, and how players are called: tried without a browser, with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ofTable } from "../../../api/web/app/request.js";
import { Store } from "../../../api/web/app/store.js";
import { marksOf, showToPlace } from "../../../api/web/back/to_place.js";
import { seatsFor } from "../../../api/web/start/sides.js";
import { all, settled, standIn } from "./stand_in.js";

standIn();

test("questions to the table name the battle whose table is meant", () => {
  assert.equal(ofTable("/table", "b1"), "/table?battle=b1");
  assert.equal(ofTable("/table/pieces/T%201", "b 1"), "/table/pieces/T%201?battle=b%201");
  assert.equal(ofTable("/camera/pieces/T1", "b1"), "/camera/pieces/T1?battle=b1");
  assert.equal(ofTable("/measure/range?a=T1&b=T2", "b1"), "/measure/range?a=T1&b=T2&battle=b1");
  for (const path of ["/tables", "/camera", "/cameras", "/battles/b1/pieces/T1", "/games", "/table-top"]) assert.equal(ofTable(path, "b1"), path);
  assert.equal(ofTable("/table", ""), "/table");
});

test("players who give no name are animals, each another one", () => {
  const seats = seatsFor(["Red", "Blue", "Green"]);
  assert.deepEqual(seats.map((seat) => seat.name), ["Fox", "Owl", "Heron"]);
  assert.deepEqual(seatsFor([]).map((seat) => seat.sides), [["Red"], ["Blue"]]);
});

test("a piece has a ghost where it is to go, until it is seen there", () => {
  const pose = { x_in: 5, y_in: 5, heading_deg: 0, covariance: [0, 0, 0, 0, 0, 0] };
  const piece = { id: "T1", footprint: { disc: { radius_in: 1 } }, pose, state: "seen" };
  const there = { id: "T1", x_in: 9, y_in: 5, heading_deg: 0 };
  assert.deepEqual(marksOf([there], [piece]).map((mark) => mark.what), ["to-be", "way"]);
  assert.deepEqual(marksOf([there], [{ ...piece, pose: { ...pose, x_in: 9.05 } }]), []);
  assert.deepEqual(marksOf([there], []), []);
});

test("on the table that is drawn one press puts pieces where they were ruled to stand", async () => {
  const store = new Store();
  const host = document.createElement("div");
  const put = [];
  showToPlace(store, { host, put: async (name, to) => put.push([name, to.x_in, to.heading_deg]) });
  const [button] = all(host, "button");
  const pieces = ["T1", "T2"].map((id) => ({ id, footprint: { disc: { diameter_in: 1 } }, pose: { x_in: 3, y_in: 3, heading_deg: 90, covariance: [0, 0, 0, 0, 0, 0] } }));
  const there = pieces.map(({ id }) => ({ id, x_in: 9, y_in: 9 }));
  store.set({ table: { pieces }, state: { to_place: there } });
  assert.ok(button.hidden);
  store.set({ practice: true });
  assert.deepEqual([button.hidden, button.textContent], [false, "Put them there"]);
  button.click();
  await settled();
  assert.deepEqual(put, [["T1", 9, 90], ["T2", 9, 90]]);
  store.set({ state: { to_place: there.slice(1) } });
  assert.equal(button.textContent, "Put T2 there");
  store.set({ state: { to_place: [] } });
  assert.ok(button.hidden);
});
