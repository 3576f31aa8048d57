// Saves something of a battle as a file on this device.

import { make } from "../app/elements.js";

/** @param {import("../app/shell.js").Context} context @param {string} what as `export.jsonl` */
export async function saved({ store, requests, say }, what) {
  const { battle } = store.now;
  try {
    const response = await requests.send("GET", `/battles/${encodeURIComponent(battle)}/${what}`);
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: `${battle}${what.replace("review/", "-").replace("export", "")}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  } catch (failure) {
    say(failure instanceof Error ? failure.message : String(failure));
  }
}
