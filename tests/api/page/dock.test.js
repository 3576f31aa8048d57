// Holds that what is asked takes one press, and that nothing on the way to it is said wrongly.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, happens, press, standIn } from "./stand_in.js";

standIn();
const { OfferForm } = await import("../../../api/web/play/offer_form.js");
const { cardPicker } = await import("../../../api/web/play/dice.js");
const { Drags } = await import("../../../api/web/play/drags.js");
const { proposalCards } = await import("../../../api/web/log/proposals.js");
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

test("what was given is the next act no more once something else is waited for", () => {
  const form = new OfferForm(offer("take_board", "Take the layout.", []), ways());
  form.under("draw the rooms");
  assert.ok(!form.isPast("draw the rooms"));
  assert.ok(!form.isPast("another asks for something"));
  form.give();
  assert.ok(!form.isPast("draw the rooms"));
  assert.ok(form.isPast("confirm the board"));
  // Whoever opens it again has it open.
  assert.ok(!form.isPast("confirm the board"));
});

test("what somebody has gone to has the room of the rulings until there is one about it", () => {
  const form = new OfferForm(offer("attack", "R1 attacks.", [hole("target", "unit", { allowed: ["B1", "B2"] })]), ways());
  const isChosen = () => form.element.classList.contains("chosen");
  for (const over of [() => form.answered(true), () => form.answered(false), () => form.unfold(false)]) {
    form.unfold(true);
    assert.ok(!isChosen());
    form.choose(true);
    assert.ok(isChosen());
    over();
    assert.ok(!isChosen());
  }
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

/** A window, and a thing of the page that lies so far down in it. */
Object.assign(globalThis, { innerWidth: 400, innerHeight: 600, IntersectionObserver: class { observe() {} }, ResizeObserver: class { observe() {} } });
const lies = (top) => ({ checkVisibility: () => true, scrollIntoView() {}, closest: () => null, getBoundingClientRect: () => ({ left: 0, right: 90, top, bottom: top + 40, width: 90, height: 40 }), parentElement: null });

test("a hint goes with what it speaks of, and comes again with it", () => {
  const { store } = given({ events: [], byHand: true });
  const hints = new Hints({ host: document.createElement("div"), store });
  let ruling = 0;
  const see = (there, isNew = true) => {
    document.querySelectorAll = (asked) => Object.entries(there).filter(([each]) => asked.includes(each)).map(([, top]) => lies(top));
    if (isNew) store.set({ events: [{ ruling: (ruling += 1) }] });
    else happens("scroll");
    return hints.element.textContent;
  };
  assert.match(see({ ".piece.can": 10 }), /yellow edge/);
  assert.equal(see({}), "");
  assert.match(see({ ".piece.can": 10 }), /yellow edge/);
  assert.equal(see({ ".clause": 595 }), "");
  assert.match(see({ ".clause": 100 }, false), /small letters/);
  assert.equal(see({ ".clause": -30 }, false), "");
  assert.match(see({ ".clause": 0 }, false), /small letters/);
  // One a ruling: another thing that comes in sight waits for the next.
  assert.equal(see({ ".unit-slot": 10 }, false), "");
  assert.match(see({ ".unit-slot": 10 }), /tap on a unit/);
  // What matters more and is drawn a moment later takes its place.
  assert.match(see({ ".unit-slot": 10, ".piece.can": 10 }, false), /yellow edge/);
});

test("a hint that takes the room of what it speaks of brings it back in sight, or is not given", () => {
  const { store } = given({ events: [], byHand: true });
  const hints = new Hints({ host: document.createElement("div"), store });
  let top = 560;
  const clause = { ...lies(0), getBoundingClientRect: () => lies(top + (hints.element.textContent ? 30 : 0)).getBoundingClientRect(), scrollIntoView() {} };
  document.querySelectorAll = (asked) => (asked.includes(".clause") ? [clause] : []);
  store.set({ events: [{ ruling: 1 }] });
  assert.equal(hints.element.textContent, "");
  clause.scrollIntoView = () => (top = 530);
  store.set({ events: [{ ruling: 2 }] });
  assert.match(hints.element.textContent, /small letters/);
  // What is drawn below it pushes it away, and it is brought back.
  top = 590;
  happens("scroll");
  assert.match(hints.element.textContent, /small letters/);
  assert.equal(top, 530);
  // Whoever scrolls on is not held back.
  happens("wheel");
  top = 590;
  happens("scroll");
  assert.deepEqual([hints.element.textContent, top], ["", 590]);
});

test("a hint that comes once somebody has begun to do something pushes nothing away for it", () => {
  const { store } = given({ events: [], byHand: true });
  const hints = new Hints({ host: document.createElement("div"), store });
  let top = 560;
  const clause = { ...lies(0), getBoundingClientRect: () => lies(top + (hints.element.textContent ? 30 : 0)).getBoundingClientRect(), scrollIntoView: () => (top = 530) };
  let there = [];
  document.querySelectorAll = (asked) => (asked.includes(".clause") ? there : []);
  store.set({ events: [{ ruling: 1 }] });
  happens("keydown");
  there = [clause];
  happens("scroll");
  assert.deepEqual([hints.element.textContent, top], ["", 560]);
  // It is shown where there is room, and goes when there is none.
  top = 500;
  happens("scroll");
  assert.match(hints.element.textContent, /small letters/);
  top = 560;
  happens("scroll");
  assert.deepEqual([hints.element.textContent, top], ["", 560]);
  // The next ruling is new to everybody.
  store.set({ events: [{ ruling: 2 }] });
  assert.match(hints.element.textContent, /small letters/);
  assert.equal(top, 530);
});

test("a ruling that is drawn after its hint, or meets it again, is brought in sight beside it", () => {
  const { store } = given({ events: [], byHand: true });
  new Hints({ host: document.createElement("div"), store });
  let there = {};
  let shown = 0;
  const h2 = { ...lies(0), scrollIntoView: () => (shown += 1) };
  document.querySelectorAll = (asked) => Object.entries({ ".slip h2": [h2], ...there }).flatMap(([each, found]) => (asked.includes(each) ? found : []));
  const counted = (act) => {
    shown = 0;
    act();
    return shown > 0;
  };
  const ring = { ".piece.can": [lies(10)] };
  there = ring;
  store.set({ events: [{ ruling: 1 }] });
  assert.ok(counted(() => store.set({ slip: "1" })));
  there = {};
  happens("scroll");
  assert.ok(!counted(() => store.set({ slip: "2" })));
  there = ring;
  assert.ok(counted(() => happens("scroll")));
  // Whoever has done something is not held back.
  happens("wheel");
  assert.ok(!counted(() => store.set({ slip: "3" })));
});

test("what was dragged for a move that its roll did not allow is put back from where that is told", () => {
  const from = { x_in: 1, y_in: 2, heading_deg: 0 };
  const { store, context } = given({ byHand: true, moved: { piece: "R4-1", from, to: { ...from, x_in: 9 } } });
  const put = [];
  context.put = async (...told) => put.push(told);
  const drags = Object.assign(Object.create(Drags.prototype), { screen: { store, context, units: () => new Map([["R4", ["R4-1"]]]) } });
  const [proposal] = [{ id: "p1", kind: "unit_moved", subject: "R4", seat: "Red", says: "R4 stands 8.34 in from where it was.", can_be_done: false, evidence: [] }];
  const buttons = (more = {}, seats = ["Red"]) => all(proposalCards([{ ...proposal, ...more }], seats, () => {}, () => {}, (unit) => drags.backOf(unit))[0], "button");
  const [back] = buttons();
  assert.equal(back.textContent, "Put it back");
  back.listeners.click();
  assert.deepEqual(put, [["R4-1", from]]);
  for (const [more, seats] of [[{ subject: "R5" }], [{ can_be_done: true }], [{}, ["Blue"]]]) assert.ok(!buttons(more, seats).some((each) => each.textContent === "Put it back"));
  store.set({ byHand: false });
  assert.ok(!buttons().some((each) => each.textContent === "Put it back"));
});
