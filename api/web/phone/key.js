// Holds this phone's own key: made once, kept by the browser, and never given to anybody.

const DATABASE = "paper-umpire";
const STORE = "keys";
const NAME = "phone";
const KIND = { name: "ECDSA", namedCurve: "P-256" };

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
function answered(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** @returns {Promise<CryptoKeyPair>} */
async function pairOf() {
  const database = await opened();
  try {
    const kept = await answered(database.transaction(STORE).objectStore(STORE).get(NAME));
    if (kept) return kept;
    // Not to be exported: whoever reads this phone's files has no key that works elsewhere.
    const made = await crypto.subtle.generateKey(KIND, false, ["sign", "verify"]);
    await answered(database.transaction(STORE, "readwrite").objectStore(STORE).put(made, NAME));
    return made;
  } finally {
    database.close();
  }
}

/** @param {ArrayBuffer} bytes */
function letters(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export class PhoneKey {
  /** @param {CryptoKeyPair} pair @param {string} point */
  constructor(pair, point) {
    this.pair = pair;
    this.point = point;
  }

  /** The key of this phone, made at its first visit. */
  static async own() {
    const pair = await pairOf();
    return new PhoneKey(pair, letters(await crypto.subtle.exportKey("raw", pair.publicKey)));
  }

  /** @param {string} text */
  async sign(text) {
    const signed = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, this.pair.privateKey, new TextEncoder().encode(text));
    return letters(signed);
  }
}
