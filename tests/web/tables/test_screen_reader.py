"""A screen reader user plays: with accessible names, the keyboard and announcements only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support.browser.screen_reader import ScreenReaderUser
from support.browser.windows import Windows

MOVES = 5


@pytest.mark.parametrize(
    "address", ["solitario40/2", "nove_colonne/2", "azul_solo/5", "aftaebr/5?bots=,random"]
)
def test_a_game_is_played_with_a_screen_reader(windows: Windows, address: str) -> None:
    tab = windows.deal(f"/g/{address}", reduced_motion="reduce")
    user = ScreenReaderUser(tab.page)
    if address.startswith("aftaebr"):
        user.press(user.board.get_by_role("button", name="verde"))
        expect(user.announcements).to_contain_text("sceglie il colore")
    heard = ""
    for _ in range(MOVES):
        expect(tab.page.locator('[data-actor="0"][data-waiting=false]')).to_be_visible()
        count = tab.count
        user.follow(user.advice())
        tab.after(count)
        expect(user.announcements).not_to_have_text(heard)
        heard = user.announcements.text_content() or ""


@pytest.mark.parametrize(
    "address", ["solitario40/2", "nove_colonne/2", "azul_solo/5", "aftaebr/5?bots=,"]
)
def test_nothing_on_a_board_is_without_a_name_of_its_own(windows: Windows, address: str) -> None:
    tab = windows.deal(f"/g/{address}", reduced_motion="reduce")
    heard = tab.board.aria_snapshot()
    buttons = re.findall(
        r'^( *)- \'?button(?: "(.*?)")?(?: \[disabled\])?\'?:?', heard, re.MULTILINE
    )
    assert len(buttons) >= 15 and all(name for _, name in buttons)
    enabled = [one for one in tab.board.get_by_role("button").all() if one.is_enabled()]
    assert len(enabled) >= 10
