// Keeps the token that says who we are: for this tab, and for this browser when it comes again.

const KEY = "token";

/** The token comes behind the # of the address, which browsers send to nobody. It is taken off the
 * address so that no picture of the screen shows it. A tab goes on as whoever it was; a new one is
 * whoever was let in here last.
 */
export function takeToken() {
  if (isLink()) {
    keepToken(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "";
}

/** A new link may be opened in a tab that is at the same address already: only what is behind the # changes,
 * and the browser loads nothing by itself. */
export function heedNewLinks() {
  window.addEventListener("hashchange", () => void (isLink() && location.reload()));
}

/** Whether the address has a token behind its #, and no part of the page. */
function isLink() {
  return location.hash.length > 1 && !location.hash.startsWith("#/");
}

/** @param {string} token */
export function keepToken(token) {
  sessionStorage.setItem(KEY, token);
  localStorage.setItem(KEY, token);
}

/** Nobody is let in with it any more. @param {string} token */
export function forgetToken(token) {
  for (const place of [sessionStorage, localStorage]) {
    if (place.getItem(KEY) === token) place.removeItem(KEY);
  }
}

/** How whoever has an ended link comes in again. On the umpire's own computer that may be the host, whose link is
 * another one after each start. @param {string} [hostname] */
export function howToComeBack(hostname = location.hostname) {
  if (!isUmpires(hostname)) return "Ask the host for a new one, or scan the code that the host shows.";
  return "On the umpire's computer: open the new link that the terminal shows, type `umpire open`, or have the terminal show a code.";
}

/** Whether an address leads to the very computer that the page is on. @param {string} hostname */
export function isUmpires(hostname) {
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
