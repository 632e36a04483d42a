"""A series: games that follow each other, their standing, and its end as soon as it is decided."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from support.servers.in_memory import InMemoryServer, Run, Visitor, in_memory_server, run_scenario

from tavolino.server.errors import BadOption, NotAllowed, NotSeated
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.series import PlayerResult, SeriesGame, is_decided, totals
from tavolino.server.live.domain.table_settings import NEXT_GAME_MS, SeriesTerms
from tavolino.server.live.registry import OpenTable
from tavolino.server.lobby.requests import NewSeries


def game(*players: tuple[str, int, int]) -> SeriesGame:
    """Name, place and points of each player."""
    results = (
        PlayerResult(name, name, points, place, place == 1) for name, place, points in players
    )
    return SeriesGame("t", tuple(results))


ANNA = game(("anna", 1, 9), ("bruno", 2, 3))
BRUNO = game(("anna", 2, 1), ("bruno", 1, 20))
DRAWN = game(("anna", 1, 4), ("bruno", 1, 4))


def test_the_best_of_three_ends_after_two_wins() -> None:
    wins = SeriesTerms(3, "wins")
    assert not is_decided(wins, [])
    assert not is_decided(wins, [ANNA])
    assert is_decided(wins, [ANNA, ANNA])
    assert not is_decided(wins, [ANNA, BRUNO])
    assert is_decided(wins, [ANNA, BRUNO, BRUNO])
    # One more win of the other would make it equal, so it is played.
    assert not is_decided(wins, [ANNA, DRAWN])
    assert not is_decided(SeriesTerms(5, "wins"), [ANNA, ANNA])
    assert is_decided(SeriesTerms(5, "wins"), [ANNA, ANNA, ANNA])


def test_places_decide_early_and_points_do_not() -> None:
    assert is_decided(SeriesTerms(3, "places"), [ANNA, ANNA])
    assert not is_decided(SeriesTerms(3, "points"), [ANNA, ANNA])
    assert is_decided(SeriesTerms(3, "points"), [ANNA, ANNA, BRUNO])
    three = game(("anna", 1, 9), ("bruno", 2, 8), ("carla", 3, 7))
    # After two games anna has 2 and bruno 4: 3rd and 1st in the last one would make it 5 and 5.
    assert not is_decided(SeriesTerms(3, "places"), [three, three])


def test_the_standing_by_wins_places_and_points() -> None:
    games = [ANNA, ANNA, BRUNO]
    names = {by: [total.name for total in totals(games, by)] for by in ("wins", "places", "points")}
    assert names == {
        "wins": ["anna", "bruno"],
        "places": ["anna", "bruno"],
        "points": ["bruno", "anna"],
    }
    # Equal places: points decide.
    assert [total.name for total in totals([ANNA, BRUNO], "places")] == ["bruno", "anna"]


def test_who_missed_a_game_was_last_in_it() -> None:
    alone = game(("anna", 1, 5), ("medio", 2, 1))
    found = {total.name: total for total in totals([ANNA, alone], "places")}
    assert found["bruno"].places == 2 + 3 and found["anna"].places == 2


async def finished(people: list[Visitor], table: str) -> m.SeriesInfo:
    """All give up after a move; the standing of the series."""
    for visitor in people:
        info = await visitor.watch(table)
        (board,) = info.yours
        await visitor.move(table, board=board)
        await visitor.act(m.GiveUp, table, board=board)
    over: m.TableInfo = await people[0].until(
        lambda x: isinstance(x, m.TableInfo) and x.table == table and x.phase == "over"
    )
    assert over.series is not None
    return over.series


async def gathered(server: InMemoryServer) -> tuple[list[Visitor], str]:
    series = NewSeries(best_of=3)
    return await server.gathered("nove_colonne", 2, kind="contest", series=series)


async def finished_table(server: InMemoryServer) -> tuple[list[Visitor], OpenTable]:
    """After the first game of a series."""
    people, name = await gathered(server)
    await finished(people, name)
    return people, await server.runtime.registry.table(name)


def test_a_series_to_its_end_and_the_next_one(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, name = await gathered(server)
        lobby, names = server.runtime.lobby, [name]
        for number in (1, 2, 3):
            series = await finished(people, names[-1])
            assert (series.number, series.best_of, series.by) == (number, 3, "places")
            assert series.tables == names
            assert sum(row.places for row in series.rows) == 3 * number
            assert [row.is_you for row in series.rows].count(True) == 1
            assert series.is_decided == (series.rows[0].wins == 2)
            over = await server.runtime.registry.table(names[-1])
            await lobby.rematch(people[0].person, over)
            table = await lobby.rematch(people[1].person, over)
            if series.is_decided:
                break
            names.append(table.id)
        terms = table.settings.host_settings.series
        assert terms == SeriesTerms(3, "places", 1)

    run(scenario)


def test_the_next_game_does_not_wait_for_an_absent_player_for_ever(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), table = await finished_table(server)
        lobby, registry = server.runtime.lobby, server.runtime.registry
        again = await lobby.rematch(bruno.person, table)
        info = again.broadcast.info(bruno.person.id)
        assert info.series and info.series.waits_until == again.settings.created_at + NEXT_GAME_MS
        with pytest.raises(NotAllowed, match="15 seconds"):
            await lobby.start(bruno.person, again)
        later = info.series.waits_until
        registry.now = lambda: later
        with pytest.raises(NotSeated):
            await lobby.start((await server.visitor()).person, again)
        await lobby.start(bruno.person, again)
        assert again.settings.phase != "lobby"
        assert again.settings.players_of(anna.person.id) != []

    run_scenario(tmp_path, scenario)


def test_a_series_survives_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            people, table = await finished_table(one)
            again = await one.runtime.lobby.rematch(people[0].person, table)
            before = again.broadcast.info(people[0].person.id).series
            assert before and before.rows
        async with in_memory_server(tmp_path) as later:
            back = await later.runtime.registry.table(again.id)
            assert back.broadcast.info(people[0].person.id).series == before

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("kind", "game", "by"),
    [
        ("practice", "azul_solo", None),
        ("table", "aftaebr", "points"),
        ("contest", "azul_solo", "wins"),
    ],
)
def test_a_series_that_cannot_be_is_refused(
    tmp_path: Path, kind: str, game: str, by: m.SeriesBy | None
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        host = await server.visitor()
        with pytest.raises(BadOption, match="expected"):
            await server.open(host, game, kind=kind, series=NewSeries(3, by))

    run_scenario(tmp_path, scenario)
