// Draws the state of any game from its facts: the pure parts, tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { handOf, isEmptyHand, isToldOf, lookedAtFirst, placeOfCards } from "../../../api/web/cards/dealt.js";
import { areWhole, isToPick, sizesIn, withCard } from "../../../api/web/play/piles.js";
import { isOneTap } from "../../../api/web/play/filling.js";
import { classesOf } from "../../../api/web/state/badges.js";
import { isDamaged, numberWords, rowsOf, shareLeft, turnName, unitsByPiece, unitState, unitWords } from "../../../api/web/state/facts.js";
import { mayWords } from "../../../api/web/state/unit_card.js";
import { whoMay } from "../../../api/web/state/who_may.js";
import { standIn } from "./stand_in.js";

const UNIT = {
  id: "T1", name: "T1", side: "red", kind: "tank", says: "tank", pieces: ["T1"], stage: "in_play", lost_to: "", place: "",
  damage: { value: 0, of: 2, says: "hits", falls: false }, cards_down: 0, cards_open: [], statuses: [], acting: false,
  acted: false, done: false, carried_by: "", carries: [], value: 5, numbers: [], notes: [],
};
const hit = (value, falls = false) => ({ ...UNIT, damage: { value, of: falls ? 12 : 2, says: "hits", falls } });

test("hits count up to the end, hit points down to it", () => {
  assert.equal(shareLeft(hit(0).damage), 1);
  assert.equal(shareLeft(hit(1).damage), 0.5);
  assert.equal(shareLeft(hit(3, true).damage), 0.25);
  assert.deepEqual([hit(0), hit(1), hit(12, true), hit(3, true), { ...UNIT, damage: null }].map(isDamaged), [false, true, false, true, false]);
  assert.equal(isDamaged({ ...hit(1), stage: "wreck" }), false);
});

test("a unit is told in words, the weightiest first", () => {
  assert.deepEqual(unitState(UNIT), []);
  assert.deepEqual(unitState({ ...hit(1), acting: true, cards_down: 2, carries: ["S1", "S2"], acted: true }), [
    "acting", "1 of 2 hits", "carries S1, S2", "2 cards", "has acted",
  ]);
  assert.deepEqual(unitState({ ...UNIT, stage: "wreck", lost_to: "B1" }), ["wreck", "lost to B1"]);
  assert.deepEqual(unitState({ ...UNIT, carried_by: "H1", place: "in B3", done: true }), ["on H1", "done"]);
  const stuck = { name: "stuck", says: "cannot move", mark: "stuck" };
  assert.equal(unitWords({ ...UNIT, statuses: [stuck], place: "in B3" }), "in B3, cannot move");
});

test("what a unit may do is told in whole words, and who does it once", () => {
  const bid = (words, doer, isOwn) => ({ words, reason: "", doer, isOwn });
  assert.deepEqual(mayWords([bid("Board: T1", "S3", true), bid("Move …", "S3", true), bid("T7: Fire", "T7", false)]), [
    { doer: "", words: ["Board: T1", "Move"] }, { doer: "T7", words: ["Fire"] },
  ]);
});

test("turns are called as the game calls them", () => {
  assert.equal(turnName({ says: "Round 3", number: 3, steps: [], stages: [] }), "Round");
  assert.equal(turnName({ says: "", number: 0, steps: [], stages: [] }), "Turn");
  assert.equal(turnName(undefined), "Turn");
});

test("what has a picture on the piece has a class there", () => {
  assert.deepEqual([...classesOf({ ...hit(1), acting: true })], ["damaged", "acting"]);
  assert.deepEqual([...classesOf({ ...UNIT, stage: "corpse", done: true })], ["corpse", "done"]);
  assert.deepEqual([...classesOf({ ...UNIT, carried_by: "H1" })], ["aboard"]);
});

test("numbers are read with their limit and what they count", () => {
  assert.equal(numberWords({ name: "Units", value: 6, of: 7, unit: "", main: false }), "6 of 7");
  assert.equal(numberWords({ name: "Moves", value: 7.5, of: null, unit: "in", main: false }), "7.5 in");
});

test("a unit is found by each of its pieces", () => {
  const units = unitsByPiece({ units: [{ ...UNIT, pieces: ["T1", "T1b"] }] });
  assert.deepEqual([...units.keys()], ["T1", "T1b"]);
  assert.equal(unitsByPiece(undefined).size, 0);
});

test("piles of one row face each other by their number", () => {
  const pile = (name, row, column) => ({ name, row, column });
  const { loose, rows } = rowsOf([pile("draw", "", 0), pile("a1", "war", 1), pile("b1", "war", 1), pile("a2", "war", 2)]);
  assert.deepEqual(loose.map((each) => each.name), ["draw"]);
  assert.deepEqual([...rows.get("war")].map(([at, piles]) => [at, piles.map((each) => each.name)]), [[1, ["a1", "b1"]], [2, ["a2"]]]);
});

