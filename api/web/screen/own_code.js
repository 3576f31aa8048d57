// Gets a screen in by six digits that it shows until the host has typed them.

import { Problem } from "../app/request.js";

const ASK_MS = 2000;

/** The token, however long it takes: another code takes the place of one that has ended, and no other failure changes it.
 * @param {import("../app/request.js").Requests} requests
 * @param {{show: (digits: string) => void, fail: (why: string) => void, pause?: () => Promise<void>}} parts
 * @returns {Promise<string>}
 */
export async function waitedFor(requests, { show, fail, pause = () => new Promise((done) => setTimeout(done, ASK_MS)) }) {
  let asksWith = "";
  for (;;) {
    try {
      if (!asksWith) {
        const told = await requests.post("/screen-code", {});
        asksWith = told.asks_with;
        show(`${told.code.slice(0, 3)} ${told.code.slice(3)}`);
      }
      const { token } = await requests.post("/screen-code/token", { asks_with: asksWith });
      if (token) return token;
    } catch (failure) {
      if (!asksWith) fail(failure instanceof Error ? failure.message : String(failure));
      if (failure instanceof Problem && failure.kind === "no-code") asksWith = "";
    }
    await pause();
  }
}
