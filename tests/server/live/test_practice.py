"""Practice tables: undo, hints, notices, restarting a deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select
from support.servers.in_memory import InMemoryServer, Run, Visitor, run_scenario

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.games.solitario40 import Solitario40
from tavolino.match import new_match, settle
from tavolino.server.clock import day_of, end_of
from tavolino.server.daily.deals import deals_at
from tavolino.server.errors import BadOption
from tavolino.server.live.domain import messages as m
from tavolino.server.storage.schema import results
from tavolino.server.views import board_view


def test_the_deal_is_the_one_of_its_number(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40", deal=1234567)
        seen = await anna.position(table)
        match = settle(new_match(make_game("solitario40"), deal_seed(1234567)))
        assert seen.view == board_view(match.game, match.view(0))
        assert seen.moves == list(map(str, match.game.legal_moves(match.view(0))))
        assert (await anna.watch(table)).deal == 1234567

    run_scenario(tmp_path, scenario)


def test_moves_are_undone_and_redone(run: Run) -> None:
    """By another device of the same user too."""

    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40")
        tablet = server.device(anna)
        await tablet.watch(table)
        first = await anna.position(table)
        assert "undo" not in first.can and "redo" not in first.can
        second = await anna.move(table)
        assert second.view != first.view and "undo" in second.can
        await tablet.until(lambda x: isinstance(x, m.Update) and x.seq == second.seq)
        undone = await tablet.act(m.Undo, table)
        assert undone.view == first.view and undone.moves == first.moves
        assert "redo" in undone.can and "undo" not in undone.can
        await anna.until(lambda x: isinstance(x, m.Update) and x.seq == undone.seq)
        again = await anna.act(m.Redo, table)
        assert again.view == second.view and "redo" not in again.can
        assert again.seq == first.seq + 3

    run(scenario)


def test_undo_without_a_move_is_refused(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("nove_colonne")
        before = await anna.position(table)
        for kind in (m.Undo, m.Redo, m.Finish):
            error = await anna.act(kind, table)
            assert isinstance(error, m.Error) and error.code == "not_allowed"
        assert (await anna.position(table)).seq == before.seq

    run_scenario(tmp_path, scenario)


def test_an_illegal_move_names_its_clause_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("nove_colonne", deal=1)
        before = await anna.position(table)
        every = {f"{c[-1]}>{to}" for c in before.view.columns for to in (*range(1, 10), "b")}
        illegal = sorted(every - set(before.moves))[0]
        error = await anna.move(table, illegal)
        assert isinstance(error, m.Error)
        assert error.code == "illegal_move" and error.clause and error.clause.startswith("R-N9-")
        nonsense = await anna.move(table, "xyz")
        assert isinstance(nonsense, m.Error) and nonsense.code == "bad_message"
        assert (await anna.position(table)).seq == before.seq

    run_scenario(tmp_path, scenario)


def test_giving_up_ends_the_game_and_can_be_undone(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("nove_colonne", deal=1)
        moved = await anna.move(table)
        over = await anna.act(m.GiveUp, table)
        assert over.actor is None and not over.moves
        assert (await anna.watch(table)).phase == "over"
        back = await anna.act(m.Undo, table)
        assert back.view == moved.view and back.moves == moved.moves
        assert (await anna.watch(table)).phase == "playing"

    run_scenario(tmp_path, scenario)


def test_a_hint_is_a_legal_move_with_reasons(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        for game in ("solitario40", "nove_colonne", "aftaebr"):
            anna, table = await server.practice(game, deal=3)
            hint = await anna.act(m.AskHint, table)
            assert isinstance(hint, m.Hint)
            assert hint.advice[0].move in (await anna.position(table)).moves
            assert hint.advice[0].told

    run_scenario(tmp_path, scenario)


def test_the_same_deal_from_the_start(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, name = await server.practice("azul_solo")
        first = await anna.position(name)
        await anna.move(name)
        lobby, registry = server.runtime.lobby, server.runtime.registry
        again = await lobby.restart(anna.person, await registry.table(name))
        assert again.id != name
        await anna.watch(again.id)
        assert (await anna.position(again.id)).view == first.view

    run_scenario(tmp_path, scenario)


def test_two_devices_of_one_user_stay_in_sync(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40")
        tablet = server.device(anna)
        await tablet.watch(table)
        first = await tablet.position(table)
        moved = await anna.move(table)
        await tablet.until(lambda x: isinstance(x, m.Update) and x.seq > first.seq)
        assert (await tablet.position(table)).view == moved.view
        assert isinstance(await tablet.move(table), m.Update)

    run(scenario)


def test_one_user_plays_all_seats_of_a_hot_seat(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("aftaebr", options={"players": "3"})
        assert (await anna.watch(table)).yours == [0, 1, 2]
        for _ in range(12):
            assert isinstance(await anna.move(table), m.Update)
        undone = await anna.act(m.Undo, table)
        assert isinstance(undone, m.Update) and "redo" in undone.can

    run_scenario(tmp_path, scenario)


def newest(visitor: Visitor) -> m.Update:
    return [x for x in visitor.got if isinstance(x, m.Update)][-1]


def test_practice_against_bots(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("aftaebr", bots={"1": "greedy"})
        for _ in range(6):
            mine = await anna.until(
                lambda x: isinstance(x, m.Update) and x.actor == 0 and x is newest(anna)
            )
            assert mine.actor == 0
            assert isinstance(await anna.move(table), m.Update)

    run_scenario(tmp_path, scenario)


def test_the_automatic_finish_makes_every_move(tmp_path: Path) -> None:
    """R-S40-47: found by letting the solver play until all lies open."""
    from tavolino.solvers.result import Solved
    from tavolino.solvers.solitario40.solver import solve

    game = Solitario40()
    for number in range(1, 200):
        match = settle(new_match(game, deal_seed(number)))
        found = solve(game, match.boards[0].state)
        if not isinstance(found, Solved):
            continue
        line: list[str] = []
        for move in found.moves:
            if game.can_finish(match.view(0)):
                break
            match = match.move(0, move)
            line.append(str(move))
        if game.can_finish(match.view(0)) and not match.is_over:
            break

    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40", deal=number)
        refused = await anna.act(m.Finish, table)
        assert isinstance(refused, m.Error)
        for text in line:
            assert isinstance(await anna.move(table, text), m.Update)
        ready = await anna.position(table)
        assert ready.view.can_finish
        done = await anna.act(m.Finish, table)
        left = 40 - sum(ready.view.bases)
        assert done.seq == ready.seq + left and done.actor is None
        assert done.view.points == ready.view.points + 10 * left

    run_scenario(tmp_path, scenario)


def test_an_unfinished_daily_deal_counts_with_its_points_when_the_day_ends(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        registry, lobby = server.runtime.registry, server.runtime.lobby
        anna = await server.visitor()
        today = day_of(registry.now())
        deals = await deals_at(server.runtime.database, registry.now())
        deal = deals[today]["solitario40"]
        table = await lobby.open_daily(anna.person, today, "solitario40", deal.fair)
        again = await lobby.open_daily(anna.person, today, "solitario40", deal.fair)
        assert again.id == table.id
        await anna.watch(table.id)
        seen = await anna.position(table.id)
        assert seen.can == ["give_up"]
        for kind in (m.Undo, m.AskHint):
            refused = await anna.act(kind, table.id)
            assert isinstance(refused, m.Error) and refused.code == "not_allowed"
        moved = await anna.move(table.id, next(x for x in seen.moves if x != "turn"))
        registry.now = lambda: end_of(today) + 1
        late = await anna.move(table.id)
        assert isinstance(late, m.Error) and late.code == "time_up"
        await server.runtime.sweep.end_days()
        over = await anna.until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
        assert over.ended_at == end_of(today) - 1
        row = await server.runtime.database.row(
            select(results).where(results.c.table_id == table.id)
        )
        assert row and row.points == moved.view.points and row.day == today

    run_scenario(tmp_path, scenario)


def test_people_at_one_screen_have_the_names_they_choose(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        names = {"0": " Anna ", "2": "Bruno"}
        anna, table = await server.practice("aftaebr", options={"players": "3"}, names=names)
        given = [seat.name for seat in (await anna.watch(table)).seats]
        assert given[0] == "Anna" and given[2] == "Bruno" and given[1].endswith(" 2")
        for wrong in ({"3": "Carla"}, {"x": "Carla"}):
            with pytest.raises(BadOption, match="expected names"):
                await server.open(anna, "aftaebr", options={"players": "3"}, names=wrong)

    run_scenario(tmp_path, scenario)
