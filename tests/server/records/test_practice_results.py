"""Practice games as results: left, given up, stalled, untouched, deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select
from support.browser.move_sequences import moves_to_stall
from support.databases.stored_tables import ApiServer, add_user, ended_patience, store_table
from support.servers.in_memory import InMemoryServer, Visitor, run_scenario

from tavolino.server.errors import NotAllowed, NotFound, NotSeated
from tavolino.server.live.domain import messages as m
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.history import PastGame, history
from tavolino.server.records.statistics import GameStatistics, statistics
from tavolino.server.storage.schema import entries, results, seats, tables


async def games(server: InMemoryServer, user: Visitor) -> list[PastGame]:
    return (await history(server.runtime.database, Requester(user.person.id), user.person.id)).games


async def numbers(server: InMemoryServer, user: Visitor) -> list[GameStatistics]:
    return (
        await statistics(server.runtime.database, Requester(user.person.id), user.person.id)
    ).games


def is_result(game: PastGame) -> bool:
    return game.ended_at is not None and game.players[0].points is not None


@pytest.mark.parametrize("game", ["solitario40", "nove_colonne", "azul_solo"])
def test_a_deal_left_for_a_new_one_is_lost(tmp_path: Path, game: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, first = await server.practice(game, deal=3)
        moved = await anna.move(first)
        assert not is_result((await games(server, anna))[0])
        await server.open(anna, game, deal=4)
        (left,) = await games(server, anna)
        assert left.table == first and is_result(left) and left.phase == "playing"
        assert left.players[0].is_won is False and left.players[0].moves == 1
        (total,) = await numbers(server, anna)
        assert (total.played, total.won) == (1, 0)
        # Going on takes the result back.
        on = await anna.move(first)
        assert on.seq > moved.seq
        (again,) = await games(server, anna)
        assert not is_result(again) and await numbers(server, anna) == []

    run_scenario(tmp_path, scenario)


def test_a_deal_that_nobody_has_in_memory_is_left_too(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, first = await server.practice("solitario40", deal=3)
        await anna.move(first)
        anna.send(m.Leave(first))
        await anna.leave()
        server.runtime.registry.tables.clear()
        bea = Visitor(server.runtime, anna.person)
        again = await server.runtime.registry.table((await server.open(bea, "solitario40")).id)
        (left,) = await games(server, bea)
        assert is_result(left) and left.ended_at is not None
        assert left.ended_at <= again.settings.created_at, "it ended with its last move"
        await bea.watch(first)
        await bea.move(first)
        assert not is_result((await games(server, bea))[0])

    run_scenario(tmp_path, scenario)


def test_the_same_deal_again_and_other_games(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, first = await server.practice("solitario40", deal=3)
        nove = (await server.open(anna, "nove_colonne")).id
        await anna.watch(nove)
        await anna.move(first)
        await anna.move(nove)
        registry = server.runtime.registry
        await server.runtime.lobby.restart(anna.person, await registry.table(first))
        found = {game.table: is_result(game) for game in await games(server, anna)}
        assert found == {first: True, nove: False}

    run_scenario(tmp_path, scenario)


def test_a_stall_is_a_result_until_it_is_undone_rules_8_9(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        deal, moves = moves_to_stall()
        anna, table = await server.practice("solitario40", deal=deal)
        for move in moves:
            seen = await anna.move(table, move)
        assert seen.notices == ["stall"] and "give_up" in seen.can
        (stalled,) = await games(server, anna)
        assert is_result(stalled) and stalled.phase == "playing"
        assert stalled.players[0].points == seen.view.points
        seen = await anna.move(table, "turn" if "turn" in seen.moves else "redeal")
        assert is_result((await games(server, anna))[0]), "it is still a stall"
        await anna.act(m.Undo, table)
        await anna.act(m.Undo, table)
        assert not is_result((await games(server, anna))[0])
        await anna.act(m.Redo, table)
        over = await anna.act(m.GiveUp, table)
        assert over.view.ended == "given up"
        (given_up,) = await games(server, anna)
        assert is_result(given_up) and given_up.phase == "over"
        (total,) = await numbers(server, anna)
        assert (total.played, total.won) == (1, 0)

    run_scenario(tmp_path, scenario)


def test_a_deal_without_a_move_leaves_no_trace(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, first = await server.practice("solitario40")
        assert await games(server, anna) == []
        await anna.act(m.GiveUp, first)
        await server.open(anna, "solitario40")
        await server.open(anna, "aftaebr", bots={"1": "random"})
        assert await games(server, anna) == [] and await numbers(server, anna) == []
        await anna.act(m.Undo, first)
        await anna.move(first)
        assert [game.table for game in await games(server, anna)] == [first]

    run_scenario(tmp_path, scenario)


def test_a_practice_game_is_deleted_by_its_player_only(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        lobby, registry = server.runtime.lobby, server.runtime.registry
        anna, table = await server.practice("solitario40")
        await anna.move(table)
        bruno = await server.visitor()
        with pytest.raises(NotSeated):
            await lobby.delete(bruno.person, await registry.table(table))
        assert (await games(server, anna))[0].can_delete
        await lobby.delete(anna.person, await registry.table(table))
        late = await anna.move(table)
        assert isinstance(late, m.Error) and late.code == "not_found"
        with pytest.raises(NotFound):
            await registry.table(table)
        for of in (entries, results, seats, tables):
            key = of.c.id if of is tables else of.c.table_id
            query = select(func.count().label("n")).where(key == table)
            left = await server.runtime.database.row(query)
            assert left and left.n == 0

    run_scenario(tmp_path, scenario)


def test_games_of_others_and_daily_deals_are_not_deleted(server: ApiServer) -> None:
    patience, fair = ended_patience(("20231114",))
    day = "2023-11-14"
    store_table(server.engine, "daily1", patience, [server.me], kind="daily", fair=fair, day=day)
    both, fair = ended_patience(("0a", "0b"))
    rival = add_user(server.engine, "rival-of-deletion")
    store_table(server.engine, "others1", both, [server.me, rival], kind="contest", fair=fair)
    store_table(server.engine, "bots1", both, [server.me, None], kind="contest", fair=fair)
    found = server.get("/api/history")["games"]
    assert {game["table"]: game["can_delete"] for game in found} == {
        "daily1": False,
        "others1": False,
        "bots1": True,
    }
    for table in ("daily1", "others1"):
        answer = server.client.delete(f"/api/tables/{table}")
        assert answer.status_code == NotAllowed.status
        assert answer.json()["code"] == NotAllowed.code
    assert server.client.delete("/api/tables/bots1").status_code == 204
    assert server.client.delete("/api/tables/bots1").status_code == 404
    assert len(server.get("/api/history")["games"]) == 2
    server.drop_session()
    assert server.client.delete("/api/tables/daily1").status_code == 401
