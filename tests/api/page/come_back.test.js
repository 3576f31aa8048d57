import assert from "node:assert/strict";
import { test } from "node:test";

import { howToComeBack } from "../../../api/web/app/token.js";
import { doorWords } from "../../../api/web/seat/door.js";

test("whoever has an ended link is told what a host does on the umpire's computer, and a player elsewhere", () => {
  for (const hostname of ["127.0.0.1", "localhost", "[::1]"]) {
    const how = howToComeBack(hostname);
    assert.match(how, /open the new link that the terminal shows, type `umpire open`/);
    assert.doesNotMatch(how, /ask/i);
    assert.deepEqual(doorWords({ had: true, hostname }), { why: "This link has ended.", how });
  }
  assert.match(howToComeBack("192.168.1.5"), /^Ask the host for a new one/);
  assert.match(howToComeBack("umpire.local"), /^Ask the host for a new one/);
  assert.match(doorWords({ had: false, hostname: "192.168.1.5" }).why, /private/);
});
