// Tells a seat that it is its turn: in the title, and by sound and vibration where that is allowed.

import { make } from "../app/elements.js";
import { platesOf } from "../play/plates.js";
import { areSoundsOn, sound, turnSounds } from "./sounds.js";

const MARK = "● Your turn – ";
/** Milliseconds on and off, as for a move of one's own. */
const BUZZ = [40, 60, 40];

/** Whether a seat that is played from here is waited for; pure.
 * @param {import("../app/store.js").State} now
 */
export function isOwnTurn(now) {
  return platesOf(now).some((each) => each.isOwn && each.isTurn);
}

/** The title with the mark or without it. @param {string} title @param {boolean} isTurn */
export function marked(title, isTurn) {
  const bare = title.startsWith(MARK) ? title.slice(MARK.length) : title;
  return isTurn ? MARK + bare : bare;
}

/** Knocks when the turn comes, and when the battle is over; off until somebody turns it on.
 * @param {{store: import("../app/store.js").Store, place: HTMLElement}} parts
 */
export function tellTurns({ store, place }) {
  let was = false;
  let isOver = true;
  const box = make("input", {
    type: "checkbox",
    checked: areSoundsOn(),
    "data-key": "sounds",
    onchange: () => {
      turnSounds(box.checked);
      sound("turn");
    },
  });
  place.append(make("label", { class: "switch" }, box, "Sounds: my turn, dice, what is refused"));
  store.on(["state", "options", "seats", "battle"], () => {
    const now = isOwnTurn(store.now);
    document.title = marked(document.title, now);
    if (now && !was) {
      sound("turn");
      // Browsers allow it only once somebody has touched the page.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    }
    was = now;
    const ends = Boolean(store.now.state?.view.result);
    if (ends && !isOver) sound("over");
    isOver = ends || !store.now.state;
  });
}
