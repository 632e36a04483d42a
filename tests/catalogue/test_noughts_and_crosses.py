"""A game that only its own package knows: in the terminal, at server tables, in records."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import httpx
import pytest
from support.cli import record_in, run
from support.plugins import plugins_in
from support.servers.in_memory import InMemoryServer, run_scenario
from support.servers.process import ServerProcess

from tavolino.client import Client
from tavolino.game import CHANCE
from tavolino.record import sealed, verify
from tavolino.server.live.domain import messages as m
from tavolino.server.views.plain import PlainView

GAME = "noughts_and_crosses"
SECONDS = 120.0
"""After which a test that waits for a message has failed."""

# In the terminal


def test_a_whole_game_is_played_saved_and_verified(
    noughts_and_crosses: str, tmp_path: Path
) -> None:
    file = tmp_path / "game"
    names = ["--name", "Anna", "--name", "Bruno"]
    typed = ["b2", "a1", "b2", "c1", "u", "c1", "a3", "c3", "8", "1", "b3", "a2"]
    result = run("--lang", "en", "play", "nou", "-n", 1, *names, "--save", file, typed=typed)
    assert result.code == 0, result.err
    assert "Noughts and crosses" in result.out and "Anna plays b2." in result.out
    assert "Move not allowed: the cell is marked already (R-NC-02)" in result.words
    assert "There is no move number 8: moves go from 1 to 4." in result.words
    assert "X . .\n" not in result.out and "   O O X\n   . X .\n   O X X\n" in result.out
    assert "Bruno wins!" in result.out

    record = record_in(file)
    verify(record)
    assert record.match.is_over and all(entry.actor != CHANCE for entry in record.match.log)
    assert run("--lang", "en", "verify", file).words.startswith(f"{file}: the record is genuine.")
    replayed = run("--lang", "en", "replay", file)
    assert replayed.code == 0 and replayed.out.count("Bruno wins") == 1


def test_a_bot_plays_too_and_gives_no_hints(noughts_and_crosses: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    result = run("play", GAME, "-n", 2, "--bot", "2=random", "--save", file, typed=["h", "b2"])
    assert result.code == 0, result.err
    assert "In questo gioco non ci sono consigli." in result.words
    assert "random gioca " in result.words
    assert [entry.actor for entry in record_in(file).match.log] == [0, 1]
    verified = run("verify", file).words
    assert "Giocatore 1" in verified and "Giocatore 1: 0" not in verified


def test_the_game_is_in_the_menu_and_in_the_help(noughts_and_crosses: str) -> None:
    chosen = run(typed=["5", "Anna, Bruno", "?", "q"])
    assert "1–5 scegli" in chosen.words and "Tre segni in fila vincono" in chosen.words
    assert "Nomi dei giocatori (2)" in chosen.words and "A turno si segna" in chosen.words
    assert "noughts_and" in run("deal", "--help").out


def test_a_deal_and_perft(noughts_and_crosses: str) -> None:
    assert run("deal", GAME, "-n", 1, "--json").json["state"] == ". . .\n. . .\n. . ."
    assert run("perft", GAME, "-d", 3).out == "504\n"


# At the tables of a server, over sockets


def test_the_server_lists_the_game_with_its_words(plugin_server: ServerProcess) -> None:
    games = {game["name"]: game for game in httpx.get(f"{plugin_server.url}/api/games").json()}
    info = games[GAME]
    assert list(games)[-1] == GAME and len(games) == 5
    assert info["title"] == {"it": "Tris", "en": "Noughts and crosses"}
    assert info["texts"]["en"]["refusal.R-NC-02"] == "the cell is marked already"
    assert (info["seats"], info["options"], info["contest"]) == ([2], [], None)
    assert (info["programs"], info["default_bot"]) == (["random"], "random")
    assert info["has_rules"] and not info["has_hints"] and not info["has_daily"]

    deal = httpx.get(f"{plugin_server.url}/api/deals/{GAME}/7").json()
    assert deal["view"]["game"] == "plain" and deal["view"]["position"].count(".") == 9
    page = httpx.get(f"{plugin_server.url}/api/rules/{GAME}?lang=en")
    assert page.status_code == 200 and "<h1>Noughts and crosses</h1>" in page.text


def test_two_people_play_at_a_table_and_the_record_is_genuine(plugin_server: ServerProcess) -> None:
    record: bytes = asyncio.run(asyncio.wait_for(table_of_two(plugin_server.url), SECONDS))
    assert b"player 1: b2\nplayer 2: a1\n" in record


async def table_of_two(url: str) -> bytes:
    anna, bruno = Client(url, timeout=SECONDS), Client(url, timeout=SECONDS)
    await anna.guest()
    await bruno.guest()
    info = await anna.create_table("table", GAME)
    await bruno.join(info.table)
    async with anna.connect() as first, bruno.connect() as second:
        lives = [first, second]
        for live in lives:
            await live.watch(info.table)
        for count, move in enumerate(["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"]):
            for live in lives:
                shown = await live.after(info.table, count - 1)
                assert move in shown.moves and len(shown.moves) == 9 - count
            await lives[count % 2].move(info.table, move)
        for live in lives:
            last = await live.after(info.table, 8)
            assert last.actor is None and isinstance(last.view, PlainView)
            assert last.view.position == "O X X\nX X O\nO O X" and last.view.winners == ()
            assert [sentence.key for sentence in last.told] == ["told.played"]
    record = httpx.get(f"{url}/api/tables/{info.table}/record").content
    checked = httpx.get(f"{url}/api/tables/{info.table}/verify").json()
    assert checked["is_genuine"], checked
    return record


def test_a_bot_in_a_process_of_its_own_answers(plugin_server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(plugin_server.url, timeout=SECONDS)
        await client.guest()
        info = await client.create_table("practice", GAME, bots={"1": "random"}, deal=1)
        async with client.connect() as live:
            await live.watch(info.table)
            start = await live.after(info.table, -1)
            assert start.can == [] and len(start.moves) == 9
            await live.move(info.table, "b2")
            answered = await live.after(info.table, 1)
            assert (answered.count, answered.actor, len(answered.moves)) == (2, 0, 7)
            back = await live.undo(info.table)
            assert back.view == start.view

    asyncio.run(asyncio.wait_for(scenario(), SECONDS))


def test_tables_of_a_game_that_was_uninstalled_do_no_harm(
    plugin_path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def played(server: InMemoryServer) -> str:
        (anna, _), table = await server.gathered(GAME, 2, kind="table")
        await anna.move(table, "b2")
        return table

    with plugins_in(plugin_path):
        table = run_scenario(tmp_path, played)

    async def asked(server: InMemoryServer) -> None:
        visitor = await server.visitor()
        visitor.send(m.Watch(table))
        refused = await visitor.until(lambda message: isinstance(message, m.Error))
        assert refused.code == "other_rules" and GAME in refused.text
        _, other = await server.practice("aftaebr")
        assert other != table

    with caplog.at_level(logging.WARNING):
        run_scenario(tmp_path, asked)
    assert "Traceback" not in caplog.text


def test_a_record_of_a_game_that_is_not_installed_is_one_sentence(tmp_path: Path) -> None:
    header = f"tavolino record 1\ngame {GAME} 1\ntable practice\nplayer 1 A\nplayer 2 B\n\n"
    (tmp_path / "record").write_text(sealed(header, 0))
    result = run("--lang", "en", "verify", tmp_path / "record")
    assert result.code == 2 and result.err.count("\n") == 1
    assert "line 2: expected a game among solitario40, " in result.err
