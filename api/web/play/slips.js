// Shows the newest ruling to every seat alike, whoever acted, also after a reload.

import { make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { named } from "../log/names.js";
import { groundJudged, groundNamed, groundOf, nearby } from "../log/near.js";
import { sound } from "../seat/sounds.js";
import { sideColours } from "../table/words.js";
import { authorOf, concerned, listenerOf, toldTo } from "./concerning.js";
import { correct, disputeButton, mayFall, shortly, sinceWords, takenWith } from "./correcting.js";
import { marksOf, withUnits } from "./evidence.js";
import { sideBadge } from "./plates.js";
import { rulingsSince, sinceList } from "./since.js";
import { lastRuling, leading, refusalSlip, rulingOf, rulingSlip, slipAct, thrown, withoutAsked } from "./slip.js";

/** @typedef {import("../app/types.js").LogEvent} LogEvent */
/** @typedef {import("../app/types.js").Refusal} Refusal */

export class Slips {
  /** @param {{host: HTMLElement, context: import("../app/shell.js").Context,
   *   book: import("./rules_book.js").RulesBook, speech: import("./speech.js").Speech}} parts */
  constructor({ host, context, book, speech }) {
    this.context = context;
    this.store = context.store;
    this.book = book;
    this.speech = speech;
    this.once = new Once();
    this.element = make("div", { class: "ruled", role: "status", "aria-live": "polite" });
    host.append(this.element);
    /** Nobody has done anything since it was told. */
    this.isUnread = false;
    for (const sign of ["pointerdown", "wheel", "keydown"]) addEventListener(sign, () => (this.isUnread = false), { capture: true, passive: true });
    // What may be done next comes after it, and takes room from it.
    if (host.parentElement) new ResizeObserver(() => this.isUnread && this.reveal()).observe(host.parentElement);
    this.told = "";
    /** What was asked for beside it, which comes a moment later than what has happened. */
    this.awaited = "";
    /** The battle whose slips have been heard; what was there before it was opened is not news. */
    this.heard = "";
    /** The last event when something was refused: the refusal stays until something happens. */
    this.refusedAt = "";
    /** The last event before somebody here acted; what came since is told under the newest ruling. */
    this.actedAfter = Infinity;
    this.store.on(["battle"], () => this.clear());
    this.store.on(["events", "seats", "state"], () => this.changed());
  }

  clear() {
    this.told = "";
    this.heard = "";
    this.refusedAt = "";
    this.actedAfter = Infinity;
    this.element.replaceChildren();
    this.store.set({ slip: "" });
    this.store.draw("ruling", []);
  }

  /** Somebody here has done something, other than what was done by itself. */
  acted() {
    this.actedAfter = this.store.now.events.at(-1)?.sequence ?? -1;
  }

  changed() {
    const { events, battle, seats } = this.store.now;
    const ruling = lastRuling(events, this.result());
    const key = JSON.stringify([ruling, seats, this.result()]);
    const awaits = this.store.now.state?.view.awaits ?? "";
    const isTold = key === this.told;
    if (ruling.length === 0 || (isTold && awaits === this.awaited)) return;
    const isNews = this.heard === battle && !isTold;
    this.heard = battle;
    if (this.refusedAt === events.at(-1)?.id) return;
    this.told = key;
    this.awaited = awaits;
    this.refusedAt = "";
    this.show(ruling, rulingsSince(events, { after: this.actedAfter, shown: ruling }));
    if (!isTold) this.element.classList.toggle("news", isNews);
    if (!isNews) return;
    this.isUnread = true;
    this.reveal();
    const dice = thrown(ruling).flatMap((event) => event.dice ?? []);
    if (dice.length > 0) sound("dice", dice.length);
    this.speech.say(leading(this.forReader(ruling))?.says ?? "");
  }

  /** How the battle ended. */
  result() {
    return this.store.now.state?.view.result ?? null;
  }

  /** As much of it as there is room for, and its headline in any case. */
  reveal() {
    this.element.scrollIntoView({ block: "nearest" });
    this.element.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  }

  /** As whoever reads is told of it: what somebody did to their units names them so. @param {LogEvent[]} ruling */
  forReader(ruling) {
    const listener = listenerOf(this.store.now);
    if (concerned(ruling, listener).length === 0) return ruling;
    return ruling.map((event) => ({ ...event, says: toldTo(event.says, listener) }));
  }

  /** What an event says, by names and places. @param {LogEvent} event */
  words(event) {
    return nearby(this.named(event), groundOf(this.store.now.table));
  }

  /** @param {{says: string, kind: string}} event */
  named(event) {
    return named(event, this.store.now.events, (sequence) => this.context.turns.of(sequence));
  }

  /** What was measured, with ground and units by name. @param {import("../app/types.js").Measured[]} evidence */
  measures(evidence) {
    const { state, table } = this.store.now;
    const units = [...(state?.view.facts?.units ?? []), ...(table?.pieces ?? [])].map(({ id }) => id);
    return groundJudged(withUnits(evidence, units), groundOf(table));
  }

  /** A ruling of now, or of then. @param {LogEvent[]} told @param {LogEvent[][]} [before] what came just before it */
  show(told, before = []) {
    const about = concerned(told, listenerOf(this.store.now));
    const ruling = this.forReader(withoutAsked(told, this.store.now.state?.view.awaits ?? "").map((event) => ({ ...event, says: this.words(event), evidence: this.measures(event.evidence), author: authorOf(event.author, this.store.now.byHand) })));
    const marks = marksOf(ruling.flatMap((event) => event.evidence)).map((mark) => (mark.answer === "NO" ? { ...mark, what: `${mark.what} plain` } : mark));
    this.store.draw("ruling", marks);
    const slip = rulingSlip({ events: ruling, who: this.badge(leading(ruling)?.author ?? ""), book: this.book, acts: this.acts(ruling, marks), about });
    replace(this.element, slip, sinceList(before, { told: (event) => this.words(event), open: (event) => this.reopen(event) }));
    const isNewest = told[0]?.id === lastRuling(this.store.now.events, this.result())[0]?.id;
    this.store.set({ slip: isNewest ? ((before.at(-1) ?? told)[0]?.id ?? "") : "" });
  }

  /** @param {LogEvent} event of any turn */
  reopen(event) {
    this.element.classList.remove("news");
    this.show(rulingOf(this.store.now.events, event));
    this.reveal();
  }

  /** @param {LogEvent[]} ruling @param {import("../app/types.js").Mark[]} marks */
  acts(ruling, marks) {
    const first = ruling.find((event) => mayFall(this.context, event));
    const measured = first && ruling.find((event) => event.evidence.length > 0 && mayFall(this.context, event));
    const isOwn = first && this.store.now.seats.includes(first.author);
    const verb = isOwn ? "Take back" : "Ask to take back";
    const { isRoll, act, since } = takenWith(first ? ruling : [], this.store.now.events);
    const also = sinceWords(since, (event) => this.words(event));
    const whole = act && shortly(rulingOf(this.store.now.events, act), (event) => this.words(event));
    /** @param {"take_back" | "challenge"} kind @param {LogEvent} event */
    const once = (kind, event) => () => void this.once.run(`${kind} ${event.id}`, () => correct(this.context, kind, event));
    return [
      marks.length > 0 ? slipAct("Show on table", () => this.point(marks), "show") : null,
      first ? slipAct(isRoll ? `${verb} the roll` : verb, once("take_back", first), "take back") : null,
      act ? slipAct(`${verb} “${whole}”`, once("take_back", act), "take back act") : null,
      measured ? disputeButton("Dispute", { of: measured.id, act: once("challenge", measured), key: "dispute", look: { class: "link" } }) : null,
      also ? make("p", { class: "faint" }, also) : null,
    ];
  }

  /** @param {import("../app/types.js").Mark[]} marks */
  point(marks) {
    this.store.draw("ruling", []);
    this.store.draw("ruling", marks);
    document.querySelector(".map-host")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Refusal} refusal @param {(HTMLElement | null)[]} acts */
  refuse(refusal, acts) {
    this.refusedAt = this.store.now.events.at(-1)?.id ?? "none";
    this.store.draw("ruling", marksOf(refusal.evidence));
    this.store.set({ slip: "" });
    const ground = groundOf(this.store.now.table);
    const evidence = this.measures(refusal.evidence);
    replace(this.element, refusalSlip({ refusal: { ...refusal, evidence, reason: groundNamed(refusal.reason, ground) }, book: this.book, acts }));
    this.reveal();
    sound("refused");
    this.speech.say(`${refusal.reason} ${refusal.remedy ?? ""}`.trim());
  }

  /** @param {string} trouble */
  fail(trouble) {
    this.refusedAt = this.store.now.events.at(-1)?.id ?? "none";
    this.store.set({ slip: "" });
    replace(this.element, make("p", { class: "trouble", role: "alert" }, trouble));
  }

  /** @param {string} seat */
  badge(seat) {
    const seats = this.store.now.state?.view.seats ?? [];
    const side = seats.find((each) => each.name === seat)?.sides[0];
    const colours = sideColours(seats.flatMap((each) => each.sides).sort());
    return side === undefined ? null : sideBadge(colours.get(side) ?? "grey");
  }
}
