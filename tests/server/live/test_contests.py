"""Contests: several players on one deal, a clock, live standings, and hidden boards."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from support.servers.in_memory import InMemoryServer, Run, Visitor, run_scenario

from tavolino.cards import DECK_40, DECK_52
from tavolino.chance import FairSeed, commit
from tavolino.match import STREAMS_PER_GAME
from tavolino.record import Record, verify
from tavolino.server.errors import BadOption
from tavolino.server.live.domain import messages as m
from tavolino.server.live.registry import OpenTable
from tavolino.server.storage.schema import results
from tavolino.solvers.referee import ruling
from tavolino.solvers.winnable_deal import winnable_deal


def is_final(message: Any) -> bool:
    return isinstance(message, m.Standings) and message.is_final


def test_all_play_the_same_deal_and_see_only_their_own_board(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("solitario40", 3, kind="contest")
        views = [(await p.position(table, n)).view for n, p in enumerate(people)]
        assert views[0] == views[1] == views[2]
        for n, player in enumerate(people):
            await player.move(table, board=n)
        for n, player in enumerate(people):
            boards = {x.board for x in player.got if isinstance(x, m.Update)}
            assert boards == {n}

    run(scenario)


def test_standings_count_points_and_the_general_mossa(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), table = await server.gathered("solitario40", 2, kind="contest")
        gaining = [x for x in (await anna.position(table)).moves if x.endswith(">b")]
        first = gaining[0] if gaining else 0
        await anna.move(table, first)
        points = (await anna.position(table)).view.points
        seen = await bruno.until(lambda x: isinstance(x, m.Standings) and x.mossa == 1)
        assert {row.player: row.points for row in seen.rows} == {0: points, 1: 0}
        assert [row.place for row in seen.rows] == [1, 2]
        await bruno.move(table, "turn", board=1)
        await anna.until(lambda x: isinstance(x, m.Standings) and x.mossa == 2)

    run(scenario)


def test_time_up_ends_the_contest_and_reveals_the_seed(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered(
            "solitario40", 2, kind="contest", contest={"time_limit": "1.5"}
        )
        anna, bruno = people
        before = await anna.watch(table)
        assert before.secret is None and before.ends_at and before.commitment
        await anna.move(table)
        final = await anna.until(is_final)
        assert {row.state for row in final.rows} == {"time_up"}
        late = await bruno.move(table, "turn", board=1, count=1)
        assert isinstance(late, m.Error) and late.code in ("time_up", "table_over")
        over = await anna.until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
        assert over.secret and commit(over.secret) == before.commitment
        assert before.nonces is None and over.nonces and len(over.nonces) == 2
        assert over.boards == [0, 1], "after the end everybody's board is open"
        await anna.position(table, 1)
        rows = await server.runtime.database.rows(
            select(results).where(results.c.table_id == table)
        )
        assert sorted(row.player for row in rows) == [0, 1]
        best = max(rows, key=lambda row: row.points)
        assert {row.is_won for row in rows if row.place == 1} == {True} and best.place == 1

    run(scenario)


def test_small_print_8_16_the_host_asks_for_a_deal_that_can_be_won(tmp_path: Path) -> None:
    """It is proved in a thread, from the seed to which everybody contributed."""

    async def scenario(server: InMemoryServer) -> None:
        terms = {"deals": "winnable", "tie_rule": "replay"}
        people, table = await server.gathered("solitario40", 2, kind="contest", contest=terms)
        assert (await people[0].watch(table)).contest == {"time_limit": "300", **terms}
        settings = (await server.runtime.registry.table(table)).settings
        for number, player in enumerate(people):
            await player.act(m.GiveUp, table, number)
        # A tie at zero: the new game has a deal that can be won too.
        await people[0].until(lambda x: isinstance(x, m.Standings) and x.new_games == 1)
        match = (await server.runtime.registry.table(table)).projection.match  # type: ignore[union-attr]
        deals = [entry.act for entry in match.log if hasattr(entry.act, "rejected")]
        seed = settings.new_match().seed
        assert seed is not None and len(deals) == 4
        game: Any = settings.game
        for deal, stream in zip(deals, [0, 0, STREAMS_PER_GAME, STREAMS_PER_GAME]):
            assert deal == winnable_deal(game, seed, stream)
        verify(Record(match, ("Anna", "Bruno"), settings.origin()), ruling)

    run_scenario(tmp_path, scenario)


def test_the_seed_is_made_of_the_secret_and_everybodys_nonce(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, bruno = await server.visitor(), await server.visitor()
        table = await server.open(anna, "solitario40", kind="contest", players=2, nonce="aa11")
        await anna.watch(table.id)
        secret = table.settings.fair
        assert secret and secret.secret
        await server.runtime.lobby.join(bruno.person, table, "bb22")
        await anna.position(table.id)
        fair = FairSeed(secret.commitment, ("aa11", "bb22"), secret.secret)
        assert table.projection and table.projection.match.seed == fair.seed()

    run_scenario(tmp_path, scenario)


def test_a_nonce_can_be_sent_again_until_the_game_starts(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, bruno = await server.visitor(), await server.visitor()
        lobby = server.runtime.lobby
        table = await server.open(anna, "nove_colonne", kind="contest", players=3, nonce="aa11")
        await lobby.join(anna.person, table, "aa22")
        await lobby.join(anna.person, table, None)
        await lobby.seat_bot(anna.person, table, "random")
        await lobby.join(bruno.person, table, "bb22")
        await lobby.join(bruno.person, table, "bb33")
        await anna.watch(table.id)
        await anna.position(table.id)
        assert table.settings.nonces == ("aa22", "0", "bb22"), "the server chooses no nonce"

    run_scenario(tmp_path, scenario)


def test_a_full_contest_starts_and_then_refuses_players(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        _, table = await server.gathered("nove_colonne", 2, kind="contest")
        carla = await server.visitor()
        live = await server.runtime.registry.table(table)
        try:
            await server.runtime.lobby.join(carla.person, live, None)
        except Exception as refusal:
            assert getattr(refusal, "code", None) == "table_over"
        else:
            raise AssertionError("sat down at a table that has begun")

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("players", [1, 17])
def test_a_contest_has_two_to_sixteen_players(tmp_path: Path, players: int) -> None:
    async def scenario(server: InMemoryServer) -> None:
        host = await server.visitor()
        with pytest.raises(BadOption):
            await server.open(host, "solitario40", kind="contest", players=players)

    run_scenario(tmp_path, scenario)


def test_the_host_starts_with_the_players_present(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, bruno, carla = [await server.visitor() for _ in range(3)]
        table = await server.open(anna, "solitario40", kind="contest", players=10)
        lobby = server.runtime.lobby
        for person in (bruno, carla):
            await lobby.join(person.person, table, None)
        await lobby.leave(bruno.person, table)
        await carla.watch(table.id)
        try:
            await lobby.start(carla.person, table)
        except Exception as refusal:
            assert getattr(refusal, "code", None) == "not_allowed"
        await lobby.start(anna.person, table)
        # Seats are counted without gaps: Carla is the second player.
        await carla.position(table.id, 1)
        assert table.settings.players == 2 and table.settings.players_of(carla.person.id) == [1]

    run_scenario(tmp_path, scenario)


def test_a_tie_of_the_first_two_starts_a_new_game(run: Run) -> None:
    """R-S40-33, R-S40-34: nobody gains anything, so it is a tie at zero (RULES 8.5)."""

    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered(
            "solitario40",
            2,
            kind="contest",
            contest={"time_limit": "0.7", "tie_rule": "replay"},
        )
        anna = people[0]
        first = await anna.position(table)
        again = await anna.until(lambda x: isinstance(x, m.Standings) and x.new_games == 1)
        assert [row.points for row in again.rows] == [0, 0]
        await anna.until(
            lambda x: isinstance(x, m.Update) and x.board == 0 and x.view != first.view
        )
        assert any(
            t.key == "s40.replay" for x in anna.got if isinstance(x, m.Update) for t in x.told
        )

    run(scenario)


def test_a_bot_plays_in_a_contest(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna = await server.visitor()
        table = await server.open(
            anna, "azul_solo", kind="contest", players=2, bots={"1": "greedy"}
        )
        await anna.watch(table.id)
        await anna.until(
            lambda x: (
                isinstance(x, m.Standings)
                and any(row.player == 1 and row.state != "playing" for row in x.rows)
            )
        )

    run(scenario)


def test_bots_of_one_level_have_different_names(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna = await server.visitor()
        bots = {"1": "medio", "2": "medio", "3": "facile"}
        table = await server.open(anna, "azul_solo", kind="contest", players=6, bots=bots)
        lobby = server.runtime.lobby
        await lobby.remove(anna.person, table, 1)
        for _ in range(2):
            await lobby.seat_bot(anna.person, table, "medio")
        names = sorted(seat.name for seat in table.settings.seats if seat.bot)
        assert names == ["facile", "medio", "medio 2", "medio 3"]

    run_scenario(tmp_path, scenario)


def test_onlookers_of_a_contest_see_the_standings_only(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("solitario40", 2, kind="contest")
        guest = await server.visitor()
        assert (await guest.watch(table)).boards == []
        await guest.until(lambda x: isinstance(x, m.Standings))
        await people[0].move(table)
        await guest.until(lambda x: isinstance(x, m.Standings) and x.mossa == 1)
        assert not [x for x in guest.got if isinstance(x, m.Update)]

    run_scenario(tmp_path, scenario)


def test_a_table_may_show_its_boards_but_not_to_active_players(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("nove_colonne", 2, kind="contest", onlookers="boards")
        guest = await server.visitor()
        assert (await guest.watch(table)).boards == [0, 1]
        anna, bruno = people
        await bruno.act(m.GiveUp, table, board=1)
        await bruno.position(table, 0)
        await anna.move(table)
        assert {x.board for x in anna.got if isinstance(x, m.Update)} == {0}
        spy = Visitor(server.runtime, anna.person)
        await spy.watch(table)
        await spy.position(table, 0)
        assert {x.board for x in spy.got if isinstance(x, m.Update)} == {0}

    run_scenario(tmp_path, scenario)


def test_nothing_hidden_is_in_any_byte(tmp_path: Path) -> None:
    """Random games: no unseen card, bag order, seed or rival's position in what a player gets."""

    async def scenario(server: InMemoryServer) -> None:
        rng = random.Random(5)
        for game in ("solitario40", "nove_colonne", "azul_solo"):
            # The fourth never moves, so that the contest is not over and nothing revealed.
            (*people, _), table = await server.gathered(game, 4, kind="contest")
            for _ in range(25):
                for n, player in enumerate(people):
                    seen = await player.position(table, n)
                    if seen.moves:
                        await player.move(table, rng.choice(seen.moves), board=n)
            live = await server.runtime.registry.table(table)
            for n, player in enumerate(people):
                check_frames(live, n, b"\n".join(player.frames).decode())
                check_cards(live, n, player)

    run_scenario(tmp_path, scenario)


