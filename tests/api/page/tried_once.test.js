// Holds that the umpire is asked once about where a piece was let go, however often offers come meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";

import { given, settled, standIn } from "./stand_in.js";

standIn();
const { Drags } = await import("../../../api/web/play/drags.js");

const OFFER = { command: "move_done", says: "S1 stands there.", fixed: { unit: "S1" }, holes: [{ name: "to", kind: "pose", optional: true }], refusal: null, reach: { unit: "S1", limit_in: 6 } };
const at = (x) => ({ piece: "S1", from: { x_in: 1, y_in: 1, heading_deg: 0 }, to: { x_in: x, y_in: 1, heading_deg: 0 }, last: 3 });

/** A piece that was let go, and how the page comes by offers. @param {number} x */
function letGo(x) {
  const { store, requests, context } = given({ moved: at(x) });
  const rendered = [];
  const offered = (offer) => new Map([["Red move_done", { offer, values: {}, render: () => rendered.push(offer) }]]);
  const screen = { store, context, fed: { seats: [{ seat: "Red" }] }, forms: offered(OFFER), units: () => new Map() };
  const drags = new Drags(/** @type {any} */ (screen));
  const offers = (more = {}) => {
    screen.forms = offered({ ...OFFER, ...more });
    drags.offersChanged();
  };
  const asked = () => requests.asked.filter((each) => each.endsWith("/try")).length;
  return { store, requests, drags, offers, asked, rendered, screen };
}

const ALLOWED = { allowed: true, reason: null, nearest: null, evidence: [] };

test("offers that say the same ask nothing anew while the umpire measures, and its answer counts", async () => {
  const { requests, drags, offers, asked, rendered, screen } = letGo(4);
  void drags.look();
  for (let time = 0; time < 5; time += 1) offers();
  assert.equal(asked(), 1);
  rendered.length = 0;
  await requests.answers("/battles/one/try", ALLOWED);
  assert.equal(drags.isSaidOf(OFFER), true);
  // Drawn is the form that is on the page now.
  assert.ok(rendered.includes([...screen.forms.values()][0].offer));
  offers();
  assert.equal(asked(), 1);
});

test("another place, other offers and a question that failed are asked about anew", async () => {
  const { store, requests, drags, offers, asked } = letGo(4);
  void drags.look();
  offers({ reach: { unit: "S1", limit_in: 4 } });
  assert.equal(asked(), 2);
  store.set({ moved: at(5) });
  void drags.look();
  assert.equal(asked(), 3);
  // A piece that is let go where it was let go before is let go anew.
  store.set({ moved: at(5) });
  offers({ reach: { unit: "S1", limit_in: 4 } });
  assert.equal(asked(), 4);
  for (let left = 4; left > 0; left -= 1) await requests.fails("/battles/one/try");
  await settled();
  offers({ reach: { unit: "S1", limit_in: 4 } });
  assert.equal(asked(), 5);
});

test("what was asked over a line that was lost is asked anew once offers come again", () => {
  const { store, drags, offers, asked } = letGo(4);
  store.set({ link: "live" });
  void drags.look();
  offers();
  assert.equal(asked(), 1);
  store.set({ link: "lost" });
  store.set({ link: "live" });
  offers();
  assert.equal(asked(), 2);
});
