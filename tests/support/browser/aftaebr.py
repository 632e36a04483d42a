"""A turn of AFTAEBR by mouse."""

from __future__ import annotations

from support.browser.tab import Tab


def make_any_move(tab: Tab, seat: int = 0) -> None:
    """The first choice that the page offers to this seat, when it is its turn."""
    tab.page.locator(f'[data-actor="{seat}"][data-waiting=false]').wait_for()
    count = tab.count
    if tab.page.locator(".choice button").count():
        tab.page.locator(".choice button").first.click()
    else:
        tab.page.locator("[data-piece].free").first.click()
        tab.page.locator(".cell.target").first.click()
    tab.after(count)
