// Hangs what a unit may do on its piece: a small bar of buttons that follows it over the table.

import { button, make, replace } from "../app/elements.js";
import { toScreen } from "./view.js";

/**
 * @typedef {object} Bid
 * @property {string} words
 * @property {string} reason why not; empty where it may be done
 * @property {() => Promise<string>} need what it takes; empty where that is not known before
 * @property {() => void} act
 * @property {boolean} [isBack] whether it only undoes what was done by hand
 */

/** A finger that is meant for a piece so near to the bar would press the bar, pixels. */
const FINGER = 14;

/** The corner of a bar above, below or beside a place, whichever covers fewest others; pure.
 * @param {import("../app/types.js").Point} at
 * @param {{size: {width: number, height: number}, gap: number, picture: {width: number, height: number},
 *   others: import("../app/types.js").Point[]}} room
 * @returns {import("../app/types.js").Point}
 */
export function freestSpot([x, y], { size, gap, picture, others }) {
  const { width, height } = size;
  /** @type {import("../app/types.js").Point[]} */
  const wanted = [[x - width / 2, y - gap - height], [x - width / 2, y + gap], [x + gap, y - height / 2], [x - gap - width, y - height / 2]];
  const found = wanted.map(([left, top]) => {
    const inside = [Math.max(4, Math.min(picture.width - width - 4, left)), Math.max(4, Math.min(picture.height - height - 4, top))];
    const [within, down] = [inside[0] ?? left, inside[1] ?? top];
    const covers = (/** @type {import("../app/types.js").Point} */ [px, py], /** @type {number} */ rim) =>
      px > within - rim && px < within + width + rim && py > down - rim && py < down + height + rim;
    // The piece itself stays to be seen before any other.
    const cost = others.filter((each) => covers(each, FINGER)).length + (covers([x, y], 0) ? 100 : 0);
    return { spot: /** @type {import("../app/types.js").Point} */ ([within, down]), cost };
  });
  const least = Math.min(...found.map(({ cost }) => cost));
  return found.find(({ cost }) => cost === least)?.spot ?? [x, y];
}

export class OfferBar {
  /** @param {import("./map.js").TableMap} map */
  constructor(map) {
    this.map = map;
    this.piece = "";
    this.reason = make("p", { class: "bar-reason", role: "status" });
    this.buttons = make("div", { class: "bar-buttons", role: "toolbar" });
    this.element = make("div", { class: "offer-bar", hidden: true }, this.buttons, this.reason);
    this.element.addEventListener("keydown", (event) => this.typed(event));
    map.box.append(this.element);
  }

  /** @param {string} piece @param {Bid[]} bids @param {boolean} isTyped by a key, which goes on in the bar */
  show(piece, bids, isTyped) {
    this.piece = piece;
    // Where nothing may be done, the piece says why at once.
    const deeds = bids.filter(({ isBack }) => !isBack);
    this.reason.textContent = deeds.every(({ reason }) => reason) ? [...new Set(deeds.map(({ reason }) => reason))].join(" ") : "";
    this.buttons.setAttribute("aria-label", `What ${piece} may do`);
    replace(
      this.buttons,
      ...bids.map(({ words, reason, act }) =>
        button(
          words,
          () => {
            if (reason) {
              this.reason.textContent = reason;
              return;
            }
            this.leave();
            act();
          },
          reason ? { class: "greyed", "aria-disabled": "true", "aria-description": reason } : {},
        ),
      ),
    );
    this.element.hidden = false;
    this.place();
    this.buttons.querySelectorAll("button").forEach((each, at) => void bids[at]?.need().then((words) => this.tellNeed(each, words)));
    if (isTyped) this.buttons.querySelector("button")?.focus();
  }

  /** @param {Element} button @param {string} words */
  tellNeed(button, words) {
    if (!words || !button.isConnected) return;
    button.append(make("small", {}, words));
    this.place();
  }

  /** Whoever has read it, or pressed a button. */
  leave() {
    this.map.store.set({ hung: null });
  }

  close() {
    if (this.element.hidden) return;
    const held = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (held) this.map.pieces.shown.get(this.piece)?.group.focus({ preventScroll: true });
  }

  /** Beside the piece, within the picture, and where it covers fewest other pieces. */
  place() {
    if (this.element.hidden) return;
    const { view, pieces } = this.map;
    /** @param {import("../app/types.js").Pose} pose */
    const spot = (pose) => toScreen(view, [pose.x_in, pose.y_in]);
    const pose = pieces.shown.get(this.piece)?.piece.pose;
    if (!pose) return this.close();
    const others = [...pieces.shown.values()].flatMap(({ piece }) => (piece.pose && piece.id !== this.piece ? [spot(piece.pose)] : []));
    const size = { width: this.element.offsetWidth, height: this.element.offsetHeight };
    const [left, top] = freestSpot(spot(pose), { size, gap: 2 * view.scale + 10, picture: view, others });
    this.element.style.translate = `${left.toFixed(1)}px ${top.toFixed(1)}px`;
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    const all = [...this.buttons.querySelectorAll("button")];
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.leave();
    else if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
