// Looks after a page until it stands: where one of its files did not come, all of it is fetched anew.
// No module, so that it runs before them: a page of which one module is missing never begins.

(() => {
  const KEY = "came-not-whole";
  const MOST = 5;
  const FIRST_PAUSE = 500;
  let isWhole = true;

  /** @param {string} text */
  function tell(text) {
    const place = document.querySelector(".waiting, .reaching");
    if (place) place.textContent = text;
  }

  // A file that does not come is told to its element alone, so it is listened for on the way there.
  window.addEventListener(
    "error",
    (event) => {
      if (!(event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement)) return;
      isWhole = false;
    },
    true,
  );
  window.addEventListener("load", () => {
    const tried = Number(sessionStorage.getItem(KEY) ?? 0);
    if (isWhole) {
      sessionStorage.removeItem(KEY);
      return;
    }
    if (tried >= MOST) {
      sessionStorage.removeItem(KEY);
      tell("The page did not come whole. Reload it when the umpire can be reached.");
      return;
    }
    sessionStorage.setItem(KEY, String(tried + 1));
    tell("Part of the page did not come. Trying again …");
    setTimeout(() => location.reload(), FIRST_PAUSE * 2 ** tried);
  });
})();
