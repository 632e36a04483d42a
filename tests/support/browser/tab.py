"""A person at a table in the browser: by mouse, by touch, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import FloatRect, Locator, Page, Position, expect

from support.browser.profiles import keep_no_longer

Way = Literal["mouse", "touch", "keys"]
FRAME = 100
"""Milliseconds, shorter than any frame of an animation."""


class Tab:
    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def table(self) -> Locator:
        return self.page.get_by_test_id("table")

    @property
    def count(self) -> int:
        """Entries of the log that the page has seen."""
        return int(self.table.get_attribute("data-count") or 0)

    @property
    def announced(self) -> str:
        """The text in the live region, for screen readers."""
        return self.page.locator("[aria-live]").first.text_content() or ""

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def selected(self) -> list[str | None]:
        return [
            one.get_attribute("data-spot")
            for one in self.page.locator("[data-spot][aria-pressed=true]").all()
        ]

    def ready(self) -> Tab:
        expect(self.board).to_be_visible()
        expect(self.table).to_have_attribute("data-waiting", "false")
        self.landed()
        return self

    def deal(self, address: str) -> Tab:
        """A new table in the same window, as a link leads to it: the client is not loaded again."""
        before = self.page.evaluate(
            "to => { const before = location.pathname; history.pushState(null, '', to);"
            " scrollTo(0, 0); dispatchEvent(new PopStateEvent('popstate')); return before }",
            address,
        )
        # Asked of the page itself: the test may learn of the new address after the next line.
        self.page.wait_for_function(
            "before => location.pathname.startsWith('/t/') && location.pathname !== before"
            " && document.querySelector('[data-testid=table]')?.dataset.code"
            " === location.pathname.split('/')[2]",
            arg=before,
        )
        return self.ready()

    def pause_clock(self) -> None:
        """Timers of the page stop, and with them the frames of an animation."""
        keep_no_longer(self.page.context)
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("() => Date.now()") / 1000 + 1)

    def run_clock_until(self, condition: Callable[[], bool]) -> None:
        """Runs a paused clock frame by frame."""
        for _ in range(100):
            if condition():
                return
            self.page.clock.run_for(FRAME)
        raise AssertionError("the animation does not come to this frame")

    def after(self, count: int) -> None:
        """Until the server has answered, and nothing is on its way."""
        self.page.wait_for_function(
            "n => { const t = document.querySelector('[data-testid=table]');"
            " return Number(t.dataset.count) > n && t.dataset.waiting === 'false' }",
            arg=count,
        )
        self.landed()

    def landed(self) -> None:
        """Until no card is moving: a click would miss it."""
        # A function, not an expression: the page allows no eval.
        self.page.wait_for_function(
            "() => !document.getAnimations().some(one => one.id === 'move')"
        )

    def spot(self, name: str) -> Locator:
        return self.page.locator(f'[data-spot="{name}"]')

    def place(self, name: str) -> Locator:
        return self.page.locator(f'[data-place="{name}"]').first

    def box(self, where: Locator) -> FloatRect:
        box = where.bounding_box()
        assert box is not None
        return box

    def still_box(self, where: Locator) -> FloatRect:
        """For a gesture by coordinates, which waits for nothing: where it is once it stands still.

        The browser's own frames decide, also while the clock of the page is paused.
        """
        where.element_handle().wait_for_element_state("stable")
        return self.box(where)

    def press(self, where: Locator, way: Way) -> None:
        """A click, a tap or Enter at the upper edge: cards overlap, and the edge is seen."""
        if way == "keys":
            where.focus()
            self.page.keyboard.press("Enter")
            return
        box = self.box(where)
        edge: Position = {"x": box["width"] / 2, "y": min(8.0, box["height"] / 2)}
        if way == "touch":
            where.tap(position=edge)
        else:
            where.click(position=edge)

    def play(self, move: str, way: Way = "mouse") -> None:
        """Plays a move in the server's notation, and waits for the answer."""
        count = self.count
        self.do(move, way)
        self.after(count)

    def do(self, move: str, way: Way = "mouse") -> None:
        if move in ("turn", "redeal"):
            return self.press(self.spot("mazzo"), way)
        piece, _, to = move.replace("@", ">").partition(">")
        self.press(self.page.locator(f'[data-piece="{piece}"]').first, way)
        self.press(self.destination(to, way), way)

    def destination(self, to: str, way: Way) -> Locator:
        place = self.place(to)
        is_spot = place.get_attribute("data-spot") is not None
        return place if is_spot or way != "keys" else place.locator("[data-spot]").last

    def drag(self, piece: str, to: str) -> None:
        start, end = self.still_box(self.spot(piece)), self.still_box(self.place(to))
        self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 8)
        self.page.mouse.down()
        self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 12, steps=5)
        self.page.mouse.up()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def moves(self) -> list[str]:
        """What the pieces and places on the page offer for the selected piece."""
        return [str(one.get_attribute("data-place")) for one in self.page.locator(".target").all()]
