// Shows which of the other seats somebody looks from now, as the umpire tells it.

import { make, replace } from "../app/elements.js";

/** The seats of others, here or away; to the host, whose the free ones are, those that players have; pure.
 * @param {import("../app/store.js").SeatTold[]} told @param {string[]} own @param {boolean} isHost
 */
export function othersOf(told, own, isHost) {
  return told.filter((seat) => (seat.taken || !isHost) && !own.includes(seat.name)).map(({ name, here }) => ({ name, here }));
}

/** @param {string} name @param {boolean} isHere */
function told(name, isHere) {
  const words = `${name} ${isHere ? "is here" : "is away"}`;
  return make("span", { class: isHere ? "here" : "away", title: words }, words);
}

/** @param {{store: import("../app/store.js").Store, place: Element}} parts */
export function showPresence({ store, place }) {
  const root = make("p", { class: "presence", role: "status" });
  place.before(root);
  let shown = "";
  store.on(["company", "seats", "me", "link"], () => {
    const { company, seats, me, link } = store.now;
    // Whose link has ended is not told who comes and goes.
    const others = link === "ended" ? [] : othersOf(company, seats, !me || me.role === "host");
    const text = JSON.stringify(others);
    if (text === shown) return;
    shown = text;
    replace(root, ...others.map(({ name, here }) => told(name, here)));
  });
}
