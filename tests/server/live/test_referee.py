"""A hard question of the referee holds up its own table, and nobody else."""

from __future__ import annotations

import ast
import asyncio
import functools
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from support.matches.referees import SlowReferees
from support.servers.in_memory import InMemoryServer, Visitor, in_memory_server, run_scenario

import tavolino
from tavolino.catalogue import make_game
from tavolino.game import AnyGame, Stop
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.match import OverBudget
from tavolino.server.live.domain import messages as m
from tavolino.server.storage.schema import entries
from tavolino.server.workers import referee
from tavolino.server.workers.referee import CompiledReferee, load
from tavolino.solvers.limits import Budget
from tavolino.solvers.nove_colonne.solver import is_dead_end
from tavolino.solvers.solitario40.stall import is_stalled

pytestmark = pytest.mark.hardening

SOLITARIO = Solitario40()
STALLED = "5D QH 7C 3S | - | - | 7D 6S / KC QD JS / KS / - / KH QC JD 7S 6D 5S / - / (4S JC KD) QS"
"""Some 220,000 positions prove that this is a stall."""
HARD_DEAL = 1157
HARD_LINE = (
    "AD>b 2D>b JD>7 AH>b 5S>5 turn turn 6S>1 5D>1 turn KC>2 turn 6S>6 turn 7S>7 6D>7 4C>6 turn turn"
    " AC>b 6S>1 turn turn 3D>b 6S>6 turn turn redeal turn 3H>6 2S>6 4D>b turn turn turn turn turn"
    " JS>5 7H>5 3S>6 4H>7 QC>3 QD>2 KH>5 5H>3 2C>b 3C>b AS>b 2H>b 2S>b 3S>b 3H>b 4C>b 4H>b 5H>b"
    " 5D>b KS>6 6H>b 5C>b 6C>b 7C>b QH>6 KC>3 6S>1 7H>b JH>b QH>b"
)
"""With one card drawn, the last move leads to a stall as hard as that."""
DEEP = (
    "3D 3H AC 4S | - 10C - - - - | 6C 5D 4C / (??) KD QC JD 10S 9H 8S 7D / (??) KS QH JS 10D 9S"
    " / KH QS / (?? ?? ?? ??) 9D 8C 7H 6S 5H / (?? ?? ?? ??) 7S 6H 5C 4D 3C / KC / QD / 10H"
)
"""Some 2,700 positions show that this is no dead end."""


def slow(server: InMemoryServer) -> SlowReferees:
    """From now on every question of the Solitario is hard."""
    registry = server.runtime.registry
    referees = SlowReferees(registry.referee, "solitario40")
    registry.referee = referees
    return referees


async def hard_table(server: InMemoryServer) -> tuple[SlowReferees, Visitor, str]:
    """A table at which the next command will wait for the referee."""
    referees = slow(server)
    referees.release()
    host, table = await server.practice("solitario40", deal=5)
    referees.hold()
    return referees, host, table


# The budget


def test_a_search_stops_at_its_budget_and_is_exact_without() -> None:
    state = SOLITARIO.parse_state(STALLED)
    with pytest.raises(OverBudget):
        is_stalled(SOLITARIO, state, Budget(1_000))
    assert is_stalled(SOLITARIO, state)
    assert is_stalled(SOLITARIO, state, Budget(1_000_000))


def test_a_budget_is_for_all_questions_together() -> None:
    state, budget = SOLITARIO.parse_state(STALLED), Budget(300_000)
    assert is_stalled(SOLITARIO, state, budget)
    with pytest.raises(OverBudget):
        is_stalled(SOLITARIO, state, budget)


def test_the_dead_end_of_nove_colonne_has_a_budget_too() -> None:
    game = NoveColonne()
    view = game.parse_state(DEEP)
    with pytest.raises(OverBudget):
        is_dead_end(game, view, Budget(300))
    assert not is_dead_end(game, view) and not is_dead_end(game, view, Budget(10_000))


def test_the_quick_referee_leaves_a_long_search_to_a_thread() -> None:
    load()

    async def scenario() -> None:
        referees = CompiledReferee()
        await referees.warm_up()
        history = (SOLITARIO.parse_state(STALLED),)
        with pytest.raises(OverBudget):
            referees.quick().ruling(SOLITARIO, history)
        called = await referees.ask(SOLITARIO, "anna", lambda r: r.ruling(SOLITARIO, history))
        assert called is Stop.STALL
        referees.close()

    asyncio.run(scenario())


def test_nothing_is_compiled_in_the_event_loop() -> None:
    """Before the compiled referee is loaded, its games have to wait for it."""

    async def scenario() -> None:
        quick = CompiledReferee().quick()
        with pytest.raises(OverBudget):
            quick.ruling(SOLITARIO, (SOLITARIO.start(),))
        azul = make_game("azul_solo")
        assert quick.ruling(azul, (azul.start(),)) is None

    asyncio.run(scenario())


