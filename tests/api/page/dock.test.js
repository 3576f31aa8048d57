// Holds that what is asked takes one press, and that nothing on the way to it is said wrongly.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, press, standIn } from "./stand_in.js";

standIn();
const { OfferForm } = await import("../../../api/web/play/offer_form.js");
const { cardPicker } = await import("../../../api/web/play/dice.js");
const { Hints } = await import("../../../api/web/lesson/hints.js");

const hole = (name, kind, more = {}) => ({ name, kind, allowed: [], greyed: {}, optional: false, count: 1, ...more });
const nothing = () => null;
const ways = (more = {}) => ({ give: nothing, opened: (form) => form.open(true), changed: nothing, called: () => new Map(), hand: () => [], placeHint: () => "", needs: nothing, odds: nothing, meter: nothing, always: null, round: { isOn: () => false, turn: nothing }, ...more });
const offer = (command, says, holes) => ({ command, says, fixed: {}, holes, refusal: null, weight: "main" });

test("an answer is one press, with a reason or without", () => {
  const sent = [];
  const form = new OfferForm(offer("object", "Object. Owl asks to take back.", [hole("reason", "text", { optional: true })]), ways({ give: (command) => sent.push(command) }));
  form.asked = "Owl asks to take back.";
  form.render();
  press(form.element, "Object");
  assert.deepEqual(sent, [{ kind: "object" }]);
  assert.equal(all(form.element, "input").length, 0);
  press(form.element, "Say why");
  assert.equal(all(form.element, "input").length, 1);
});

test("nobody is told to drag a unit that was dragged and is being measured", () => {
  const meter = (over) => Object.assign(document.createElement("div"), { dataset: { over } });
  const told = (over) => {
    const form = new OfferForm(offer("move", "Move T1.", [hole("to", "pose")]), ways({ meter: () => meter(over) }));
    form.open(true);
    form.render();
    return form.element.textContent.includes("Drag the unit");
  };
  assert.equal(told("false"), true);
  assert.equal(told("unknown"), false);
});

test("where a unit goes is said once: that it may stay, or what has to be done first", async () => {
  const { Chooser } = await import("../../../api/web/play/chooser.js");
  const told = (optional) => {
    const { store } = given({ byHand: true });
    const hint = (mayStay) => Chooser.prototype.placeHint.call({ store }, mayStay);
    const form = new OfferForm(offer("move", "Move T1.", [hole("to", "pose", { optional })]), ways({ placeHint: hint }));
    form.open(true);
    return form.element.textContent;
  };
  assert.match(told(true), /Drag it on the table, or leave it where it is/);
  assert.match(told(false), /Drag the unit, or tap a place, first/);
  assert.doesNotMatch(told(false), /Drag it/);
});

test("a hand is one row of cards, and a pack one row a suit", () => {
  const rows = (cards) => all(cardPicker({ hole: hole("card", "card", { allowed: cards }), value: undefined, change: nothing, deal: null }), "div").filter((each) => each.getAttribute("class") === "suit");
  const [row, ...more] = rows(["KC", "AD", "4H", "4S"]);
  assert.deepEqual(all(row, "button").map((each) => each.textContent), ["4♠", "4♥", "K♣", "A♦"]);
  assert.equal(more.length, 0);
  assert.equal(rows([..."SHCD"].flatMap((suit) => [..."A23456"].map((rank) => rank + suit))).length, 4);
});

test("a hint goes with what it speaks of, and comes again with it", () => {
  document.querySelector = () => null;
  const { store } = given({ events: [], byHand: true });
  const hints = new Hints({ host: document.createElement("div"), store });
  const see = (...there) => {
    document.querySelector = (asked) => there.find((each) => asked.includes(each)) ?? null;
    store.set({ events: [{ ruling: Math.random() }] });
    return hints.element.textContent;
  };
  assert.match(see(".piece.can"), /yellow edge/);
  assert.doesNotMatch(see(), /yellow edge/);
  assert.match(see(".piece.can"), /yellow edge/);
});
