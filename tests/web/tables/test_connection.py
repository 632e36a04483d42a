"""Breaks, several tabs, onlookers: what a player notices of them."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket, expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import settled
from support.browser.windows import Windows
from support.servers.process import ServerProcess


@pytest.fixture
def mortal(tmp_path: Path, browser: Browser) -> Iterator[tuple[ServerProcess, Tabs]]:
    """A server of its own, to be killed."""
    server = ServerProcess(tmp_path, "--workers", "0")
    server.start()
    tabs = Tabs(browser, server.url)
    yield server, tabs
    for context in tabs.contexts:
        context.close()
    server.stop()
    # What the service worker could not fetch while there was no server.
    assert [said for said in tabs.complaints if "net::ERR_FAILED" not in said] == []


def test_killed_in_the_middle_the_game_goes_on(mortal: tuple[ServerProcess, Tabs]) -> None:
    server, tabs = mortal
    tab = tabs.open("/g/nove_colonne/2").ready()
    tab.page.locator(".column [data-piece].free").first.click()
    target = tab.page.locator(".target").first
    count = tab.count
    target.click()
    tab.after(count)
    before = tab.page.locator("[data-spot]").evaluate_all("all => all.map(e => e.dataset.spot)")
    server.kill()
    expect(tab.page.get_by_text("Connessione persa")).to_be_visible()
    # A move made meanwhile is sent when the server is there again, and played once.
    count = tab.count
    tab.page.keyboard.press("u")
    server.start()
    tab.after(count)
    expect(tab.page.get_by_text("Connessione persa")).to_have_count(0)
    assert tab.count == count + 1
    count = tab.count
    tab.page.keyboard.press("r")
    tab.after(count)
    spots = tab.page.locator("[data-spot]").evaluate_all("all => all.map(e => e.dataset.spot)")
    assert spots == before


def test_a_move_that_was_never_answered_is_sent_once_more_and_played_once(
    mortal: tuple[ServerProcess, Tabs],
) -> None:
    server, tabs = mortal
    person = tabs.person()
    sent: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    tab = tabs.open("/", of=person)
    tab.page.on("websocket", listen)
    tab.page.goto("/g/nove_colonne/2")
    tab.ready()
    count = tab.count
    # The server stands still, so that the move is on its way and no answer comes; then it dies.
    server.send_signal(signal.SIGSTOP)
    tab.page.locator(".column [data-piece].free").first.click()
    tab.page.locator(".target").first.click()
    expect(tab.table).to_have_attribute("data-waiting", "true")
    server.kill()
    expect(tab.page.get_by_text("Connessione persa")).to_be_visible()
    server.start()
    tab.after(count)
    assert tab.count == count + 1
    moves = [message for message in sent if message["type"] == "move"]
    assert len(moves) == 2 and moves[0] == moves[1]

    # Another tab, and the first one closed: the same position.
    spots = "all => all.map(e => e.dataset.spot)"
    before = tab.page.locator("[data-spot]").evaluate_all(spots)
    address = tab.page.url
    tab.page.close()
    again = tabs.open(address, of=person).ready()
    assert again.page.locator("[data-spot]").evaluate_all(spots) == before
    assert again.count == count + 1


def test_a_page_says_that_there_is_no_network_and_goes_on_when_there_is(tabs: Tabs) -> None:
    person = tabs.person()
    page = settled(tabs.open("/", of=person).page)
    notice = page.get_by_text("Senza rete: per giocare serve la connessione.")
    expect(notice).to_have_count(0)
    person.set_offline(True)
    expect(notice).to_be_visible()
    person.set_offline(False)
    expect(notice).to_have_count(0)


def test_two_tabs_of_one_person_stay_in_step(tabs: Tabs) -> None:
    first = tabs.open("/g/solitario40/2").ready()
    second = tabs.open(first.page.url, of=tabs.contexts[0]).ready()
    first.play("7S>4")
    expect(second.place("4").locator('[data-spot="7S"]')).to_be_visible()
    count = first.count
    second.play("6S>7")
    first.after(count)
    expect(first.place("7").locator('[data-spot="6S"]')).to_be_visible()
    second.button("Annulla").click()
    expect(first.spot("6S").locator("xpath=ancestor::*[@data-place]")).to_have_attribute(
        "data-place", "1"
    )


def test_an_onlooker_sees_and_touches_nothing(tabs: Tabs) -> None:
    player = tabs.open("/g/solitario40/2").ready()
    onlooker = tabs.open(player.page.url).ready()
    expect(onlooker.page.get_by_text("Sei spettatore")).to_be_visible()
    assert onlooker.page.locator(".free").count() == 0
    player.play("7S>4")
    expect(onlooker.place("4").locator('[data-spot="7S"]')).to_be_visible()


def test_a_resumed_game_can_be_looked_back_at(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2")
    for move in ("7S>4", "6S>7", "5H>7"):
        tab.play(move)
    tab.page.reload()
    tab.ready()
    expect(tab.page.get_by_role("listitem").filter(has_text="Sette di spade")).to_be_visible()
    tab.page.keyboard.press("[")
    expect(tab.page.get_by_text("Posizione passata")).to_be_visible()
    expect(tab.spot("5H").locator("xpath=ancestor::*[@data-place]")).to_have_attribute(
        "data-place", "2"
    )
    tab.page.keyboard.press("Escape")
    expect(tab.spot("5H").locator("xpath=ancestor::*[@data-place]")).to_have_attribute(
        "data-place", "7"
    )


def test_a_table_that_does_not_exist(tabs: Tabs) -> None:
    tab = tabs.open("/t/nessuno1")
    expect(tab.page.get_by_role("heading", name="Qui non c’è nessun tavolo.")).to_be_visible()


def test_in_english(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2", locale="en-GB")
    tab.play("7S>4")
    announced = tab.page.locator("[aria-live]").first
    expect(announced).to_contain_text("column 4")
    expect(tab.button("Undo")).to_be_enabled()