def test_a_referee_that_cannot_be_loaded_is_loaded_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that need it would wait forever."""
    attempts: list[int] = []

    @functools.cache
    def load() -> None:
        attempts.append(1)
        if len(attempts) == 1:
            raise OSError("too many open files")

    async def scenario() -> None:
        referees = CompiledReferee()
        await referees.warm_up()
        assert referees.is_ready.is_set() and len(attempts) == 2
        referees.close()

    monkeypatch.setattr(referee, "load", load)
    monkeypatch.setattr(referee, "LOAD_AFTER", 0.0)
    monkeypatch.setattr(referee, "RETRY_AFTER", 0.0)
    monkeypatch.setattr(referee, "_is_compiled", lambda: True)
    asyncio.run(scenario())


def test_a_hard_stall_in_play_is_found_outside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop_thread, exact = threading.get_ident(), list[int]()
    ruling = referee.ruling

    def noted(game: AnyGame, history: Sequence[Any], budget: Budget | None = None) -> Stop | None:
        if budget is None:
            exact.append(threading.get_ident())
        return ruling(game, history, budget)

    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40", deal=HARD_DEAL, options={"draw": "1"})
        monkeypatch.setattr(referee, "ruling", noted)
        *line, last = HARD_LINE.split()
        for move in line:
            assert isinstance(await anna.move(table, move), m.Update)
        assert not exact  # ordinary moves do not leave the event loop
        for _ in range(2):
            assert (await anna.move(table, last)).notices == ["stall"]
            assert (await anna.act(m.Undo, table)).notices == []
        assert exact and loop_thread not in exact

    run_scenario(tmp_path, scenario, messages_per_second=1_000)


# The table


def test_other_tables_go_on_while_a_hard_question_is_answered(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        referees, anna, hard = await hard_table(server)
        ben, easy = await server.practice("azul_solo", deal=5)
        seen = await anna.position(hard)
        referees.threads.clear()
        waiting = asyncio.create_task(anna.move(hard))
        await referees.until_asked()
        for _ in range(3):
            assert isinstance(await ben.move(easy), m.Update)
        assert not waiting.done() and (await anna.position(hard)).seq == seen.seq
        referees.release()
        assert (await waiting).count > seen.count
        assert threading.get_ident() not in referees.threads

    run_scenario(tmp_path, scenario)


def test_the_commands_of_a_table_keep_their_order(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        referees, anna, table = await hard_table(server)
        seen = await anna.position(table)
        count, since = seen.count, len(anna.got)
        anna.send(m.Move(table, "move", count, seen.moves[0]))
        await referees.until_asked()
        anna.send(m.Undo(table, "undo", count + 1))
        anna.send(m.Move(table, "stale", count, seen.moves[0]))
        anna.send(m.Redo(table, "redo", count + 2))
        referees.release()
        await anna.until(lambda x: getattr(x, "id", None) == "redo", since)
        got = [x for x in anna.got[since:] if isinstance(x, m.Update | m.Error)]
        answers = [(x.id, type(x)) for x in got if x.id]
        assert answers == [
            ("move", m.Update),
            ("undo", m.Update),
            ("stale", m.Error),
            ("redo", m.Update),
        ]
        counts = [x.count for x in got if isinstance(x, m.Update)]
        assert counts == sorted(counts)

    run_scenario(tmp_path, scenario)


def test_a_hard_deal_is_dealt_in_a_thread(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        referees = slow(server)
        opening = asyncio.create_task(server.practice("solitario40", deal=5))
        await referees.until_asked()
        ben, easy = await server.practice("azul_solo", deal=5)
        assert isinstance(await ben.move(easy), m.Update) and not opening.done()
        referees.release()
        anna, table = await opening
        assert (await anna.position(table)).moves
        assert threading.get_ident() not in referees.threads

    run_scenario(tmp_path, scenario)


def test_a_table_that_waits_for_the_referee_is_not_evicted(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        registry, database = server.runtime.registry, server.runtime.database
        referees, anna, table = await hard_table(server)
        seen = await anna.position(table)
        anna.send(m.Move(table, "move", seen.count, seen.moves[0]))
        await referees.until_asked()
        await anna.leave()
        assert table in registry.tables
        live = registry.tables[table].table
        referees.release()
        async with asyncio.timeout(30):
            while not live.has_no_work:
                await asyncio.sleep(0.01)
        rows = await database.rows(select(entries).where(entries.c.table_id == table))
        assert "0:move" in {row.message for row in rows}
        assert table not in registry.tables

    run_scenario(tmp_path, scenario)


def test_a_question_about_an_old_position_is_asked_again(tmp_path: Path) -> None:
    """Another process writes to the table while the referee thinks."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one, in_memory_server(tmp_path) as other:
            referees, anna, table = await hard_table(one)
            tablet = Visitor(other.runtime, anna.person)
            await tablet.watch(table)
            waiting = asyncio.create_task(anna.move(table))
            await referees.until_asked()
            moved = await tablet.move(table)
            await one.runtime.registry.tables[table].table.catch_up()
            assert (await anna.position(table)).seq == moved.seq
            referees.release()
            answer = await waiting
            assert isinstance(answer, m.Error) and answer.code == "stale"
            assert (await anna.position(table)).seq == moved.seq

    asyncio.run(scenario())


