"""The list of games, practice deals and rules pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.databases.stored_tables import ApiServer

from tavolino.bots import bots_of
from tavolino.bots.par import par
from tavolino.catalogue import BUILT_IN, make_game
from tavolino.chance import deal_seed
from tavolino.games.solitario40 import Solitario40
from tavolino.match import new_match, settle
from tavolino.server.games.listing import games
from tavolino.server.views import board_view

DOCS = Path(__file__).parents[3] / "docs" / "rules"


def test_all_games_with_their_options_and_bots(server: ApiServer) -> None:
    server.drop_session()
    listed = {game["name"]: game for game in server.get("/api/games")}
    assert list(listed) == list(BUILT_IN)
    assert {name: game["programs"] for name, game in listed.items()} == {
        name: list(bots_of(name)) for name in BUILT_IN
    }
    assert listed["aftaebr"]["seats"] == [2, 3, 4] and listed["aftaebr"]["contest"] is None
    assert listed["solitario40"]["seats"] == [1] and listed["solitario40"]["has_daily"]
    assert listed["solitario40"]["options"][1] == {
        "name": "draw",
        "default": "3",
        "choices": ["3", "1"],
    }
    assert [option["name"] for option in listed["solitario40"]["contest"]] == [
        "tie_rule",
        "time_limit",
        "deals",
    ]
    # No solver can prove a deal of azul_solo winnable.
    assert [option["name"] for option in listed["azul_solo"]["contest"]] == [
        "tie_rule",
        "time_limit",
    ]
    assert listed["aftaebr"]["options"][1]["choices"] is None
    assert {name: game["newcomers_bot"] for name, game in listed.items()} == {
        **{name: game["default_bot"] for name, game in listed.items()},
        "aftaebr": "facile",
    }
    assert listed["solitario40"]["winnable"][1] == {
        "options": {"deck": "40", "draw": "3", "empty_column": "any"},
        "percent": 92,
    }
    assert listed["azul_solo"]["winnable"] == []


def test_a_contest_has_as_many_seats_as_listed_unless_the_request_says(server: ApiServer) -> None:
    for game in server.get("/api/games"):
        if game["contest"] is None:
            assert game["default_contest_players"] is None
            continue
        request = {"game": game["name"], "kind": "contest"}
        opened = server.client.post("/api/tables", json=request).json()
        assert opened["players"] == game["default_contest_players"]
        fewest, most = game["contest_players"]
        assert fewest <= opened["players"] <= most


def test_every_listed_choice_is_accepted() -> None:
    for game in games():
        for option in game.options:
            for choice in option.choices or ["30"]:
                make_game(game.name, {option.name: choice})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("solitario40", {"draw": "1", "deck": "52"}),
        ("nove_colonne", {}),
        ("aftaebr", {}),
        ("azul_solo", {}),
    ],
)
def test_a_deal_as_an_onlooker_sees_it(
    server: ApiServer, name: str, options: dict[str, str]
) -> None:
    deal = server.get(f"/api/deals/{name}/1234567", **options)
    game = make_game(name, options)
    match = settle(new_match(game, deal_seed(1234567), is_practice=True))
    seen: Any = msgspec.json.decode(msgspec.json.encode(board_view(game, match.watch(0))))
    assert deal["view"] == seen
    assert deal["link"].partition("?")[0] == f"/g/{name}/1234567"
    for option, value in options.items():
        assert deal["options"][option] == value and f"{option}={value}" in deal["link"]


@pytest.mark.parametrize(
    ("path", "refusal"),
    [
        ("chess/1", (404, "not_found")),
        ("solitario40/0", (400, "bad_message")),
        (f"solitario40/{10**9}", (400, "bad_message")),
        (f"solitario40/{10**40}", (400, "bad_message")),
        ("solitario40/1?draw=2", (400, "bad_option")),
        ("solitario40/1?players=2", (400, "bad_option")),
        ("aftaebr/1?players=99", (400, "bad_option")),
        ("solitario40/one", (404, "not_found")),
        ("solitario40/-1", (400, "bad_message")),
    ],
)
def test_unknown_deals_are_refused(server: ApiServer, path: str, refusal: tuple[int, str]) -> None:
    assert server.refusal(f"/api/deals/{path}") == refusal


class Page(HTMLParser):
    """Which elements and ids there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        attributes = dict(attrs)
        assert not [name for name in attributes if name.startswith("on")]
        if "id" in attributes:
            self.ids.append(str(attributes["id"]))
        if "href" in attributes:
            self.links.append(str(attributes["href"]))


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_rules_pages_have_an_anchor_for_every_paragraph_and_clause(
    server: ApiServer, game: str, lang: str
) -> None:
    answer = server.client.get(f"/api/rules/{game}", params={"lang": lang})
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    source = (DOCS / f"{game}.{lang}.md").read_text()
    numbers = re.findall(r"^\*\*([0-9]+\.[0-9]+)\*\*", source, re.M)
    clauses = set(re.findall(r"R-[A-Z0-9]+-[0-9]{2}[a-z]?", source))
    assert numbers and clauses
    assert len(page.ids) == len(set(page.ids))
    assert {*numbers, *clauses} <= set(page.ids)
    assert not page.tags & {"script", "style", "iframe", "object", "img", "form"}
    assert not [link for link in page.links if ".md" in link]
    assert "<table>" in answer.text or "|---" not in source


def test_rules_as_markdown(server: ApiServer) -> None:
    answer = server.client.get("/api/rules/aftaebr?lang=en", headers={"accept": "text/markdown"})
    assert answer.headers["content-type"].startswith("text/markdown")
    navigation = "[Italiano](aftaebr.it.md) · [index](README.md)\n\n"
    assert answer.text == (DOCS / "aftaebr.en.md").read_text().replace(navigation, "")


def test_italian_is_the_default_language(server: ApiServer) -> None:
    assert 'lang="it"' in server.client.get("/api/rules/aftaebr").text


def test_unknown_rules_pages_are_refused(server: ApiServer) -> None:
    for game in ("chess", "README", "..%2f..%2fREADME", "%00"):
        assert server.refusal(f"/api/rules/{game}") == (404, "not_found")
    assert server.refusal("/api/rules/aftaebr", lang="fr") == (400, "bad_message")


def test_the_par_of_a_deal_is_what_its_bot_scores(server: ApiServer) -> None:
    found = server.get("/api/deals/solitario40/7/par")
    assert found == {"game": "solitario40", "number": 7, "points": par(Solitario40(), 7)}
    assert server.refusal("/api/deals/aftaebr/7/par") == (400, "bad_option")
    assert server.refusal("/api/deals/solitario40/0/par") == (400, "bad_message")
    server.drop_session()
    assert server.refusal("/api/deals/solitario40/7/par") == (401, "not_signed_in")


def test_pars_that_come_too_fast_are_refused(server: ApiServer) -> None:
    codes = [server.refusal("/api/deals/solitario40/0/par")[1] for _ in range(8)]
    assert codes[0] == "bad_message" and codes[-1] == "too_fast"
