// Leads a table back after a bump, a cat or a week: arrows from what is to what was.

import { button, make, replace } from "../app/elements.js";
import { guides } from "./guides.js";

const NAME = "put back";

export class PutBackPart {
  title = "Put it back";

  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.said = make("p", { role: "status" });
    this.list = make("ul", { class: "put-back" });
    this.toggle = button("Show where everything stood", () => void this.switch(), { "aria-pressed": "false" });
    this.element = make("div", {}, this.said, this.toggle, this.list);
    /** @type {import("../app/types.js").Snapshot | null} */
    this.stood = null;
    this.isOn = false;
    this.shown = "";
    context.store.on(["table"], () => this.show());
    context.store.on(["battle"], () => this.off());
  }

  isDue() {
    return this.context.store.now.battle !== "" && this.context.store.now.me?.role !== "spectator";
  }

  refresh() {
    if (!this.isOn) this.said.textContent = "After a bump, a cat or a week: arrows lead every piece back to where it was last ruled on.";
  }

  async switch() {
    if (this.isOn) return this.off();
    const { requests, say, store } = this.context;
    const { battle } = store.now;
    try {
      const { table } = await requests.get(`/battles/${encodeURIComponent(battle)}/stood`);
      if (battle !== store.now.battle) return;
      if (table === null) return say("Nothing has been measured in this battle yet: there is nothing to put back to.");
      this.stood = table;
      this.isOn = true;
      this.toggle.setAttribute("aria-pressed", "true");
      this.show();
    } catch (failure) {
      say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  off() {
    this.isOn = false;
    this.stood = null;
    this.shown = "";
    this.toggle.setAttribute("aria-pressed", "false");
    this.context.store.draw(NAME, []);
    replace(this.list);
    this.refresh();
  }

  show() {
    const { table } = this.context.store.now;
    if (!this.isOn || !this.stood || !table) return;
    const found = guides(this.stood.pieces, table.pieces);
    const key = JSON.stringify(found);
    if (key === this.shown) return;
    this.shown = key;
    const todo = found.filter((each) => each.standing !== "stands");
    const told = todo.length === 0 ? "Everything stands where it was." : `${todo.length} of ${found.length} pieces are not where they were.`;
    if (this.said.textContent !== told) this.said.textContent = told;
    this.context.store.draw(NAME, found.flatMap((each) => each.marks));
    replace(this.list, ...todo.map(({ id, standing, says }) => make("li", { "data-standing": standing }, make("strong", {}, id), ` ${says}`)));
  }
}
