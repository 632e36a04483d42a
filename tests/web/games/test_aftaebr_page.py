"""Aftaebr in the browser: the draw, stacks, sequences, who plays again, who comes back."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from support.browser.fixtures import Tabs
from support.browser.keyboard import arrows, enter_board, walk, way
from support.browser.tab import Tab
from support.browser.touch import Finger
from support.browser.windows import Windows

HOT_SEAT = "/g/aftaebr/5?bots=,"
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
SEQUENCE = ("1@a1", "2@b1", "3@c1", "4@d1")
MOST_MOVES = 500


def choose(tab: Tab, colour: str) -> None:
    count = tab.count
    tab.button(colour).click()
    tab.after(count)


def with_colours(tab: Tab) -> Tab:
    choose(tab, "verde")
    choose(tab, "fucsia")
    return tab


def hot_seat(windows: Windows, **options: Any) -> Tab:
    return with_colours(windows.deal(HOT_SEAT, **STILL, **options))


def complete_sequence(tab: Tab) -> None:
    """Up to the frame in which the four cells are lit; the clock is paused there."""
    for move in SEQUENCE[:3]:
        tab.play(move)
    tab.pause_clock()
    tab.play(SEQUENCE[3])
    lit = tab.page.locator(".cell.lit")
    tab.run_clock_until(lambda: lit.count() == 4)


def new_user(tabs: Tabs, name: str) -> BrowserContext:
    person = tabs.person(**STILL)
    assert person.request.post("/api/me").ok
    assert person.request.patch("/api/me", data={"name": name}).ok
    return person


def table(host: BrowserContext, **body: Any) -> str:
    answer = host.request.post("/api/tables", data={"game": "aftaebr", "kind": "table", **body})
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def at(tab: Tab, actor: int) -> Tab:
    tab.page.locator(f'[data-actor="{actor}"][data-waiting=false]').wait_for()
    return tab


def two(tabs: Tabs, **body: Any) -> tuple[Tab, Tab]:
    """Anna and Bruno at a table of their own."""
    anna, bruno = new_user(tabs, "Anna"), new_user(tabs, "Bruno")
    code = table(anna, options={"players": "2", **body})
    assert bruno.request.post(f"/api/tables/{code}/join", data={}).ok
    return tabs.open(f"/t/{code}", of=anna), tabs.open(f"/t/{code}", of=bruno)


def names(tab: Tab) -> list[str]:
    return [one.inner_text() for one in tab.page.locator(".seat .who strong").all()]


def test_the_draw_and_the_colours_are_shown(windows: Windows) -> None:
    tab = windows.deal(HOT_SEAT, **STILL)
    drawn = tab.page.locator(".opening li")
    expect(drawn).to_have_count(2)
    begins = drawn.filter(has_text="comincia")
    expect(begins).to_have_count(1)
    black = [
        int((one.get_attribute("aria-label") or "")[-1])
        for one in drawn.get_by_role("img", name="pedina nera").all()
    ]
    assert f"pedina nera {max(black)}" in (
        begins.locator("[role=img]").first.get_attribute("aria-label") or ""
    )
    expect(tab.page.locator(".choice button")).to_have_count(4)
    choose(tab, "fucsia")
    # A colour is one player's (R-AF-08).
    expect(tab.page.locator(".choice button")).to_have_count(3)
    expect(tab.button("fucsia")).to_have_count(0)
    choose(tab, "verde")
    expect(tab.page.locator(".opening")).to_have_count(0)
    expect(tab.page.get_by_role("group", name=re.compile("fucsia, pedine: 32"))).to_be_visible()
    expect(tab.page.get_by_role("group", name=re.compile("verde, pedine: 32"))).to_be_visible()


def test_a_sequence_lights_up_and_goes_to_the_hand(tabs: Tabs) -> None:
    tab = with_colours(tabs.open(HOT_SEAT).ready())
    complete_sequence(tab)
    tab.page.clock.resume()
    expect(tab.page.locator(".hand .captured")).to_have_count(4)
    expect(tab.page.locator(".announcement")).to_contain_text("gioca ancora.")
    expect(tab.page.locator(".seat.turns")).to_contain_text("ancora di turno")
    expect(tab.page.locator(".cell.lit")).to_have_count(0)
    # Eight of each, two laid, four taken.
    expect(tab.page.locator(".seat.turns .total")).to_have_text("34")
    assert "completa una sequenza e gioca ancora" in tab.announced


def test_a_click_ends_the_animation_of_a_capture(tabs: Tabs) -> None:
    tab = with_colours(tabs.open(HOT_SEAT).ready())
    complete_sequence(tab)
    tab.page.locator("[data-piece].free").first.click()
    expect(tab.page.locator(".cell.lit")).to_have_count(0)
    assert len(tab.selected) == 1


def test_the_cells_of_the_chosen_number(windows: Windows) -> None:
    tab = hot_seat(windows)
    tab.play("1@a1")
    tab.page.locator('[data-piece="4"]').click()
    # Anywhere but beside the one: 36 without a1, b1, a2 (R-AF-10, 13).
    expect(tab.page.locator(".cell.target")).to_have_count(33)
    tab.place("b1").click()
    expect(tab.page.locator(".why")).to_contain_text("Serve un numero vicino")
    assert tab.selected == ["piece 4"]
    tab.page.locator('[data-piece="2"]').click()
    expect(tab.page.locator(".cell.target")).to_have_count(35)


def stacked(windows: Windows, **options: Any) -> Tab:
    """A 3 on the 1 of b1, which has a 2 beside it."""
    tab = hot_seat(windows, **options)
    for move in ("2@a1", "1@b1", "3@b1"):
        tab.play(move)
    return tab


def test_a_stack_is_looked_into_by_pointing(windows: Windows) -> None:
    tab = stacked(windows)
    expect(tab.place("b1").locator(".height")).to_have_attribute("data-pieces", "2")
    tab.place("e5").hover()
    expect(tab.page.locator(".below")).to_have_count(0)
    tab.place("b1").hover()
    numbers = tab.page.locator(".below text")
    expect(numbers).to_have_text(["1", "3"])
    assert "sotto, dall’alto: 1" in (tab.place("b1").get_attribute("aria-label") or "")


def test_a_stack_is_looked_into_by_a_long_press(windows: Windows) -> None:
    """A finger shakes and stays; when it is lifted, nothing has been played."""
    tab = stacked(windows, has_touch=True, viewport={"width": 360, "height": 740})
    tab.page.locator('[data-piece="1"]').tap()
    expect(tab.place("b1")).to_have_class(re.compile("target"))
    count = tab.count
    box = tab.still_box(tab.place("b1"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = tab.page.context.new_cdp_session(tab.page)

    def finger(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    finger("touchStart", {"x": x, "y": y})
    finger("touchMove", {"x": x + 3, "y": y + 2})
    expect(tab.page.locator(".below text")).to_have_text(["1", "3"])
    finger("touchEnd")
    assert tab.selected == ["piece 1"]
    assert tab.count == count
    tab.place("b1").tap()
    tab.after(count)
    expect(tab.place("b1").locator(".height")).to_have_attribute("data-pieces", "3")


def test_a_game_against_a_bot_until_time_is_up(tabs: Tabs) -> None:
    tab = tabs.open("/g/aftaebr/5?bots=,random&time_limit=8", **STILL).ready()
    end = tab.page.locator(".end h2")
    mine = tab.page.locator('[data-actor="0"][data-waiting=false]')

    def press(wanted: str) -> None:
        """Unless time is up, which may be between any two clicks: the end covers the board."""
        while not end.is_visible():
            with suppress(PlaywrightTimeout):
                return tab.page.locator(wanted).first.click(timeout=1000)

    for _ in range(MOST_MOVES):
        mine.or_(end).first.wait_for()
        count = tab.count
        if tab.page.locator(".choice button").count():
            press(".choice button")
        else:
            press("[data-piece].free")
            press(".cell.target")
        if end.count():
            break
        tab.after(count)
    else:
        pytest.fail(f"the game goes on after {MOST_MOVES} moves")
    expect(end).to_have_text(re.compile("Hai vinto!|Hai perso: vince il bot|Vincono"))
    hands = [int(one.inner_text()) for one in tab.page.locator(".seat .total").all()]
    # The player with most pieces wins (R-AF-28).
    won = tab.page.locator(".seat", has_text="ha vinto").locator(".total").first
    assert int(won.inner_text()) == max(hands)


def test_two_people_an_extra_turn_and_a_rematch(tabs: Tabs) -> None:
    anna, bruno = two(tabs, time_limit="90")
    tab = {0: anna, 1: bruno}
    for _ in range(2):
        anna.page.locator("[data-actor]").wait_for()
        actor = int(anna.table.get_attribute("data-actor") or 0)
        at(tab[actor], actor)
        count = tab[actor].count
        tab[actor].page.locator(".choice button").first.click()
        tab[actor].after(count)
        at(tab[1 - actor], 1 - actor)
    for move in SEQUENCE:
        actor = int(anna.table.get_attribute("data-actor") or 0)
        at(tab[actor], actor).play(move)
        captor = tab[actor]
        tab[1 - actor].after(captor.count - 1)
    expect(captor.page.locator(".announcement")).to_have_text("Tocca ancora a te!")
    other = bruno if captor is anna else anna
    expect(other.page.locator(".announcement")).to_contain_text("gioca ancora.")
    # Time is up; the next game is one seat further.
    before = names(anna)
    assert before == ["Anna", "Bruno"]
    expect(anna.page.locator(".end h2")).to_be_visible()
    guest = tabs.open(anna.page.url)
    anna.button("Rivincita").first.click()
    expect(bruno.page.get_by_text("Anna propone la rivincita.")).to_be_visible()
    expect(anna.page.get_by_text("si aspetta Bruno")).to_be_visible()
    guest.button("Segui").click()
    expect(guest.button("Siediti")).to_be_disabled()
    bruno.button("Accetta").click()
    for one in (anna, bruno, guest):
        one.ready()
        expect(one.page.locator(".opening li")).to_have_count(2)
        assert names(one) == ["Bruno", "Anna"]


def test_a_player_returns_after_a_timeout(tabs: Tabs) -> None:
    anna = new_user(tabs, "Anna")
    code = table(anna, options={"players": "2"}, bots={"1": "random"}, turn_seconds=1)
    tab = tabs.open(f"/t/{code}", of=anna)
    matter = tab.page.get_by_text("per ora gioca un bot al posto tuo")
    expect(matter).to_be_visible()
    expect(tab.page.get_by_role("region", name="Giocatori")).to_contain_text("gioca un bot")
    tab.button("Torno a giocare").click()
    expect(matter).to_have_count(0)
    expect(tab.button("Torno a giocare")).to_have_count(0)


def test_with_the_keys(windows: Windows) -> None:
    tab = windows.deal(HOT_SEAT, **STILL)
    enter_board(tab)
    for _ in range(2):
        count = tab.count
        walk(tab, tab.page.locator(".choice button").first)
        tab.after(count)
    for number, cell in (("1", "a1"), ("2", "b1"), ("3", "c1"), ("4", "d1"), ("2", "f6")):
        count = tab.count
        walk(tab, tab.spot(f"piece {number}"))
        walk(tab, tab.spot(cell))
        tab.after(count)
    assert "f6" in tab.announced
    graph = arrows(tab)
    for spot in graph:
        way(graph, "a1", spot)
        way(graph, spot, "a1")


def test_in_english(windows: Windows) -> None:
    tab = windows.deal(HOT_SEAT, locale="en-GB", **STILL)
    expect(tab.page.locator(".opening")).to_contain_text("The draw")
    choose(tab, "green")
    choose(tab, "orange")
    for move in SEQUENCE:
        tab.play(move)
    expect(tab.page.locator(".announcement")).to_contain_text("plays again")
    assert "completes a sequence and plays again" in tab.announced
    expect(tab.page.get_by_role("button", name="a1: empty")).to_be_visible()


def test_a_name_of_forty_letters_keeps_to_its_place(tabs: Tabs) -> None:
    anna, bruno = new_user(tabs, "W" * 40), new_user(tabs, "M" * 40)
    code = table(anna, options={"players": "2"})
    assert bruno.request.post(f"/api/tables/{code}/join", data={}).ok
    tab = tabs.open(f"/t/{code}", of=bruno).ready()
    for width in (360, 1280):
        tab.page.set_viewport_size({"width": width, "height": 800})
        board = tab.box(tab.board)
        for seat in tab.page.locator(".seat").all():
            box = tab.box(seat)
            assert box["x"] + box["width"] <= board["x"] + board["width"], width
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("has_touch", [False, True])
def test_a_piece_is_dragged_to_a_cell(windows: Windows, has_touch: bool) -> None:
    tab = hot_seat(windows, has_touch=has_touch)
    hand = tab.page.locator("[data-spot][data-piece='2'].free")
    count, spot = tab.count, str(hand.get_attribute("data-spot"))
    if has_touch:
        Finger(tab).drag(spot, "c3")
    else:
        tab.drag(spot, "c3")
    tab.after(count)
    expect(tab.place("c3").locator("[data-origin]")).to_have_count(1)
