"""A finger on a touch screen, as the browser's own input sees it."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import FloatRect, Locator

from support.browser.tab import Tab


class Finger:
    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._devtools = tab.page.context.new_cdp_session(tab.page)

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        self._send("touchMove", [{"x": x, "y": y}])

    def up(self) -> None:
        self._send("touchEnd", [])

    def double_tap(self, piece: Locator) -> None:
        """Two taps within 150 ms by the events' own time, however slow the machine is."""
        x, y = edge(self.tab.still_box(piece))
        start = time.time()
        for number in range(2):
            self._send("touchStart", [{"x": x, "y": y}], at=start + number * 0.1)
            self._send("touchEnd", [], at=start + number * 0.1 + 0.05)

    def shaky_tap(self, x: float, y: float, by: tuple[float, float]) -> None:
        """A tap that slips, within 100 ms by the events' own time."""
        start = time.time()
        self._send("touchStart", [{"x": x, "y": y}], at=start)
        self._send("touchMove", [{"x": x + by[0], "y": y + by[1]}], at=start + 0.05)
        self._send("touchEnd", [], at=start + 0.1)

    def _send(self, kind: str, points: list[dict[str, float]], at: float | None = None) -> None:
        event: dict[str, Any] = {"type": kind, "touchPoints": points}
        if at is not None:
            event["timestamp"] = at
        self._devtools.send("Input.dispatchTouchEvent", event)

    def take(self, piece: Locator, steps: list[tuple[float, float]]) -> None:
        """Down on the visible edge of the piece, then to each point; the finger stays down."""
        x, y = edge(self.tab.still_box(piece))
        self.down(x, y)
        for to_x, to_y in steps:
            # Several small steps, as a finger makes them.
            for part in range(1, 6):
                self.move(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5)
            x, y = to_x, to_y

    def drag(self, piece: str, to: str) -> None:
        self.take(self.tab.spot(piece), [edge(self.tab.still_box(self.tab.place(to)), 12)])
        self.up()


def edge(box: FloatRect, below: float = 8) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + below
