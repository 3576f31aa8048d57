// Begins a battle: the game, the army, who sits where, and what was agreed.

import { button, make, replace } from "../app/elements.js";
import { Once } from "../app/once.js";
import { capital } from "../app/words.js";
import { ArmyBuilder } from "./army_builder.js";
import { GroundChoice } from "./ground_choice.js";
import { changed, optionField } from "./options.js";
import { seatsFor, sidesOf } from "./sides.js";

/** @typedef {import("../app/types.js").GameTold} GameTold */

export class NewBattle {
  /** @param {{requests: import("../app/request.js").Requests,
   *   begin: (asked: Promise<{id: string}>) => Promise<void>, failed: (text: string) => void,
   *   sides?: (game: string) => string[]}} parts `sides` are those that the armies of a game have that come along */
  constructor({ requests, begin, failed, sides = () => [] }) {
    this.requests = requests;
    this.usual = sides;
    this.goTo = begin;
    this.failed = failed;
    this.army = "";
    this.beginning = new Once();
    /** Counts what was chosen: a late answer to an earlier choice, also of the same game, is passed over. */
    this.choice = 0;
    /** Whether the umpire did not answer what the chosen game is: it is asked again. */
    this.isUntold = false;
    /** @type {Record<string, unknown>} */
    this.agreed = {};
    /** @type {Promise<void> | null} */
    this.known = null;
    this.game = make("select", {
      onchange: () => void this.chosen().catch((failure) => this.failed(failure.message)),
    });
    this.says = make("p", { class: "faint" });
    this.name = make("input", { type: "text", autocomplete: "off", maxlength: 80 });
    this.file = make("input", { type: "file", accept: ".toml,.txt", onchange: () => void this.read() });
    this.armySays = make("p", { class: "faint" }, "A roster is a TOML file; the guide has one for each game.");
    this.builder = new ArmyBuilder({ requests, changed: () => this.built() });
    const building = make(
      "details",
      { ontoggle: () => building.open && void this.builder.load(this.game.value) },
      make("summary", {}, "Put armies together here"),
      this.builder.element,
    );
    this.building = building;
    this.ground = new GroundChoice({ requests });
    this.laid = make("input", { type: "checkbox", checked: true });
    this.seats = make("div", { class: "seats" });
    this.lacks = make("span", { role: "alert" });
    this.options = make("div", { class: "options" });
    this.element = make(
      "div",
      { class: "new-battle" },
      make("label", {}, "Game", this.game),
      this.says,
      make("label", {}, "Its name, if you like", this.name),
      make("label", {}, "Armies from a file", this.file),
      this.armySays,
      building,
      make("fieldset", {}, make("legend", {}, "The ground"), this.ground.element, make("label", { class: "row" }, this.laid, "Units stand in their zones at once")),
      make("fieldset", {}, make("legend", {}, "Who sits where"), this.seats),
      make("details", {}, make("summary", {}, "What you agree on (all of it has a default)"), this.options),
      make("p", { class: "row" }, button("Begin", () => void this.beginning.run("", () => this.begin()), { class: "main" }), this.lacks),
    );
    this.showSeats([]);
  }

  /** Offer the games once; what somebody has chosen meanwhile is not chosen anew. @param {Promise<GameTold[]>} games */
  load(games) {
    if (this.known && this.isUntold) return this.chosen();
    this.known ??= this.offer(games).catch((failure) => {
      this.known = null;
      throw failure;
    });
    return this.known;
  }

  /** @param {Promise<GameTold[]>} games */
  async offer(games) {
    replace(this.game, ...(await games).map((game) => make("option", { value: game.slug }, game.title)));
    await this.chosen();
  }

