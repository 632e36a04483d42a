"""The boards of Azul and AFTAEBR fill any area, and say what to do next."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browser.fixtures import Tabs
from support.browser.tab import Tab
from support.browser.windows import Windows

GAMES = {"azul_solo": "/g/azul_solo/2", "aftaebr": "/g/aftaebr/5?bots=,,,"}
FILLED = 0.9


def opened(windows: Windows, game: str, **options: Any) -> Tab:
    tab = windows.deal(GAMES[game], reduced_motion="reduce", **options)
    for colour in ("verde", "azzurro", "fucsia", "arancione") if game == "aftaebr" else ():
        count = tab.count
        tab.button(colour).click()
        tab.after(count)
    return tab


def test_the_draw_of_four_fits_into_a_low_window(windows: Windows) -> None:
    tab = windows.deal(
        GAMES["aftaebr"], reduced_motion="reduce", viewport={"width": 740, "height": 360}
    )
    expect(tab.page.locator(".choice button")).to_have_count(4)
    board, draw = tab.box(tab.board), tab.box(tab.page.locator(".opening"))
    assert draw["y"] >= board["y"]
    assert draw["y"] + draw["height"] <= board["y"] + board["height"]


@pytest.mark.parametrize(("game", "what"), [("azul_solo", ".tray"), ("aftaebr", ".cell")])
def test_a_phone_on_its_side_shows_a_large_board(windows: Windows, game: str, what: str) -> None:
    tab = opened(windows, game, viewport={"width": 844, "height": 390})
    sizes = [tab.box(one)["width"] for one in tab.page.locator(what).all()]
    assert min(sizes) >= {".tray": 2 * 40, ".cell": 40}[what]


def test_azul_fills_a_large_window(windows: Windows) -> None:
    tab = opened(windows, "azul_solo", viewport={"width": 1920, "height": 1080})
    felt, mat = tab.box(tab.board), tab.box(tab.page.locator(".mat"))
    trays = tab.board.get_by_role("group", name="vassoio")
    left = min(tab.box(one)["x"] for one in trays.all())
    assert mat["x"] + mat["width"] - left > FILLED * felt["width"]
    assert felt["height"] > 700


def test_a_line_before_the_tiles_says_what_to_do(windows: Windows) -> None:
    tab = opened(windows, "azul_solo")
    tab.place("3").click()
    expect(tab.page.locator(".why.shown")).to_have_text("Prima scegli le piastrelle, poi la linea")
    assert tab.selected == []


def test_a_cell_before_the_piece_says_what_to_do(windows: Windows) -> None:
    tab = opened(windows, "aftaebr")
    tab.place("c3").click()
    expect(tab.page.locator(".why.shown")).to_have_text("Prima scegli una pedina, poi la casella")


def test_a_finger_sees_where_the_tiles_would_go(windows: Windows) -> None:
    """On every line that takes them, and strongly on the one under the finger."""
    viewport = {"width": 390, "height": 844}
    tab = opened(windows, "azul_solo", has_touch=True, is_mobile=True, viewport=viewport)
    tab.page.locator('[data-piece="1R"]').first.tap()
    expect(tab.place("1").locator(".possible")).to_be_visible()
    line = tab.box(tab.place("2"))
    touch = tab.page.context.new_cdp_session(tab.page)
    at = {"x": line["x"] + line["width"] / 2, "y": line["y"] + line["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(tab.place("2").locator(".falling").first).to_be_visible()
    expect(tab.page.locator(".preview")).not_to_be_empty()
    touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    expect(tab.page.locator(".falling")).to_have_count(0)


def test_the_list_of_moves_does_not_tell_the_die_before_it_has_rolled(tabs: Tabs) -> None:
    tab = tabs.open(GAMES["azul_solo"]).ready()
    tab.pause_clock()
    count = tab.count
    tab.page.locator("[data-spot].free").first.click()
    tab.page.locator(".line.target").first.click()
    tab.page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.count) > n", arg=count
    )
    moves, status = tab.page.locator(".moves ol"), tab.page.locator(".status-line")
    expect(moves).not_to_contain_text("L'Automa tira")
    expect(status).not_to_contain_text("Prendi")
    tab.run_clock_until(lambda: "L'Automa tira" in tab.page.locator(".board-text").inner_text())
    tab.page.clock.run_for(1000)
    expect(moves).to_contain_text("L'Automa tira")


def test_illegal_cells_step_back_and_the_own_seat_says_so(windows: Windows) -> None:
    tab = windows.deal("/g/aftaebr/5?bots=,random", reduced_motion="reduce")
    expect(tab.page.locator(".seat .you")).to_have_text("tu")
    both = opened(windows, "aftaebr")
    expect(both.page.locator(".seat .you")).to_have_count(0)
    both.play("1@a1")
    both.page.locator('[data-piece="4"]').click()
    dimmed = "cells => cells.filter(one => getComputedStyle(one).filter !== 'none').length"
    assert both.page.locator(".cell").evaluate_all(dimmed) == 3


def test_the_black_pieces_come_from_a_red_bag(windows: Windows) -> None:
    tab = windows.deal(GAMES["aftaebr"], reduced_motion="reduce")
    expect(tab.page.locator(".opening .bag svg")).to_be_visible()


def test_a_new_game_with_any_duration_and_names(tabs: Tabs) -> None:
    tab = tabs.open("/open/aftaebr")
    page = tab.page
    page.get_by_label("Posto 2").select_option("person")
    page.get_by_label("Nome di chi gioca al posto 1").fill("Anna")
    page.get_by_label("Nome di chi gioca al posto 2").fill("Bruno")
    page.get_by_text("altro", exact=True).click()
    page.get_by_label("Minuti").fill("7:3")
    page.get_by_role("button", name="Gioca", exact=True).click()
    expect(page.get_by_text("Scrivi i minuti")).to_be_visible()
    page.get_by_label("Minuti").fill("7:30")
    page.get_by_role("button", name="Gioca", exact=True).click()
    tab.ready()
    assert page.locator(".seat .who strong").all_inner_texts() == ["Anna", "Bruno"]
    expect(page.get_by_role("timer")).to_contain_text("7:2")
    # Another game begins with the same players and time.
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="Nuova partita")
    expect(dialog.get_by_label("Minuti")).to_have_value("7:30")
    play = dialog.get_by_role("button", name="Gioca")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(play).to_be_in_viewport(ratio=1)
    dialog.get_by_label("Minuti").fill("3:20")
    before = page.url
    play.click()
    page.wait_for_url(lambda url: url != before)
    expect(page.get_by_role("timer")).to_contain_text("3:1")
    expect(page.locator(".seat .who strong")).to_have_text(["Anna", "Bruno"])
