// Speaks with the hub: who somebody is, what they ask, and the line that says there is more.

const KEY = "umpire-hub-token";
const CODE_LETTERS = 12;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10000;
const REFUSED = 4403;

/** `ahead` is by how many seconds the hub's clock is ahead of this one's.
 * @type {{token: string, event: string, me: any, ahead: number}} */
export const own = { token: "", event: "", me: null, ahead: 0 };

/** What went wrong, for people. */
export class Refusal extends Error {}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function ask(method, path, body) {
  const headers = /** @type {Record<string, string>} */ ({});
  if (own.token) headers.authorization = `Bearer ${own.token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const given = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = await fetch(`/hub/v1${path}`, given).catch(() => {
    throw new Refusal("The hub does not answer.");
  });
  if (answer.status === 204) return null;
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(told.detail);
  return told;
}

/** A file, as a picture. @param {string} path @returns {Promise<Blob>} */
export async function askFile(path) {
  const answer = await fetch(`/hub/v1${path}`, { headers: { authorization: `Bearer ${own.token}` } });
  if (!answer.ok) throw new Refusal((await answer.json()).detail);
  return answer.blob();
}

/** Something done once, however often it has to be sent.
 * @param {string} path @param {Record<string, unknown>} [body] @param {string} [method] */
export async function act(path, body = {}, method = "POST") {
  const id = `p-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  return ask(method, path, { id, ...body });
}

/** @param {string} rest */
export const inEvent = (rest) => `/events/${own.event}${rest}`;

/** Come in with what stands in the address, or with what was kept. */
export async function comeIn() {
  const shown = decodeURIComponent(location.hash.slice(1));
  if (shown) history.replaceState(null, "", location.pathname);
  if (shown && shown.length <= CODE_LETTERS) await enter(shown);
  else own.token = shown || sessionStorage.getItem(KEY) || "";
  if (!own.token) return false;
  sessionStorage.setItem(KEY, own.token);
  try {
    own.me = await ask("GET", "/me");
  } catch {
    sessionStorage.removeItem(KEY);
    own.token = "";
    return false;
  }
  own.event = own.me.event;
  own.ahead = own.me.now_s - Date.now() / 1000;
  return true;
}

/** @param {string} code */
export async function enter(code) {
  const told = await ask("POST", "/join", { code });
  own.token = told.token;
  sessionStorage.setItem(KEY, own.token);
}

/** @typedef {{tables?: boolean, table?: number}} Wanted what is followed: all tables, one, or the event alone */

/** Hear of what is followed, and how the line is; what this returns follows something else.
 * @param {(told: any) => void} heard @param {(says: string) => void} line @param {Wanted} [first] */
export function listen(heard, line, first = {}) {
  let pause = FIRST_PAUSE;
  let wanted = first;
  /** @type {WebSocket | null} */
  let socket = null;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const now = new WebSocket(`${scheme}//${location.host}/hub/v1/live`);
    socket = now;
    now.onopen = () => now.send(JSON.stringify({ token: own.token, event: own.event, ...wanted }));
    now.onmessage = (message) => {
      pause = FIRST_PAUSE;
      line("live");
      heard(JSON.parse(message.data));
    };
    now.onclose = (closing) => {
      if (socket !== now) return;
      if (closing.code === REFUSED) {
        line("You are no longer let in.");
        return;
      }
      line("The line is lost; trying again.");
      setTimeout(open, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
  };
  open();
  return (/** @type {Wanted} */ other) => {
    wanted = other;
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wanted));
  };
}
