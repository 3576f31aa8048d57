// Keeps the token that says who we are.

const KEY = "token";

/** The token comes behind the # of the address, which browsers send to nobody. From then on it is
 * kept for this tab alone, and taken off the address so that no picture of the screen shows it.
 */
export function takeToken() {
  const { hash } = location;
  if (hash.length > 1 && !hash.startsWith("#/")) {
    sessionStorage.setItem(KEY, hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? "";
}
