"""Every game from the first move to its end, through the page, as a person plays it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest
from playwright.sync_api import expect
from support.browser.aftaebr import make_any_move
from support.browser.fixtures import Tabs
from support.browser.move_sequences import dealt, moves_to_finish
from support.browser.socket_play import play_over_socket
from support.random_play import play_randomly

DEAL = 2
"""Both patiences have this deal, and it can be won."""


MOST_MOVES = 1000
HAND = 4
"""Moves made by hand at the beginning and at the end of a long game; Azul is short."""


@pytest.mark.parametrize("game", ["solitario40", "nove_colonne"])
def test_a_patience_is_won(tabs: Tabs, game: str) -> None:
    tab = tabs.open(f"/g/{game}/{DEAL}").ready()
    moves = moves_to_finish(game, DEAL)
    for move in moves[:HAND]:
        tab.play(move)
    play_over_socket(tab, tabs.url, moves[HAND:-HAND])
    for move in moves[-HAND:]:
        expect(tab.button("Tutto alle basi")).to_have_count(0)
        tab.play(move)
    count = tab.count
    tab.button("Tutto alle basi").first.click()
    tab.after(count)
    won = {"solitario40": "Solitario risolto!", "nove_colonne": "Hai vinto!"}[game]
    expect(tab.page.get_by_role("heading", name=won)).to_be_visible()
    tab.button("Chiudi").click()
    tab.button("Un passo indietro").click()
    expect(tab.page.get_by_text("Posizione passata")).to_be_visible()
    tab.page.keyboard.press("Escape")
    table = tab.page.url.rsplit("/", 1)[1]
    tab.button("Nuova mano").last.click()
    tab.page.wait_for_url(re.compile(rf"/t/(?!{table})"))
    tab.ready()


def test_a_game_of_azul(tabs: Tabs) -> None:
    """The first tiles of the table, always to the first line that takes them."""
    tab = tabs.open(f"/g/azul_solo/{DEAL}", reduced_motion="reduce").ready()
    rounds = 0
    for _ in range(MOST_MOVES):
        if not tab.table.get_attribute("data-actor"):
            break
        count = tab.count
        tab.page.locator("[data-spot].free").first.click()
        lines = tab.page.locator(".line.target, .floor.target")
        lines.first.hover()
        expect(tab.page.locator(".falling").first).to_be_visible()
        expect(tab.page.locator(".preview")).not_to_be_empty()
        lines.first.click()
        tab.after(count)
        rounds += "Fine del round" in tab.announced
    else:
        pytest.fail(f"the game goes on after {MOST_MOVES} moves")
    assert rounds == 4
    title = tab.page.locator(".end h2")
    expect(title).to_have_text(re.compile("Hai vinto!|Hai perso|Parità"))


def random_game(planned: Sequence[str]) -> tuple[str, ...]:
    """The moves of a game by the rules: the first colours, planned moves, then random ones."""
    match = dealt("aftaebr", 5)
    for text in ("", "", *planned):
        state = match.boards[0].state
        seat = match.game.actor(state)
        assert seat is not None
        move = match.game.parse_move(text) if text else match.game.legal_moves(state)[0]
        match = match.move(seat, move)
    end = play_randomly(match, Random(5), MOST_MOVES)
    assert end.is_over
    return tuple(str(entry.act) for entry in end.log[len(match.log) :] if entry.actor >= 0)


def test_a_game_of_aftaebr_at_one_screen(tabs: Tabs) -> None:
    """Two people take turns on one screen: one planned sequence, then random moves."""
    tab = tabs.open("/g/aftaebr/5?bots=,", reduced_motion="reduce").ready()
    for _ in range(2):
        count = tab.count
        tab.page.locator(".choice button").first.click()
        tab.after(count)
    announced = tab.page.locator("[aria-live]").first
    planned = ("1@a1", "2@b1", "3@c1", "4@d1")
    for move in planned:
        tab.play(move)
    expect(announced).to_contain_text("completa una sequenza e gioca ancora")
    expect(announced).to_contain_text("Pedine prese: 4")
    moves = random_game(planned)
    for move in moves[:HAND]:
        tab.play(move)
    play_over_socket(tab, tabs.url, moves[HAND:-HAND])
    for move in moves[-HAND:]:
        assert tab.table.get_attribute("data-actor")
        tab.play(move)
    expect(tab.page.locator(".end h2")).to_have_text(re.compile("Vince|Vincono"))
    expect(tab.page.locator(".seat", has_text="eliminato").first).to_be_visible()
    # Beside a long name the number of pieces stays in its line.
    for width in (1280, 360):
        tab.page.set_viewport_size({"width": width, "height": 740})
        for seat in tab.page.locator(".seat .who").all():
            name, total = tab.box(seat.locator("p")), tab.box(seat.locator(".total"))
            assert total["x"] >= name["x"] + name["width"]
            assert abs(total["y"] + total["height"] / 2 - name["y"] - name["height"] / 2) < 4


def test_aftaebr_against_a_bot(tabs: Tabs) -> None:
    """It chooses a colour and moves by itself, and the log shows what it does."""
    tab = tabs.open("/g/aftaebr/5?bots=,random").ready()
    placed = tab.page.get_by_role("listitem").filter(has_text="bot casuale posa un")
    for _ in range(10):
        if placed.count() >= 2:
            break
        make_any_move(tab)
    else:
        pytest.fail("the bot has not placed two pieces in ten turns")