def check_frames(live: OpenTable, board: int, sent: str) -> None:
    assert (
        live.settings.fair
        and live.settings.fair.secret
        and live.projection
        and live.projection.match.seed
    )
    assert live.settings.fair.secret not in sent and live.projection.match.seed.hex() not in sent
    dealt = next(e for e in live.projection.match.log if e.board == board)
    if live.settings.game.name == "azul_solo":
        bag = str(dealt.act).split()[-1]
        assert not any(bag[at : at + 12] in sent for at in range(len(bag) - 12))
    else:
        assert str(dealt.act)[:60] not in sent


def check_cards(live: OpenTable, board: int, player: Visitor) -> None:
    """A card is named in an update only if it has lain open on this board by then."""
    if live.settings.game.name == "azul_solo":
        return
    assert live.projection
    states = [state for _, state in live.projection.match.boards[board].past]
    states.append(live.projection.match.boards[board].state)
    deck = DECK_40 if live.settings.game.name == "solitario40" else DECK_52
    by_then: list[set[str]] = [set()]
    for state in states[1:]:
        piles = [column[hidden:] for column, hidden in zip(state.columns, state.hidden)]
        piles += [getattr(state, "mazzetto", ()), getattr(state, "reserve", ())]
        lying = {card.name for pile in piles for card in pile if card}
        up = {card.name for card in deck if card.rank <= state.bases[card.suit]}
        by_then.append(by_then[-1] | lying | up)
    for frame in player.frames:
        message = msgspec.json.decode(frame)
        if message["type"] == "update":
            assert message["board"] == board
            named = set(re.findall("\\b(?:[A2-9JQK]|10)[DHCS]\\b", frame.decode()))
            seen = by_then[message["count"] - 1]  # the lots are an entry of every board
            assert named <= seen, named - seen


def test_who_is_done_waits_and_the_contest_ends_with_the_last_rules_8_14(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), table = await server.gathered("solitario40", 2, kind="contest")
        moved = await anna.move(table, board=0)
        done = await anna.act(m.GiveUp, table, board=0)
        assert done.view.ended == "given up" and done.view.points == moved.view.points
        assert [sentence.key for sentence in done.told] == ["told.done"]
        assert (await anna.watch(table)).phase == "playing"
        late = await anna.move(table, "turn", board=0)
        assert isinstance(late, m.Error) and late.code == "table_over"
        await bruno.act(m.GiveUp, table, board=1)
        final = await anna.until(lambda x: isinstance(x, m.Standings) and x.is_final)
        assert [row.state for row in final.rows] == ["given_up", "given_up"]
        assert (await anna.watch(table)).phase == "over"

    run(scenario)
