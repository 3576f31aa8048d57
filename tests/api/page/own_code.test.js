// Tries how a television that shows six digits is let in.

import assert from "node:assert/strict";
import { test } from "node:test";

import { standIn } from "./stand_in.js";

standIn();
const { Problem } = await import("../../../api/web/app/request.js");
const { waitedFor } = await import("../../../api/web/screen/own_code.js");

/** What the umpire answers one after the other; a failure is thrown. */
async function letIn(...answers) {
  const asked = [];
  const shown = [];
  const failed = [];
  const requests = {
    post: async (path, sent) => {
      asked.push(sent.asks_with ?? path);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const token = await waitedFor(requests, { show: (digits) => shown.push(digits), fail: (why) => failed.push(why), pause: async () => {} });
  return { token, asked, shown, failed };
}

const problem = (kind, status = 409) => new Problem({ status, detail: kind, type: `urn:paper-umpire:${kind}` });
const code = (digits, asksWith) => ({ code: digits, asks_with: asksWith });

test("the digits stay until the host has typed them, whatever is lost meanwhile", async () => {
  const told = await letIn(code("493172", "one"), { token: "" }, new Error("no line"), problem("busy", 503), { token: "in" });
  assert.equal(told.token, "in");
  assert.deepEqual(told.shown, ["493 172"]);
  assert.deepEqual(told.asked, ["/screen-code", "one", "one", "one", "one"]);
  assert.deepEqual(told.failed, []);
});

test("a code that has ended gives way to another, and what keeps a screen from one is told", async () => {
  const told = await letIn(problem("too-many"), code("111222", "one"), problem("no-code"), code("333444", "two"), { token: "in" });
  assert.deepEqual(told.shown, ["111 222", "333 444"]);
  assert.equal(told.failed.length, 1);
  assert.deepEqual(told.asked, ["/screen-code", "/screen-code", "one", "/screen-code", "two"]);
});
