"""The table as a pure step: values in, values out; no loop, no database, no socket."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.matches.referees import PlainReferee

from tavolino.catalogue import make_game
from tavolino.errors import TavolinoError
from tavolino.game import Stop
from tavolino.server.errors import NotAllowed, NotYourTurn, Stale, TableOver, TimeUp
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.commands import SeatCommand, player_for
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.step import REPEATED, StepResult, begin, hint_request, step
from tavolino.server.live.domain.table_settings import HostSettings, TableSeat, TableSettings

AT = 1_000_000


def settings_of(game: str, bots: tuple[int, ...] = (), **options: str) -> TableSettings:
    rules = make_game(game, options)
    seats = tuple(
        TableSeat(n, None, "random", "random", "0")
        if n in bots
        else TableSeat(n, f"user {n}", None, f"User {n}", "0")
        for n in range(rules.seats)
    )
    return TableSettings(
        id="abc",
        kind="practice",
        game=rules,
        contest=None,
        host_settings=HostSettings(),
        players=rules.seats,
        host="user 0",
        phase="playing",
        created_at=AT,
        deal=7,
        seats=seats,
    )


def begun(settings: TableSettings) -> Projection:
    return begin(settings, AT, PlainReferee()).after


def move_on(projection: Projection, player: int = 0, key: str = "a", index: int = 0) -> SeatCommand:
    """A legal move on this position."""
    text = str(projection.match.legal_moves(0)[index])
    return SeatCommand(m.Move("abc", key, projection.counts[0], text), player)


def run(
    settings: TableSettings,
    projection: Projection,
    *commands: SeatCommand,
    at: int = AT,
    logged: frozenset[str] = frozenset(),
) -> StepResult:
    return step(settings, projection, commands, at, PlainReferee(), logged)


def test_the_deal_is_a_commit_of_its_own() -> None:
    settings = settings_of("nove_colonne")
    deal = begin(settings, AT, PlainReferee())
    assert deal.before.seq == 0 and [entry.actor for entry in deal.entries] == [-1]
    assert deal.after.began_at == AT


def test_a_command_becomes_entries_and_does_not_change_its_arguments() -> None:
    settings = settings_of("nove_colonne")
    before = begun(settings)
    seq = before.seq
    result = run(settings, before, move_on(before))
    (commit,) = result.commits
    assert result.answers == [None] and before.seq == seq
    assert commit.before is before and commit.after.seq == seq + len(commit.entries)


def test_commands_that_arrive_together_are_executed_in_order() -> None:
    settings = settings_of("nove_colonne")
    start = begun(settings)
    first = move_on(start)
    between = run(settings, start, first).commits[-1].after
    second = move_on(between, key="b")
    result = run(settings, start, first, second)
    assert [c.command for c in result.commits] == [first, second]
    assert result.commits[1].before is result.commits[0].after


def test_a_command_on_another_position_is_stale() -> None:
    settings = settings_of("nove_colonne")
    start = begun(settings)
    result = run(settings, start, move_on(start), move_on(start, key="b"))
    assert len(result.commits) == 1
    assert result.answers[0] is None and isinstance(result.answers[1], Stale)


def test_a_command_sent_again_is_executed_once() -> None:
    settings = settings_of("nove_colonne")
    start = begun(settings)
    command = move_on(start)
    assert len(run(settings, start, command, command).commits) == 1
    assert run(settings, start, command, command).answers == [None, None]
    known = run(settings, start, command, logged=frozenset({"0:a"}))
    assert known.answers == [REPEATED] and not known.commits


def test_bots_have_no_key_and_are_never_repeated() -> None:
    settings = settings_of("aftaebr", bots=(0, 1))
    start = begun(settings)
    actor = start.match.actor(0)
    assert actor is not None
    command = replace_command(move_on(start, actor), is_from_bot=True)
    assert run(settings, start, command, logged=frozenset({f"{actor}:a"})).answers == [None]


def replace_command(command: SeatCommand, is_from_bot: bool) -> SeatCommand:
    return SeatCommand(command.command, command.player, is_from_bot)


def test_a_command_out_of_turn_is_refused() -> None:
    settings = settings_of("aftaebr")
    start = begun(settings)
    actor = start.match.actor(0)
    assert actor is not None
    (refusal,) = run(settings, start, move_on(start, player=1 - actor)).answers
    assert isinstance(refusal, NotYourTurn)


def test_when_time_is_up_the_referee_calls_it_and_the_move_is_refused() -> None:
    settings = settings_of("aftaebr", time_limit="60")
    start = begun(settings)
    actor = start.match.actor(0)
    assert actor is not None
    late = AT + 60_000
    assert run(settings, start, move_on(start, actor), at=late - 1).answers == [None]
    result = run(settings, start, move_on(start, actor), at=late)
    assert [entry.act for entry in result.commits[0].entries] == [Stop.TIME_UP]
    assert isinstance(result.answers[0], TimeUp) and result.commits[0].command is None


def test_after_the_end_only_undo_is_possible() -> None:
    settings = settings_of("nove_colonne")
    start = begun(settings)
    over = run(settings, start, SeatCommand(m.GiveUp("abc", "a", start.counts[0]), 0))
    here = over.commits[-1].after
    assert here.match.is_over
    count = here.counts[0]
    hint = SeatCommand(m.AskHint("abc", "b", count), 0)
    with pytest.raises(TableOver):
        hint_request(hint, settings, here, AT)
    (refusal,) = run(settings, here, SeatCommand(m.Redo("abc", "c", count), 0)).answers
    assert isinstance(refusal, TableOver)
    on = run(settings, here, SeatCommand(m.Undo("abc", "d", count), 0))
    assert on.answers == [None] and not on.commits[-1].after.match.is_over


def test_redo_plays_the_replies_of_bots_again() -> None:
    settings = settings_of("aftaebr", bots=(1,))
    here = begun(settings)
    while len({player for player, _ in here.undo_stack.played}) < 2:
        actor = here.match.actor(0)
        assert actor is not None
        here = run(settings, here, move_on(here, actor, key=f"{here.seq}")).commits[-1].after
    while here.match.actor(0) == 1:
        here = run(settings, here, move_on(here, 1, key=f"{here.seq}")).commits[-1].after
    count = here.counts[0]
    back = run(settings, here, SeatCommand(m.Undo("abc", "u", count), 0)).commits[-1].after
    count = back.counts[0]
    again = run(settings, back, SeatCommand(m.Redo("abc", "r", count), 0)).commits[-1].after
    assert again.match.boards[0].state == here.match.boards[0].state


def test_undo_is_refused_outside_practice() -> None:
    settings = replace(settings_of("nove_colonne"), kind="daily", day="2026-11-16")
    start = begun(replace(settings, kind="practice", day=None))
    match = replace(start.match, is_practice=False)
    here = Projection.empty(match, AT).after(match, AT)
    (refusal,) = run(
        replace(settings, day=None), here, SeatCommand(m.Undo("abc", "u", here.counts[0]), 0)
    ).answers
    assert isinstance(refusal, NotAllowed)


def test_at_a_hot_seat_the_player_to_move_moves_and_the_last_player_undoes() -> None:
    settings = settings_of("aftaebr")
    one = replace(settings, seats=tuple(replace(s, user="anna") for s in settings.seats))
    start = begun(one)
    actor = start.match.actor(0)
    move = m.Move("abc", "a", 0, "x")
    assert actor is not None and player_for(one, start, "anna", move) == actor
    after = run(one, start, move_on(start, actor)).commits[-1].after
    assert player_for(one, after, "anna", m.Undo("abc", "u", 0)) == actor
    with pytest.raises(TavolinoError, match="no seat"):
        player_for(one, after, "bruno", move)
