"""The table of a patience: notices, the finish, the past, faces, hands, the deal of the day."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from support.browser.fixtures import Tabs
from support.browser.move_sequences import moves_to_dead_end, moves_to_finish, moves_to_stall
from support.browser.socket_play import deal_and_play, play_over_socket
from support.browser.tab import Tab
from support.browser.touch_targets import hard_to_touch
from support.browser.windows import Windows

from tavolino.server.views.solitario40 import Solitario40View

TAKE_BACK = "Torna indietro di una mossa"


def notice(tab: Tab) -> Locator:
    return tab.page.locator(".notice")


def played(windows: Windows, game: str, line: tuple[int, list[str]]) -> Tab:
    """The moves of a line that leads to a notice, the last two by hand."""
    deal, moves = line
    tab = windows.deal(f"/g/{game}/{deal}")
    play_over_socket(tab, windows.url, moves[:-2])
    for move in moves[-2:]:
        expect(notice(tab)).to_have_count(0)
        tab.play(move)
    return tab


def pressed(tab: Tab, where: Locator) -> None:
    count = tab.count
    where.click()
    tab.after(count)


def test_a_stall_is_announced_and_the_game_can_go_on_r_s40_12(windows: Windows) -> None:
    tab = played(windows, "solitario40", moves_to_stall())
    expect(notice(tab)).to_contain_text("Stallo")
    # Once is enough.
    expect(tab.page.locator(".status-line")).not_to_contain_text("Stallo")
    for width, height in ((360, 740), (844, 390), (1280, 860)):
        tab.page.set_viewport_size({"width": width, "height": height})
        assert hard_to_touch(tab.page) == []
    expect(notice(tab).get_by_role("button", name="Mi arrendo")).to_be_visible()
    pressed(tab, notice(tab).get_by_role("button", name=TAKE_BACK))
    expect(notice(tab)).to_have_count(0)
    pressed(tab, tab.button("Ripeti"))
    notice(tab).get_by_role("button", name="Continua").click()
    expect(notice(tab)).to_have_count(0)
    expect(tab.board).to_be_visible()
    tab.play("turn")
    tab.page.reload()
    table = tab.ready().page.url
    notice(tab).get_by_role("button", name="Nuova mano").click()
    expect(tab.page).not_to_have_url(table)
    expect(tab.ready().page.locator(".notice")).to_have_count(0)


def test_a_dead_end_give_up_undo_or_go_on(windows: Windows) -> None:
    tab = played(windows, "nove_colonne", moves_to_dead_end())
    expect(notice(tab)).to_contain_text("Vicolo cieco")
    names = notice(tab).get_by_role("button").all_text_contents()
    assert [name.strip() for name in names] == [TAKE_BACK, "Nuova mano", "Mi arrendo", "Continua"]
    pressed(tab, notice(tab).get_by_role("button", name=TAKE_BACK))
    expect(notice(tab)).to_have_count(0)
    pressed(tab, tab.button("Ripeti"))
    notice(tab).get_by_role("button", name="Continua").click()
    expect(notice(tab)).to_have_count(0)
    assert tab.page.locator("[data-piece].free").count() > 0
    tab.page.reload()
    tab.ready()
    pressed(tab, notice(tab).get_by_role("button", name="Mi arrendo"))
    expect(tab.page.get_by_role("heading", name="Ti sei arreso.")).to_be_visible()


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_rest_goes_by_itself_r_s40_47(tabs: Tabs, way: str) -> None:
    person = tabs.person()
    moves = moves_to_finish("solitario40", 2)
    update = deal_and_play(person, tabs.url, "solitario40/2", moves)
    tab = tabs.open(f"/t/{update.table}", of=person).ready()
    assert isinstance(update.view, Solitario40View)
    left = 40 - _on_bases(tab)
    if way == "keys":
        count = tab.count
        tab.page.keyboard.press("f")
        tab.after(count)
    else:
        pressed(tab, notice(tab).get_by_role("button", name="Tutto alle basi"))
    expect(tab.page.get_by_role("heading", name="Solitario risolto!")).to_be_visible()
    # Each card is a move of its own, worth ten.
    expect(tab.page.get_by_test_id("points")).to_have_text(str(update.view.points + 10 * left))


def _on_bases(tab: Tab) -> int:
    ranks = "A234567JQK"
    tops = tab.page.locator(".base [data-piece]")
    return sum(ranks.index(str(one.get_attribute("data-piece"))[0]) + 1 for one in tops.all())


def test_undo_redo_and_hint_by_buttons(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2")
    expect(tab.button("Annulla")).to_be_disabled()
    tab.play("7S>4")
    pressed(tab, tab.button("Annulla"))
    expect(tab.place("4").locator('[data-spot="7S"]')).to_have_count(0)
    pressed(tab, tab.button("Ripeti"))
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()
    tab.button("Consiglio").click()
    expect(tab.page.get_by_test_id("hint")).to_contain_text("Consiglio:")
    expect(tab.page.locator("[data-advised]").first).to_be_visible()
    tab.button("Chiudi").click()
    expect(tab.page.locator("[data-advised]")).to_have_count(0)


def test_the_past_can_be_looked_at_and_nothing_moves_there(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2")

    def column(card: str) -> Locator:
        return tab.spot(card).locator("xpath=ancestor::*[@data-place]")

    for move in ("7S>4", "6S>7", "5H>7"):
        tab.play(move)
    steps = tab.page.get_by_role("listitem").get_by_role("button")
    steps.filter(has_text="Sette di spade").click()
    expect(column("7S")).to_have_attribute("data-place", "4")
    expect(column("6S")).to_have_attribute("data-place", "1")
    assert tab.page.locator(".free").count() == 0
    tab.button("Un passo avanti").click()
    expect(column("6S")).to_have_attribute("data-place", "7")
    tab.button("All’inizio").click()
    expect(column("7S")).to_have_attribute("data-place", "2")
    tab.page.keyboard.press("]")
    tab.page.keyboard.press("[")
    expect(column("7S")).to_have_attribute("data-place", "2")
    tab.button("Torna alla partita").first.click()
    expect(column("5H")).to_have_attribute("data-place", "7")
    assert tab.page.locator(".free").count() > 0


@pytest.mark.parametrize("game", ["solitario40", "nove_colonne"])
def test_faces_change_in_the_middle_of_a_game_r_s40_02(tabs: Tabs, game: str) -> None:
    tab = tabs.open(f"/g/{game}/2").ready()
    tab.page.locator("[data-piece].free").first.click()
    selected = tab.selected
    assert selected
    drawing = tab.page.locator(f'[data-spot="{selected[0]}"] use.full')
    styles = ["napoletane", "piacentine", "francesi"] * 2
    first = {"solitario40": "napoletane", "nove_colonne": "francesi"}[game]
    expect(drawing).to_have_attribute("href", f"#{first}-{selected[0]}")
    after_first = styles.index(first) + 1
    for style in styles[after_first : after_first + 3]:
        tab.page.get_by_role("button", name=re.compile("^Carte: ")).click()
        expect(drawing).to_have_attribute("href", f"#{style}-{selected[0]}")
        expect(tab.page.locator(f"symbol#{style}-{selected[0]}")).to_have_count(1)
    tab.page.keyboard.press("c")
    expect(drawing).to_have_attribute("href", f"#{styles[after_first]}-{selected[0]}")
    # The game is not touched: what was in the hand still is.
    assert tab.selected == selected


def with_left_hand(tabs: Tabs, address: str) -> Tab:
    person = tabs.person(is_fresh=True)
    person.add_init_script(
        "localStorage.setItem('tavolino.settings', JSON.stringify({ leftHand: true }))"
    )
    return tabs.open(address, of=person).ready()


def test_for_the_left_hand_the_mazzo_is_on_the_right(windows: Windows, tabs: Tabs) -> None:
    right = windows.deal("/g/solitario40/2")
    assert right.box(right.spot("mazzo"))["x"] < right.box(right.spot("base D"))["x"]
    left = with_left_hand(tabs, "/g/solitario40/2")
    assert left.box(left.spot("mazzo"))["x"] > left.box(left.spot("base S"))["x"]
    left.play("turn")
    left.play("7S>4")


def test_for_the_left_hand_the_reserve_is_on_the_right(tabs: Tabs) -> None:
    tab = with_left_hand(tabs, "/g/nove_colonne/2")
    reserve, bases = tab.page.locator(".space").first, tab.place("bD")
    assert tab.box(reserve)["x"] > tab.box(bases)["x"]


def test_three_cards_of_the_mazzetto_and_see_through_bases(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2")
    mazzetto = tab.page.get_by_role("group", name="Mazzetto")
    expect(mazzetto.locator("[data-spot]")).to_have_count(3)
    # Only the last one can be taken (R-S40-18).
    expect(mazzetto.locator("[data-piece]")).to_have_count(1)
    for suit in "DHCS":
        ghost = tab.place(f"b{suit}").locator(".ghost")
        assert 0.1 < float(ghost.evaluate("one => getComputedStyle(one).opacity")) < 0.5


def test_points_appear_where_they_are_made(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2").ready()
    for move in ("7S>4", "6S>7", "5H>7", "turn", "turn"):
        tab.play(move)
    base = tab.box(tab.place("bH"))
    tab.page.evaluate(
        """() => {
          window.gains = [];
          new MutationObserver(() => {
            const gain = document.querySelector('.gain');
            if (gain) gains.push([gain.textContent, parseFloat(gain.style.left)]);
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    tab.play("AH>b")
    text, x = tab.page.evaluate("() => gains[0]")
    assert text == "+15"
    assert base["x"] < x < base["x"] + base["width"]
    expect(tab.page.get_by_test_id("points")).to_have_text("20")


@pytest.mark.parametrize("game", ["solitario40", "nove_colonne"])
def test_the_deal_of_the_day_has_no_way_back(tabs: Tabs, game: str) -> None:
    person = tabs.person()
    person.request.post(f"{tabs.url}/api/me")
    answer = person.request.post(f"{tabs.url}/api/daily/{game}")
    tab = tabs.open(f"/t/{answer.json()['table']}", of=person).ready()
    expect(tab.page.get_by_text(re.compile("^Partita del giorno, ")).first).to_be_visible()
    for name in ("Annulla", "Ripeti", "Consiglio", "Ricomincia", "Nuova mano"):
        expect(tab.button(name)).to_have_count(0)
    tab.page.locator("[data-piece].free").first.click()
    pressed(tab, tab.page.locator(".target").first)
    count = tab.count
    for key in "urhn":
        tab.page.keyboard.press(key)
    expect(tab.page.get_by_test_id("hint")).to_have_count(0)
    assert tab.count == count
    assert tab.page.url.endswith(answer.json()["table"])


def test_a_daily_deal_is_given_up_only_on_purpose(tabs: Tabs) -> None:
    page = tabs.open("/daily").page
    page.get_by_role("button", name="Gioca: Nove colonne").click()
    tab = Tab(page).ready()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"Tempo \d{1,2}(:\d\d){1,2}$"))
    question = page.get_by_role("alertdialog", name="Chiudere qui la tua partita?")
    for decline in ("Continua", "Escape"):
        tab.button("Ho finito").click()
        expect(question).to_contain_text("I punti fatti restano")
        if decline == "Escape":
            page.keyboard.press("Escape")
        else:
            question.get_by_role("button", name=decline).click()
        expect(question).to_be_hidden()
        expect(tab.button("Ho finito")).to_be_enabled()
    tab.button("Ho finito").click()
    question.get_by_role("button", name="Ho finito").click()
    expect(page.get_by_role("heading", name="Hai finito.")).to_be_visible()
    page.goto("/daily")
    # Without a move there is no place (RULES 8.15).
    expect(page.get_by_text("Finita senza mosse: fuori classifica")).to_be_visible()
