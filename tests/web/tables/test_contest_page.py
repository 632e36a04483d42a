"""Contests in the browser, from the waiting room to the final ranking and what comes after."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import BrowserContext, Locator, expect
from support.browser.fixtures import Tabs
from support.browser.sample_data import new_user, run_async
from support.browser.tab import Tab
from support.timeout import TIMEOUT

from tavolino.client import Client, Live


def opened(
    host: BrowserContext, url: str, players: int = 3, is_public: bool = False, **contest: str
) -> str:
    """The contest's time is short: it ends by itself."""
    host.request.post(f"{url}/api/me")
    body = {
        "game": "solitario40",
        "kind": "contest",
        "players": players,
        "contest": {"time_limit": "40", **contest},
        "onlookers": "boards",
        "is_public": is_public,
    }
    answer = host.request.post(f"{url}/api/tables", data=body)
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def test_three_browsers_to_the_final_ranking(tabs: Tabs) -> None:
    host = tabs.person()
    table = opened(host, tabs.url)
    players = [
        tabs.open(f"/t/{table}", of=host),
        tabs.open(f"/t/{table}"),
        tabs.open(f"/t/{table}"),
    ]
    for player in players:
        player.ready()
        expect(player.page.get_by_role("timer")).to_be_visible()
    first = players[0]
    count = first.count
    first.press(first.spot("mazzo"), "mouse")
    first.after(count)
    for player in players:
        ranking = player.page.get_by_role("region", name="Classifica finale")
        expect(ranking.get_by_role("listitem")).to_have_count(3)
        expect(ranking).to_contain_text("tempo scaduto")
        expect(ranking.get_by_role("link", name="Verifica la partita")).to_be_visible()
    # Nobody has points, so the ranking says why one is behind another.
    expect(first.page.get_by_role("region", name="Classifica finale")).to_contain_text("sorteggio")
    first.button("Chiudi").click()
    first.page.get_by_role("button", name="Guarda il tavolo di").first.click()
    expect(first.button("Torna al tuo tavolo")).to_be_visible()
    first.button("Torna al tuo tavolo").click()
    first.button("Rivincita").or_(first.button("Alla rivincita")).first.wait_for()
    for player in players[1:]:  # the host has sat down without a browser
        contributed_to_the_seed(player)


def contributed_to_the_seed(player: Tab) -> None:
    """The browser shows the nonce that it has drawn, and finds it in the record."""
    page = player.page
    information = page.get_by_role("region", name="Informazioni sul gioco")
    information.get_by_text("Distribuzione verificabile").click()
    nonce = information.get_by_test_id("nonce").inner_text()
    assert re.fullmatch("[0-9a-f]{32}", nonce)
    information.get_by_role("link", name="Verifica la partita").click()
    expect(page.get_by_text("La partita è autentica.")).to_be_visible()
    expect(page.get_by_text("Il tuo numero casuale e l’impegno")).to_be_visible()
    expect(page.get_by_text("Anche questo browser lo ha controllato")).to_be_visible()
    expect(page.get_by_text(nonce)).to_be_visible()


def test_the_variant_without_time_is_named_everywhere(tabs: Tabs) -> None:
    """Document 001: «espressamente indicata nelle informazioni di gioco»."""
    host = tabs.person()
    table = opened(host, tabs.url, players=3, tie_rule="replay", is_public=True)
    guest = tabs.open("/")
    listed = guest.page.locator(f'a[href="/t/{table}"]')
    expect(listed).to_contain_text("variante senza tempo")
    listed.click()
    lobby = guest.page.get_by_role("region", name="Solitario")
    expect(lobby).to_contain_text("Gara, variante senza tempo")
    tabs.open(f"/t/{table}", of=host).button("Comincia").click()
    guest.ready()
    expect(guest.page.get_by_role("banner").or_(guest.page.locator(".head")).last).to_contain_text(
        "variante senza tempo"
    )
    information = guest.page.get_by_role("region", name="Informazioni sul gioco")
    expect(information).to_contain_text("variante senza tempo")


def test_who_is_done_does_not_hold_the_others_rules_8_14(tabs: Tabs) -> None:
    """The contest ends when the last board does, long before its time is up."""
    host = tabs.person()
    table = opened(host, tabs.url, players=2, time_limit="300")
    anna, marco = tabs.open(f"/t/{table}", of=host), tabs.open(f"/t/{table}")
    anna.ready().play("turn")
    for player in (anna, marco.ready()):
        player.button("Ho finito").click()
        question = player.page.get_by_role("alertdialog")
        question.get_by_role("button", name="Ho finito").click()
        expect(question).to_be_hidden()
        if player is anna:
            expect(anna.page.get_by_text("In attesa degli altri giocatori.")).to_be_visible()
    final = anna.page.get_by_role("region", name="Classifica finale")
    # Nobody has points, and no lot decides between who moved and who did not (R-S40-32a).
    expect(final.get_by_role("listitem").nth(1)).to_contain_text("non ha fatto mosse")
    expect(final).not_to_contain_text("sorteggio")


def ranking(tab: Tab, name: str = "Classifica") -> Locator:
    return tab.page.get_by_role("region", name=name, exact=True)


