// Asks the umpire over HTTP, and tells a refusal from a failure.

export class Problem extends Error {
  /** @param {{status: number, type?: string, detail?: string}} told */
  constructor(told) {
    super(told.detail || `the umpire answered ${told.status}`);
    this.status = told.status;
    /** The stable word of the refusal, as `unknown-piece`. */
    this.kind = (told.type ?? "").split(":").at(-1) ?? "";
  }
}

export class Requests {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    /** The battle whose table is meant; empty for the table of none. */
    this.battle = "";
  }

  /**
   * @param {string} method
   * @param {string} path behind /api/v1
   * @param {unknown} [body]
   * @returns {Promise<Response>}
   */
  async send(method, path, body) {
    /** @type {Record<string, string>} */
    const headers = { authorization: `Bearer ${this.token}` };
    const isFile = body instanceof Blob;
    if (body !== undefined) headers["content-type"] = isFile ? body.type : "application/json";
    let response;
    try {
      response = await fetch(`/api/v1${ofTable(path, this.battle)}`, {
        method,
        headers,
        body: body === undefined || isFile ? body : JSON.stringify(body),
      });
    } catch {
      throw new Problem({ status: 0, detail: "The umpire does not answer. Is it still running?" });
    }
    if (response.ok) return response;
    const told = await response.json().catch(() => ({}));
    throw new Problem({ status: response.status, ...told });
  }

  /** @param {string} path @returns {Promise<any>} */
  async get(path) {
    return (await this.send("GET", path)).json();
  }

  /** What is answered, or null where there is nothing to say. @param {string} path @param {unknown} body @returns {Promise<any>} */
  async post(path, body) {
    const answer = await this.send("POST", path, body);
    return answer.status === 204 ? null : answer.json();
  }

  /** Send a file as it is. @param {string} path @param {Blob} file @returns {Promise<any>} */
  async upload(path, file) {
    return (await this.send("POST", path, file)).json();
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  async put(path, body) {
    return (await this.send("PUT", path, body)).json();
  }

  /** @param {string} path */
  async remove(path) {
    await this.send("DELETE", path);
  }

  /** Give a command. It is sent again with its id until it is answered, so it has one effect.
   * @param {string} battle
   * @param {string} seat
   * @param {Record<string, unknown>} command
   * @returns {Promise<import("./types.js").Ruling>}
   */
  async command(battle, seat, command) {
    const sent = { id: newId(), command, ...(seat ? { seat } : {}) };
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.post(`/battles/${encodeURIComponent(battle)}/commands`, sent);
      } catch (failure) {
        const lost = failure instanceof Problem && failure.status === 0;
        if (!lost || tried === 4) throw failure;
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tried));
      }
    }
  }
}

/** An id for a command; `crypto.randomUUID` is missing where a phone comes in over plain HTTP. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Each battle has a table of its own, which is named with every question to it.
 * @param {string} path @param {string} battle
 */
export function ofTable(path, battle) {
  if (!battle || !/^\/(table|measure|camera\/pieces)(?![\w-])/.test(path)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}battle=${encodeURIComponent(battle)}`;
}

/** The part of an address after the path.
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function query(values) {
  const kept = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}
