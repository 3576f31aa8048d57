// Shows the warning of this phone's own browser first, and leads on to the camera's page.

const agent = navigator.userAgent;
const own = /Firefox|FxiOS/.test(agent) ? "firefox" : /iPhone|iPad|Macintosh/.test(agent) && !/CriOS|Chrome/.test(agent) ? "safari" : "chrome";
for (const figure of document.querySelectorAll("figure[data-browser]")) {
  if (figure instanceof HTMLElement && figure.dataset.browser === own) figure.parentElement?.prepend(figure);
}

const link = document.getElementById("onward");
const told = await (await fetch("/onward")).json();
// What is behind the # is sent to nobody; it goes from page to page on this phone alone.
if (link instanceof HTMLAnchorElement) link.href = `${told.address}${location.hash}`;

export {};
