"""A contest of three browsers, from the waiting room to the final ranking."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect
from web_fixtures import Tabs


def opened(host: BrowserContext, url: str) -> str:
    """The contest's time is short: it ends by itself."""
    host.request.post(f"{url}/api/me")
    wish = {
        "game": "solitario40",
        "kind": "contest",
        "players": 3,
        "contest": {"time_limit": "12"},
        "onlookers": "boards",
    }
    answer = host.request.post(f"{url}/api/tables", data=wish)
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
    for guest in players[1:]:
        guest.button("Siediti").click()
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
        expect(ranking.get_by_role("link", name="Verifica il verbale")).to_be_visible()
    # Nobody has points, so the ranking says why one is behind another.
    expect(first.page.get_by_role("region", name="Classifica finale")).to_contain_text("sorteggio")
    first.button("Chiudi").click()
    first.page.get_by_role("button", name="Guarda il tavolo di").first.click()
    expect(first.button("Torna al tuo tavolo")).to_be_visible()
    first.button("Torna al tuo tavolo").click()
    first.button("Rivincita").or_(first.button("Alla rivincita")).first.wait_for()
