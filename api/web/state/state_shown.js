// Shows the state of the battle in the places that the frame has for it, from what the game tells.

import { button, make, replace } from "../app/elements.js";
import { capital, listed } from "../app/words.js";
import { isOnCloth } from "../cards/card_table.js";
import { sideBadge } from "../play/plates.js";
import { hangingOn } from "../play/hanging.js";
import { pictured } from "../table/silhouettes.js";
import { sideColours } from "../table/words.js";
import { pilesOf } from "./cards.js";
import { unitsByPiece } from "./facts.js";
import { objectivesOf } from "./plate.js";
import { clocksOf, orderOfPlay, turnStrip } from "./turn_strip.js";
import { unitCard, unitList } from "./unit_card.js";
import { seatList, whoMay } from "./who_may.js";

export class StateShown {
  /** @param {import("../app/shell.js").Context} context @param {HTMLElement} table over which a pointer may hover */
  constructor(context, table) {
    const { store, slots, places } = context;
    this.store = store;
    this.toWin = button("How to win", () => context.rules(), { "data-key": "how to win" });
    this.places = places;
    this.slots = slots;
    this.told = "";
    /** The piece that a mouse hovers over. */
    this.hovered = "";
    /** The unit that acts, as the state said last. */
    this.acting = "";
    this.isFollowing = false;
    store.on(["state", "options", "seats", "table"], () => this.changed());
    store.on(["state"], () => this.follow());
    store.on(["picked", "state", "options"], () => this.unitChanged());
    store.on(["picked"], () => this.isFollowing || requestAnimationFrame(() => this.reveal()));
    table.addEventListener("pointerover", (event) => this.hover(event));
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || event.buttons > 0) return;
    const piece = /** @type {Element} */ (event.target).closest("[data-piece]")?.getAttribute("data-piece") ?? "";
    if (piece === this.hovered) return;
    this.hovered = piece;
    this.unitChanged();
  }

  /** A card that is open goes on to the unit that acts from now on. */
  follow() {
    const unit = this.facts()?.units.find((each) => each.acting);
    const before = this.acting;
    this.acting = unit?.id ?? "";
    const [shown] = this.store.now.picked;
    if (!unit || unit.id === before || !shown || unit.pieces.includes(shown) || this.places.place !== "play") return;
    this.isFollowing = true;
    this.find(unit.id);
    this.isFollowing = false;
  }

  /** Whoever taps a unit is shown its card; one that comes by itself pushes no ruling out of sight. */
  reveal() {
    if (!this.isFollowing) this.slots.unit.scrollIntoView({ block: "nearest" });
  }

  facts() {
    return this.store.now.state?.view.facts;
  }

  /** Picks the unit on the table, where it has a piece. @param {string} id */
  find(id) {
    const unit = this.facts()?.units.find((each) => each.id === id);
    if (unit) this.store.set({ picked: unit.pieces.slice(0, 1) });
  }

  /** @param {string} side */
  badge(side) {
    const sides = (this.facts()?.sides ?? []).map((each) => each.name);
    return sideBadge(sideColours([...sides].sort()).get(side) ?? "grey");
  }

  /** @param {import("./facts.js").Unit} unit */
  drawing(unit) {
    const sides = (this.facts()?.sides ?? []).map((each) => each.name);
    const colour = sideColours([...sides].sort()).get(unit.side) ?? "grey";
    return pictured(this.store.now.state?.view.game ?? "", [unit.kind], `of-unit side-${colour}`);
  }

  changed() {
    const { state, options } = this.store.now;
    const facts = state?.view.facts;
    const seats = facts ? whoMay(facts, state.view.seats, options?.seats ?? []) : [];
    const told = JSON.stringify([facts, seats, isOnCloth(this.store.now)]);
    if (told === this.told) return;
    this.told = told;
    if (!facts) {
      for (const slot of [this.slots.turn, this.slots.order]) replace(slot);
      return;
    }
    const find = (/** @type {string} */ unit) => this.find(unit);
    replace(this.slots.turn, ...turnStrip(facts.turn), facts.ways.length > 0 && this.toWin);
    const isOpen = this.slots.order.querySelector("details")?.open ?? false;
    /** @type {[string, HTMLElement | null][]} */
    const parts = [
      ["seats", state?.view.result === null ? seatList(seats, facts.awaited) : null],
      ["objectives", objectivesOf(facts)],
      ["clocks", clocksOf(facts)],
    ];
    const found = parts.flatMap(([name, part]) => (part ? [{ name, part }] : []));
    const title = capital(listed(found.map(({ name }) => name)));
    const more = found.length > 0 && make("details", { class: "more-state", open: isOpen }, make("summary", { "data-key": "more state" }, title), ...found.map(({ part }) => part));
    replace(this.slots.order, orderOfPlay(facts.order, find), ...(isOnCloth(this.store.now) ? [] : pilesOf(facts.piles)), more);
  }

  unitChanged() {
    const facts = this.facts();
    const { picked, options } = this.store.now;
    const find = (/** @type {string} */ unit) => this.find(unit);
    const units = unitsByPiece(facts);
    const piece = this.hovered || (picked[0] ?? "");
    const unit = units.get(piece);
    const before = this.slots.unit.querySelector("[data-unit]")?.getAttribute("data-unit");
    replace(this.slots.unit, unit && unitCard(unit, { bids: this.bids(piece, options?.seats ?? []), badge: this.badge(unit.side), drawing: this.drawing(unit), find }));
    if (unit && unit.id !== before) this.reveal();
    replace(this.slots.units, ...(facts ? unitList(facts, { badge: (side) => this.badge(side), find, picked: units.get(picked[0] ?? "")?.id ?? "" }) : []));
  }

  /** What may be done with the unit of a piece, and why not the rest.
   * @param {string} piece @param {{seat: string, options: import("../app/types.js").Offer[]}[]} seats */
  bids(piece, seats) {
    const forms = seats.flatMap(({ seat, options }) => options.map((offer, at) => /** @type {[string, any]} */ ([`${seat} ${at}`, { offer }])));
    const pieces = new Map((this.facts()?.units ?? []).map((unit) => /** @type {const} */ ([unit.id, unit.pieces])));
    return hangingOn(piece, forms, pieces);
  }
}
