// Sees that the dock says each thing once, and to whoever reads what is theirs: tried with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eachOnce, resultOf, titleOf } from "../../../api/web/play/title.js";

test("what both are asked alike is explained once", () => {
  const both = "red: Roll 2 dice: who attacks. The higher total attacks. blue: Roll 2 dice: who attacks. The higher total attacks.";
  assert.equal(eachOnce(both), "Red: Roll 2 dice: who attacks. The higher total attacks. Blue: Roll 2 dice: who attacks.");
});

test("a sentence that names who it is about has no name before it", () => {
  const asked = (who, yours) => ({ seat: who, who, says: `Roll 2 dice: whether ${who} attacks.`, yours });
  const text = "Red: Roll 2 dice: whether Red attacks. Blue: Roll 2 dice: whether Blue attacks.";
  assert.equal(titleOf(text, [asked("Red", true), asked("Blue", false)]), "Roll 2 dice: whether Red attacks.");
  assert.equal(titleOf(text, [asked("Red", true), asked("Blue", true)]), "Roll 2 dice: whether Red attacks. Roll 2 dice: whether Blue attacks.");
  // Whoever is only told that others are asked reads first who they are.
  assert.equal(titleOf("Red: Roll 2 dice: whether Red attacks.", [{ ...asked("Red", false), says: "sides" }]), "Red: Roll 2 dice: whether Red attacks.");
  // At a screen that plays every seat nobody else is waited for.
  assert.equal(titleOf("Red: Roll 2 dice: whether Red attacks.", [asked("Red", false)], ["Red"]), "Roll 2 dice: whether Red attacks.");
  const redoubt = [{ seat: "Red", who: "Red", says: "the Redoubt may fire.", yours: true }];
  assert.equal(titleOf("Red: the Redoubt may fire.", redoubt), "Red: the Redoubt may fire.");
});

test("whoever is asked reads their own part", () => {
  const text = "Fox: make 3 piles. Owl: make 2 piles.";
  const awaited = [{ seat: "Fox", who: "Fox", says: "make 3 piles.", yours: false }, { seat: "Owl", who: "Owl", says: "make 2 piles.", yours: true }];
  assert.equal(titleOf(text, awaited), "Owl: make 2 piles.");
  // For others there are but a few words, which stand nowhere in the whole of it.
  assert.equal(titleOf(text, awaited.map((each) => ({ ...each, says: "piles", yours: false }))), text);
  assert.equal(titleOf("It is over.", []), "It is over.");
});

test("a result says who has won, once", () => {
  assert.equal(resultOf("No Hero is left.", "Enemies"), "Winner: Enemies. No Hero is left.");
  assert.equal(resultOf("Green wins: Green 13, Grey 2.", "green"), "Green wins: Green 13, Grey 2.");
  assert.equal(resultOf("Nobody is left.", ""), "Nobody is left.");
});
