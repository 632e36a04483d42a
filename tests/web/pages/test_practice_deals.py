"""Practice deals as players like them: winnable ones, the odds, the truth, the fewest moves."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.browser.axe import serious_violations
from support.browser.fixtures import Tabs
from support.browser.socket_play import play_over_socket
from support.matches.lost_games import WINNABLE, winning_line

from tavolino.bots.warm_up import warm_up_bots, warm_up_solver
from tavolino.catalogue import make_game
from tavolino.game import dealt
from tavolino.solvers.winnable_deal import is_winnable


def test_a_winnable_deal_its_odds_and_the_truth_behind_a_second_click(tabs: Tabs) -> None:
    warm_up_bots(make_game("solitario40"))  # a page does not wait for it
    tab = tabs.open("/open/solitario40")
    page = tab.page
    page.get_by_text("Da soli", exact=True).click()
    page.get_by_text("che si può vincere", exact=True).click()
    tab.button("Gioca").click()
    page.wait_for_url("**/t/*")
    tab.ready()
    panel = page.get_by_test_id("deal-panel")
    heading = panel.get_by_role("heading").inner_text()
    number = int(re.sub(r"\D", "", heading))
    game = make_game("solitario40")
    assert is_winnable(game, dealt(game, number))
    # The next deal will be of the same kind.
    expect(panel.get_by_label("Prossima mano")).to_have_value("winnable")

    panel.get_by_role("button", name="Si può ancora vincere?").click()
    status = panel.get_by_role("status")
    expect(status).to_contain_text(re.compile(r"si possono vincere: \d+%"))
    expect(status).not_to_contain_text("Questa mano")
    panel.get_by_role("button", name="Mostra la verità").click()
    expect(status).to_contain_text("Questa mano si può ancora vincere.")
    panel.get_by_role("button", name="Che mano è?").click()
    expect(status).to_contain_text("Questa mano si può vincere ed è")
    assert serious_violations(page) == []

    # An answer is about one position: after a move one can ask again.
    count = tab.count
    tab.press(tab.spot("mazzo"), "mouse")
    tab.after(count)
    expect(panel.get_by_role("button", name="Si può ancora vincere?")).to_be_visible()
    expect(status).not_to_contain_text("ancora vincere")


def test_who_wins_is_told_the_fewest_moves(tabs: Tabs) -> None:
    warm_up_solver(make_game("solitario40"), with_shortest=True)  # a page does not wait for it
    tab = tabs.open(f"/g/solitario40/{WINNABLE}").ready()
    moves = winning_line()
    play_over_socket(tab, tabs.url, moves)
    expect(tab.page.get_by_role("heading", name="Solitario risolto!")).to_be_visible()
    least = tab.page.get_by_test_id("least-moves")
    expect(least).to_contain_text(f"Hai vinto in {len(moves)} mosse")
    expect(least).to_contain_text("dimostrato")