test("each seat is listed with what it may do and what it is waited for", () => {
  const facts = { awaited: [{ seat: "Fox", who: "red", says: "lays cards", yours: false }] };
  const offer = { command: "fire_at", holes: [], fixed: {}, says: "", refusal: null };
  const barred = { ...offer, command: "move", refusal: { reason: "no" } };
  const grave = { ...offer, command: "give_up", weight: "grave" };
  const seats = [{ name: "Fox" }, { name: "Owl" }];
  assert.deepEqual(whoMay(facts, seats, [{ seat: "Owl", options: [offer, barred, grave, { ...offer, verb: "Fire" }] }]), [
    { seat: "Fox", awaited: ["lays cards"], verbs: [], isWaiting: true },
    { seat: "Owl", awaited: [], verbs: ["Fire at", "Fire"], isWaiting: true },
  ]);
  // Where the game names nobody, who is played elsewhere may well be asked.
  const unnamed = whoMay({ awaited: [{ seat: "", who: "", says: "Fox and Owl: sit down.", yours: false }] }, seats, [{ seat: "Owl", options: [] }]);
  assert.deepEqual(unnamed.map(({ seat, isWaiting }) => [seat, isWaiting]), [["Fox", false], ["Owl", true]]);
});

test("a pile that the game tells is not drawn once more where the umpire deals", () => {
  const place = (name, kind, more) => ({ name, kind, owner: "", cards: [], hidden: 3, private: false, ...more });
  const piles = [{ says: "Draw pile" }, { says: "Discards" }];
  assert.ok(isToldOf(place("draw pile", "deck"), piles));
  assert.ok(!isToldOf(place("draw pile", "deck"), []));
  assert.ok(isToldOf(place("battle 1, attacker", "pile"), [{ says: "Battle 1" }]));
  assert.ok(!isToldOf(place("in your pile of battle 1", "glimpse", { private: true }), [{ says: "Battle 1" }]));
  assert.ok(!isToldOf(place("your hand", "hand"), piles));
  assert.ok(!isToldOf(place("discards", "pile", { private: true }), piles));
  assert.ok(isEmptyHand(place("Fox's hand", "hand", { hidden: 0 })));
  assert.ok(!isEmptyHand(place("Fox's hand", "hand")));
  const hand = place("hand", "hand", { private: true, cards: [{ card: "c1", says: "Cat" }] });
  assert.deepEqual(handOf({ places: [hand, place("pile", "pile")] }), hand.cards);
  assert.deepEqual(handOf(undefined), []);
});

test("the card that a choice is about comes before all other cards, and before what was seen earlier", () => {
  const place = (name, kind, owner = "") => ({ name, kind, owner, cards: [], hidden: 0, private: true });
  const places = [place("Fox's hand", "hand", "Fox"), place("in your pile of battle 1", "glimpse", "Fox"), place("Owl's pile, as you saw it", "glimpse"), place("the card you take", "glimpse")];
  assert.deepEqual(lookedAtFirst(places).map(({ name }) => name), ["the card you take", "Owl's pile, as you saw it", "Fox's hand", "in your pile of battle 1"]);
});

test("where two seats look at one screen, each pile says whose it is", () => {
  standIn();
  const place = { name: "in your pile of battle 1", kind: "glimpse", owner: "Owl", cards: [{ card: "c1", says: "Cat", rule: "" }], hidden: 0, private: true };
  assert.equal(placeOfCards(place).children[0].textContent, "In your pile of battle 1: 1 cardonly you see them");
  assert.equal(placeOfCards(place, true).children[0].textContent, "In Owl's pile of battle 1: 1 cardonly you see them");
});

test("one pile of the whole hand leaves no cards to choose", () => {
  const offer = (...allowed) => ({ holes: [{ kind: "choice", allowed }, { kind: "piles", allowed: [] }] });
  assert.ok(!isToPick(6, offer([6]), null));
  assert.ok(isToPick(6, offer([4]), null));
  assert.ok(isToPick(6, offer([6], [3, 3]), null));
  assert.ok(!isToPick(6, offer([6], [3, 3]), [6]));
  assert.ok(isToPick(6, offer([6], [3, 3]), [3, 3]));
  assert.ok(!isToPick(0, offer([3, 3]), null));
});

test("cards go into the first pile that has room, and out again", () => {
  const sizes = sizesIn({ ask: 3, cards: undefined, sizes: [2, 1] });
  assert.deepEqual(sizes, [2, 1]);
  assert.equal(sizesIn({ ask: 3 }), null);
  let picks = [];
  for (const card of ["a", "b", "c"]) picks = withCard(picks, card, sizes);
  assert.deepEqual(picks, [["a", "b"], ["c"]]);
  assert.ok(areWhole(picks, sizes));
  picks = withCard(picks, "a", sizes);
  assert.deepEqual(picks, [["b"], ["c"]]);
  assert.ok(!areWhole(picks, sizes));
  assert.ok(!areWhole([], sizes) && !areWhole(picks, null));
  const hole = (kind, more) => ({ name: kind, kind, allowed: [[2, 1]], greyed: {}, optional: kind === "piles", count: 1, ...more });
  assert.ok(isOneTap({ holes: [hole("choice"), hole("piles")] }));
  assert.ok(!isOneTap({ holes: [hole("choice"), hole("unit")] }));
});
