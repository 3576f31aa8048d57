// Knows how the host renames a battle, puts it away and deletes it; what cannot be undone is asked first.

import { button, make, replace } from "../app/elements.js";
import { day } from "../app/words.js";

/** @typedef {import("../app/shell.js").Context} Context */

/**
 * What may be done with a battle in the list.
 * @param {Context} context
 * @param {{name: string, title: string}} battle
 * @param {(failed: string) => void} done called when the list has to be read anew
 */
export function keeping(context, battle, done) {
  const path = `/battles/${encodeURIComponent(battle.name)}`;
  const root = make("span", { class: "keeping" });
  /** @param {() => Promise<unknown>} work */
  const tell = async (work) => {
    try {
      await work();
      done("");
    } catch (failure) {
      done(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const offered = () => [
    button("Rename", () => replace(root, ...naming()), { "data-key": `rename ${battle.name}` }),
    button("Put away", () => replace(root, ...asking("Put it away? Whoever watches it is sent off; it can be taken back.", "Put it away", () => context.requests.send("POST", `${path}/archive`, {}))), {
      "data-key": `archive ${battle.name}`,
    }),
    button("Delete", () => replace(root, ...asking("Delete it for good, with its pictures? Nobody can bring it back.", "Delete it", () => context.requests.remove(path))), {
      "data-key": `delete ${battle.name}`,
    }),
  ];
  /** @param {string} question @param {string} yes @param {() => Promise<unknown>} work */
  const asking = (question, yes, work) => [
    make("strong", { role: "alert" }, question),
    button(yes, () => void tell(work), { "data-key": `sure ${battle.name}` }),
    button("No", () => replace(root, ...offered()), { "data-key": `no ${battle.name}` }),
  ];
  const naming = () => {
    const input = make("input", { type: "text", maxlength: 100, value: battle.title, "aria-label": "Its name", "data-key": `title ${battle.name}` });
    const save = () => context.requests.send("PATCH", path, { name: input.value.trim() });
    return [input, button("Save", () => void tell(save), { "data-key": `save ${battle.name}` }), button("No", () => replace(root, ...offered()))];
  };
  replace(root, ...offered());
  return root;
}

/**
 * The battles that were put away.
 * @param {Context} context
 * @param {string[]} names
 * @param {(failed: string) => void} done
 */
export function putAway(context, names, done) {
  if (names.length === 0) return null;
  /** @param {string} name */
  const restore = async (name) => {
    try {
      await context.requests.send("POST", `/archive/${encodeURIComponent(name)}/restore`, {});
      done("");
    } catch (failure) {
      done(failure instanceof Error ? failure.message : String(failure));
    }
  };
  /** @param {string} name */
  const called = (name) => {
    const said = make("span", {}, name);
    void context.requests.get(`/archive/${encodeURIComponent(name)}`).then(
      (told) => (said.textContent = told.unopened ? `${name}: ${told.unopened}` : `${told.name || told.title}, begun ${day(told.began)}`),
      () => {},
    );
    return said;
  };
  const rows = names.map((name) => make("li", {}, called(name), " ", button("Take it back", () => void restore(name), { "data-key": `restore ${name}` })));
  return make("section", { "aria-label": "Put away" }, make("h3", {}, "Put away"), make("ul", {}, ...rows));
}
