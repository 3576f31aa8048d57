// Keeps a moment of a battle as a judged case: a file that any engine can be held to.

import { button, make } from "../app/elements.js";

/** @typedef {import("../app/shell.js").Context} Context */

/** What the host keeps an event with; nothing for anybody else.
 * @param {Context} context @param {number} sequence */
export function keepButton(context, sequence) {
  if (context.store.now.me?.role !== "host") return null;
  return button("Keep as a case", () => void keep(context, sequence), { "data-key": `keep ${sequence}` });
}

/** @param {Context} context @param {number} sequence */
async function keep(context, sequence) {
  const { battle } = context.store.now;
  context.say("Leaving out what the ruling does not hang on …");
  try {
    const path = `/battles/${encodeURIComponent(battle)}/review/evidence/${sequence}/case.toml`;
    const response = await context.requests.send("GET", path);
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: `${battle}-e${sequence}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    context.say("It is kept as a case, without anybody's name.");
  } catch (failure) {
    context.say(failure instanceof Error ? failure.message : String(failure));
  }
}