  async chosen() {
    const game = this.game.value;
    if (!game) return;
    const choice = (this.choice += 1);
    this.isUntold = false;
    this.agreed = {};
    this.says.textContent = "";
    replace(this.options);
    // Armies of another game are of no use in this one.
    const building = (this.building.open || this.builder.isUsed) && this.builder.load(game);
    /** @type {Promise<[GameTold, unknown, unknown]>} */
    const asked = Promise.all([this.requests.get(`/games/${encodeURIComponent(game)}`), building, this.ground.load(game)]);
    const answered = await asked.catch((failure) => {
      if (choice !== this.choice) return null;
      this.isUntold = true;
      throw failure;
    });
    // Answers may come late: another game may have been chosen since.
    if (answered === null || choice !== this.choice) return;
    const [told] = answered;
    this.says.textContent = told.says;
    if (!this.army && !this.builder.isUsed) this.showUsual(game);
    replace(
      this.options,
      ...told.options.map((option) =>
        optionField(option, (value) => {
          this.agreed = changed(this.agreed, option, value);
        }),
      ),
    );
    // Grounds that came in above it have pushed it out of sight.
    if (this.lacks.textContent) this.lacks.scrollIntoView({ block: "nearest" });
  }

  /** Armies from here take the place of a file. */
  built() {
    if (!this.builder.isUsed) return;
    this.army = "";
    this.file.value = "";
    this.showSeats(this.builder.armies.map((army) => army.side));
  }

  async read() {
    const file = this.file.files?.[0];
    if (!file) return;
    this.army = await file.text();
    const sides = sidesOf(this.army);
    this.armySays.textContent = sides.length > 0 ? `${file.name}: ${sides.join(" against ")}` : `${file.name}: no sides found`;
    this.showSeats(sides);
  }

  /** The sides of the game as it comes; names that were typed stay where they are the same. @param {string} game */
  showUsual(game) {
    const sides = (/** @type {{sides: string[]}[]} */ seats) => seats.flatMap((seat) => seat.sides).join();
    if (sides(seatsFor(this.usual(game))) !== sides(this.seatsTyped())) this.showSeats([]);
  }

  /** @param {string[]} sides */
  showSeats(sides) {
    replace(
      this.seats,
      ...seatsFor(sides.length > 0 ? sides : this.usual(this.game.value)).map((seat) =>
        make(
          "div",
          { class: "row seat-row" },
          make("label", {}, "Player", make("input", { type: "text", value: seat.name, autocomplete: "off", "data-part": "name" })),
          make("label", {}, "plays", make("input", { type: "text", value: seat.sides.join(", "), autocomplete: "off", "data-part": "sides" })),
        ),
      ),
    );
  }

  seatsTyped() {
    return [...this.seats.querySelectorAll(".seat-row")].map((row) => {
        /** @param {string} part */
        const typed = (part) => /** @type {HTMLInputElement} */ (row.querySelector(`[data-part=${part}]`)).value;
        const sides = typed("sides").split(",").map((side) => side.trim()).filter(Boolean);
        return { name: typed("name").trim(), sides };
      });
  }

  /** Beside the button: what stands at the head of the page is a screen away. @param {string} text */
  lack(text) {
    this.lacks.textContent = text;
    this.lacks.scrollIntoView({ block: "nearest" });
  }

  async begin() {
    if (!this.army && !this.builder.isUsed) {
      this.lack("Choose a file with the armies, or put them together, first.");
      return;
    }
    this.lack("");
    // As it was when the button was pressed, whatever is typed while the umpire answers.
    const name = this.name.value.trim() || capital(this.game.selectedOptions[0]?.textContent ?? "");
    const asked = { game: this.game.value, name, seats: this.seatsTyped(), table: this.ground.wanted(), laid_out: this.laid.checked };
    const { agreed } = this;
    this.element.setAttribute("aria-busy", "true");
    try {
      const built = this.army ? { options: {}, roster_toml: this.army } : await this.builder.roster();
      await this.goTo(this.requests.post("/battles", { ...asked, ...built, options: { ...built.options, ...agreed } }));
    } catch (failure) {
      this.lack(failure instanceof Error ? failure.message : String(failure));
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }
}
