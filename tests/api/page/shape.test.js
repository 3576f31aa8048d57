// Knows forms that come from a schema alone: tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commandsOf, fieldsOf, valueOf } from "../../../api/web/play/shape.js";

const SCHEMA = {
  $defs: {
    amend: {
      description: "What the players agree.",
      "x-whose": "game",
      required: ["unit"],
      properties: {
        kind: { const: "amend" },
        unit: { type: "string" },
        hits: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
        edge: { enum: ["north", "south"] },
        sure: { type: "boolean" },
        x_in: { type: "number", description: "inches" },
        dice: { type: "array", items: { type: "integer" } },
      },
    },
    agree: { "x-whose": "referee", properties: { kind: { const: "agree" } } },
  },
};

test("the game's own commands are listed, with what they do", () => {
  assert.deepEqual(commandsOf(SCHEMA), [{ name: "amend", says: "What the players agree." }]);
  assert.deepEqual(commandsOf(null), []);
});

test("each field has the kind of its schema", () => {
  const fields = fieldsOf(SCHEMA.$defs.amend);
  const kinds = Object.fromEntries(fields.map((field) => [field.name, field.kind]));
  assert.deepEqual(kinds, { unit: "text", hits: "whole", edge: "choice", sure: "yes", x_in: "number", dice: "json" });
  assert.deepEqual(fields.filter((field) => field.required).map((field) => field.name), ["unit"]);
  assert.deepEqual(fieldsOf(undefined), []);
});

test("what is typed becomes a value, and what makes none says so", () => {
  const field = (kind) => ({ name: "f", kind, choices: [], required: false, hint: "" });
  assert.equal(valueOf(field("whole"), " 3 "), 3);
  assert.equal(valueOf(field("number"), "2,5"), 2.5);
  assert.equal(valueOf(field("text"), "T1"), "T1");
  assert.equal(valueOf(field("yes"), "no"), false);
  assert.deepEqual(valueOf(field("json"), "3, 4"), [3, 4]);
  assert.deepEqual(valueOf(field("json"), '{"x_in": 3}'), { x_in: 3 });
  assert.equal(valueOf(field("text"), "  "), undefined);
  assert.throws(() => valueOf(field("whole"), "many"), /expected a number, got “many”/);
  assert.throws(() => valueOf(field("json"), "[3"), /expected JSON/);
});