def test_the_server_stops_without_waiting_for_the_referee(tmp_path: Path) -> None:
    async def scenario() -> SlowReferees:
        async with asyncio.timeout(60), in_memory_server(tmp_path) as server:
            referees, anna, table = await hard_table(server)
            seen = await anna.position(table)
            anna.send(m.Move(table, "move", seen.count, seen.moves[0]))
            await referees.until_asked()
        return referees

    referees = asyncio.run(scenario())
    referees.release()


def test_a_table_is_loaded_with_the_notices_of_its_referee(tmp_path: Path) -> None:
    """Also this question is asked in a thread, before anybody gets the position."""

    async def scenario(server: InMemoryServer) -> None:
        registry = server.runtime.registry
        anna, table = await server.practice("nove_colonne", deal=5)
        await anna.leave()
        assert table not in registry.tables
        registry.referee = referees = SlowReferees(registry.referee, "nove_colonne", is_lost=True)
        back = Visitor(server.runtime, anna.person)
        back.send(m.Watch(table))
        await referees.until_asked()
        ben, easy = await server.practice("azul_solo", deal=5)
        assert isinstance(await ben.move(easy), m.Update)
        referees.release()
        assert (await back.position(table)).notices == ["dead_end"]
        assert threading.get_ident() not in referees.threads

    run_scenario(tmp_path, scenario)


# Start and end


def test_a_server_that_stops_does_not_wait_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = subprocess.Popen
    monkeypatch.setattr(referee, "LOAD_AFTER", 0)
    monkeypatch.setattr(referee, "_is_compiled", lambda: False)
    monkeypatch.setattr(referee, "load", lru_cache(lambda: None))
    monkeypatch.setattr(subprocess, "Popen", lambda _: plain(["sleep", "3600"]))

    async def scenario() -> None:
        referees = CompiledReferee()
        warming = asyncio.create_task(referees.warm_up())
        while referees._compiler is None:
            await asyncio.sleep(0.01)
        warming.cancel()
        referees.close()
        assert referees._compiler.poll() is not None

    asyncio.run(scenario())  # waits for its threads


# Fair shares


def test_the_hard_questions_of_one_user_leave_a_thread_for_the_others() -> None:
    async def scenario() -> None:
        referees, may_end = CompiledReferee(), threading.Event()
        azul = make_game("azul_solo")
        asked = [
            asyncio.create_task(referees.ask(azul, "anna", lambda _: may_end.wait(30)))
            for _ in range(20)
        ]
        await asyncio.sleep(0)
        assert await referees.ask(azul, "ben", lambda _: "answered") == "answered"
        assert not any(task.done() for task in asked)
        may_end.set()
        assert all(await asyncio.gather(*asked))
        referees.close()

    asyncio.run(scenario())


def test_a_user_with_too_many_hard_questions_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal answers the command, and the table goes on."""
    monkeypatch.setattr(referee, "MAX_OF_USER", 0)

    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40", deal=5)
        slow(server)
        registry = server.runtime.registry
        await anna.leave()
        assert table not in registry.tables
        back = Visitor(server.runtime, anna.person)
        await back.watch(table)
        refused = await back.move(table)
        assert isinstance(refused, m.Error) and refused.code == "too_many"
        assert registry.tables[table].table.has_no_work

    run_scenario(tmp_path, scenario)


# One referee


ASKING = re.compile(r"(.*\.)?(match|before|undone)\.(move|undo|call)|settle|due|verify|undo|redo")
"""Functions that ask a referee; those of the library ask the plain rules unless told otherwise."""
PLAY = ("undo.py", "server/**/*.py", "cli/**/*.py", "bots/arena.py", "bots/par.py")


def unrefereed() -> Iterator[str]:
    """Calls in play that do not name the referee."""
    root = Path(tavolino.__file__).parent
    for path in (path for pattern in PLAY for path in root.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ASKING.fullmatch(ast.unparse(node.func)):
                text = ast.unparse(node)
                if "referee" not in text and "ruling" not in text:
                    yield f"{path.relative_to(root)}: {text}"


def test_every_path_of_play_names_its_referee() -> None:
    assert list(unrefereed()) == []


def test_commands_of_every_kind_ask_the_referee_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plain rules, which may take seconds, are not asked on the way."""
    plain = list[object]()
    monkeypatch.setattr(type(SOLITARIO), "is_stalled", lambda self, view: plain.append(view))

    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40", deal=5)
        await anna.move(table)
        for kind in (m.Undo, m.Redo, m.Undo, m.Redo):
            assert isinstance(await anna.act(kind, table), m.Update)
        players, _ = await server.gathered(
            "solitario40", 2, kind="contest", contest={"time_limit": "1"}
        )
        await players[0].until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")

    run_scenario(tmp_path, scenario)
    assert plain == []
