// Shows the board of a game that is played on a drawn sheet: looked at, tapped, mended, drawn on.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { capital, spaced, valueWords } from "../app/words.js";
import { keyOf, onlyOnce } from "../play/filling.js";
import { boardOf, offersAbout, partAt, wallWords } from "./board.js";
import { drawing, growth, pictureBox, viewBoxOf } from "./drawing.js";

/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {import("./reader.js").Shown} Shown */

// Inches that a finger may miss a wall by, and less than which no line was meant.
const SLACK = 0.3;
const SHORTEST = 0.35;
const KEPT = "sheet-picture";

export class SheetScreen {
  /** @param {{host: HTMLElement, context: import("../app/shell.js").Context,
   *   play: import("../play/screen.js").PlayScreen}} parts */
  constructor({ host, context, play }) {
    this.host = host;
    this.context = context;
    this.store = context.store;
    this.play = play;
    this.picked = "";
    /** The line that is being drawn, in inches; null while none is asked for. @type {Point[] | null} */
    this.line = null;
    this.isDragged = false;
    /** Pixels of an inch; 0 until the board is drawn. */
    this.scale = 0;
    this.isPhotoShown = true;
    /** Whether the open camera tells who stands where. */
    this.isWatched = false;
    this.watching = new Once();
    /** Counts the photographs that were asked for: an older one is not laid over a newer board. */
    this.look = 0;
    /** @type {Shown | null} */
    this.shown = null;
    this.battle = "";
    this.tools = make("div", { class: "row sheet-tools" });
    this.photo = make("canvas", { class: "sheet-photo", hidden: true, role: "img", "aria-label": "The photograph of the sheet" });
    this.box = make("div", { class: "sheet-box" });
    this.element = make("section", { class: "sheet-view", "aria-label": "Board", hidden: true }, this.tools, this.box);
    host.append(this.element);
    play.heard = () => this.render();
    play.photographed = (shown) => this.photographed(shown);
    this.box.addEventListener("pointerdown", (event) => this.pressed(event));
    this.box.addEventListener("pointermove", (event) => this.moved(event));
    this.box.addEventListener("pointerup", (event) => this.lifted(event));
    this.box.addEventListener("keydown", (event) => this.typed(event));
    this.store.on(["state", "battle", "me"], () => this.changed());
    new ResizeObserver(() => this.measured()).observe(this.box);
  }

  get board() {
    const { state } = this.store.now;
    return state ? boardOf(state.view.state) : null;
  }

  changed() {
    const { battle } = this.store.now;
    if (battle !== this.battle) {
      this.battle = battle;
      this.picked = "";
      this.line = null;
      const kept = sessionStorage.getItem(`${KEPT} ${battle}`);
      this.shown = kept ? JSON.parse(kept) : null;
      void this.fetchPhoto();
    }
    this.render();
  }

  /** A board was taken from a photograph, or from elsewhere. @param {Shown | null} shown */
  photographed(shown) {
    this.shown = shown;
    if (shown) sessionStorage.setItem(`${KEPT} ${this.battle}`, JSON.stringify(shown));
    else sessionStorage.removeItem(`${KEPT} ${this.battle}`);
    void this.fetchPhoto();
  }

