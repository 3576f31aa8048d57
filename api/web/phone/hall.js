// Shows the warning of this phone's own browser first, and leads on to the camera's page.

const agent = navigator.userAgent;
const own = /Firefox|FxiOS/.test(agent) ? "firefox" : /iPhone|iPad|Macintosh/.test(agent) && !/CriOS|Chrome/.test(agent) ? "safari" : "chrome";
for (const figure of document.querySelectorAll("figure[data-browser]")) {
  if (figure instanceof HTMLElement && figure.dataset.browser === own) figure.parentElement?.prepend(figure);
}

const link = document.getElementById("onward");
const PAUSE_MS = 2000;

/** Where the camera's page is; asked for until the umpire answers, as a network may be away for a moment.
 * @returns {Promise<string>} */
async function onward() {
  for (;;) {
    const told = await fetch("/onward").catch(() => null);
    if (told?.ok) return (await told.json()).address;
    await new Promise((go) => setTimeout(go, PAUSE_MS));
  }
}

const address = await onward();
// What is behind the # is sent to nobody; it goes from page to page on this phone alone.
if (link instanceof HTMLAnchorElement) link.href = `${address}${location.hash}`;

export {};
