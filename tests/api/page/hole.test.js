// Tests the open places of an offer: what has only one value is said, and what has several is chosen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, standIn } from "./stand_in.js";

standIn();

test("cards that lie face down are nothing to choose among, beside an open one they are", async () => {
  const { holeWidget } = await import("../../../api/web/play/hole.js");
  const shown = (allowed) => {
    const hole = { name: "card", kind: "card", optional: false, allowed, greyed: {}, count: 1 };
    return holeWidget({ hole, value: "", change() {}, deal: null });
  };
  assert.equal(all(shown([""]), "button").length, 0);
  assert.equal(shown([""]).textContent, "Card: one that lies face down");
  assert.deepEqual(all(shown(["", "2S"]), "button").map((each) => each.dataset.key), ["card ", "card 2S"]);
});
