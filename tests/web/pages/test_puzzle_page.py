"""Puzzles in the browser: solved and failed, by mouse, touch, keys and ear; the streak is kept."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Locator, expect
from support.browser.axe import serious_violations
from support.browser.fixtures import Tabs
from support.browser.tab import Tab
from support.browser.touch_targets import hard_to_touch

from tavolino.learning.puzzles.attempt import begin
from tavolino.learning.puzzles.files import shipped
from tavolino.learning.puzzles.judging import follow
from tavolino.learning.puzzles.puzzle import Puzzle, Theme
from tavolino.learning.puzzles.questions.only_step import step_of

CHAINS = [one for one in shipped("aftaebr") if one.theme is Theme.CHAIN]


def short(game: str, *themes: Theme) -> list[Puzzle]:
    """Puzzles that one move solves."""
    puzzles = [one for one in shipped(game) if len(one.line) == 1]
    return [one for one in puzzles if not themes or one.theme in themes]


def wrong_move(puzzle: Puzzle) -> str:
    """A move that fails at once."""
    start = begin(puzzle)
    for move in start.game.legal_moves(start.state):
        step = None if puzzle.game != "solitario40" else step_of(start.game, start.state, move)
        if str(move) != puzzle.line[0] and (puzzle.game != "solitario40" or step is not None):
            return str(move)
    raise AssertionError(f"every move of {puzzle.id} is right")


def puzzle_in(tab: Tab) -> Locator:
    return tab.page.get_by_test_id("puzzle")


def decided(tab: Tab, verdict: str) -> None:
    expect(puzzle_in(tab)).to_have_attribute("data-verdict", verdict)


def test_solve_and_fail_by_mouse_and_the_streak_is_kept(tabs: Tabs) -> None:
    first, second, third = short("azul_solo")[:3]
    tab = tabs.open(f"/puzzles/{first.id}")
    page = tab.page
    expect(page.get_by_text("Una presa è di gran lunga migliore")).to_have_count(2)  # and the log
    tab.do(first.line[0])
    decided(tab, "solved")
    expect(page.locator(".headline")).to_contain_text(re.compile(r"Risolto! \+\d+ punti"))
    expect(page.get_by_text("1 di fila")).to_be_visible()
    assert serious_violations(page) == []

    page.goto(f"/puzzles/{second.id}")
    tab.do(second.line[0])
    decided(tab, "solved")
    expect(page.get_by_text("2 di fila")).to_be_visible()

    page.goto("/puzzles")
    azul = page.get_by_role("listitem").filter(has_text="Azul").filter(has_text="Risolti")
    expect(azul).to_contain_text("Risolti 2 su 2 · 2 di fila · record 2")
    expect(page.get_by_role("heading", name="I tuoi ultimi problemi")).to_be_visible()
    assert serious_violations(page) == []

    page.goto(f"/puzzles/{third.id}")
    tab.do(wrong_move(third))
    decided(tab, "failed")
    expect(page.locator(".headline")).to_contain_text(re.compile(r"Non è questa\. −\d+ punti"))
    expect(page.get_by_text("0 di fila")).to_be_visible()
    tab.button("Riprova").click()
    decided(tab, "open")
    tab.do(third.line[0])
    decided(tab, "solved")
    expect(page.get_by_text("0 di fila")).to_be_visible()  # only the first result counts
    tab.button("Prossimo problema").click()
    page.wait_for_url(lambda url: third.id not in url)
    decided(tab, "open")


def test_by_keys_and_by_ear(tabs: Tabs) -> None:
    puzzle = short("aftaebr")[0]
    tab = tabs.open(f"/puzzles/{puzzle.id}")
    log = tab.page.get_by_role("log", name="Problema")
    expect(log).to_have_text("Una sola pedina vince: quale, e dove?")
    tab.page.keyboard.press("h")
    expect(log).to_have_text(re.compile("È una presa|Non prende nulla"))
    tab.do(puzzle.line[0], "keys")
    decided(tab, "solved")
    expect(log).to_have_text(re.compile("Risolto!.*fino all'ultima pedina"))
    expect(tab.button("Prossimo problema")).to_be_focused()
    tab.page.keyboard.press("n")
    tab.page.wait_for_url(lambda url: puzzle.id not in url)

    chain = CHAINS[0]
    tab.page.goto(f"/puzzles/{chain.id}")
    expect(log).to_have_text(re.compile(f"Prendi {chain.key} pedine in questo turno"))
    for n, text in enumerate(chain.line[:-1], 1):
        tab.do(text, "keys")
        taken = follow(chain, chain.line[:n]).taken
        expect(log).to_have_text(f"Prese {taken} pedine su {chain.key}: continua.")
    tab.do(chain.line[-1], "keys")
    decided(tab, "solved")
    shown = ", ".join(text.replace("@", " in ") for text in chain.line)
    expect(log).to_contain_text(f"Risolto! {shown}: {chain.key} pedine.")
    tab.page.goto(f"/puzzles/{max(CHAINS, key=lambda one: len(one.line)).id}")
    tab.button("Soluzione").click()
    expect(tab.button("Riprova")).to_be_enabled()  # the board has shown all placements
    expect(log).to_contain_text("Fra tutte le serie di prese")


def test_by_touch_on_a_phone_to_the_solution_and_on(tabs: Tabs) -> None:
    puzzle = next(
        one
        for one in short("solitario40", Theme.UNCOVER)
        if any(step_of(s.game, s.state, m) for s in [begin(one)] for m in _others(one))
    )
    tab = tabs.open(f"/puzzles/{puzzle.id}", viewport={"width": 360, "height": 740}, has_touch=True)
    expect(puzzle_in(tab)).to_be_visible()
    board = tab.box(tab.board)
    tab.do(wrong_move(puzzle), "touch")
    decided(tab, "failed")
    assert tab.box(tab.board) == board
    tab.button("Soluzione").tap()
    expect(tab.page.locator(".headline")).to_have_text("Soluzione")
    expect(tab.page.get_by_text("conserva la vittoria").last).to_be_visible()
    assert tab.box(tab.board) == board
    assert hard_to_touch(tab.page) == []
    tab.button("Gioca questa posizione").tap()
    tab.page.wait_for_url("**/t/*")
    tab.ready()


def _others(puzzle: Puzzle) -> list[object]:
    start = begin(puzzle)
    return [m for m in start.game.legal_moves(start.state) if str(m) != puzzle.line[0]]


def test_after_the_only_puzzle_of_a_theme_comes_one_of_another(tabs: Tabs) -> None:
    themes = Counter(one.theme for one in shipped("aftaebr"))
    only = next(one for one in shipped("aftaebr") if themes[one.theme] == 1)
    tab = tabs.open(f"/puzzles/{only.id}?theme={only.theme}")
    tab.button("Soluzione").click()
    tab.button("Prossimo problema").click()
    tab.page.wait_for_url(re.compile(f"/puzzles/aftaebr-(?!{only.deal}$)[0-9]+$"))
    expect(puzzle_in(tab)).to_have_attribute("data-verdict", "open")


def test_the_puzzle_of_the_day_is_on_the_home_page(tabs: Tabs) -> None:
    tab = tabs.open("/")
    day = tab.page.locator(".puzzle")
    expect(day.get_by_role("link", name="Problema del giorno")).to_be_visible()
    day.get_by_role("link", name=re.compile("^Risolvi")).click()
    tab.page.wait_for_url("**/puzzles/*-*")
    expect(puzzle_in(tab)).to_be_visible()
