"""Nove colonne in the browser: the places of R-N9-03 … 07, and the same hands as elsewhere."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browser.move_sequences import dealt
from support.browser.tab import Tab, Way
from support.browser.touch import Finger
from support.browser.windows import Windows

WAYS: tuple[Way, ...] = ("mouse", "touch", "keys")


@cache
def deal_with_choices() -> tuple[int, list[str]]:
    """A deal that begins with a move to a base, one from column to column, one from the reserve."""
    for deal in range(1, 200):
        match = dealt("nove_colonne", deal)
        moves = [str(move) for move in match.legal_moves(0)]
        reserve = {str(card) for card in match.watch(0).reserve}
        kinds = {(move.partition(">")[0] in reserve, move.endswith(">b")) for move in moves}
        if {(False, True), (False, False), (True, False)} <= kinds:
            return deal, moves
    raise AssertionError("expected such a deal among the first 200")


def first(is_reserve: bool, to_base: bool) -> str:
    deal, moves = deal_with_choices()
    reserve = {str(card) for card in dealt("nove_colonne", deal).watch(0).reserve}
    return next(
        move
        for move in moves
        if (move.partition(">")[0] in reserve) == is_reserve and move.endswith(">b") == to_base
    )


def at_deal(windows: Windows, way: Way = "mouse") -> Tab:
    phone: dict[str, Any] = {"has_touch": True, "viewport": {"width": 390, "height": 780}}
    address = f"/g/nove_colonne/{deal_with_choices()[0]}"
    return windows.deal(address, **(phone if way == "touch" else {}))


def test_everything_is_where_the_rules_put_it(windows: Windows) -> None:
    tab = at_deal(windows)
    columns = tab.page.locator(".column").all()
    assert [column.locator(".slot").count() for column in columns] == [7, 7, 7, 6, 5, 4, 3, 2, 1]
    # One card of each column lies face up, the last (R-N9-03).
    assert [column.locator("[data-piece]").count() for column in columns] == [1] * 9
    reserve, bases = tab.page.locator(".space").all(), tab.page.locator(".base").all()
    assert len(reserve) == 6 and len(bases) == 4
    left = max(tab.box(place)["x"] for place in reserve)
    assert left < min(tab.box(base)["x"] for base in bases)
    top = max(tab.box(place)["y"] for place in (*reserve, *bases))
    assert top < tab.box(columns[0])["y"]
    for suit in "DHCS":
        expect(tab.place(f"b{suit}").locator(f'[data-spot="A{suit}"]')).to_be_visible()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_reserve", [False, True], ids=["column", "reserve"])
def test_a_card_goes_where_it_fits(windows: Windows, way: Way, is_reserve: bool) -> None:
    tab = at_deal(windows, way)
    move = first(is_reserve, to_base=False)
    card, _, to = move.partition(">")
    tab.press(tab.spot(card), way)
    assert tab.selected == [card]
    assert to in tab.moves()
    count = tab.count
    tab.press(tab.destination(to, way), way)
    tab.after(count)
    expect(tab.place(to).locator(f'[data-spot="{card}"]')).to_be_visible()


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_nothing_returns_to_the_reserve_r_n9_17(windows: Windows, way: Way) -> None:
    """The place that a card has left takes none, and says so; the card stays in the hand."""
    tab = at_deal(windows, way)
    tab.play(first(is_reserve=True, to_base=False), way)
    card = str(tab.page.locator(".column [data-piece].free").first.get_attribute("data-piece"))
    tab.press(tab.spot(card), way)
    tab.press(tab.page.locator(".space:not(:has([data-piece]))").first, way)
    assert tab.selected == [card]
    expect(tab.page.locator(".why.shown")).to_have_text("Nella riserva non si rimettono carte")


def test_a_double_click_sends_to_the_base(windows: Windows) -> None:
    tab = at_deal(windows)
    card = first(is_reserve=False, to_base=True).partition(">")[0]
    count = tab.count
    tab.spot(card).dblclick()
    tab.after(count)
    expect(tab.place(f"b{card[-1]}").locator(f'[data-spot="{card}"]')).to_be_visible()
    expect(tab.page.get_by_test_id("points")).to_have_text("5")


@pytest.mark.parametrize("way", ["mouse", "finger"])
def test_a_card_is_dragged_from_the_reserve(windows: Windows, way: str) -> None:
    tab = at_deal(windows, "touch" if way == "finger" else "mouse")
    card, _, to = first(is_reserve=True, to_base=False).partition(">")
    count = tab.count
    if way == "finger":
        Finger(tab).drag(card, to)
    else:
        tab.drag(card, to)
    tab.after(count)
    expect(tab.place(to).locator(f'[data-spot="{card}"]')).to_be_visible()