def test_the_bar_shows_clock_mossa_and_standings_r_s40_30(tabs: Tabs) -> None:
    """The mossa counts what anybody does."""
    host = tabs.person()
    table = opened(host, tabs.url, players=2, time_limit="300")
    anna, marco = tabs.open(f"/t/{table}", of=host), tabs.open(f"/t/{table}")
    for player in (anna.ready(), marco.ready()):
        expect(player.page.get_by_test_id("mossa")).to_have_text("0")
        expect(player.page.get_by_role("timer")).to_have_text(re.compile(r"Tempo [45]:\d\d"))
        for name in ("Annulla", "Ripeti", "Consiglio"):
            expect(player.button(name)).to_have_count(0)
    anna.play("turn")
    expect(marco.page.get_by_test_id("mossa")).to_have_text("1")
    marco.play("turn")
    for player in (anna, marco):
        expect(player.page.get_by_test_id("mossa")).to_have_text("2")
        expect(player.page.get_by_test_id("place")).to_have_text(re.compile("[12]"))
        rows = ranking(player).get_by_role("listitem")
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="gioca · mosse: 1")).to_have_count(2)


def test_the_first_two_are_equal_and_all_play_again_r_s40_33(tabs: Tabs) -> None:
    """Nobody moves, so that time is up at zero to zero."""
    host = tabs.person()
    table = opened(host, tabs.url, players=2, time_limit="30", tie_rule="replay")
    anna, marco = tabs.open(f"/t/{table}", of=host), tabs.open(f"/t/{table}")
    for player in (anna.ready(), marco.ready()):
        notice = player.page.locator(".notice")
        expect(notice).to_contain_text("Parità fra i primi due: si rigioca da zero punti.")
        expect(player.page.get_by_text("Gara, variante senza tempo, partita 2")).to_be_visible()
    anna.button("Continua").click()
    expect(anna.page.locator(".notice")).to_have_count(0)
    # The new deal has a clock of its own.
    expect(anna.page.get_by_role("timer")).to_have_text(re.compile(r"Tempo 0:(30|[12]\d)"))


async def stalls(live: Live, table: str, rng: Random) -> list[str] | None:
    """Random moves until that board has ended, or None: half of all deals do it soon."""
    moves: list[str] = []
    update = await live.after(table, 0)
    while update.actor is not None and len(moves) < 70:
        moves.append(rng.choice(update.moves))
        update = await live.move(table, moves[-1])
    return moves if update.actor is None else None


async def stalled(url: str) -> tuple[str, Client, Client, list[str]]:
    """A contest in which Anna is stalled, by these moves, and Marco has not begun."""
    for attempt in range(20):
        anna, marco = await new_user(url, "Anna"), await new_user(url, "Marco")
        table = (
            await anna.create_table("contest", "solitario40", players=2, onlookers="boards")
        ).table
        await marco.join(table)
        async with anna.connect() as live:
            await live.watch(table)
            if moves := await stalls(live, table, Random(attempt)):
                return table, anna, marco, moves
    raise AssertionError("expected a stall within 70 moves on one of twenty deals")


async def follow(url: str, table: str, cookie: str, moves: list[str]) -> None:
    """The same deal, so the same moves, later."""
    async with Client(url, cookie, TIMEOUT).connect() as live:
        await live.watch(table)
        await live.after(table, 0)
        for move in moves:
            await live.move(table, move)


def test_a_stalled_player_waits_and_then_sees_all_boards_r_s40_13(tabs: Tabs) -> None:
    table, anna, marco, moves = run_async(stalled(tabs.url))
    context = tabs.person()
    context.add_cookies([{"name": "tavolino", "value": anna.cookie, "url": tabs.url}])
    tab = tabs.open(f"/t/{table}", of=context).ready()
    notice = tab.page.locator(".notice")
    expect(notice).to_contain_text("Stallo.")
    expect(notice).to_contain_text("In attesa degli altri giocatori.")
    assert tab.page.locator(".free").count() == 0
    expect(ranking(tab).get_by_role("listitem").filter(has_text="Anna")).to_contain_text("stallo")
    run_async(follow(tabs.url, table, marco.cookie, moves))
    expect(tab.page.get_by_role("heading", name="Primo posto!")).to_be_visible()
    expect(notice).to_have_count(0)
    rows = ranking(tab, "Classifica finale").get_by_role("listitem")
    expect(rows.nth(1)).to_contain_text("Marco")
    # Equal points: who made the last of them earlier is ahead (R-S40-31), or lots decide.
    expect(rows.nth(1)).to_contain_text(re.compile("ha fatto gli ultimi punti più tardi|sorteggio"))
    tab.button("Chiudi").click()
    # Everybody's game can be gone through, here and on the page of the replay.
    tab.page.get_by_role("button", name="Guarda il tavolo di Marco").click()
    expect(tab.page.get_by_text("Tavolo di Marco")).to_be_visible()
    tab.button("All’inizio").click()
    expect(tab.page.get_by_text("Posizione passata")).to_be_visible()
    tab.page.keyboard.press("Escape")
    tab.button("Torna al tuo tavolo").click()
    tab.page.goto(f"/replay/{table}")
    for name in ("Anna", "Marco"):
        expect(tab.page.get_by_text(name, exact=True).first).to_be_visible()
