"""A user who hears the page: accessible names, the keyboard and announcements only."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


class ScreenReaderUser:
    """Asks for a hint, finds its piece and its place by name, and waits for the announcement."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.get_by_role("application")
        self.announcements = page.get_by_role("log", name="Eventi")
        self.hint = page.get_by_role("status").filter(has_text="Consiglio: ")

    def advice(self) -> str:
        """What the table advises, to the end of its first sentence."""
        self.page.keyboard.press("h")
        expect(self.hint).to_be_visible()
        heard = re.match(r"Consiglio: (.*?)\. ", self.hint.text_content() or "")
        assert heard, "the hint names a move"
        return heard[1]

    def press(self, thing: Locator) -> None:
        expect(thing).to_be_enabled()
        thing.focus()
        self.page.keyboard.press("Enter")

    def button(self, name: str) -> Locator:
        return self.board.get_by_role("button", name=re.compile(name), disabled=False).first

    def follow(self, advice: str) -> None:
        """``sette di spade alla colonna 4``: the card, then the place."""
        for pattern, steps in WAYS.items():
            if said := re.fullmatch(pattern, advice):
                for step in steps(*said.groups()):
                    self.press(self._found(step))
                return
        raise AssertionError(f"no way to do {advice!r} by name")

    def _found(self, step: str) -> Locator:
        group = self.board.get_by_role("group", name=re.compile(f"^{step}$", re.IGNORECASE))
        return group.get_by_role("button").last if group.count() else self.button(step)


WAYS: dict[str, Callable[..., list[str]]] = {
    "gira.*": lambda: ["^mazzo, .*: gira"],
    "riprendi il mazzetto": lambda: ["^mazzo vuoto: riprendi il mazzetto"],
    "(.+) alla base": lambda card: [f"^{card}, ", f"base di {card.rpartition(' ')[2]}"],
    r"(.+) alla (colonna \d)": lambda card, column: [f"^{card}, ", column],
    r"(\w+), (vassoio \d|centro), (linea \d|pavimento)": lambda colour, tray, line: [
        f"^[1-9] × {colour}, {tray}",
        f"^{line}[,:]",
    ],
    "([1-4]) in ([a-f][1-6])": lambda number, cell: [f"^pedina {number}, ", f"^{cell}: "],
}
