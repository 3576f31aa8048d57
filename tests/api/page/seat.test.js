// Tells who is there and whose turn it is: the pure parts, tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Once } from "../../../api/web/app/once.js";
import { oncePerSide, placed, platesOf } from "../../../api/web/play/plates.js";
import { othersOf } from "../../../api/web/seat/presence.js";
import { tonesOf } from "../../../api/web/seat/sounds.js";
import { isOwnTurn, marked } from "../../../api/web/seat/your_turn.js";
import { knownAs } from "../../../api/web/setup/dice_part.js";
import { PlayersPart } from "../../../api/web/setup/players.js";

const SEATS = [
  { name: "Fox", sides: ["Red"], taken: false, here: true },
  { name: "Owl", sides: ["Blue"], taken: true, here: false },
];

test("a player is told of every other seat, the host of those that somebody was let in for", () => {
  assert.deepEqual(othersOf(SEATS, ["Owl"], false), [{ name: "Fox", here: true }]);
  assert.deepEqual(othersOf(SEATS, [], true), [{ name: "Owl", here: false }]);
  assert.deepEqual(othersOf(SEATS, [], false).map((each) => each.name), ["Fox", "Owl"]);
});

test("the title says whose turn it is, once, and only on one's own turn", () => {
  const title = marked("A duel", true);
  assert.match(title, /Your turn/);
  assert.equal(marked(title, true), title);
  assert.equal(marked(title, false), "A duel");
  assert.equal(isOwnTurn({ state: null, seats: ["Fox"], company: [], options: null }), false);
});

test("every sound is over in under a third of a second, and dice are heard one by one up to four", () => {
  for (const heard of /** @type {const} */ (["turn", "dice", "refused", "put", "over"])) {
    for (const { at, lasts } of tonesOf(heard, 9)) assert.ok(at + lasts < 0.32, heard);
  }
  assert.equal(tonesOf("dice", 2).length, 2);
  assert.equal(tonesOf("dice", 9).length, 4);
});

test("a press counts while the list of players is fetched anew, and the same press counts once", async () => {
  const asked = [];
  const part = Object.assign(Object.create(PlayersPart.prototype), {
    acting: new Once(), shown: "", trouble: { doing: (work) => work() },
    context: { requests: { remove: async (path) => asked.push(path) }, sitDown: async () => {} },
    refresh: () => new Promise(() => {}),
  });
  for (const grant of ["g1", "g2", "g2"]) {
    void part.revoke(grant);
    await new Promise((go) => setTimeout(go));
  }
  assert.deepEqual(asked, ["/grants/g1", "/grants/g2"]);
});

test("of who plays both sides it is the move of the one that acts, and of both before that", () => {
  const seats = [{ name: "Fox", sides: ["Heroes", "Enemies"] }];
  const options = { seats: [{ seat: "Fox", options: [{ command: "move", refusal: null }] }] };
  const turns = (...acting) => {
    const sides = ["Heroes", "Enemies"].map((name) => ({ name, acting: acting.includes(name) }));
    const state = { view: { seats, result: null, facts: { sides } } };
    return platesOf({ state, seats: ["Fox"], options }).map((each) => each.isTurn);
  };
  assert.deepEqual(turns("Heroes"), [true, false]);
  assert.deepEqual(turns(), [true, true]);
});

test("it is the move of whoever is asked to agree", () => {
  const seats = ["Fox", "Owl"].map((name) => ({ name, sides: [name] }));
  const asked = ["object", "agree"].map((command) => ({ seat: command === "agree" ? "Owl" : "Fox", options: [{ command, refusal: null }] }));
  const state = { view: { seats, result: null, facts: { sides: [{ name: "Fox", acting: true }] } } };
  assert.deepEqual(platesOf({ state, seats: ["Owl"], options: { seats: asked } }).map((each) => each.isTurn), [false, true]);
});

test("of each number of one's own dice the set-up tells what the umpire knows", () => {
  const none = { face: 3, right: 0, unsure: 0, wrong: 0 };
  assert.equal(knownAs(none), "not shown yet");
  assert.equal(knownAs({ ...none, unsure: 2 }), "not clear yet");
  assert.equal(knownAs({ ...none, unsure: 2, right: 1 }), "known");
  assert.equal(knownAs({ ...none, right: 4, wrong: 1 }), "always asked about");
});

test("a side that several play has one plate, and the other side stands opposite", () => {
  const plate = (side, seat, isOwn, isTurn = false) => ({ side, seat, isOwn, isTurn });
  const together = ["Fox", "Owl"].flatMap((seat) => ["Heroes", "Enemies"].map((side) => plate(side, seat, seat === "Owl", true)));
  const found = oncePerSide(together);
  assert.deepEqual(found.map(({ side, players, isOwn, isTurn }) => [side, players, isOwn, isTurn]), [["Heroes", "Fox · Owl, you", true, true], ["Enemies", "Fox · Owl, you", true, true]]);
  const sides = ({ own, others }) => [own.map((each) => each.side), others.map((each) => each.side)];
  assert.deepEqual(sides(placed(found)), [["Heroes"], ["Enemies"]]);
  const against = [plate("Red", "Fox", true), plate("Blue", "Owl", true, true)];
  assert.deepEqual(sides(placed(oncePerSide(against))), [["Red"], ["Blue"]]);
  // It is not your move where only somebody else of your side acts.
  assert.equal(oncePerSide([plate("Heroes", "Fox", true), plate("Heroes", "Owl", false, true)])[0]?.isTurn, false);
});
