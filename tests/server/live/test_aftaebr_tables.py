"""Aftaebr tables: people and bots in any mix, the turn limit, absent players, rematches."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import select
from support.servers.in_memory import InMemoryServer, Run, Visitor, run_scenario

from tavolino.server.live.domain import messages as m
from tavolino.server.storage.schema import entries

CLOCK_MS = 200
"""By which the clocks of two processes may differ on a busy machine."""


async def mover(people: list[Visitor], table: str) -> tuple[int, Visitor]:
    seen = await people[0].position(table)
    assert seen.actor is not None
    return seen.actor, people[seen.actor]


async def seen_at(visitor: Visitor, seq: int) -> m.Update:
    found: m.Update = await visitor.until(lambda x: isinstance(x, m.Update) and x.seq == seq)
    return found


def test_everybody_gets_the_same_position(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 3, kind="table", options={"players": "3"})
        for _ in range(15):
            _, who = await mover(people, table)
            done = await who.move(table)
            assert isinstance(done, m.Update), done
            for other in people:
                seen = await seen_at(other, done.seq)
                # Only the sender's process knows the id, and clocks differ by milliseconds.
                assert abs((seen.turn_ends_at or 0) - (done.turn_ends_at or 0)) < CLOCK_MS
                assert replace(seen, id=done.id, turn_ends_at=done.turn_ends_at) == done

    run(scenario)


def test_a_move_out_of_turn_is_refused(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table")
        actor, _ = await mover(people, table)
        other = people[1 - actor]
        error = await other.move(table)
        assert isinstance(error, m.Error) and error.code == "not_your_turn"
        guest = await server.visitor()
        await guest.watch(table)
        error = await guest.move(table)
        assert isinstance(error, m.Error) and error.code == "not_seated"

    run(scenario)


def test_a_message_sent_again_is_played_once(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table")
        _, who = await mover(people, table)
        at = (await who.position(table)).count
        first = await who.move(table, id="once")
        again = await who.act(m.Move, table, move="verde", count=at, id="once")
        assert isinstance(again, m.Update) and again.seq == first.seq
        rows = await server.runtime.database.rows(
            select(entries).where(entries.c.table_id == table)
        )
        assert len(rows) == first.seq

    run(scenario)


def test_a_move_on_an_old_position_is_stale_and_the_new_view_follows(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table")
        _, who = await mover(people, table)
        since = len(who.got)
        error = await who.move(table, count=0)
        assert isinstance(error, m.Error) and error.code == "stale"
        seen = await who.until(lambda x: isinstance(x, m.Update), since)
        assert seen.count == 1

    run(scenario)


def test_a_whole_game_with_bots_at_two_seats(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna = await server.visitor()
        table = await server.open(
            anna,
            "aftaebr",
            kind="table",
            options={"players": "3"},
            bots={"0": "greedy", "2": "random"},
        )
        await anna.watch(table.id)
        while True:
            seen = await anna.until(
                lambda x: isinstance(x, m.Update) and x is last(anna) and x.actor in (1, None)
            )
            if seen.actor is None:
                break
            await anna.move(table.id, len(seen.moves) // 2)
        over = await anna.until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
        assert over.secret and seen.view.winners

    run(scenario)


def last(visitor: Visitor) -> m.Update:
    return [x for x in visitor.got if isinstance(x, m.Update)][-1]


def test_a_bot_plays_for_an_absent_player_and_takes_over_after_three_moves(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table", turn_seconds=1)
        actor, absent = await mover(people, table)
        present = people[1 - actor]
        await absent.leave()

        def my_turn(x: object) -> bool:
            return isinstance(x, m.Update) and x.actor == 1 - actor and x is last(present)

        for _ in range(3):
            await present.until(my_turn)
            assert isinstance(await present.move(table), m.Update)
        info = await present.until(
            lambda x: isinstance(x, m.TableInfo) and any(seat.is_away for seat in x.seats)
        )
        assert not info.seats[actor].is_here
        rows = await server.runtime.database.rows(
            select(entries).where(entries.c.table_id == table)
        )
        automatic = [row.text for row in rows if row.is_automatic]
        assert len(automatic) >= 3 and {t.split(":")[0] for t in automatic} == {
            f"player {actor + 1}"
        }
        back = Visitor(server.runtime, absent.person)
        await back.watch(table)
        back.send(m.Back(table))
        await back.until(
            lambda x: isinstance(x, m.TableInfo) and not any(seat.is_away for seat in x.seats),
        )

    run(scenario)


def test_the_timed_variant_ends_by_the_clock(run: Run) -> None:
    """R-AF-39."""

    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered(
            "aftaebr", 2, kind="table", options={"time_limit": "0.5"}
        )
        over = await people[0].until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
        assert over.ends_at and over.ended_at and over.ended_at >= over.ends_at
        assert (await people[0].position(table)).view.stopped == "time up"

    run(scenario)


def test_a_rematch_moves_everybody_up_one_seat(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, name = await server.gathered(
            "aftaebr", 2, kind="table", options={"time_limit": "0.3"}
        )
        await people[0].until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
        lobby, registry = server.runtime.lobby, server.runtime.registry
        old = await registry.table(name)
        again = await lobby.rematch(people[1].person, old)
        info = await people[0].until(lambda x: isinstance(x, m.TableInfo) and x.rematch is not None)
        assert info.rematch == again.id
        # Nobody watches the new table yet: it may have been evicted and loaded again.
        again = await lobby.rematch(people[0].person, old)
        assert info.rematch == again.id
        assert again.settings.players_of(people[0].person.id) == [1]
        assert again.settings.players_of(people[1].person.id) == [0]
        await people[0].watch(again.id)
        await people[0].position(again.id)
        stranger = await server.visitor()
        try:
            await lobby.join(stranger.person, again, None)
        except Exception as refusal:
            assert getattr(refusal, "code", None) in ("table_over", "not_allowed")

    run(scenario)


def test_onlookers_see_and_are_counted(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table")
        guest = await server.visitor()
        info = await guest.watch(table)
        assert info.yours == [] and info.boards == [0]
        await people[0].until(lambda x: isinstance(x, m.TableInfo) and x.watching == 1)
        _, who = await mover(people, table)
        done = await who.move(table)
        assert await guest.until(lambda x: isinstance(x, m.Update) and x.seq == done.seq) == done
        await guest.leave()
        await people[0].until(
            lambda x: isinstance(x, m.TableInfo) and x.watching == 0 and x is people[0].got[-1]
        )

    run_scenario(tmp_path, scenario)


def test_a_table_without_onlookers_refuses_them(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        _, table = await server.gathered("aftaebr", 2, kind="table", onlookers="none")
        guest = await server.visitor()
        guest.send(m.Watch(table))
        error = await guest.until(lambda x: isinstance(x, m.Error))
        assert error.code == "not_allowed"

    run_scenario(tmp_path, scenario)


def test_a_message_sent_twice_at_once_is_played_once(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table")
        _, who = await mover(people, table)
        seen = await who.position(table)
        for _ in range(3):
            who.send(m.Move(table, "twice", seen.count, seen.moves[0]))
        who.send(m.Ping("after"))
        await who.until(lambda x: isinstance(x, m.Pong))
        await who.until(lambda x: isinstance(x, m.Update) and x.id == "twice")
        assert not [x for x in who.got if isinstance(x, m.Error)]
        rows = await server.runtime.database.rows(
            select(entries).where(entries.c.table_id == table)
        )
        assert len(rows) == seen.seq + 1

    run_scenario(tmp_path, scenario)
