// Lays the forms of a seat one below the other: what is possible first, the rest folded into one line.

import { make } from "../app/elements.js";
import { standingButtons } from "./as_they_stand.js";
import { isOneTap } from "./filling.js";

/** @typedef {import("./offer_form.js").OfferForm} OfferForm */

/** What may be done, and what may not now. @template {{offer: import("../app/types.js").Offer}} F @param {F[]} forms */
export function foldable(forms) {
  return { able: forms.filter(({ offer }) => !offer.refusal), barred: forms.filter(({ offer }) => offer.refusal) };
}

/** What cannot be done for one and the same reason, together; pure.
 * @template {{offer: import("../app/types.js").Offer}} F @param {F[]} barred @returns {F[][]} */
export function byReason(barred) {
  /** @type {Map<string, F[]>} */
  const found = new Map();
  for (const form of barred) {
    const { refusal } = form.offer;
    const key = JSON.stringify([refusal?.reason, refusal?.remedy, refusal?.clause]);
    found.set(key, [...(found.get(key) ?? []), form]);
  }
  return [...found.values()];
}

/** Whether it is a step of the whole table, as the end of a phase: it keeps its place while it is not possible yet.
 * @param {{offer: import("../app/types.js").Offer}} form */
function isStep({ offer }) {
  return offer.holes.length === 0 && (offer.weight ?? "main") === "main" && !offer.unit && Object.keys(offer.fixed).length === 0;
}

/** More targets than these, of all offers together, fill a phone. */
const MOST_TARGETS = 6;

/** How many targets an offer has, where a tap on one gives it. @param {{offer: import("../app/types.js").Offer}} form */
function targetsOf({ offer }) {
  const [hole] = offer.holes;
  return !offer.refusal && isOneTap(offer) && hole?.kind === "unit" ? hole.allowed.length + Object.keys(hole.greyed).length : 0;
}

/** Offers whose many targets are one choice that opens, where something else can be done, too; pure.
 * @template {{offer: import("../app/types.js").Offer}} F @param {F[]} forms */
export function toOpen(forms) {
  const all = forms.reduce((sum, form) => sum + targetsOf(form), 0);
  const isAlone = foldable(forms).able.filter(({ offer }) => (offer.weight ?? "main") === "main").length < 2;
  return all > MOST_TARGETS && !isAlone ? forms.filter((form) => targetsOf(form) > 1) : [];
}

/** Whether a unit does it at one press: that comes before what it does to one of many. @param {{offer: import("../app/types.js").Offer}} form */
function isPlain({ offer }) {
  return offer.holes.length === 0 && (offer.weight ?? "main") === "main" && Boolean(offer.unit);
}

/** In which order offers are shown, and which of them are folded behind the rest; pure.
 * @template {{offer: import("../app/types.js").Offer}} F @param {F[]} forms */
export function inOrder(forms) {
  const { able, barred } = foldable(forms);
  const kept = forms.filter((form) => able.includes(form) || isStep(form)).sort((one, other) => Number(isPlain(other)) - Number(isPlain(one)));
  const rest = barred.filter((form) => !kept.includes(form));
  return rest.length > 1 && able.length > 0 ? { shown: kept, folded: rest } : { shown: [...kept, ...rest], folded: [] };
}

/** @param {string} seat @param {OfferForm[]} forms
 * @param {{isNamed: boolean, stand?: (command: string) => void}} how `stand` gives all of a command that are complete as they stand */
export function seatSection(seat, forms, { isNamed, stand }) {
  const { shown, folded } = inOrder(forms);
  const { able } = foldable(shown);
  const long = toOpen(able);
  for (const form of forms) {
    form.isLong = long.includes(form);
    form.element.classList.toggle("step", able.length > 1 && form === able.at(-1) && form.offer.holes.length === 0);
  }
  explainOnce(shown);
  return make(
    "section",
    { class: "seat-offers", "data-seat": seat },
    isNamed && make("h3", { class: "seat" }, seat),
    ...(stand ? standingButtons(able, stand) : []),
    ...shown.map((form) => form.element),
    ...(folded.length > 0 ? [fold(seat, folded)] : []),
  );
}

/** What is alike for several that stand open together is explained with the first of them. @param {OfferForm[]} forms */
function explainOnce(forms) {
  const told = new Set();
  for (const form of forms) {
    const isAlwaysOpen = form.offer.holes.length === 0 || isOneTap(form.offer);
    form.explain(!isAlwaysOpen || !told.has(form.offer.help?.says));
    if (isAlwaysOpen) told.add(form.offer.help?.says);
  }
}

/** Whether the refusals of a seat are read now, as forms come and go. @type {Set<string>} */
const opened = new Set();

/** @param {string} seat @param {OfferForm[]} barred */
function fold(seat, barred) {
  const says = barred.length === 1 ? "One more is not possible now" : `${barred.length} more are not possible now`;
  const element = make(
    "details",
    { class: "barred", open: opened.has(seat), ontoggle: () => opened[element.open ? "add" : "delete"](seat) },
    make("summary", { "data-key": `barred ${seat}` }, says),
    // A reason that several share is said once, behind the last of them.
    ...byReason(barred).map((alike) => make("div", { class: alike.length > 1 ? "alike" : "" }, ...alike.map((form) => form.element))),
  );
  return element;
}

/** What is possible beside what is waited for; what can be put right together is much, and folded.
 * @param {{seat: string, forms: OfferForm[]}[]} groups @param {boolean} several @param {boolean} isOpen
 */
export function asideOf(groups, several, isOpen) {
  const isAmending = (/** @type {OfferForm} */ form) => form.offer.command === "amend_state";
  /** @param {(form: OfferForm) => boolean} wanted */
  const those = (wanted) =>
    groups.flatMap(({ seat, forms }) => {
      const found = forms.filter(wanted);
      return found.length > 0 ? [seatSection(seat, found, { isNamed: several })] : [];
    });
  const amending = those(isAmending);
  return make(
    "div",
    {},
    make("h2", {}, "Also possible"),
    ...those((form) => !isAmending(form)),
    amending.length > 0 && make("details", { class: "amend", open: isOpen }, make("summary", { "data-key": "amend" }, "Put something right together"), ...amending),
  );
}

/** Each question once, over all of its answers. @param {OfferForm[]} questions @param {(form: OfferForm) => string} askOf what is asked */
export function decided(questions, askOf) {
  let above = "";
  return questions.flatMap((form) => {
    const asked = askOf(form);
    const isNew = asked !== "" && asked !== above;
    above = asked;
    return isNew ? [make("p", { class: "question" }, asked), form.element] : [form.element];
  });
}
