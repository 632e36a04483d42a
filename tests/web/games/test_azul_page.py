"""Azul in the browser: the moves of the automa, and the preview of what a move is worth."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from support.browser.fixtures import Tabs
from support.browser.keyboard import arrows, enter_board, walk, way
from support.browser.socket_play import play_on_over_socket
from support.browser.tab import Tab
from support.browser.touch import Finger
from support.browser.windows import Windows

from tavolino.server.live.domain.messages import Update
from tavolino.server.views.azul_solo import AzulView

DEAL = "/g/azul_solo/2"
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
MOST_MOVES = 100
ROUNDS = 4
HAND = 3
"""Moves made by hand at the beginning of a long game."""
RECORD_ANIMATIONS = """() => {
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...all) {
    const place = this.closest('.line, .pile, .centre, .floor, .wall');
    if (place) window.animated.push(place.classList[0]);
    return animate.apply(this, all);
  };
}"""
"""Records the places whose content is animated."""


def moves(tab: Tab) -> Iterator[tuple[Locator, Locator]]:
    """What may be taken and the first line for it, until the game is over."""
    for _ in range(MOST_MOVES):
        if not tab.table.get_attribute("data-actor"):
            break
        yield (
            tab.page.locator("[data-spot].free").first,
            tab.page.locator(".line.target, .floor.target").first,
        )
    else:
        pytest.fail(f"the game goes on after {MOST_MOVES} moves")


def test_the_move_of_the_automa_is_shown_and_announced(tabs: Tabs) -> None:
    tab = tabs.open(DEAL).ready()
    tab.page.evaluate(RECORD_ANIMATIONS)
    tab.page.locator("[data-spot].free").first.click()
    tab.page.locator(".line.target").first.click()
    # Tiles move to the human's line, then to the automa's pile.
    tab.page.wait_for_function("() => window.animated.includes('pile')")
    animated = tab.page.evaluate("() => window.animated")
    assert animated.index("line") < animated.index("pile")
    words = tab.page.locator(".board-text")
    expect(words).to_have_text(re.compile(r"L'Automa tira [1-6]: prende .+ \(P[1-4]: .+\)"))
    assert (words.text_content() or "") in tab.announced
    die = re.search(r"tira (\d)", words.text_content() or "")
    assert die
    expect(tab.page.get_by_role("img", name=f"dado: {die[1]}")).to_be_visible()


def test_a_click_ends_the_animation_of_the_automa(tabs: Tabs) -> None:
    """The click also selects what it hits."""
    tab = tabs.open(DEAL).ready()
    count = tab.count
    tab.pause_clock()
    tab.page.locator("[data-spot].free").first.click()
    tab.page.locator(".line.target").first.click()
    tab.page.wait_for_function(
        "n => Number(document.querySelector('[data-testid=table]').dataset.count) > n", arg=count
    )
    expect(tab.page.locator(".board-text")).to_be_empty()
    tab.page.locator("[data-spot].free").first.click()
    assert len(tab.selected) == 1
    expect(tab.page.locator(".board-text")).to_contain_text("L'Automa tira")


def test_reduced_motion_means_no_animation(tabs: Tabs) -> None:
    tab = tabs.open(DEAL, **STILL).ready()
    tab.page.evaluate(RECORD_ANIMATIONS)
    tab.play("1R>1")
    expect(tab.page.locator(".board-text")).to_contain_text("L'Automa tira")
    assert tab.page.evaluate("() => window.animated") == []


def test_the_preview_agrees_with_the_score(windows: Windows) -> None:
    tab = windows.deal(DEAL, **STILL)
    rows: dict[int, int] = {}
    cost = 0
    expect(tab.page.locator(".scores")).to_contain_text("1/4")
    for piece, line in moves(tab):
        count = tab.count
        piece.click()
        line.hover()
        worth = tab.page.locator(".preview")
        expect(worth).not_to_be_empty()
        said = worth.text_content() or ""
        falling = tab.page.locator(".falling").count()
        assert falling > 0
        row = line.get_attribute("data-place")
        if points := re.search(r"Completa la linea: \+(\d+)", said):
            # Rows are laid from the top: what is completed above may change those below.
            rows = {r: n for r, n in rows.items() if r < int(row or 0)}
            rows[int(row or 0)] = int(points[1])
        if floor := re.search(r"in tutto −(\d+)", said):
            cost = int(floor[1])
        line.click()
        tab.after(count)
        if "Fine del round 1" in tab.announced:
            break
    expect(tab.page.locator(".scores")).to_contain_text("2/4")
    assert rows
    laid = tab.page.locator(".wall").evaluate_all(
        "walls => walls.map(wall => wall.querySelector('.points')?.dataset.points)"
    )
    for number, worth_of_row in rows.items():
        assert laid[number - 1] == f"+{worth_of_row}"
    gained = sum(int(one) for one in laid if one)
    lost = re.search(r"pavimento: −?(\d+)", tab.announced)
    assert lost
    assert int(lost[1]) == min(cost, gained)
    expect(tab.page.get_by_test_id("score")).to_have_text(str(max(0, gained - cost)))


def test_every_line_has_a_preview(windows: Windows) -> None:
    """Without a mouse too: what is held is weighed on every line, and read with it."""
    tab = windows.deal(DEAL, has_touch=True, viewport={"width": 360, "height": 740})
    tab.page.locator('[data-piece="1R"]').first.tap()
    expect(tab.page.locator(".signs").first).to_be_visible()
    first = tab.place("1").get_attribute("aria-label") or ""
    assert re.search(r"^linea 1, vuota\. Completa la linea: \+1", first)
    assert re.search(r"in tutto −", tab.place("f").get_attribute("aria-label") or "")


def test_the_round_is_scored_tile_by_tile(tabs: Tabs) -> None:
    tab = tabs.open(DEAL).ready()
    tab.pause_clock()
    for piece, line in moves(tab):
        count = tab.count
        piece.click()
        line.click()
        tab.after(count)
        if "Fine del round 1" in tab.announced:
            break
    # Neither the list of moves nor the status line is ahead of what the board shows.
    listed = tab.page.locator(".moves ol, .status-line")
    for text in listed.all_inner_texts():
        assert "Fine del round" not in text
    # The points appear one after another; only then does the next round begin.
    points, scores = tab.page.locator(".wall .points"), tab.page.locator(".scores")
    seen = [0]

    def is_next_round() -> bool:
        if "2/4" in scores.inner_text():
            return True
        if points.count() != seen[-1]:
            seen.append(points.count())
        return False

    tab.run_clock_until(is_next_round)
    assert len(seen) > 2 and seen == list(range(len(seen)))
    # The Automa may begin the next round: the list waits for it, too.
    told = tab.page.locator(".moves ol")
    tab.run_clock_until(lambda: "Fine del round 1" in told.inner_text())
    # The tiles of full lines that are not on the wall lie beside the board, and can be seen.
    discards = tab.page.get_by_role("img", name="Scarti, messi da parte:")
    expect(discards).to_be_visible()


def is_last_round(update: Update) -> bool:
    assert isinstance(update.view, AzulView)
    return update.view.round == ROUNDS


def test_a_game_with_the_keys_its_beginning_and_its_last_round(windows: Windows) -> None:
    tab = windows.deal(DEAL, **STILL)

    def move(piece: Locator, line: Locator) -> None:
        count = tab.count
        walk(tab, piece)
        walk(tab, line)
        tab.after(count)

    enter_board(tab)
    for piece, line in islice(moves(tab), HAND):
        move(piece, line)
    play_on_over_socket(tab, windows.url, is_last_round)
    if not tab.board.locator(":focus").count():
        enter_board(tab)
    for piece, line in moves(tab):
        move(piece, line)
    points = re.search(r"(\d+) a (\d+)", tab.page.locator(".end").inner_text())
    assert points
    words = tab.page.locator(".board-text").inner_text()
    # What each side's points are made of (R-AZ-22, 23).
    assert re.search(rf"Tu: .*\b{points[1]}\b.*Automa: .*\b{points[2]}\b", words)
    expect(tab.page.get_by_test_id("automa")).to_have_text(points[2])


def test_six_trays_stand_around_the_centre_with_one_on_top(windows: Windows) -> None:
    """Clockwise from the top (R-AZ-01); the tile of the first player lies on ONE (R-AZ-05)."""
    tab = windows.deal(DEAL, **STILL)

    def middle(name: str) -> tuple[float, float]:
        box = tab.box(tab.board.get_by_role("group", name=name, exact=True))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    trays = [middle(f"vassoio {number}") for number in range(1, 7)]
    x, y = sum(at[0] for at in trays) / 6, sum(at[1] for at in trays) / 6
    assert abs(trays[0][0] - x) < 2 and trays[0][1] == min(at[1] for at in trays)
    turns = [math.degrees(math.atan2(at[0] - x, y - at[1])) % 360 for at in trays]
    assert turns[1:] == sorted(turns[1:])
    centre = middle("centro, vuoto")
    assert all(math.dist(centre, (x, y)) < math.dist(at, (x, y)) / 2 for at in trays)
    one = tab.board.get_by_role("group", name="vassoio 1", exact=True)
    expect(one.get_by_role("img", name="piastrella Primo Giocatore")).to_be_visible()


def test_every_spot_is_reached_by_the_arrows(windows: Windows) -> None:
    tab = windows.deal(DEAL, **STILL)
    tab.play("1R>1")
    graph = arrows(tab)
    start = next(iter(graph))
    for spot in graph:
        way(graph, start, spot)
        way(graph, spot, start)


def test_everything_has_a_name(windows: Windows) -> None:
    tab = windows.deal(DEAL, **STILL)
    board = tab.board
    for number in range(1, 7):
        expect(board.get_by_role("group", name=f"vassoio {number}", exact=True)).to_be_visible()
    expect(board.get_by_role("group", name="centro, vuoto")).to_be_attached()
    expect(board.get_by_role("img", name=re.compile("^Sequenza dei colori: "))).to_be_visible()
    expect(board.get_by_role("button", name="linea 5, vuota")).to_be_visible()
    expect(board.get_by_role("button", name="pavimento: 0 su 7, costa 0")).to_be_visible()
    expect(board.get_by_role("img", name="muro, riga 1: niente")).to_be_visible()
    tab.play("1R>1")
    tray = board.get_by_role("group", name="vassoio 1, vuoto")
    expect(tray).to_be_visible()
    expect(board.get_by_role("img", name=re.compile(r"^Automa, piastrelle: \d+"))).to_be_visible()


def test_in_english(windows: Windows) -> None:
    tab = windows.deal(DEAL, locale="en-GB", **STILL)
    tab.page.locator('[data-piece="1R"]').first.click()
    tab.place("1").hover()
    expect(tab.page.locator(".preview")).to_contain_text("Completes the line: +1")
    tab.place("1").click()
    expect(tab.page.locator(".board-text")).to_contain_text(
        re.compile(r"The Automa rolls \d.+\(P\d")
    )


@pytest.mark.parametrize("has_touch", [False, True])
def test_tiles_are_dragged_to_a_line(windows: Windows, has_touch: bool) -> None:
    tab = windows.deal(DEAL, has_touch=has_touch, **STILL)
    piece = str(tab.page.locator("[data-spot][data-piece].free").first.get_attribute("data-piece"))
    count = tab.count
    if has_touch:
        Finger(tab).drag(piece, "5")
    else:
        tab.drag(piece, "5")
    tab.after(count)
    expect(tab.place("5")).to_have_attribute("aria-label", re.compile("linea 5: [0-9] × "))
