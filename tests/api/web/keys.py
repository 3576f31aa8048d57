"""Comes to a thing on a page, and presses it, with keys alone."""

from typing import Final

from playwright.sync_api import Locator

STEPS: Final = """(wanted) => {
    const every = "a[href], button, input, select, textarea, summary, [tabindex]";
    const isReached = (each) =>
        each === document.activeElement || (each.tabIndex >= 0 && !each.disabled &&
            !each.closest("[inert]") && each.checkVisibility({ visibilityProperty: true }));
    const order = [...document.querySelectorAll(every)].filter(isReached);
    if (!order.includes(wanted)) return null;
    return order.indexOf(wanted) - Math.max(0, order.indexOf(document.activeElement));
}"""
"""How often to press Tab; null where no key leads there."""
TRIES = 6


def reached(wanted: Locator) -> None:
    """Tab as often as it takes; the page may change on the way, but not for ever."""
    page = wanted.page
    for _ in range(TRIES):
        steps = page.evaluate(STEPS, wanted.element_handle())
        if steps == 0 and wanted.evaluate("each => each === document.activeElement"):
            return
        for _ in range(abs(steps or 0)):
            page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
    found = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"keys never lead to {wanted}, but to {found}")


def typed(wanted: Locator) -> None:
    """Press it."""
    reached(wanted)
    wanted.page.keyboard.press("Enter")
