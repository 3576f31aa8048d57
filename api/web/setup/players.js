// Lets players in for the host: the network, a code to scan for each seat, and out again.

import { button, drawingFrom, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { Trouble } from "../app/trouble.js";

/** @typedef {{name: string, sides: string[], taken: boolean}} SeatTold */
/** @typedef {{grant: string, role: string, seat: string, expires: number, page: string}} Grant */

const SCREENS = /** @type {const} */ ([
  { page: "screen", name: "Screen", says: "the table on a television" },
  { page: "overlay", name: "Overlay", says: "score and rulings over a stream" },
]);

/** How a screen's address is headed. @type {Record<string, string>} */
const OPENED = { screen: "Open this on the screen", overlay: "Open this in the streaming program" };

export class PlayersPart {
  title = "Players and their phones";

  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.look = 0;
    this.acting = new Once();
    this.network = make("div", { class: "network" });
    this.seats = make("div", { class: "seats" });
    this.invitation = make("div", { class: "invitation", "aria-live": "polite" });
    /** What the shown code lets in by. */
    this.shown = "";
    /** Counts the codes that were asked for: the last is shown, while its battle is watched. */
    this.invited = 0;
    context.store.on(["battle"], () => {
      this.invited += 1;
      replace(this.invitation);
    });
    /** Where a television shows its digits. */
    this.screenAt = make("span");
    this.trouble = new Trouble();
    this.element = make("div", {}, this.network, this.trouble.element, this.seats, this.ownCode(), this.invitation);
  }

  isDue() {
    const { me, battle } = this.context.store.now;
    return me?.role === "host" && battle !== "";
  }

  get path() {
    return `/battles/${encodeURIComponent(this.context.store.now.battle)}`;
  }

  /** Of several that are under way only the last says how it is now. */
  async refresh() {
    const look = (this.look += 1);
    const { requests } = this.context;
    await this.trouble.looking(async () => {
      const [joining, seats, grants] = await Promise.all([
        requests.get("/joining"),
        requests.get(`${this.path}/seats`),
        requests.get(`${this.path}/grants`),
      ]);
      if (look !== this.look) return;
      this.screenAt.textContent = `${joining.url}screen`;
      this.showNetwork(joining);
      this.showSeats(seats, grants);
    });
  }

  /** The same not twice at once: each code that is shown lets somebody in. @param {string} name @param {() => Promise<void>} act */
  async doing(name, act) {
    await this.acting.run(name, () => this.trouble.doing(act));
  }

  /** @param {{open: boolean, url: string, name_url: string, addresses: string[]}} joining */
  showNetwork({ open, url, name_url, addresses }) {
    const { requests } = this.context;
    const act = (/** @type {() => Promise<unknown>} */ work) => () =>
      void this.doing("joining", async () => {
        await work();
        await this.refresh();
      });
    replace(
      this.network,
      make(
        "p",
        {},
        open
          ? `Phones on your network can join at ${url}${name_url && ` or ${name_url}`}`
          : "Only this computer can play now. Let phones join, then show each player a code to scan.",
      ),
      open
        ? button("Let no phones join", act(() => requests.remove("/joining")), { "data-key": "close" })
        : button("Let phones join", act(() => requests.post("/joining", { address: addresses[0] ?? null })), { class: "main", "data-key": "open" }),
    );
  }

  /** @param {SeatTold[]} seats @param {Grant[]} grants */
  showSeats(seats, grants) {
    const rows = seats.map((seat) => {
      const held = grants.filter((grant) => grant.role === "player" && grant.seat === seat.name);
      return make(
        "div",
        { class: "row seat-row" },
        make("strong", {}, seat.name),
        make("span", { class: "faint" }, seat.sides.filter((side) => side !== seat.name).join(" and ")),
        seat.taken ? make("span", { class: "answer", "data-answer": "YES" }, "let in") : null,
        button("Show a code", () => void this.invite(seat.name), { "data-key": `invite ${seat.name}`, "aria-label": `Show a code for ${seat.name}` }),
        ...held.map((grant) => button("Revoke", () => void this.revoke(grant.grant), { class: "link", "data-key": `revoke ${grant.grant}`, "aria-label": `Shut ${seat.name} out` })),
      );
    });
    const watching = grants.filter((grant) => grant.role === "spectator" && !grant.page);
    replace(
      this.seats,
      ...rows,
      make(
        "div",
        { class: "row seat-row" },
        make("strong", {}, "Spectators"),
        watching.length > 0 && make("span", { class: "faint" }, `${watching.length} let in`),
        button("Show a code", () => void this.invite(""), { "data-key": "invite", "aria-label": "Show a code for spectators" }),
      ),
      ...SCREENS.map((screen) => this.screenRow(screen, grants.filter((grant) => grant.page === screen.page))),
    );
  }

  /** A screen of its own, with a code of its own: made here, and ended here.
   * @param {typeof SCREENS[number]} screen @param {Grant[]} held
   */
  screenRow({ page, name, says }, held) {
    return make(
      "div",
      { class: "row seat-row" },
      make("strong", {}, name),
      make("span", { class: "faint" }, held.length > 0 ? `${held.length} shown` : says),
      button("Show a code", () => void this.invite("", page), { "data-key": `invite ${page}`, "aria-label": `Show a code for the ${name.toLowerCase()}` }),
      ...held.map((grant) => button("Revoke", () => void this.revoke(grant.grant), { class: "link", "data-key": `revoke ${grant.grant}`, "aria-label": `End the code of the ${name.toLowerCase()}` })),
    );
  }

  /** @param {string} seat nothing for a spectator @param {string} [page] of a screen */
  async invite(seat, page = "") {
    await this.doing(`invite ${seat} ${page}`, async () => {
      const wanted = seat ? { role: "player", seat } : { role: "spectator", page };
      const invited = (this.invited += 1);
      const told = await this.context.requests.post(`${this.path}/invitations`, wanted);
      if (invited === this.invited) this.showCode(told, seat, page);
      if (seat) await this.context.sitDown();
      await this.refresh();
      this.invitation.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {{grant: string, qr_svg: string, url: string}} told @param {string} seat @param {string} page */
  showCode(told, seat, page) {
    this.shown = told.grant;
    const code = drawingFrom(told.qr_svg);
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", `A code to scan for ${seat || "a spectator"}`);
    const isHere = /^http:\/\/(127\.|localhost|\[::1\])/.test(told.url);
    const address = make("textarea", { readonly: true, rows: 2, "aria-label": "The address in the code", "data-key": "address", onfocus: () => address.select() }, told.url);
    replace(
      this.invitation,
      make("h3", {}, seat ? `${seat}, scan this` : (OPENED[page] ?? "To watch, scan this")),
      make("div", { class: "code" }, code),
      make("p", { class: "row address" }, address, button("Copy", () => void this.copy(address), { "data-key": "copy address" })),
      isHere && make("p", { class: "reason" }, "This one works on this computer only. For a phone, let phones join first, and show a new code."),
      make("p", { class: "faint" }, seat ? "Whoever has this address plays this seat. It is shown once." : "Whoever has this address sees what spectators may see. It is shown once."),
    );
  }

  /** For a television, whose remote control is no keyboard: it shows six digits at a short address. */
  ownCode() {
    const field = make("input", { inputmode: "numeric", autocomplete: "off", required: true, pattern: "[0-9]{3} ?[0-9]{3}", title: "six digits", size: 8, "data-key": "screen-code" });
    const letIn = () =>
      void this.doing("own code", async () => {
        await this.context.requests.post(`${this.path}/invitations`, { role: "spectator", page: "screen", code: field.value.replace(/\D/g, "") });
        field.value = "";
        this.context.say("The screen is let in.");
        await this.refresh();
      });
    return make(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          letIn();
        },
      },
      make("label", {}, "The six digits that a television shows at ", this.screenAt, " ", field),
      make("button", { type: "submit", "data-key": "let screen in" }, "Let it in"),
    );
  }

  /** Where a browser lets no page copy, it is marked for the keys that do. @param {HTMLTextAreaElement} address */
  async copy(address) {
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      this.context.say("The address is copied.");
    } catch {
      this.context.say("This browser does not let the page copy. The address is marked: copy it with your keys.");
    }
  }

  /** @param {string} grant */
  async revoke(grant) {
    await this.doing(`revoke ${grant}`, async () => {
      await this.context.requests.remove(`/grants/${encodeURIComponent(grant)}`);
      if (grant === this.shown) replace(this.invitation);
      await this.context.sitDown();
      await this.refresh();
    });
  }
}