  async fetchPhoto() {
    const look = (this.look += 1);
    this.photo.hidden = true;
    const { battle, me } = this.store.now;
    if (!this.shown || !battle || me?.role !== "host") return;
    try {
      const response = await this.context.requests.send("GET", `/battles/${encodeURIComponent(battle)}/drawn-sheet/picture.jpg`);
      if (response.status === 204) return;
      const picture = await createImageBitmap(await response.blob());
      if (look !== this.look) return;
      this.photo.width = picture.width;
      this.photo.height = picture.height;
      this.photo.getContext("2d")?.drawImage(picture, 0, 0);
      picture.close();
      this.photo.hidden = false;
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
    this.render();
  }

  // --- what is shown -----------------------------------------------------------------------------

  render() {
    const { board } = this;
    this.element.hidden = !board;
    this.host.classList.toggle("with-sheet", Boolean(board));
    if (!board) {
      replace(this.play.about);
      return;
    }
    const focused = document.activeElement instanceof SVGElement ? (document.activeElement.dataset.part ?? "") : "";
    const hasPhoto = !this.photo.hidden && this.isPhotoShown;
    this.photo.classList.toggle("off", !hasPhoto);
    if (this.shown) {
      const { left, top, width, height } = pictureBox(board, this.shown);
      Object.assign(this.photo.style, {
        left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%`,
      });
    }
    const svg = drawing(board, { picked: this.picked, line: this.line ?? [], hasPhoto, scale: this.scale, sides: (this.store.now.state?.view.seats ?? []).flatMap((each) => each.sides) });
    const [, , wide, deep] = viewBoxOf(board).split(" ");
    const frame = make("div", { class: "sheet-frame" }, this.photo, svg);
    frame.style.setProperty("--shape", `${wide} / ${deep}`);
    document.documentElement.style.setProperty("--sheet-share", String(Number(deep) / Number(wide)));
    this.box.classList.toggle("drawing", this.line !== null);
    this.box.replaceChildren(frame);
    this.measured();
    if (focused) {
      /** @type {SVGElement | null} */
      const again = this.box.querySelector(`[data-part="${CSS.escape(focused)}"]`);
      again?.focus({ preventScroll: true });
    }
    this.showTools(board);
    this.showAbout(board);
  }

  /** Letters are drawn so that they can be read: once it is known how large an inch is, and anew where that changes. */
  measured() {
    const svg = this.box.querySelector("svg");
    const scale = svg && this.board ? svg.getBoundingClientRect().width / Number(viewBoxOf(this.board).split(" ")[2]) : 0;
    if (Math.abs(scale - this.scale) < 0.5) return;
    this.scale = scale;
    this.render();
  }

  groups() {
    const groups = this.play.fed.seats.map(({ seat, offers }) => ({ seat, now: offers }));
    return onlyOnce(groups).map(({ seat, now }) => ({ seat, offers: now }));
  }

  /** What a line can be drawn for now. */
  lines() {
    return this.groups().flatMap(({ seat, offers }) =>
      offers
        .filter((offer) => offer.refusal === null)
        .flatMap((offer) => offer.holes.filter((hole) => hole.kind === "line").map((hole) => ({ seat, offer, hole }))),
    );
  }

  /** @param {import("./board.js").Board} board */
  showTools(board) {
    const [drawn] = this.lines();
    if (!drawn) this.line = null;
    const doubts = [...board.doubts.keys()].filter((id) => board.rooms.some((each) => each.name === id) || board.walls.some((each) => each.id === id));
    replace(
      this.tools,
      drawn &&
        button(this.line ? "Stop drawing" : "Draw a line", () => this.startLine(), {
          "aria-pressed": String(this.line !== null),
          "data-key": "sheet-line",
        }),
      doubts.length > 0 &&
        button(`Next doubt (${doubts.length})`, () => this.pick(this.next(doubts)), { "data-key": "sheet-doubt" }),
      !this.photo.hidden &&
        button("Photograph", () => {
          this.isPhotoShown = !this.isPhotoShown;
          this.render();
        }, { "aria-pressed": String(this.isPhotoShown), "data-key": "sheet-photograph" }),
      this.store.now.me?.role === "host" &&
        button("Camera", () => void this.watching.run("", () => this.watch()), {
          "aria-pressed": String(this.isWatched),
          "data-key": "sheet-watch",
          title: "Let the camera see who stands where, by the sheet's own tags",
        }),
      make("p", { class: "faint" }, this.line ? "Draw from wall to wall, or tap both ends." : this.play.fed.seats.length > 0 && !this.store.now.state?.view.result ? "Tap a room, a wall or a token." : ""),
      board.key && make("p", { class: "faint key" }, board.key),
    );
  }

  /** The camera says who stands where from now on, or no longer. */
  async watch() {
    const { requests } = this.context;
    try {
      if (this.isWatched) await requests.remove("/setup/use");
      else await requests.post(`/battles/${encodeURIComponent(this.battle)}/drawn-sheet/watch`, undefined);
      this.isWatched = !this.isWatched;
      this.context.say(this.isWatched ? "The camera sees who stands where; what it proposes is accepted here." : "The camera is no longer asked.");
    } catch (failure) {
      this.context.say(failure instanceof Error ? failure.message : String(failure));
    }
    this.render();
  }

  /** @param {string[]} doubts */
  next(doubts) {
    return doubts[(doubts.indexOf(this.picked) + 1) % doubts.length] ?? "";
  }

  /** @param {import("./board.js").Board} board */
  showAbout(board) {
    const says = this.picked ? partWords(board, this.picked) : "";
    if (!says) {
      this.picked = "";
      replace(this.play.about);
      return;
    }
    const about = offersAbout(this.groups(), this.picked);
    replace(
      this.play.about,
      make(
        "article",
        { class: "card about-part", "data-about": this.picked },
        button("×", () => this.pick(""), { class: "close", "aria-label": "Done with this", "data-key": "about-close" }),
        make("h2", {}, says),
        board.doubts.has(this.picked) && make("p", { class: "doubt-words" }, capital(`${board.doubts.get(this.picked)}.`)),
        ...about.map((each) => this.aboutOffer(each)),
        about.length === 0 && make("p", { class: "faint" }, "Nothing can be done about it now."),
      ),
    );
  }

  /** @param {import("./board.js").About} about */
  aboutOffer({ seat, offer, values, open }) {
    const [hole] = open;
    /** @param {Record<string, unknown>} more */
    const give = (more) => void this.play.give(seat, { kind: offer.command, ...offer.fixed, ...values, ...more });
    const name = capital(spaced(offer.command));
    if (!hole) {
      return make("div", { class: "about-offer", "data-command": offer.command }, make("p", {}, offer.says), button(name, () => give({}), { class: "main", "data-key": `about ${keyOf(offer)}` }));
    }
    if (open.length === 1 && hole.kind === "choice" && hole.allowed.length > 0) {
      return make(
        "div",
        { class: "about-offer", "data-command": offer.command },
        make("p", {}, offer.says),
        make(
          "div",
          { class: "choices" },
          ...hole.allowed.map((each) =>
            button(this.nameOf(each), () => give({ [hole.name]: each }), { "data-key": `about ${keyOf(offer)} ${JSON.stringify(each)}` }),
          ),
        ),
      );
    }
    const fill = () => {
      const key = `${seat} ${keyOf(offer)}`;
      const form = this.play.forms.get(key);
      if (!form) return;
      form.values = { ...form.values, ...values };
      this.play.activate(key);
      form.render();
    };
    return make("div", { class: "about-offer", "data-command": offer.command }, button(offer.says, fill, { "data-key": `about ${keyOf(offer)}` }));
  }

  /** A room's letter stays as it is written on the board, and a wall is told by what it parts. @param {unknown} value */
  nameOf(value) {
    const words = valueWords(value);
    const wall = this.board?.walls.find((each) => each.id === words);
    if (wall) return wallWords(wall);
    return this.board && partWords(this.board, words) ? words : capital(words);
  }

  // --- what is done ------------------------------------------------------------------------------

  /** @param {string} id */
  pick(id) {
    this.picked = id;
    this.render();
    if (id) this.play.about.scrollIntoView({ block: "nearest" });
  }

  startLine() {
    this.line = this.line ? null : [];
    this.picked = "";
    this.render();
  }

  /** @param {PointerEvent} event @returns {Point | null} inches of the sheet */
  place(event) {
    const { board } = this;
    const svg = this.box.querySelector("svg");
    const turned = svg?.getScreenCTM()?.inverse();
    if (!board || !turned) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(turned);
    return [round(at.x), round(board.size[1] - at.y)];
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const at = this.place(event);
    if (!this.line || !at) return;
    event.preventDefault();
    this.box.setPointerCapture(event.pointerId);
    this.isDragged = true;
    this.line = [this.line[0] ?? at, at];
    this.render();
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const at = this.place(event);
    const [start] = this.line ?? [];
    if (!this.isDragged || !start || !at) return;
    this.line = [start, at];
    this.render();
  }

  /** @param {PointerEvent} event */
  lifted(event) {
    const at = this.place(event);
    if (!at) return;
    if (this.line === null) {
      const { board } = this;
      if (board) this.pick(partAt(board, at, SLACK, growth(this.scale)));
      return;
    }
    this.isDragged = false;
    const [start] = this.line;
    if (!start) return;
    // A tap is one end of the line; the next one is the other.
    if (Math.hypot(at[0] - start[0], at[1] - start[1]) < SHORTEST) this.line = [start];
    else this.drawn([start, at]);
    this.render();
  }

  /** @param {Point[]} line */
  drawn(line) {
    const [asked] = this.lines();
    this.line = asked ? [] : null;
    if (asked) void this.play.give(asked.seat, { kind: asked.offer.command, ...asked.offer.fixed, [asked.hole.name]: line });
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    const part = event.target instanceof SVGElement ? event.target.closest("[data-part]") : null;
    if (event.key === "Escape") {
      this.line = null;
      this.pick("");
    } else if (part instanceof SVGElement && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.pick(part.dataset.part ?? "");
    }
  }
}

/** @param {import("./board.js").Board} board @param {string} id */
function partWords(board, id) {
  const wall = board.walls.find((each) => each.id === id);
  if (wall) return `${wallWords(wall)}: ${wall.state}`;
  if (board.rooms.some((each) => each.name === id)) return `Room ${id}`;
  const token = board.tokens.find((each) => each.id === id);
  return token ? `${capital(token.id)}, ${token.beside ? `outside ${token.beside}` : `in ${token.place}`}` : "";
}

/** @param {number} length */
function round(length) {
  return Math.round(length * 100) / 100;
}
