// Lays terrain for the host: found in the picture or drawn, its points moved, confirmed, locked.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { Trouble } from "../app/trouble.js";
import { capital, spaced } from "../app/words.js";
import { groundNames } from "../log/near.js";
import { isOfCards } from "../state/facts.js";
import { OutlineEditor } from "./editor.js";
import { crossing, square } from "./ring.js";

/** @typedef {import("../app/types.js").Area} Area */
/** @typedef {import("../app/types.js").Point} Point */
/** @typedef {{terrain: Area[], drafts: Area[], locked: boolean}} Ground */

/** How far an outline that a person drew may be off, inches. */
const BY_HAND_IN = 0.1;
const KINDS = ["woods", "building", "hill", "river", "road", "bridge"];

export class TerrainPart {
  title = "Terrain";

  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.trouble = new Trouble();
    this.list = make("ul", { class: "areas" });
    this.lock = button("Lock the ground", () => void this.doing(() => this.lockChanged()));
    this.add = button("Add a piece of terrain", () => this.choose(), { class: "main" });
    this.empty = button("Photograph the empty table", () => void this.doing(() => this.photographEmpty()), { title: "Before any terrain lies on it: outlines are then found on any mat" });
    this.file = make("input", { type: "file", accept: ".geojson,.json,.dd2vtt,.df2vtt,.uvtt", hidden: true, "aria-label": "A file of terrain", onchange: () => void this.doing(() => this.bring()) });
    this.bringIn = button("From a file", () => this.file.click(), { title: "GeoJSON, or a Universal VTT map" });
    this.work = make("div", { class: "outline-work" });
    this.element = make(
      "div",
      {},
      make("p", { class: "faint" }, "Templates are found by their tags. Felt, cloth and string are outlined here. Once the ground is locked, what shifts is told and not followed."),
      this.trouble.element,
      this.list,
      make("div", { class: "row" }, this.add, this.lock, this.empty),
      make(
        "div",
        { class: "row" },
        this.bringIn,
        this.file,
        button("Save as GeoJSON", () => void this.doing(() => this.save("terrain.geojson")), { class: "link" }),
        button("Save as Universal VTT", () => void this.doing(() => this.save("terrain.dd2vtt")), { class: "link" }),
      ),
      this.work,
    );
    /** @type {Ground} */
    this.ground = { terrain: [], drafts: [], locked: false };
    this.editing = false;
    /** Counts what was asked to be outlined: only the last is shown, however late the picture comes. */
    this.look = 0;
    /** Counts what was asked of the ground: an answer from before somebody changed it is passed over. */
    this.asked = 0;
    this.keeping = new Once();
    context.store.on(["byHand"], () => {
      if (context.places.place === "setup" && this.isDue()) void this.refresh();
    });
  }

  isDue() {
    const { me, state } = this.context.store.now;
    return me?.role === "host" && !isOfCards(state);
  }

  async refresh() {
    if (this.editing) return;
    const asked = (this.asked += 1);
    await this.trouble.looking(async () => {
      const ground = await this.context.requests.get("/table/terrain");
      if (!this.editing && asked === this.asked) this.show(ground);
    });
  }

  /** @param {() => Promise<void>} work */
  async doing(work) {
    await this.trouble.doing(work);
  }

  /** @param {Ground} ground */
  show(ground) {
    this.asked += 1;
    this.ground = ground;
    const drafted = new Set(ground.drafts.map((area) => area.id));
    const rows = [
      ...ground.drafts.map((area) => this.row(area, "to be confirmed")),
      ...ground.terrain.filter((area) => !drafted.has(area.id)).map((area) => this.row(area, "")),
    ];
    replace(this.list, ...(rows.length > 0 ? rows : [make("li", { class: "faint" }, "No terrain yet.")]));
    this.add.disabled = ground.locked;
    this.bringIn.disabled = ground.locked;
    this.lock.textContent = ground.locked ? "Unlock the ground" : "Lock the ground";
    this.lock.setAttribute("aria-pressed", String(ground.locked));
  }

  /** @param {Area} area @param {string} note */
  row(area, note) {
    const { locked } = this.ground;
    const name = this.phrase(area.id);
    return make(
      "li",
      { class: "row" },
      make("strong", {}, capital(this.called(area.id))),
      note && make("span", { class: "faint" }, note),
      !locked && button("Outline", () => void this.edit(area), { "aria-label": `Change the outline of ${name}`, "data-key": `edit ${area.id}` }),
      !locked && button("Remove", () => void this.remove(area), { class: "link", "aria-label": `Remove ${name}`, "data-key": `remove ${area.id}` }),
    );
  }

  /** What lies there is called as on the map, and a draft that is still to lie there counts on from it. @param {string} id */
  called(id) {
    const { terrain, drafts } = this.ground;
    const names = groundNames(terrain);
    if (names.has(id)) return names.get(id) ?? id;
    const laid = new Set(names.keys());
    return groundNames([...terrain, ...drafts.filter((area) => !laid.has(area.id))]).get(id) ?? "the new terrain";
  }

  /** The same within a sentence: `the woods`, or `woods 2`. @param {string} id */
  phrase(id) {
    const name = this.called(id);
    return /^the | \d+$/.test(name) ? name : `the ${name}`;
  }

  async lockChanged() {
    const { requests } = this.context;
    if (this.ground.locked) await requests.remove("/table/terrain-lock");
    else await requests.post("/table/terrain-lock", {});
    this.show(await requests.get("/table/terrain"));
  }

  /** @param {Area} area */
  async remove(area) {
    await this.doing(async () => {
      await this.context.requests.remove(`/table/terrain/${encodeURIComponent(area.id)}`);
      this.show(await this.context.requests.get("/table/terrain"));
    });
  }

  // --- files -------------------------------------------------------------------------------------

  /** Lay out what a file holds; a map's picture stays here. */
  async bring() {
    const file = this.file.files?.[0];
    if (!file) return;
    const text = await file.text();
    // The same file again is another choice.
    this.file.value = "";
    /** @type {Record<string, unknown>} */
    let content;
    try {
      content = JSON.parse(text);
      if (typeof content !== "object" || content === null || Array.isArray(content)) throw new Error("no object");
    } catch {
      throw new Error(`${file.name}: expected GeoJSON or a Universal VTT map`);
    }
    delete content.image;
    this.show(await this.context.requests.post("/table/terrain-file", content));
  }

  /** @param {string} name */
  async save(name) {
    const response = await this.context.requests.send("GET", `/table/${name}`);
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  // --- where it lies -----------------------------------------------------------------------------

  async photographEmpty() {
    await this.context.requests.post("/table/empty-picture", {});
    this.context.say("The empty table is kept. Lay the terrain down, then add it.");
  }

  /** @param {Point[]} [before] places in it that were tapped already, the first one first */
  choose(before = []) {
    const { store, say } = this.context;
    say(before.length > 0 ? "Tap one more place in it." : "Tap the middle of it on the table.");
    store.set({ choosing: { what: "place", allowed: [], greyed: {}, choose: (_, place) => void this.begin(before[0] ?? place, before[0] ? [...before.slice(1), place] : []) } });
  }

  /** What the picture shows there; else a square to begin with. @param {Point} place @param {Point[]} also further places in it */
  async begin(place, also) {
    const { store, requests } = this.context;
    store.set({ choosing: null });
    const [x, y] = place;
    const look = (this.look += 1);
    let why = "";
    this.seeking();
    const found = await requests.post("/table/terrain-outline", { x_in: x, y_in: y, also_in: also }).catch((failure) => {
      why = failure instanceof Error ? failure.message : String(failure);
      return null;
    });
    if (look !== this.look) return;
    const table = store.now.table?.table ?? { width_in: 36, depth_in: 36 };
    const outline = found?.outline_in ?? square(place, table);
    const says = found ? [`found ${found.how}`, ...found.warnings].join("; ") : `drag the points to its edge; ${why}`;
    await this.edit({ id: this.freeName(), kind: "woods", outline_in: outline, height_in: 0, sigma_in: found?.sigma_in ?? BY_HAND_IN }, says, found?.warnings.length === 0 ? null : [place, ...also]);
  }

  /** Says that something is done, for as long as it takes; whoever will not wait leaves it. */
  seeking() {
    this.editing = true;
    const words = "Its outline is sought in the picture";
    replace(
      this.work,
      make("p", { class: "busy", role: "status" }, `${words} …`),
      make("progress", { "aria-label": words }),
      make("div", { class: "row" }, button("Leave it", () => void this.close())),
    );
    this.work.scrollIntoView({ block: "nearest" });
  }

  freeName() {
    const taken = new Set([...this.ground.terrain, ...this.ground.drafts].map((area) => area.id));
    for (let number = 1; ; number += 1) if (!taken.has(`area-${number}`)) return `area-${number}`;
  }

  // --- its points --------------------------------------------------------------------------------

  /** @param {Area} area @param {string} [says] @param {Point[] | null} [tapped] places in it, where one more would help */
  async edit(area, says = "", tapped = null) {
    this.editing = true;
    const look = (this.look += 1);
    const { store } = this.context;
    const photograph = await this.photograph();
    if (look !== this.look) return;
    const table = store.now.table?.table ?? { width_in: 36, depth_in: 36 };
    let sigma = area.sigma_in;
    const fault = make("p", { class: "faint", role: "status" }, says);
    const keep = button("This is its outline", () => void this.keeping.run("", () => this.keep({ ...area, outline_in: editor.ring, sigma_in: sigma }, fields)), { class: "main" });
    const editor = new OutlineEditor({
      table,
      ring: area.outline_in,
      photograph,
      changed: () => {
        // Whoever moves a point answers for the outline.
        sigma = BY_HAND_IN;
        const bad = crossing(editor.ring) !== null;
        keep.disabled = bad;
        fault.textContent = bad ? "Two sides cross each other." : says;
      },
    });
    const fields = this.fields(area);
    replace(
      this.work,
      make("h3", {}, `Outline of ${this.phrase(area.id)}`),
      fault,
      editor.element,
      make("p", { class: "faint" }, "Drag the points. By keys: arrows move a point, + adds one after it, Delete takes it away."),
      make("div", { class: "row" }, button("Add a point", () => editor.more()), button("Take a point away", () => editor.less()), tapped && button("Tap one more place in it", () => void this.again(tapped))),
      fields.element,
      make("div", { class: "row" }, keep, button("Leave it as it was", () => void this.close())),
    );
    this.work.scrollIntoView({ block: "nearest" });
  }

  /** @param {Area} area */
  fields(area) {
    const kinds = KINDS.includes(area.kind) ? KINDS : [area.kind, ...KINDS];
    const kind = make("select", {}, ...kinds.map((each) => make("option", { value: each, selected: each === area.kind }, spaced(each))));
    const height = make("input", { type: "text", inputmode: "decimal", value: String(area.height_in) });
    const element = make("div", { class: "row" }, make("label", {}, "What it is", kind), make("label", {}, "Height, inches", height));
    return { element, kind, height };
  }

  /** The table from above; none where no camera sees it. @returns {Promise<ImageBitmap | null>} */
  async photograph() {
    const { requests, store } = this.context;
    // A camera in use may be the table of another battle.
    if (store.now.byHand) return null;
    try {
      const camera = await requests.get("/camera");
      if (!camera.is_table) return null;
      const response = await requests.send("GET", "/table/from-above.jpg?per_in=30");
      return await createImageBitmap(await response.blob());
    } catch {
      return null;
    }
  }

  /** @param {Area} area @param {{kind: HTMLSelectElement, height: HTMLInputElement}} fields */
  async keep(area, { kind, height }) {
    const high = Number(height.value.trim().replace(",", "."));
    if (!(high >= 0)) return this.trouble.tell(`height: expected inches, 0 or more, got ${height.value}`);
    const { look } = this;
    await this.doing(async () => {
      const { requests } = this.context;
      const place = `/table/terrain/${encodeURIComponent(area.id)}`;
      await requests.put(place, { kind: kind.value, outline_in: area.outline_in, height_in: high, sigma_in: area.sigma_in });
      await requests.post(`${place}/confirm`, {});
      // Whoever outlines another one already goes on with it.
      if (look === this.look) await this.close();
    });
  }

  /** @param {Point[]} tapped */
  async again(tapped) {
    await this.close();
    this.choose(tapped);
  }

  async close() {
    this.editing = false;
    this.look += 1;
    replace(this.work);
    await this.refresh();
  }
}
