// Shows what the camera reads in the dice tray, with one tap to accept it and one to correct it.

import { button, make, replace } from "../app/elements.js";
import { dieFace } from "./dice.js";

/** @typedef {import("../app/types.js").Tray} Tray */
/** @typedef {import("../app/types.js").Offer} Offer */

/** The command that answers a roll with these dice; null where this page cannot give it.
 * @param {Tray} tray @param {import("../app/store.js").Offered | null} offered @param {number[]} dice
 * @returns {Record<string, unknown> | null} */
export function commandWith(tray, offered, dice) {
  const offers = offered?.seats.find((each) => each.seat === tray.seat)?.options ?? [];
  for (const offer of offers) {
    const hole = offer.holes.find((each) => each.kind === "dice");
    if (hole && !offer.refusal && (offer.fixed.ask ?? 0) === tray.ask) return { kind: offer.command, ...offer.fixed, [hole.name]: dice };
  }
  return null;
}

export class TrayRead {
  /** @param {{play: import("./screen.js").PlayScreen, context: import("../app/shell.js").Context}} parts */
  constructor({ play, context }) {
    this.play = play;
    this.context = context;
    this.element = make("article", { class: "proposal tray-read", "aria-live": "polite", hidden: true });
    play.offers.before(this.element);
    context.store.on(["tray", "options", "seats", "me"], () => this.show());
  }

  show() {
    const { tray, seats, me } = this.context.store.now;
    this.element.hidden = !tray;
    if (!tray) return;
    this.element.dataset.phase = tray.phase;
    const isMine = seats.includes(tray.seat);
    const rest = tray.accepts_in_s;
    replace(
      this.element,
      make("h3", {}, isMine && seats.length === 1 ? "In the tray" : `In the tray, for ${tray.seat}`),
      make("p", {}, tray.says),
      tray.dice && make("p", { class: "row" }, ...[tray.dice, ...tray.others].map((dice, at) => this.choice(tray, dice, { isFirst: at === 0, isMine }))),
      rest !== null && rest > 0 && me?.role !== "spectator" && make("p", { class: "row" }, "It counts by itself in a moment.", button("Wait", () => this.hold(), { "data-key": "hold tray" })),
    );
  }

  /** Dice as a button for the seat that rolls; the others see the first of them alone.
   * @param {Tray} tray @param {number[]} dice @param {{isFirst: boolean, isMine: boolean}} how */
  choice(tray, dice, { isFirst, isMine }) {
    const faces = dice.map((face) => dieFace(face));
    const told = dice.join(" ");
    const command = isMine ? commandWith(tray, this.context.store.now.options, dice) : null;
    if (!command) return isFirst && make("span", { class: "tray-dice", role: "img", "aria-label": told }, ...faces);
    const isSure = isFirst && tray.sure;
    const name = isSure ? `Accept ${told}` : `It is ${told}`;
    const found = button(isSure ? "Accept" : "", () => void this.play.give(tray.seat, command), { class: isSure ? "go" : "", "aria-label": name, title: name, "data-key": `tray ${told}` });
    found.append(...faces);
    return found;
  }

  async hold() {
    const { requests, store, say } = this.context;
    try {
      await requests.post(`/battles/${encodeURIComponent(store.now.battle)}/tray/hold`, {});
    } catch (failure) {
      say(failure instanceof Error ? failure.message : String(failure));
    }
  }
}
