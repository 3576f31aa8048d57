// Holds that what is pressed in the roll-call stays where it is while its lists grow.

import assert from "node:assert/strict";
import { test } from "node:test";

import { given, standIn } from "./stand_in.js";

standIn();

/** A roll-call under way. @param {number[]} strangers */
async function shown(strangers) {
  const { checkStep } = await import("../../../api/web/camera/check_step.js");
  const view = checkStep({ ...given().context, act: async () => {} });
  const pieces = [{ piece: "T1", tags: [1], unseen: [1] }];
  view.show({ check: { pieces, unseen: 1, strangers } });
  return view.element;
}

test("the button stands above the lists that grow", async () => {
  const { children } = await shown([4]);
  const at = children.findIndex((each) => each.tag === "button");
  const lists = children.map((each, index) => (each.tag === "ul" || each.textContent.includes("Seen as well") ? index : -1)).filter((index) => index >= 0);
  assert.equal(lists.length, 2);
  assert.ok(at > 0 && lists.every((index) => index > at));
});

test("of many strangers a few are named and the others counted", async () => {
  const said = async (count) => (await shown(Array.from({ length: count }, (_, index) => 200 + index))).children.at(-1).textContent;
  assert.equal(await said(0), "");
  assert.equal(await said(1), "Seen as well, but on no piece: tag 200.");
  assert.equal(await said(4), "Seen as well, but on no piece: tags 200, 201, 202 and 203.");
  assert.equal(await said(40), "Seen as well, but on no piece: tags 200, 201, 202, 203 and 36 more.");
});
